import type { Colors } from 'picocolors/types'
import { safeLine, safePath, safeText } from '../core/messages.ts'
import type { FileChange as Change, Evidence, ForPerson, WorkedOut } from '../core/migration.ts'
import type { PlannedText } from '../core/write-plan.ts'
import { unifiedDiffs } from './unified-diff.ts'
import { counted } from './wording.ts'

/** The files that a run wrote, and those that it left. */
type WriteOutcome = {
  readonly written: readonly string[]
  readonly refused: readonly { readonly path: string; readonly reason: string }[]
}

/** What a run of migrations did, or would do. */
export type MigrateOutcome = WriteOutcome & {
  readonly mode: 'list' | 'dry-run' | 'write'
  readonly migrations: readonly {
    readonly id: string
    readonly summary: string
    readonly changes: readonly Change[]
    readonly forPerson: readonly ForPerson[]
  }[]
  readonly unnamed: readonly { readonly id: string; readonly summary: string }[]
  /** Migrations of the repository whose code was not run, and the command that runs it without writing. */
  readonly notLoaded: readonly { readonly id: string; readonly file: string; readonly command: string }[]
  readonly rebuilt: readonly string[]
  readonly differences: readonly PlannedText[]
  /** The command that commits what was written. */
  readonly commit: string
}

/** The most guesses that are listed, and the most places that need a person. */
const SHOWN = 10

const DOES: { readonly [kind in Change['kind']]: string } = {
  edit: 'edit',
  create: 'create',
  derive: 'create',
  link: 'link',
  delete: 'delete',
}

