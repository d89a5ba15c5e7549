import type { Heading, Range } from '../../src/core/markdown.ts'
import { lineAt } from '../../src/core/place.ts'
import type { ReadDocument } from '../reading/read-document.ts'

/** A paragraph or a list item, in one line; a heading says what its section is about and is none. */
export type Statement = Range & {
  readonly text: string
  readonly line: number
  /** `bullet` and `number` are list items. */
  readonly form: 'prose' | 'bullet' | 'number'
}

/** A heading and what stands before the next one at any depth; the first piece of a text may have no heading. */
export type Piece = Range & {
  readonly heading: Heading | null
  readonly line: number
  readonly statements: readonly Statement[]
}

const ITEM = /^[ \t>]*(?:([-+*])|\d{1,9}[.)])[ \t]+(?=\S)/

/** Takes a text apart at its headings. What stands in code and in comments says nothing. */
export function piecesOf(document: ReadDocument): Piece[] {
  const { markdown, text, starts } = document
  const headings = markdown.headings.filter(({ topLevel }) => topLevel)
  const first = headings[0]?.start ?? text.length
  const cuts = [
    ...(text.slice(markdown.start, first).trim() === '' ? [] : [{ start: markdown.start, heading: null }]),
    ...headings.map((heading) => ({ start: heading.start, heading })),
  ]
  return cuts.map(({ start, heading }, index) => {
    const end = cuts[index + 1]?.start ?? text.length
    const body = { start: heading?.end ?? start, end }
    return { start, end, heading, line: lineAt(starts, start), statements: statementsIn(document, body) }
  })
}

function statementsIn({ text, starts, markdown }: ReadDocument, { start, end }: Range): Statement[] {
  const { blocks, comments } = markdown
  const silent: readonly Range[] = [
    ...blocks.filter(({ type }) => type === 'fence' || type === 'indented-code'),
    ...comments,
  ].filter((range) => range.start < end && range.end > start)
  const found: Statement[] = []
  let isOpen = false
  for (let number = lineAt(starts, start); number <= starts.length; number++) {
    const from = Math.max(starts[number - 1] ?? end, start)
    if (from >= end) break
    const line = { start: from, end: Math.min(starts[number] ?? end, end) }
    const words = text.slice(line.start, line.end).trim()
    if (words === '' || silent.some((range) => range.start < line.end && range.end > line.start)) {
      isOpen = false
      continue
    }
    const item = ITEM.exec(text.slice(line.start, line.end))
    const last = found.at(-1)
    const wordsEnd = line.start + text.slice(line.start, line.end).trimEnd().length
    if (isOpen && last && !item) {
      found[found.length - 1] = { ...last, end: wordsEnd, text: `${last.text} ${words}` }
    } else {
      const form = item ? (item[1] ? 'bullet' : 'number') : 'prose'
      found.push({ start: line.start, end: wordsEnd, text: words, line: number, form })
    }
    isOpen = true
  }
  return found
}
