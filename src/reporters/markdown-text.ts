import { compareDiagnostics, type Diagnostic, groupByPath } from '../core/diagnostic.ts'
import type { LogSize, PlacedItem, RemovedItem } from '../core/memory-overview.ts'
import { safeText } from '../core/messages.ts'
import type { CiReport } from '../core/report.ts'
import { compareText } from '../core/text.ts'
import { counted, countedBySeverity, countOf, SEVERITY_RANK } from './wording.ts'

/** Untrusted text as a code span of Markdown: nothing in it is markup, a link, a mention or a line break. */
export function markdownCode(text: string): string {
  const shown = safeText(text)
  if (shown.trim() === '') return '(nothing)'
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const pad = /^[` ]|[` ]$/.test(shown) ? ' ' : ''
  return `${fence}${pad}${shown}${pad}${fence}`
}

/** Untrusted prose as Markdown that shows it unchanged: every character that could be markup is escaped. */
export function markdownProse(text: string): string {
  return safeText(text)
    .replaceAll(/[\\`*_{}[\]()<>#+\-.!|~&:]/g, '\\$&')
    .replaceAll('@', '\\@')
}

/** A text of several lines as a fenced block that nothing in it can close; unsafe characters are escaped. */
export function markdownFence(text: string): string {
  const lines = text.replace(/\n+$/, '').split('\n').map(safeText)
  const longest = Math.max(
    2,
    ...lines.flatMap((line) => [...line.matchAll(/`+/g)].map(([run]) => run.length)),
  )
  const fence = '`'.repeat(longest + 1)
  return [fence, ...lines, fence].join('\n')
}

/** Characters of a title, a path or a message that are shown. */
const MOST = 300

/** Words of memkeep, such as the name of a rule; other text may be untrusted. */
const WORD = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/

/** Text that GitHub turns into a link to a commit. */
const COMMIT = /^[0-9a-f]{7,40}$/

/** Characters of what to do that are shown: what helps is seldom said in fewer. */
const MOST_HELP = 1000

/** Untrusted text as a code span of one line, cut at 300 characters; three dots mark the cut. */
export function shownCode(text: string): string {
  return cutCode(text, MOST)
}

function cutCode(text: string, most: number): string {
  const characters = [...text.slice(0, 2 * most)]
  const isLong = characters.length > most || text.length > 2 * most
  return markdownCode(isLong ? `${characters.slice(0, most).join('')}…` : text)
}

/** What to do as a code span: whole sentences, where one ends in time. */
function shownHelp(help: string): string {
  if (help.length <= MOST_HELP) return markdownCode(help)
  const [sentences] = /^.*[.!?](?=\s)/s.exec(help.slice(0, MOST_HELP)) ?? []
  return sentences === undefined ? shownCode(help) : markdownCode(`${sentences} …`)
}

/**
 * The same for the cell of a table. A row is split at every `|` before code spans are parsed, so `|` is written as its
 * escape.
 */
export function cellCode(text: string): string {
  return shownCode(text.replaceAll('|', '\\u007c'))
}

/** A word of memkeep's own unchanged, and any other text as code. */
export function shownWord(text: string): string {
  const isOwn = WORD.test(text) && text.length <= 60 && !COMMIT.test(text)
  return isOwn ? text : shownCode(text)
}

/** A path and a line as code. */
export function shownPlace(path: string, line: number): string {
  return path === '.' ? 'the repository' : shownCode(`${path}:${line}`)
}

/** A part of a Markdown page: a heading and lines; nothing where there are no lines. */
export function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [heading, '', ...lines, '']
}

/** Parts as one text that ends with a line break, with one blank line between two of them. */
export function page(lines: readonly string[]): string {
  return `${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`
}

/** The largest size of a list: lines, and bytes of UTF-8 with the line breaks. */
export type Room = { readonly lines: number; readonly bytes: number }

const encoder = new TextEncoder()

/** The bytes that a text takes in a file. */
function byteLength(text: string): number {
  return encoder.encode(text).length
}

