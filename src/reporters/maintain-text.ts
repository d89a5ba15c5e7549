import type { Colors } from 'picocolors/types'
import type { BaselineRow } from '../core/baseline.ts'
import type { FoundForm } from '../core/document.ts'
import { safeLine, safePath, safeText } from '../core/messages.ts'
import type { MemoryFile, MemoryFiles, UnclaimedFile } from '../core/report.ts'
import type { PlannedText } from '../core/write-plan.ts'
import { displayWidth, mayBegin, wrap } from './terminal-text.ts'
import { unifiedDiffs } from './unified-diff.ts'
import { counted } from './wording.ts'

/** The files that a run wrote, and those that it could not write. */
type Written = {
  readonly written: readonly string[]
  readonly refused: readonly { readonly path: string; readonly reason: string }[]
}

/** A run that writes, or with `dryRun` shows what it would write. */
type Writing = Written & { readonly changes: readonly PlannedText[]; readonly dryRun: boolean }

/** What archiving did, or would do. */
export type ArchiveOutcome = Writing & {
  readonly moved: number
  readonly kept: number
  /** The command that stages what was written; null when there is none to give. */
  readonly stage: string | null
}

/** The outcome of `archive` for people: a line for each file, or the differences; a summary at the end. */
export function archiveText(outcome: ArchiveOutcome, colors: Colors): string {
  return outcomeText(writingLines(outcome, colors), archiveSummary(outcome, colors))
}

function writingLines(outcome: Writing, colors: Colors): string[] {
  return outcome.dryRun ? unifiedDiffs(outcome.changes, colors) : fileLines(outcome, colors)
}

function fileLines({ written, refused }: Written, colors: Colors): string[] {
  return [
    ...written.map((path) => `${colors.green('wrote')}    ${safePath(path)}`),
    ...refused.map((file) => reasonLine(colors.red('refused'), file)),
  ]
}

function reasonLine(word: string, { path, reason }: Written['refused'][number]): string {
  return `${word}  ${safePath(path)}: ${safeText(reason)}`
}

function outcomeText(lines: readonly string[], summary: string): string {
  return `${[...lines, ...(lines.length > 0 ? [''] : []), summary].join('\n')}\n`
}

function archiveSummary(
  { moved, kept, written, refused, stage, dryRun }: ArchiveOutcome,
  colors: Colors,
): string {
  const ok = colors.green('✔')
  if (moved === 0) return `${ok} nothing to archive: the file has ${counted(kept, 'item')}`
  const what = counted(moved, 'item')
  const rest = kept === 1 ? '1 stays' : `${kept} stay`
  if (dryRun) return `${ok} ${what} would be archived, ${rest}`
  if (refused.length === 0) return `${ok} ${what} archived, ${rest}${stage === null ? '' : stageHint(stage)}`
  const bad = colors.red('✖')
  return written.length > 0
    ? `${bad} ${what} archived, but not every file was written`
    : `${bad} nothing was archived`
}

/** `git commit -a` leaves a new archive out. The command has a separate line, to be copied. */
function stageHint(stage: string): string {
  return `\n\nStage all of these files for one commit:\n  ${safeLine(stage)}`
}

/** What a rename of a tag did, or would do. */
type RenameOutcome = Writing & {
  readonly from: string
  readonly to: string
  readonly places: number
  readonly files: number
  readonly left: Written['refused']
  readonly meant: string | null
}

/** The outcome of `rename-tag` for people: a line for each file, or the differences; what stays; a summary at the end. */
export function renameText(outcome: RenameOutcome, colors: Colors): string {
  const left = outcome.left.map((file) => reasonLine(`${colors.yellow('left')}   `, file))
  return outcomeText([...writingLines(outcome, colors), ...left], renameSummary(outcome, colors))
}

function renameSummary(outcome: RenameOutcome, colors: Colors): string {
  const { from, to, places, files, left, meant, written, refused, dryRun } = outcome
  const name = (tag: string): string => safeText(JSON.stringify(tag))
  const sign = left.length + refused.length > 0 ? colors.red('✖') : colors.green('✔')
  const rest = left.length > 0 ? `; ${counted(left.length, 'file')} left` : ''
  if (outcome.changes.length === 0) {
    const hint = meant === null ? '' : `; did you mean ${name(meant)}?`
    return `${sign} nothing to rename: no ${left.length > 0 ? 'other ' : ''}file has the tag ${name(from)}${hint}`
  }
  if (refused.length > 0 && written.length === 0) return `${sign} nothing was renamed${rest}`
  if (refused.length > 0) return `${sign} ${name(from)} renamed, but not every file was written${rest}`
  const where = `${counted(places, 'place')} in ${counted(files, 'file')}`
  return `${sign} ${name(from)} ${dryRun ? 'would be' : 'is'} renamed to ${name(to)}: ${where}${rest}`
}

