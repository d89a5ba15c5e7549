import type { Block } from '../evidence/blocks.ts'
import { plainText } from '../evidence/plain-text.ts'

/** `**Label:** value`, wherever it stands; the value is Markdown. */
export type Labelled = {
  readonly label: string
  /** To the end of its line. */
  readonly value: string
  /** With the lines of the paragraph that go on behind it. */
  readonly whole: string
  readonly line: number
}

/** `**Label:** value`, `**Label**: value`, `Label: value`; the label is a few words. */
const LABEL =
  /^(?:[-*+] +)?(?:\*\*|__)?((?:\p{Extended_Pictographic}\ufe0f? ?)?\p{L}[\p{L}\p{N} /_'’-]{0,40}?)(?: \([^()]*\))?(?:(?:\*\*|__)\s*[:：]|[:：](?:\*\*|__)?)(?=\s|$|\*)(?:\*\*)?[ \t]*(.*)$/u
/** Several labels share a line in `**Date:** … | **Status:** …`. */
const NEXT = /\s+[|·•]\s+|\s{2,}(?=\*\*\p{L})/u

/** A line is read up to here: a run of spaces would be looked through again from each of them. */
const MOST = 4_000

/** The labelled values of some blocks: in paragraphs, quotes and items, and in tables with a label in front of each row. */
export function labelsIn(blocks: readonly Block[]): Labelled[] {
  return blocks.flatMap((block) => {
    if (block.type === 'heading') return []
    if (block.type === 'table') return rowsOf(block)
    if (block.type !== 'list') return linesOf(block.text, block.line)
    return block.items.flatMap(({ text, line, checked }) => (checked === null ? linesOf(text, line) : []))
  })
}

function linesOf(text: string, first: number): Labelled[] {
  const found: Labelled[] = []
  let isOpen = false
  for (const [index, source] of text.split('\n').entries()) {
    const line = source.replace(/^\s*>\s?/, '').trim()
    const labels = labelsOf(line, first + index)
    const last = isOpen && labels.length === 0 && line !== '' ? found.pop() : undefined
    found.push(...labels, ...(last ? [{ ...last, whole: `${last.whole}\n${line}` }] : []))
    isOpen = line !== '' && found.length > 0
  }
  return found
}

function labelsOf(text: string, line: number): Labelled[] {
  return text
    .slice(0, MOST)
    .split(NEXT)
    .flatMap((part) => {
      const match = LABEL.exec(part.trim().replace(/^_(.*)_$/, '$1'))
      return match ? [labelled(match[1] ?? '', (match[2] ?? '').replace(/\\$/, '').trim(), line)] : []
    })
}

function rowsOf({ rows }: Block & { readonly type: 'table' }): Labelled[] {
  const [header, row] = rows
  const isRecord = header && row && rows.length === 2 && header.cells.length > 2
  if (isRecord) return header.cells.map((cell, i) => labelled(cell, row.cells[i] ?? '', row.line))
  const pairs = rows.filter(({ cells }) => cells.length === 2)
  return pairs.map(({ cells: [label = '', value = ''], line }) => labelled(label, value, line))
}

function labelled(label: string, value: string, line: number): Labelled {
  return { label: nameOf(label), value, whole: value, line }
}

function nameOf(label: string): string {
  return plainText(label)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
