/** How the command is called: by npx where it is installed in the project only. */
export type CommandName = 'memkeep' | 'npx memkeep'

/** The first words of commands that advice names. Other words behind `memkeep` are prose. */
const CALL =
  /(?<![\w/.@-])(?<!npx )memkeep (?=(?:--help|agent-hook|archive|atomic|baseline|check|ci|context|cowork|doctor|explain|files|find|import|index|init|mcp|memory|merge-reports|migrate|rename-tag|report|save|tools?|uninstall|verify-merge|working)(?![\w-]))/g

/** What advice quotes of a file: a word in quotes for the shell, and a comment to write. */
const QUOTED = /(?<=\s)'(?:[^'\n]|'\\'')*'|<!--[^\n]*?-->/g

/**
 * The name to call the command by, from the path of the program that runs. One below a `node_modules` of the present
 * directory, or in the folder of npx itself, is on no PATH.
 */
export function commandName(program: string, cwd: string): CommandName {
  const [path, here] = [program, cwd].map((one) => `${one.replaceAll('\\', '/')}/`) as [string, string]
  const at = path.indexOf('/node_modules/')
  const isLocal = at >= 0 && here.startsWith(path.slice(0, at + 1))
  return isLocal || path.includes('/_npx/') ? 'npx memkeep' : 'memkeep'
}

/** Advice with commands as this command is called. */
export function asCalled(text: string, name: CommandName = 'memkeep'): string {
  if (name === 'memkeep') return text
  const parts = text.split(QUOTED)
  const quoted = text.match(QUOTED) ?? []
  return parts.map((part, i) => part.replace(CALL, `${name} `) + (quoted[i] ?? '')).join('')
}
