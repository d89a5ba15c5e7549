import type { Colors } from 'picocolors/types'
import { safeLine, safePath, safeText } from '../core/messages.ts'
import { wrapBehind } from './terminal-text.ts'
import { counted } from './wording.ts'

/** What `init` or `uninstall` did or would do. */
type SetupOutcome = {
  readonly manager: string | null
  readonly isManagerNew: boolean
  /** Git does not call it for all hooks yet. */
  readonly isManagerIdle?: boolean
  readonly memory: { readonly description: string } | null
  readonly files: readonly { readonly path: string; readonly did: string; readonly reason?: string }[]
  readonly config: readonly { readonly key: string; readonly did: string; readonly why?: string }[]
  readonly husky: readonly string[]
  readonly left: readonly {
    readonly message: string
    readonly lines?: readonly string[]
    readonly fix?: string
  }[]
  readonly next: readonly { readonly text: string; readonly run?: string }[]
}

/** The words of a command: what happened to the folders in `husky`, and the line for "nothing to do". */
export type SetupWords = { readonly husky: string; readonly nothing: string; readonly dryRun: boolean }

/** Colors, and the cells of a line into which prose is broken; commands and lines to copy are not. */
export type SetupLook = { readonly colors: Colors; readonly columns?: number }

/** The outcome of `init` and `uninstall` for people: a line for each file, then what is left to the person. */
export function setupText(
  outcome: SetupOutcome,
  words: SetupWords,
  { colors, columns = Number.POSITIVE_INFINITY }: SetupLook,
): string {
  const { memory, files, config, husky, left, next } = outcome
  const lines = [
    ...files.map(({ path, did, reason }) =>
      did === 'refused'
        ? `${colors.red(column(did))}${safePath(path)}: ${safeText(reason ?? '')}`
        : `${colors.green(column(did))}${safePath(path)}`,
    ),
    ...config.map(
      ({ key, did, why }) =>
        `${colors.green(column(did))}git config ${safeText(key)}${why === undefined ? '' : ` (${safeText(why)})`}`,
    ),
    ...husky.map(
      (path) =>
        `${colors.green(column(words.husky))}${safePath(path)} (husky's own files, which git ignores)`,
    ),
  ]
  const head = [
    ...(words.dryRun && lines.length > 0 ? ['This would be done:'] : []),
    ...managerLine(outcome, words),
    ...(memory === null ? [] : [wrapBehind('', 0, `Memory: ${safeText(memory.description)}.`, columns)]),
  ]
  const nothing = left.length > 0 ? [] : [`${colors.green('✔')} ${words.nothing}`]
  const done = lines.length > 0 ? lines : nothing
  return `${[...head, ...done, ...leftLines(left, { colors, columns }), ...nextLines(next, words, columns)].join('\n')}\n`
}

function managerLine(
  { manager, isManagerNew, isManagerIdle }: SetupOutcome,
  { dryRun }: SetupWords,
): string[] {
  if (manager === null) return []
  const name = safeText(manager)
  if (isManagerIdle) return [`Hooks will be run by ${name}: git does not call it for all of them yet.`]
  if (!isManagerNew) return [`Hooks are run by ${name}.`]
  return [
    dryRun
      ? `No hook manager is set up here: ${name} would be set up.`
      : `No hook manager was set up here: now it is ${name}.`,
  ]
}

function column(word: string): string {
  return word.padEnd(9)
}

/** What was left to a person: why, and what to do. */
export function leftLines(left: SetupOutcome['left'], { colors, columns }: Required<SetupLook>): string[] {
  return left.flatMap(({ message, lines = [], fix }) => [
    '',
    wrapBehind(`${colors.yellow('left')}     `, 9, `${safeText(message)}${advice(lines, fix)}`, columns),
    ...lines.map((line) => `         | ${safeText(line)}`),
  ])
}

function advice(lines: readonly string[], fix: string | undefined): string {
  if (fix !== undefined) return `. ${safeText(fix)}`
  return lines.length > 0 ? '. To add by hand:' : ''
}

/** A command has a separate line, to be copied. */
function nextLines(next: SetupOutcome['next'], { dryRun }: SetupWords, columns: number): string[] {
  if (next.length === 0) return []
  const lines = next.flatMap(({ text, run }) => [
    wrapBehind('  - ', 4, safeText(text), columns),
    ...(run === undefined ? [] : [`      ${safeLine(run)}`]),
  ])
  return ['', dryRun ? 'After that:' : 'Now:', ...lines]
}

/** One check of `doctor`. */
type CheckLine = {
  readonly check: string
  readonly status: 'ok' | 'wrong' | 'unknown'
  readonly message: string
  readonly fix?: string
}

/** The outcome of `doctor` for people: a line for each check, and below it how to fix what is wrong. */
export function doctorText(
  checks: readonly CheckLine[],
  { colors, columns = Number.POSITIVE_INFINITY }: SetupLook,
): string {
  const marks = { ok: colors.green('✔'), wrong: colors.red('✖'), unknown: colors.yellow('–') }
  const lines = checks.flatMap(({ status, message, fix }) => [
    wrapBehind(`${marks[status]} `, 2, safeText(message), columns),
    ...(fix === undefined || fix === '' ? [] : [wrapBehind('  → ', 4, safeText(fix), columns)]),
  ])
  return `${[...lines, '', doctorSummary(checks)].join('\n')}\n`
}

function doctorSummary(checks: readonly CheckLine[]): string {
  const wrong = checks.filter(({ status }) => status === 'wrong').length
  if (wrong > 0) return `${counted(wrong, 'thing')} to fix.`
  if (checks.some(({ check, status }) => check === 'memory' && status !== 'ok')) {
    return 'Nothing wrong was found, but there is no memory.'
  }
  const isProved = checks.every(({ check, status }) => check !== 'hooks-fire' || status === 'ok')
  return isProved ? 'Nothing is wrong.' : 'Nothing wrong was found, but no test showed that every hook fires.'
}
