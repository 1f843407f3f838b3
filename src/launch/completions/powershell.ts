/**
 * Completions for PowerShell, from version 5.1, which Windows has.
 *
 * PowerShell inserts what is offered as it is, so the names of sessions, which come from others, are quoted.
 */

import { type CompletedFlag, type Grammar, programNames, sessionsArguments } from "./grammar.ts";

/** Where nothing is offered, PowerShell completes file names. */
export function powershellCompletions({ commands, flags }: Grammar): string {
  const all = [...flags, ...commands.flatMap((command) => command.flags)];
  const choices = new Map(
    all.flatMap(({ flag, value }) => value.kind === "choice" ? [[flag, value.choices] as const] : []),
  );
  const takers = new Set(all.flatMap(({ flag, value }) => value.kind === "none" ? [] : [flag]));
  const sessions = new Set(
    all.flatMap(({ flag, short, value }) => value.kind === "session" ? [flag, ...short ? [short] : []] : []),
  );
  const table = [
    ...commands.map(({ name, flags, words }) => `    ${quoted(name)} = ${list([...words, ...names(flags)])}`),
    `    '' = ${list([...commands.map(({ name }) => name), ...names(flags)])}`,
  ];
  return `# Completions of jupyter-mcp for PowerShell:
# jupyter-mcp completions powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName ${
    list(programNames.flatMap((name) => [name, `${name}.exe`]))
  } -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $known = @{
${table.join("\n")}
  }
  $choices = @{
${[...choices].map(([flag, words]) => `    ${quoted(flag)} = ${list(words)}`).join("\n")}
  }
  $takers = ${list([...takers])}
  $sessions = ${list([...sessions])}
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($wordToComplete -ne '' -and $words.Count -gt 0) { $words = @($words | Select-Object -SkipLast 1) }
  $previous = if ($words.Count -gt 0) { $words[-1] } else { '' }
  $command = @($words | Where-Object { $_ -ne '' -and $known.ContainsKey($_) })[0]
  $offered = if ($choices.ContainsKey($previous)) { $choices[$previous] }
    elseif ($sessions -contains $previous) { @(& $commandAst.GetCommandName() ${sessionsArguments} 2>$null) }
    elseif ($takers -contains $previous) { @() }
    elseif ($command) { $known[$command] }
    else { $known[''] }
  $typed = $wordToComplete.Trim("'")
  $offered | Where-Object { $_ -and $_.StartsWith($typed, 'OrdinalIgnoreCase') } | ForEach-Object {
    $text = if ($_ -match '^[\\w./-]+$') { $_ }
      else { "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($_) + "'" }
    [System.Management.Automation.CompletionResult]::new($text, $_, 'ParameterValue', $_)
  }
}
`;
}

function names(flags: readonly CompletedFlag[]): readonly string[] {
  return flags.map(({ flag }) => flag);
}

function list(words: readonly string[]): string {
  return `@(${words.map(quoted).join(", ")})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