/** What `baseline` did to the file of known findings. */
type BaselineOutcome = {
  readonly before: number | null
  readonly after: number
  readonly written: boolean
  readonly added: readonly BaselineRow[]
  readonly never: readonly BaselineRow[]
}

/** The most rows that are listed. */
const SHOWN = 10

/** The outcome of `baseline` for people: one line, and the findings that it does not count. */
export function baselineText(outcome: BaselineOutcome): string {
  const { added, never } = outcome
  return [
    firstLine(outcome),
    ...block(never, {
      one: 'is always reported, and was not counted',
      more: 'are always reported, and were not counted',
    }),
    ...block(added, {
      one: 'came after the file was written, and was not added: fix it',
      more: 'came after the file was written, and were not added: fix them',
    }),
  ]
    .map((line) => `${line}\n`)
    .join('')
}

function firstLine({ before, after, written }: BaselineOutcome): string {
  if (before === null && !written) return 'memkeep-baseline.json was not written: there are no findings'
  if (before === null) return `memkeep-baseline.json: ${counted(after, 'known finding')}; commit it`
  if (before > after)
    return `memkeep-baseline.json: ${counted(after, 'known finding')}, ${before} before; commit it`
  return written
    ? `memkeep-baseline.json: ${counted(after, 'known finding')}, as before, in other places; commit it`
    : `memkeep-baseline.json: ${counted(after, 'known finding')}, as before`
}

/** Findings below a line about them, which reads one way for one of them and another way for more. */
function block(
  rows: readonly BaselineRow[],
  what: { readonly one: string; readonly more: string },
): string[] {
  if (rows.length === 0) return []
  const all = rows.reduce((sum, { count }) => sum + count, 0)
  const shown = rows
    .slice(0, SHOWN)
    .map(({ path, rule, count }) => `  ${safePath(path)}: ${count} ${safeText(rule)}`)
  const more = rows.length > SHOWN ? [`  and ${rows.length - SHOWN} more of these`] : []
  return [`${counted(all, 'finding')} ${all === 1 ? what.one : what.more}`, ...shown, ...more]
}

/** What a rebuild of the derived files did, or would do with `--check`. */
type IndexOutcome = Written & {
  /** Files that differ from a rebuild, each with the difference. */
  readonly stale: readonly { readonly path: string; readonly message: string }[]
  readonly check: boolean
}

/** The outcome of `index` for people: a line for each file, a summary at the end. */
export function indexText(outcome: IndexOutcome, colors: Colors): string {
  const stale = outcome.check ? outcome.stale.flatMap((file) => staleLines(file, colors)) : []
  return outcomeText([...stale, ...fileLines(outcome, colors)], indexSummary(outcome, colors))
}

function staleLines({ path, message }: IndexOutcome['stale'][number], colors: Colors): string[] {
  const text = safeText(message)
  const how = text === '' ? [] : [`         ${mayBegin(text) ? text : `: ${text}`}`]
  return [`${colors.red('stale')}    ${safePath(path)}`, ...how]
}

function indexSummary({ written, stale, refused, check }: IndexOutcome, colors: Colors): string {
  if (check && stale.length > 0) {
    return `${colors.red('✖')} ${counted(stale.length, 'derived file')} not up to date: memkeep index`
  }
  if (refused.length > 0) return `${colors.red('✖')} ${counted(refused.length, 'derived file')} not written`
  if (written.length > 0) return `${colors.green('✔')} ${counted(written.length, 'derived file')} written`
  return `${colors.green('✔')} every derived file is up to date`
}

/** The outcome of `files` for people: a line for each file by layout, then the files that memkeep does not read. */
export function filesText({ files, unclaimed, unread }: MemoryFiles, look: FileLook): string {
  const layouts = [...new Set(files.map(({ layout }) => layout))].sort()
  const sections = layouts.map((layout) => layoutLines(layout, files, look))
  const strays = unclaimed.map((one) => unclaimedLine(one, look)).join('')
  const left = unclaimed.length > 0 ? [`${look.colors.bold('not read')}\n${strays}`] : []
  return `${[...sections, ...left, ...unreadLines(unread, look), filesSummary(files, unclaimed)].join('\n')}\n`
}

