import type { MergeTexts } from '../document.ts'
import { type ItemAt, itemsAndTombstones } from './item-changes.ts'
import type { Version } from './merge-changes.ts'

/** Files whose items are values: what is written around them says nothing. */
const DATA = /\.(?:json|jsonl|ya?ml)$/i

/** True for a file in which an item is the lines from its place to the next item. */
export function isProse(path: string): boolean {
  return !DATA.test(path)
}

/** What is only layout in Markdown: white space, emphasis, marks and rules of tables, quotes, headings and bullets. */
const MARKS = /^[ \t]*(?:[-+>](?=[ \t]))?|[\s*_`~#|\\]+|-{3,}/gm

/** True where the texts of two versions are known, and differ in white space and marks of Markdown alone. */
export function areSameButForMarks(version: Version, now: ItemAt, texts: MergeTexts | undefined): boolean {
  if (!texts || !isProse(now.document.path) || !isProse(version.document.path)) return false
  const before = ownLines(version, textOf(version, texts))
  const after = ownLines(now, texts.result.get(now.document.path))
  return before !== null && after !== null && bare(before) === bare(after)
}

/** Known to be put together from lines of versions, as git joins texts; names that had to change are left out of both. */
export function isOfLines(
  now: ItemAt,
  versions: readonly Version[],
  texts: MergeTexts | undefined,
  names: readonly string[],
): boolean {
  if (!texts || !isProse(now.document.path)) return false
  const after = ownLines(now, texts.result.get(now.document.path))
  if (after === null) return false
  const known = new Set(versions.flatMap((one) => linesIn(ownLines(one, textOf(one, texts)) ?? '', names)))
  return linesIn(after, names).every((line) => line === '' || known.has(line))
}

function linesIn(text: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return text.split('\n').map(bare)
  const left = new Set(names.map((name) => name.toLowerCase()))
  return text
    .toLowerCase()
    .split('\n')
    .map((line) =>
      wordsOf(line)
        .filter((word) => !left.has(word))
        .join(' '),
    )
}

function textOf({ parent, document }: Version, texts: MergeTexts): string | undefined {
  return texts.parents[parent]?.get(document.path)
}

function bare(text: string): string {
  return text.replace(MARKS, '')
}

/** The lines from an item's place to the next item; null where they are not its own, or not known. */
export function ownLines({ item, document }: ItemAt, text: string | undefined): string | null {
  if (text === undefined) return null
  const lines = itemsAndTombstones(document).map(({ place }) => place.line)
  const { line } = item.place
  if (lines.filter((one) => one === line).length > 1) return null
  return linesOf(text, line, Math.min(...lines.filter((one) => one > line)))
}

/** The lines from an item's place to the next item; in data, where its place may be a line in its middle, all between the items around it. */
export function linesOfItem({ item, document }: ItemAt, text: string): string {
  const lines = itemsAndTombstones(document).map(({ place }) => place.line)
  const { line } = item.place
  const above = Math.max(0, ...lines.filter((one) => one < line))
  return linesOf(
    text,
    isProse(document.path) && above > 0 ? line : above + 1,
    Math.min(...lines.filter((one) => one > line)),
  )
}

function linesOf(text: string, first: number, next: number): string {
  return text
    .split(/\r\n|\r|\n/)
    .slice(first - 1, next - 1)
    .join('\n')
}

/** What belongs to a sentence or to a format, and not to a word. */
const AROUND = /^[\p{P}\p{S}]*?(?=[-+<>=≤≥]?[\p{L}\p{N}])|(?<=[\p{L}\p{N}])[\p{P}\p{S}]+$/gu

/** The words of an item that none of its versions has, each once, in their order; of what has none, those that no parent has there. */
export function newWords(
  at: ItemAt,
  versions: readonly Version[],
  texts: MergeTexts | undefined,
): readonly string[] {
  const text = texts?.result.get(at.document.path)
  if (!texts || text === undefined) return []
  const before =
    versions.length > 0
      ? versions.map((one) => linesOfItem(one, textOf(one, texts) ?? ''))
      : texts.parents.flatMap((files) => files.get(at.document.path) ?? [])
  const known = new Set(before.flatMap((one) => wordsOf(one.toLowerCase())))
  const own = new Map<string, string>()
  const lines = linesOfItem(at, text)
  for (const word of wordsOf(isProse(at.document.path) ? lines : withoutLinesOf(lines, at, texts))) {
    const name = word.toLowerCase()
    if (!known.has(name) && !own.has(name)) own.set(name, word)
  }
  return [...own.values()]
}

/** In data the lines around an item hold some of its neighbours', which parents may have elsewhere. */
function withoutLinesOf(lines: string, { document }: ItemAt, texts: MergeTexts): string {
  const had = new Set(
    texts.parents.flatMap((files) => (files.get(document.path) ?? '').split('\n').map((one) => one.trim())),
  )
  return lines
    .split('\n')
    .filter((line) => !had.has(line.trim()))
    .join('\n')
}

/** The words of a text, without what belongs to a sentence or a format. */
export function wordsOf(text: string): readonly string[] {
  return text.split(/[\s"]+/).flatMap((word) => {
    const own = word.replace(AROUND, '')
    return /[\p{L}\p{N}]/u.test(own) ? own : []
  })
}
