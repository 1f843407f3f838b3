/** Completions for zsh. */

import { type CompletedFlag, type Grammar, programNames, sessionsArguments } from "./grammar.ts";

export function zshCompletions({ commands, flags }: Grammar): string {
  return `#compdef ${programNames.join(" ")}
# Completions of jupyter-mcp for zsh: eval "$(jupyter-mcp completions zsh)", after compinit
_jupyter_mcp_sessions() {
  local -a names
  names=("\${(@f)$(\$service ${sessionsArguments} 2>/dev/null)}")
  compadd -a names
}
_jupyter_mcp() {
  local state line
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join("\n")}
  )
  _arguments -C \\
${flags.map((flag) => `    ${spec(flag)} \\`).join("\n")}
    '1: :->command' '*:: :->rest' && return
  case $state in
    command) _describe command commands ;;
    rest)
      case $line[1] in
${
    commands.map(({ name, flags, words, takesFiles }) => {
      const first = words.length === 0 ? "" : ` ${quoted(`1: :(${words.join(" ")})`)}`;
      const rest = words.length === 0 && !takesFiles ? "" : `${first} '*: :_files'`;
      return `        ${name}) _arguments${rest} ${flags.flatMap(specs).join(" ")} ;;`;
    }).join("\n")
  }
      esac ;;
  esac
}
if [[ $funcstack[1] == _jupyter_mcp ]]; then _jupyter_mcp "$@"; else compdef _jupyter_mcp ${
    programNames.join(" ")
  }; fi
`;
}

/** A flag, also by its letter. */
function specs(flag: CompletedFlag): readonly string[] {
  const { short, ...rest } = flag;
  return short === undefined ? [spec(flag)] : [spec({ ...rest, flag: short }), spec(flag)];
}

/** A flag as \`_arguments\` takes it; one with a value can be given again. */
function spec({ flag, help, value }: CompletedFlag): string {
  const text = help.replaceAll(/[[\]:\\]/g, (character) => `\\${character}`);
  switch (value.kind) {
    case "none":
      return quoted(`${flag}[${text}]`);
    case "path":
      return quoted(`*${flag}=[${text}]:path:_files`);
    case "session":
      return quoted(`*${flag}${flag.startsWith("--") ? "=" : "+"}[${text}]:session:_jupyter_mcp_sessions`);
    case "choice":
      return quoted(`*${flag}=[${text}]:value:(${value.choices.join(" ")})`);
    case "free":
      return quoted(`*${flag}=[${text}]:value: `);
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
