import type { Colors } from 'picocolors/types'
import type { FileChange as Change, ForPerson } from '../core/migration.ts'
import { safeLine, safePath, safeText } from '../core/safe-text.ts'
import { counted } from './counted.ts'
import { type FileChange, unifiedDiff } from './unified-diff.ts'

/** What a run of migrations did, or would do. */
export type MigrateOutcome = {
  readonly mode: 'list' | 'dry-run' | 'write'
  readonly migrations: readonly {
    readonly id: string
    readonly summary: string
    readonly changes: readonly Change[]
    readonly forPerson: readonly ForPerson[]
  }[]
  readonly unnamed: readonly { readonly id: string; readonly summary: string }[]
  readonly rebuilt: readonly string[]
  readonly differences: readonly FileChange[]
  readonly written: readonly string[]
  readonly refused: readonly { readonly path: string; readonly reason: string }[]
  /** The command that commits what was written. */
  readonly commit: string
}

/** So many guesses, and so many places that need a person, are named. */
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
  const { mode, refused } = outcome
  const body = { list: listLines, 'dry-run': differenceLines, write: countLines }[mode](outcome, colors)
  const left = refused.map(
    ({ path, reason }) => `${colors.red('left')}  ${safePath(path)}: ${safeText(reason)}`,
  )
  const parts = [
    body,
    left,
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
      ...changes.map(({ kind, path }) => `  ${DOES[kind].padEnd(8)}${safePath(path)}`),
    ]),
    ...(rebuilt.length > 0 ? [`${colors.bold('derived files')}: What follows from it.`] : []),
    ...rebuilt.map((path) => `  rebuild ${safePath(path)}`),
    ...unnamed.map(({ id, summary }) => {
      const name = safePath(id)
      return `${colors.bold(name)}, looked at only with --include ${name.replace(/^\d+-/, '')}: ${safeText(summary)}`
    }),
  ]
}

function differenceLines({ differences }: MigrateOutcome, colors: Colors): string[] {
  return differences.map((change) => unifiedDiff(change, colors).replace(/\n$/, ''))
}

/** Hundreds of files would hide what matters: they are counted. */
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

function guessLines({ migrations }: MigrateOutcome, colors: Colors): string[] {
  const values = migrations.flatMap(({ changes }) =>
    changes.flatMap(({ path, values: own }) => own.map((value) => ({ path, ...value }))),
  )
  const all = values.flatMap(({ path, field, value, evidence }) =>
    evidence.kind === 'guess'
      ? [`${safePath(path)} ${safeText(`${field} ${value}`)}: ${safeText(evidence.why)}`]
      : [],
  )
  return firstLines(colors.yellow('Guessed'), all)
}

function personLines({ migrations }: MigrateOutcome, colors: Colors): string[] {
  const all = migrations.flatMap(({ forPerson }) => forPerson)
  return firstLines(
    colors.yellow('For a person'),
    all.map(({ path, line, what }) => `${safePath(`${path}:${line}`)} ${safeText(what)}`),
  )
}

function firstLines(title: string, all: readonly string[]): string[] {
  if (all.length === 0) return []
  const more = all.length > SHOWN ? [`  and ${all.length - SHOWN} more: --report FILE lists them all`] : []
  return [title, ...all.slice(0, SHOWN).map((line) => `  ${safeLine(line)}`), ...more]
}

function summaryLines(outcome: MigrateOutcome, colors: Colors): string[] {
  const { mode, refused, written, differences, commit } = outcome
  const ok = colors.green('✔')
  const left =
    refused.length > 0 ? [`${colors.red('✖')} ${counted(refused.length, 'file')} left as found`] : []
  if (mode !== 'write') {
    const count = differences.length
    const what = mode === 'list' ? 'pending' : 'to be changed'
    return [...left, count === 0 ? `${ok} nothing is pending` : `${ok} ${counted(count, 'file')} ${what}`]
  }
  if (written.length === 0) return left.length > 0 ? left : [`${ok} nothing is pending`]
  return [
    ...left,
    `${ok} ${counted(written.length, 'file')} written`,
    '',
    'Look at them with `git status` and `git diff`; `memkeep migrate --revert` takes them back. Then commit them, with',
    'nothing else staged or changed in what is added, and let blame look past that commit:',
    `  ${safePath(commit)} &&`,
    '    git rev-parse HEAD >> .git-blame-ignore-revs &&',
    '    git config blame.ignoreRevsFile .git-blame-ignore-revs',
    'Commit that file too; the setting is one of each clone.',
  ]
}

/** The outcome of `migrate --revert` for people. */
export function revertText(
  { written, refused }: Pick<MigrateOutcome, 'written' | 'refused'>,
  colors: Colors,
): string {
  const lines = refused.map(
    ({ path, reason }) => `${colors.red('left')}  ${safePath(path)}: ${safeText(reason)}`,
  )
  const mark = refused.length > 0 ? colors.red('✖') : colors.green('✔')
  const rest = refused.length > 0 ? `, ${counted(refused.length, 'file')} left` : ''
  const gap = lines.length > 0 ? '\n\n' : ''
  return `${lines.join('\n')}${gap}${mark} ${counted(written.length, 'file')} restored${rest}\n`
}
