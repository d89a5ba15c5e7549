import { groupBy } from '../../src/core/text.ts'

/** A text of a repository. */
export type RepositoryText = { readonly path: string; readonly text: string }

/** A line that cites one record of a repository's memory, as a question that the record answers. */
export type CitingLine = {
  /** The line without the citation and without marks. */
  readonly query: string
  /** The path of the record. */
  readonly answer: string
  /** Where the line is, from 1. */
  readonly from: string
  readonly line: number
}

const RECORD =
  /(?:^|\/)(?:adrs?|decisions|decision-records|learnings|lessons|solutions)\/(?:.*\/)?[^/]+\.md$/i
const NO_RECORD = /(?:^|\/)[^/]*(?:readme|index|template)[^/]*\.md$/i
/** A file that cites so many records is an index of them. */
const INDEX = 8
const [FEWEST_WORDS, MOST_WORDS] = [6, 40]

/**
 * Questions from what people and agents wrote: each line that cites exactly one record. Lines that are equal without their
 * citations are one question, or none where they cite different records. In the order of paths and lines.
 */
export function citingLines(texts: readonly RepositoryText[]): readonly CitingLine[] {
  const read = lineReader(texts.map(({ path }) => path))
  const inOrder = [...texts].sort((a, b) => (a.path < b.path ? -1 : 1))
  const lines = inOrder.flatMap((text) => linesOfFile(text, read))
  const questions = groupBy(lines, ({ query }) => query.toLowerCase())
  const isOne = (same: readonly CitingLine[]): boolean => new Set(same.map(({ answer }) => answer)).size === 1
  return [...questions.values()].filter(isOne).flatMap((same) => same.slice(0, 1))
}

/** So many of a list, evenly from all of it: the same ones on each run. */
export function evenly<T>(list: readonly T[], most: number): readonly T[] {
  return list.length <= most ? list : list.filter((_, i) => (i * most) % list.length < most)
}

type ReadLine = { readonly cited: ReadonlySet<string>; readonly rest: string }

function linesOfFile({ path, text }: RepositoryText, read: (line: string) => ReadLine): CitingLine[] {
  // A template of records has the form of a citation, and nothing to ask.
  if (/template[^/]*\.md$/i.test(path)) return []
  const lines = text.split(/\r\n|\n|\r/).map(read)
  if (new Set(lines.flatMap(({ cited }) => [...cited])).size >= INDEX) return []
  return lines.flatMap(({ cited, rest }, i) => {
    const [answer = path, ...others] = cited
    // A record that names itself asks for itself.
    if (answer === path || others.length > 0) return []
    const query = withoutMarks(rest)
    const words = query.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length
    return words >= FEWEST_WORDS && words <= MOST_WORDS ? [{ query, answer, from: path, line: i + 1 }] : []
  })
}

const LINK = /!?\[([^\]]*)\]\(([^()\s]*)[^()]*\)/g
const NAME = /[^\s()[\]<>{}"'`|,;*!?=]+/g
const NUMBER = /(?<![\w-])(?:[\w.-]*\/)*adrs?[-_ #/]?0*(\d{1,5})(?![\w-])(?:['’]s\b)?/gi
/** What most lines without a citation do not have. */
const MAYBE = /[-_/]|\.md|adr/i

/** Reads which records a line cites. A link to a record goes as a whole, for its text is mostly the title of the record. */
function lineReader(paths: readonly string[]): (line: string) => ReadLine {
  const { named, numbered } = recordsOf(paths)
  return (line) => {
    if (line.length > 2000 || !MAYBE.test(line)) return { cited: new Set(), rest: line }
    const cited = new Set<string>()
    const isCited = (records: readonly string[]): boolean => {
      for (const record of records) cited.add(record)
      return records.length > 0
    }
    const rest = line
      .replace(LINK, (_, text: string, target: string) => (isCited(named(target)) ? ' ' : ` ${text} `))
      .replace(NAME, (name) => (isCited(named(name)) ? ' ' : name))
      .replace(NUMBER, (_, number: string) => {
        isCited(numbered(Number(number)))
        return ' '
      })
    return { cited, rest }
  }
}

type Records = {
  /** The records that a path or a file name can mean. */
  readonly named: (name: string) => readonly string[]
  readonly numbered: (number: number) => readonly string[]
}

/** A file name without its ending cites where it has a number or three words: `retries` is a word. */
const SURE = /(?:\d[^-_]*|[-_][^-_]+)[-_]/

function recordsOf(paths: readonly string[]): Records {
  const records = paths.filter((path) => RECORD.test(path) && !NO_RECORD.test(path))
  const byName = groupBy(records, (path) => nameOf(stemOf(path)))
  const all = groupBy(paths, (path) => nameOf(stemOf(path)))
  const byNumber = groupBy(records, (path) => String(numberOf(path)))
  const named = (name: string): readonly string[] => {
    const path = name.replace(/#.*|:\d.*$|[.:]+$/g, '').replace(/^(?:\.{0,2}\/)+/, '')
    const stem = stemOf(path)
    const own = byName.get(nameOf(stem)) ?? []
    if (!stem.includes('/')) {
      // What another file is called as well can mean that one.
      return (stem !== path || SURE.test(stem)) && all.get(stem)?.length === own.length ? own : []
    }
    const same = own.filter((record) => stemOf(record) === stem)
    return same.length > 0 ? same : own.filter((record) => isEndOf(stem, stemOf(record)))
  }
  return { named, numbered: (number) => byNumber.get(String(number)) ?? [] }
}

/** True where one path is the end of the other: a link is relative, or has the address of the repository before it. */
function isEndOf(a: string, b: string): boolean {
  return `/${a}`.endsWith(`/${b}`) || `/${b}`.endsWith(`/${a}`)
}

function stemOf(path: string): string {
  return path.replace(/\.md$/i, '')
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The number at the beginning of a file name; NaN for a day and where there is none. */
function numberOf(path: string): number {
  return Number(/(?:^|\/)(?:adr[-_. ]?)?0*(\d{1,5})(?!\d|-\d\d-\d\d)[^/]*$/i.exec(path)?.[1] ?? Number.NaN)
}

/** A line without marks of comments and of Markdown, and without addresses and tags. */
function withoutMarks(line: string): string {
  return line
    .replace(/<!--|-->|<\/?[a-z][^>]*>|\bhttps?:\/\/\S*/gi, ' ')
    .replace(/^(?:\s|\/\/+!?|\/?\*+\/?|#+|--+|[;%>|+-]|"""|\d+[.)](?=\s)|\[[ x]?\])+/i, '')
    .replace(/\*\/|[`*|~[\]]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, ' ')
    .replace(/\(\s*[,;:.]?\s*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:.()–—-]+|[\s,;:(–—-]+$/g, '')
}
