import type { Block } from '../evidence/blocks.ts'
import { plainText } from '../evidence/plain-text.ts'

/** `**Label:** value`, wherever it stands; the value is Markdown. */
export type Labelled = { readonly label: string; readonly value: string; readonly line: number }

/** `**Label:** value`, `**Label**: value`, `Label: value`; the label is a few words. */
const LABEL =
  /^(?:[-*+] +)?(?:\*\*|__)?((?:\p{Extended_Pictographic}\ufe0f? ?)?\p{L}[\p{L}\p{N} /_'’-]{0,40}?)(?: \([^()]*\))?(?:(?:\*\*|__)\s*[:：]|[:：](?:\*\*|__)?)(?=\s|$|\*)(?:\*\*)?[ \t]*(.*)$/u
/** Several labels share a line in `**Date:** … | **Status:** …`. */
const NEXT = /\s+[|·•]\s+|\s{2,}(?=\*\*\p{L})/u

/** The labelled values of some blocks: in paragraphs, quotes and items, and in tables with a label in front of each row. */
export function labelsIn(blocks: readonly Block[]): Labelled[] {
  return blocks.flatMap((block) => {
    if (block.type === 'heading') return []
    if (block.type === 'table') return rowsOf(block)
    if (block.type === 'list')
      return block.items.flatMap(({ text, line, checked }) => (checked === null ? labelsOf(text, line) : []))
    return linesOf(block.text, block.line)
  })
}

function linesOf(text: string, first: number): Labelled[] {
  return text
    .split('\n')
    .flatMap((line, index) => labelsOf(line.replace(/^\s*>\s?/, '').trim(), first + index))
}

function labelsOf(text: string, line: number): Labelled[] {
  return text.split(NEXT).flatMap((part) => {
    const match = LABEL.exec(part.trim().replace(/^_(.*)_$/, '$1'))
    return match
      ? [{ label: nameOf(match[1] ?? ''), value: (match[2] ?? '').replace(/\\$/, '').trim(), line }]
      : []
  })
}

function rowsOf({ rows }: Block & { readonly type: 'table' }): Labelled[] {
  const [header] = rows
  if (header && rows.length === 2 && header.cells.length > 2) {
    const [, row] = rows
    return header.cells.map((cell, i) => ({
      label: nameOf(cell),
      value: row?.cells[i] ?? '',
      line: row?.line ?? header.line,
    }))
  }
  return rows
    .filter(({ cells }) => cells.length === 2)
    .map(({ cells, line }) => ({ label: nameOf(cells[0] ?? ''), value: cells[1] ?? '', line }))
}

function nameOf(label: string): string {
  return plainText(label)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
