/** How the command is called: by a package manager where it is installed in the project only. */
export type CommandName = 'memkeep' | 'npx memkeep' | 'pnpm exec memkeep' | 'yarn memkeep' | 'bunx memkeep'

/** The first words of commands that advice names. Other words behind `memkeep` are prose. */
const CALL =
  /(?<![\w/.@-])(?<!(?:npx|exec|yarn|bunx) )memkeep (?=(?:--help|agent-hook|archive|atomic|audit|baseline|check|ci|context|cowork|doctor|explain|files|find|import|index|init|mcp|memory|merge-reports|migrate|rename-tag|report|save|tools?|uninstall|verify-merge|working)(?![\w-]))/g

/** What advice quotes of a file: a word in quotes for the shell, and a comment to write. */
const QUOTED = /(?<=\s)'(?:[^'\n]|'\\'')*'|<!--[^\n]*?-->/g

/** What started the program. */
type Started = {
  readonly cwd: string
  readonly env: { readonly [name: string]: string | undefined }
  /** By yarn's Plug'n'Play, which has no folder of commands. */
  readonly isPlugAndPlay?: boolean
}

/** How each manager calls a command of the project, by the first word of its user agent. */
const RUNS: ReadonlyMap<string, CommandName> = new Map([
  ['pnpm', 'pnpm exec memkeep'],
  ['yarn', 'yarn memkeep'],
  ['bun', 'bunx memkeep'],
])

/**
 * The name to call the command by, from the path of the program that runs. One below a `node_modules` of the present
 * directory, or in the folder of npx itself, is on no PATH: it is called as now. Where no manager called it, as from a hook, by
 * npx, which runs what any of them has put into `node_modules/.bin`.
 */
export function commandName(program: string, { cwd, env, isPlugAndPlay = false }: Started): CommandName {
  if (isPlugAndPlay) return 'yarn memkeep'
  const [path, here] = [program, cwd].map((one) => `${one.replaceAll('\\', '/')}/`) as [string, string]
  if (path.includes('/_npx/')) return 'npx memkeep'
  const at = path.indexOf('/node_modules/')
  if (at < 0 || !here.startsWith(path.slice(0, at + 1))) return 'memkeep'
  const [agent = ''] = (env.npm_config_user_agent ?? '').split('/')
  return RUNS.get(agent) ?? 'npx memkeep'
}

/** Advice with commands as this command is called. */
export function asCalled(text: string, name: CommandName = 'memkeep'): string {
  if (name === 'memkeep') return text
  const parts = text.split(QUOTED)
  const quoted = text.match(QUOTED) ?? []
  return parts.map((part, i) => part.replace(CALL, `${name} `) + (quoted[i] ?? '')).join('')
}
