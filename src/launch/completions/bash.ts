/**
 * Completions for bash, from version 3.2, which macOS has.
 *
 * Names of sessions come from others, so they are quoted and never reach `compgen -W`, which expands its words.
 */

import { flagsByValue, type Grammar, offered, programNames, sessionsArguments } from "./grammar.ts";

/** Where nothing is offered, `-o default` lets bash complete file names. */
export function bashCompletions(grammar: Grammar): string {
  const { commands, flags } = grammar;
  const { choices, sessions, texts } = flagsByValue(grammar);
  const commandNames = commands.map(({ name }) => name);
  return `# Completions of jupyter-mcp for bash: eval "$(jupyter-mcp completions bash)"
_jupyter_mcp() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command="" word
  # bash takes "--flag=value" for three words.
  if [[ $current == "=" ]]; then current=""
  elif [[ $previous == "=" ]]; then previous=\${COMP_WORDS[COMP_CWORD-2]}; fi
  COMPREPLY=()
  case $previous in
${[...choices].map(([flag, words]) => `    ${flag}) ${offer(words)}; return ;;`).join("\n")}
    ${[...sessions].join("|")})
      local name quoted
      while IFS= read -r name; do
        printf -v quoted %q "$name"
        if [[ -n $name && ( "$name" == "$current"* || "$quoted" == "$current"* ) ]]; then COMPREPLY+=("$quoted"); fi
      done < <("\${COMP_WORDS[0]}" ${sessionsArguments} 2>/dev/null)
      return ;;
    ${[...texts].join("|")}) return ;;
  esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in
      ${commandNames.join("|")}) command=$word; break ;;
    esac
  done
  case $command in
${
    commands.map(({ name, flags, words }) => `    ${name}) ${offer(offered(words, flags))} ;;`).join("\n")
  }
    *) ${offer(offered(commandNames, flags))} ;;
  esac
}
complete -o default -F _jupyter_mcp ${programNames.join(" ")}
`;
}

function offer(words: readonly string[]): string {
  return `COMPREPLY=($(compgen -W "${words.join(" ")}" -- "$current"))`;
}