type FileLook = {
  readonly colors: Colors
  /** Cells of a line: what is said of a file goes below its path where both are longer. */
  readonly columns: number
  readonly isExplained: boolean
}

/** A path and what is said of it. */
function pathLine(path: string, facts: string, { colors, columns }: FileLook): string {
  const name = `  ${safePath(path)}`
  if (displayWidth(`${name}  ${facts}`) <= columns) return `${name}  ${colors.dim(facts)}`
  return [name, ...wrap(facts, columns - 4).map((line) => `    ${colors.dim(line)}`)].join('\n')
}

function layoutLines(layout: string, files: readonly MemoryFile[], look: FileLook): string {
  const own = files.filter((one) => one.layout === layout)
  return `${look.colors.bold(layout)}\n${own.map((one) => fileLine(one, look)).join('')}`
}

function fileLine(file: MemoryFile, look: FileLook): string {
  const { colors, columns, isExplained } = look
  const { path, kind, items, form, unread, lines, tokens, loads } = file
  const facts = [
    kind,
    ...(items > 0 ? [counted(items, 'item') + (form ? ` by ${safeText(form.form)}` : '')] : []),
    counted(lines, 'line'),
    `~${counted(tokens, 'token')}`,
    ...(loads === 'always' ? ['always loaded'] : []),
  ]
  const isHeadings = unread.every(({ text }) => text.startsWith('#'))
  const headings = unread.map(({ line, text }) => `    ${line}: ${safeLine(text)}\n`)
  const missed =
    unread.length > 0
      ? `    ${colors.yellow(`${counted(unread.length, isHeadings ? 'heading' : 'line')} not read as items`)}\n`
      : ''
  const doubt = form?.uncertain ? colors.yellow(' uncertain') : ''
  const isSaid = form && (isExplained || form.uncertain === 'other')
  const how = isSaid ? wrap(howFound(form), columns - 4).map((line) => `    ${line}\n`) : []
  return `${pathLine(path, facts.join(', '), look)}${doubt}\n${how.join('')}${missed}${headings.join('')}`
}

/** How well the form of the items explains a file, and what else they could be. */
function howFound({ form, explained, other, uncertain }: FoundForm): string {
  if (explained === undefined) return `memkeep.yaml gives the form ${safeText(form)}`
  const percent = (part: number): string => `${Math.round(part * 100)} %`
  const rival = other
    ? `; next best: ${counted(other.items, 'item')} by ${safeText(other.form)}, ${percent(other.explained)}`
    : '; no other form is near'
  const advice = uncertain ? DOUBTS[uncertain] : ''
  return `explains ${percent(explained)} of the file${rival}${advice}`
}

const DOUBTS = {
  more: '; there may be more items',
  other: '; no loss is refused until `logs` in memkeep.yaml names the form',
} as const

function unclaimedLine({ path, looksLike, why }: UnclaimedFile, look: FileLook): string {
  return `${pathLine(path, `looks like ${looksLike}: ${safeText(why)}`, look)}\n`
}

/** What is not memory by any layout, and what to do if it is. */
function unreadLines(unread: MemoryFiles['unread'], { colors, columns }: FileLook): readonly string[] {
  const [most] = unread.map(({ notes }) => notes).sort((a, b) => b.files - a.files)
  if (!most) return []
  const lines = unread.map(({ folder, files }) => `  ${safePath(folder)}  ${counted(files, 'file')}\n`)
  const help = `To have ${most.files === 1 ? 'a file' : `${most.files} of these files`} read, write into memkeep.yaml: notes: [${safeLine(JSON.stringify(most.pattern))}]`
  const advice = wrap(help, columns - 2).map((line) => `  ${line}\n`)
  return [
    `${colors.bold('looks like memory by its name, and is not read')}\n${lines.join('')}${advice.join('')}`,
  ]
}

function filesSummary(files: readonly MemoryFile[], unclaimed: readonly UnclaimedFile[]): string {
  const items = files.reduce((sum, one) => sum + one.items, 0)
  const rest = unclaimed.length > 0 ? `; ${counted(unclaimed.length, 'file')} not read` : ''
  return `${counted(files.length, 'memory file')}, ${counted(items, 'item')}${rest}`
}
