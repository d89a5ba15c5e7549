import type { Colors } from 'picocolors/types'
import { safePath, safeText } from '../core/safe-text.ts'

/** What setting up, or taking away, did or would do. */
export type SetupOutcome = {
  readonly manager: string | null
  readonly files: readonly { readonly path: string; readonly did: string; readonly reason?: string }[]
  readonly config: readonly { readonly key: string; readonly did: string }[]
  readonly armed: readonly string[]
  readonly left: readonly { readonly message: string; readonly lines?: readonly string[] }[]
  readonly next: readonly string[]
}

/** How it is told: what happened to work trees in the list `armed`, and the line for "nothing to do". */
export type SetupWords = { readonly armed: string; readonly nothing: string; readonly dryRun: boolean }

/** The outcome of `init` and `uninstall` for people: a line for each file, then what is left to the person. */
export function setupText(outcome: SetupOutcome, words: SetupWords, colors: Colors): string {
  const { manager, files, config, armed, left, next } = outcome
  const lines = [
    ...files.map(({ path, did, reason }) =>
      did === 'refused'
        ? `${colors.red(column(did))}${safePath(path)}: ${safeText(reason ?? '')}`
        : `${colors.green(column(did))}${safePath(path)}`,
    ),
    ...config.map(({ key, did }) => `${colors.green(column(did))}git config ${safeText(key)}`),
    ...armed.map((path) => `${colors.green(column(words.armed))}${safePath(path)}`),
  ]
  const head = [
    ...(words.dryRun && lines.length > 0 ? ['This would be done:'] : []),
    ...(manager === null ? [] : [`Hooks are run by ${safeText(manager)}.`]),
  ]
  const done = lines.length > 0 ? lines : [`${colors.green('✔')} ${words.nothing}`]
  return `${[...head, ...done, ...leftLines(left, colors), ...nextLines(next)].join('\n')}\n`
}

function column(word: string): string {
  return word.padEnd(9)
}

function leftLines(left: SetupOutcome['left'], colors: Colors): string[] {
  return left.flatMap(({ message, lines = [] }) => [
    '',
    `${colors.yellow('left')}     ${safeText(message)}`,
    ...lines.map((line) => `         | ${safeText(line)}`),
  ])
}

function nextLines(next: readonly string[]): string[] {
  return next.length === 0 ? [] : ['', 'Now:', ...next.map((one) => `  - ${safeText(one)}`)]
}
