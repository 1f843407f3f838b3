/**
 * Completions for PowerShell, from version 5.1, which Windows has.
 *
 * PowerShell inserts what is offered as it is, so the names of sessions, which come from others, are quoted.
 */

import { flagsByValue, type Grammar, offered, programNames, sessionsArguments } from "./grammar.ts";

/** Where nothing is offered, PowerShell completes file names. */
export function powershellCompletions(grammar: Grammar): string {
  const { commands, flags } = grammar;
  const { choices, takers, sessions } = flagsByValue(grammar);
  const table = [
    ...commands.map(({ name, flags, words }) => `    ${quoted(name)} = ${list(offered(words, flags))}`),
    `    '' = ${list(offered(commands.map(({ name }) => name), flags))}`,
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

function list(words: readonly string[]): string {
  return `@(${words.map(quoted).join(", ")})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