/** The outcome of `migrate` for people: files, differences or counts; what needs a person; a summary at the end. */
export function migrateText(outcome: MigrateOutcome, colors: Colors): string {
  const body = { list: listLines, 'dry-run': differenceLines, write: countLines }[outcome.mode]
  const parts = [
    body(outcome, colors),
    notLoadedLines(outcome, colors),
    leftLines(outcome, colors),
    guessLines(outcome, colors),
    personLines(outcome, colors),
    summaryLines(outcome, colors),
  ]
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function listLines({ migrations, rebuilt, unnamed }: MigrateOutcome, colors: Colors): string[] {
  const pending = migrations.filter(({ changes }) => changes.length > 0)
  return [
    ...pending.flatMap(({ id, summary, changes }) => [
      `${colors.bold(safePath(`${id}:`))} ${safeText(summary)}`,
      ...changes.flatMap(({ kind, path, values }) => [
        `  ${DOES[kind].padEnd(8)}${safePath(path)}`,
        ...values.filter(isGuess).map((value) => `          ${colors.yellow('guess:')} ${guessText(value)}`),
      ]),
    ]),
    ...(rebuilt.length > 0 ? [`${colors.bold('derived files')}: Rebuilt from the changed files.`] : []),
    ...rebuilt.map((path) => `  rebuild ${safePath(path)}`),
    ...unnamed.map(({ id, summary }) => {
      const name = safePath(id)
      return `${colors.bold(name)}, looked at only with --include ${name.replace(/^\d+-/, '')}: ${safeText(summary)}`
    }),
  ]
}

function differenceLines({ differences }: MigrateOutcome, colors: Colors): string[] {
  return unifiedDiffs(differences, colors)
}

function leftLines({ refused }: WriteOutcome, colors: Colors): string[] {
  return refused.map(({ path, reason }) => `${colors.red('left')}  ${safePath(path)}: ${safeText(reason)}`)
}

/** Files are only counted: hundreds of names would hide the guesses and refusals. */
function countLines({ migrations, rebuilt, written }: MigrateOutcome): string[] {
  const done = new Set(written)
  const follow = rebuilt.filter((path) => done.has(path)).length
  return [
    ...migrations.flatMap(({ id, changes }) => {
      const count = new Set(changes.map(({ path }) => path).filter((path) => done.has(path))).size
      return count > 0 ? [`${safePath(`${id}:`)} ${counted(count, 'file')}`] : []
    }),
    ...(follow > 0 ? [`derived files: ${counted(follow, 'file')}`] : []),
  ]
}

type Guess = WorkedOut & { readonly evidence: Extract<Evidence, { kind: 'guess' }> }

function isGuess(value: WorkedOut): value is Guess {
  return value.evidence.kind === 'guess'
}

function guessText({ field, value, evidence }: Guess): string {
  return safeLine(safeText(`${field} ${value} (${evidence.why})`))
}

function guessesIn({ migrations }: MigrateOutcome): (Guess & { readonly path: string })[] {
  return migrations.flatMap(({ changes }) =>
    changes.flatMap(({ path, values }) => values.filter(isGuess).map((value) => ({ ...value, path }))),
  )
}

function guessLines(outcome: MigrateOutcome, colors: Colors): string[] {
  const guesses = guessesIn(outcome)
  const title = colors.yellow('Guesses: the text does not state these, so check them')
  const all = guesses.map((guess) => `${safePath(guess.path)}: ${guessText(guess)}`)
  // `--list` shows guesses with their files. A run that writes lists all of them: the next run no longer knows them.
  const most = outcome.mode === 'write' ? all.length : SHOWN
  const lines = outcome.mode === 'list' ? [] : firstLines(title, all, most)
  const isStatus = guesses.some(({ field }) => field === 'status')
  return isStatus && outcome.mode !== 'write' ? [...lines, STATUS_HINT] : lines
}

const STATUS_HINT = '--status-default STATUS sets the status of plans that state none.'

/** Migrations of the repository are code, which runs only by name or in a run that writes. */
function notLoadedLines({ notLoaded }: MigrateOutcome, colors: Colors): string[] {
  return notLoaded.map(({ id, file, command }) => {
    const what = `not loaded: ${safePath(file)} is code of this repository. To look at it: ${safePath(command)}`
    return `${colors.bold(safePath(id))}, ${what}`
  })
}

function personLines({ migrations }: MigrateOutcome, colors: Colors): string[] {
  const all = migrations.flatMap(({ forPerson }) => forPerson)
  return firstLines(
    colors.yellow('For a person'),
    all.map(({ path, line, what }) => `${safePath(`${path}:${line}`)} ${safeText(what)}`),
  )
}

function firstLines(title: string, all: readonly string[], most = SHOWN): string[] {
  if (all.length === 0) return []
  const more = all.length > most ? [`  and ${all.length - most} more: --report FILE lists them all`] : []
  return [title, ...all.slice(0, most).map((line) => `  ${safeLine(line)}`), ...more]
}

function summaryLines(outcome: MigrateOutcome, colors: Colors): string[] {
  const { mode, refused, written, differences, commit } = outcome
  const ok = colors.green('✔')
  const left =
    refused.length > 0 ? [`${colors.red('✖')} ${counted(refused.length, 'file')} left as found`] : []
  const count = mode === 'write' ? written.length : differences.length
  if (count === 0) return left.length > 0 ? left : [nothingLine(outcome, colors)]
  if (mode !== 'write') {
    const guesses = guessesIn(outcome).length
    const what = `${counted(count, 'file')} ${mode === 'list' ? 'pending' : 'to be changed'}`
    return [...left, `${ok} ${what}${guesses > 0 ? `, ${counted(guesses, 'guess')}` : ''}`]
  }
  return [
    ...left,
    `${ok} ${counted(written.length, 'file')} written`,
    '',
    'Look at them with `git status` and `git diff`; `memkeep migrate --revert` undoes them. Then commit them, with',
    'nothing else staged or changed in these paths, and let `git blame` skip that commit:',
    `  ${safePath(commit)} &&`,
    '    git rev-parse HEAD >> .git-blame-ignore-revs &&',
    '    git config blame.ignoreRevsFile .git-blame-ignore-revs',
    'Commit that file too; every clone needs the setting.',
  ]
}

/** A tick only where nothing is left to do. */
function nothingLine({ migrations, notLoaded }: MigrateOutcome, colors: Colors): string {
  const places = migrations.flatMap(({ forPerson }) => forPerson).length
  if (places > 0) {
    const need = `${counted(places, 'place')} ${places === 1 ? 'needs' : 'need'} a person`
    return `${colors.yellow('!')} nothing that memkeep can do is pending; ${need}`
  }
  const what = notLoaded.length > 0 ? "none of memkeep's own migrations" : 'nothing'
  return `${colors.green('✔')} ${what} is pending`
}

/** The outcome of `migrate --revert` for people. */
export function revertText(outcome: WriteOutcome, colors: Colors): string {
  const { written, refused } = outcome
  const lines = leftLines(outcome, colors)
  const mark = refused.length > 0 ? colors.red('✖') : colors.green('✔')
  const rest = refused.length > 0 ? `, ${counted(refused.length, 'file')} left` : ''
  const gap = lines.length > 0 ? '\n\n' : ''
  return `${lines.join('\n')}${gap}${mark} ${counted(written.length, 'file')} restored${rest}\n`
}