/** The lines of the first items that fit, then the line of `more` with the number left out. What is left out is not shown. */
export function cutLines<Item>(
  items: readonly Item[],
  show: (item: Item, index: number) => string,
  room: Room,
  more: (left: number) => string,
): string[] {
  const shown: string[] = []
  let bytes = 0
  for (const [index, item] of items.entries()) {
    if (shown.length >= room.lines) break
    const line = show(item, index)
    bytes += byteLength(line) + 1
    if (bytes > room.bytes) break
    shown.push(line)
  }
  const left = items.length - shown.length
  return left > 0 ? [...shown, more(left)] : shown
}

/** What a list says of the items that it leaves out, and where it lies in another one. */
type ListForm = { readonly noun?: string; readonly indent?: string }

/** A list of the first items that fit; its last line counts the others. */
export function bullets<Item>(
  items: readonly Item[],
  show: (item: Item) => string,
  room: Room,
  { noun, indent = '' }: ListForm = {},
): string[] {
  const more = (left: number): string => (noun === undefined ? `${left} more` : counted(left, `more ${noun}`))
  return cutLines(
    items,
    (item) => `${indent}- ${show(item)}`,
    room,
    (left) => `${indent}- ${more(left)}`,
  )
}

/** A table, given the two lines of its head, of the first rows that fit; a line below it counts the others. */
export function table<Row>(
  head: readonly [titles: string, alignments: string],
  rows: readonly Row[],
  cells: (row: Row) => readonly (string | number)[],
  { room, more }: { readonly room: Room; readonly more: (left: number) => string },
): string[] {
  const row = (one: Row): string => `| ${cells(one).join(' | ')} |`
  return [...head, ...cutLines(rows, row, room, (left) => `\n${more(left)}`)]
}

/** An item with its place, as one line. */
export function itemLine({ kind, title, path, line }: PlacedItem, where: string): string {
  return `${shownWord(kind)} ${shownCode(title)}${where}${shownPlace(path, line)}`
}

/** The first names that fit, in one line, and the number of the others. */
export function cutNames(names: readonly string[], show: (name: string) => string, room: Room): string {
  return cutLines(names, show, room, (left) => `${left} more`).join(', ')
}

/** A tombstone as one line of Markdown. */
export function removedLine({ date, reason, ...item }: RemovedItem): string {
  return itemLine({ ...item, title: `${date} ${item.title}` }, `: ${shownCode(reason)}, at `)
}

/** Paths that need no quotes in a shell. */
const PLAIN_PATH = /^[A-Za-z0-9_./][A-Za-z0-9_./-]{0,250}$/

/** The logs that have outgrown their threshold, the longest first, and what to do about each. */
export function growthLines(logs: readonly LogSize[], room: Room): string[] {
  const grown = logs.filter(({ items, most }) => items > most).sort((a, b) => b.items - a.items)
  return bullets(grown, growthLine, room, { noun: 'log' })
}

function growthLine({ path, items, most }: LogSize): string {
  const file = PLAIN_PATH.test(path) ? path : 'FILE'
  const what = `${shownCode(path)}: ${items} entries, at most ${most}`
  return `${what}. \`memkeep archive ${file} --keep ${most}\` moves the oldest ${items - most} to the archive.`
}

/** The most findings of one file that are listed. */
const MOST_OF_A_FILE = 50

/** The findings of one file, worst first. */
type FileFindings = { readonly path: string; readonly findings: readonly Diagnostic[] }

/**
 * Findings as a list by file, the worst first, each with what to do. `room.lines` counts files. What is left out is
 * counted.
 */
export function findingLines(diagnostics: readonly Diagnostic[], room: Room): string[] {
  const files = byFile(diagnostics)
  const shown: string[] = []
  let bytes = 0
  let listed = 0
  let count = 0
  for (const file of files) {
    const block = fileBlock(file, room)
    bytes += byteLength(block) + 1
    if (count >= room.lines || bytes > room.bytes) break
    shown.push(block)
    count += 1
    listed += file.findings.length
  }
  if (count === files.length) return shown
  const rest = counted(files.length - count, 'more file')
  return [...shown, `- ${counted(diagnostics.length - listed, 'more finding')} in ${rest}`]
}

function byFile(diagnostics: readonly Diagnostic[]): FileFindings[] {
  return [...groupByPath(diagnostics)]
    .map(([path, list]) => ({
      path,
      findings: list.toSorted((a, b) => rankOf(a) - rankOf(b) || compareDiagnostics(a, b)),
    }))
    .sort((a, b) => rankOf(a.findings[0]) - rankOf(b.findings[0]) || compareText(a.path, b.path))
}

function rankOf(one: Diagnostic | undefined): number {
  return one ? SEVERITY_RANK[one.severity] : 3
}

/** One file never takes more than a quarter of the room. */
function fileBlock({ path, findings }: FileFindings, room: Room): string {
  const name = path === '.' ? 'The repository as a whole' : shownCode(path)
  const own = { lines: MOST_OF_A_FILE, bytes: room.bytes / 4 }
  return [
    `- ${name}: ${countedBySeverity(findings)}`,
    ...bullets(findings, findingLine, own, { indent: '  ' }),
  ].join('\n')
}

function findingLine({ path, severity, line, message, rule, help }: Diagnostic): string {
  const what = severity === 'error' ? `**${severity}**` : severity
  const where = path === '.' ? '' : ` in line ${line}`
  const advice = help !== '' ? `. What to do: ${shownHelp(help)}` : ''
  return `${what}${where} (${shownWord(rule)}): ${shownCode(message)}${advice}`
}

/** The outcome of a run in CI as one sentence of Markdown: `memkeep: nothing new is wrong`. */
export function ciVerdict(ci: CiReport): string {
  const { unmerged } = ci
  const conflict = unmerged?.conflicts ? 'conflicts and ' : ''
  const rest = unmerged ? `; merging with ${shownCode(unmerged.name)} ${conflict}was not checked` : ''
  return `memkeep: ${ci.failing > 0 ? failureText(ci) : passText(ci)}${rest}`
}

/** `2 errors and 1 warning`; empty for none of either. */
export function errorAndWarningCounts(errors: number, warnings: number, of = ''): string {
  const counts = [[errors, 'error'] as const, [warnings, 'warning'] as const]
  return counts.flatMap(([count, noun]) => (count > 0 ? counted(count, of + noun) : [])).join(' and ')
}

function failureText({ failing, failOn, report }: CiReport): string {
  if (failOn === 'new') return counted(failing, 'new error')
  const fresh = report.diagnostics.filter((one) => one.new).length
  const some = fresh === 0 ? 'none of them new' : 'not all of them new'
  const age = report.diagnostics.length === fresh ? '' : `, ${some}`
  if (failOn === 'all') return counted(failing, 'error') + age
  return (failing === 1 ? '1 error or warning' : `${failing} errors and warnings`) + age
}

function passText({ base, unmerged, report }: CiReport): string {
  const fresh = report.diagnostics.filter((one) => one.new)
  const known = report.diagnostics.filter((one) => !one.new)
  const mark = base ? 'new ' : ''
  const found = errorsAndWarnings(fresh, mark)
  const none = countOf(fresh, 'error') > 0 ? 'nothing that fails' : `no ${mark}errors`
  const news =
    found === '' ? `nothing ${mark}is wrong${unmerged ? ' on this branch' : ''}` : `${none}, ${found}`
  const verb = countOf(known, 'error') + countOf(known, 'warning') === 1 ? 'was' : 'were'
  const before = errorsAndWarnings(known)
  return before === '' ? news : `${news}; ${before} ${verb} there before`
}

/** The same of findings. */
export function errorsAndWarnings(diagnostics: readonly Diagnostic[], of?: string): string {
  return errorAndWarningCounts(countOf(diagnostics, 'error'), countOf(diagnostics, 'warning'), of)
}
