import { counted } from './counted.ts'
import { mergeLines } from './merge-lines.ts'
import { textSections } from './text-sections.ts'
import type { Sides } from './three-way.ts'

/**
 * True when a merged text without conflicts has every section of both sides exactly once, where no side deleted it: a
 * section that one side changed is as there, one that both changed is what a merge of that section alone comes to.
 */
export function keepsSections(sides: Sides<string>, merged: string): boolean {
  const texts = [sides.base, sides.ours, sides.theirs, merged].map(textSections)
  const paths = new Set(texts.flatMap((sections) => [...sections.keys()]))
  return [...paths].every((path) => {
    const [base = [], ours = [], theirs = [], result = []] = texts.map((sections) => sections.get(path) ?? [])
    return isKept({ base, ours, theirs }, result)
  })
}

function isKept({ base, ours, theirs }: Sides<readonly string[]>, result: readonly string[]): boolean {
  if (isSame(ours, base) || isSame(ours, theirs)) return isSame(result, theirs)
  if (isSame(theirs, base)) return isSame(result, ours)
  if (isSame(result, expected({ base, ours, theirs }))) return true
  // Two new sections under one heading are two, even where their lines would fit together.
  const [b, o, t] = [only(base), only(ours), only(theirs)]
  if (b === null || o === null || t === null) return false
  const alone = mergeLines({ base: b, ours: o, theirs: t }, { size: 7, lineBreak: '\n' })
  return alone.conflicts === 0 && alone.text.trimEnd() === only(result)
}

function only(texts: readonly string[]): string | null {
  return texts.length === 1 ? (texts[0] ?? null) : null
}

/** What both sides keep or one adds, each as often as counting comes to. */
function expected({ base, ours, theirs }: Sides<readonly string[]>): string[] {
  const [before, left, right] = [counted(base), counted(ours), counted(theirs)]
  return [...new Set([...ours, ...theirs])].flatMap((text) => {
    const [b, o, t] = [before.get(text) ?? 0, left.get(text) ?? 0, right.get(text) ?? 0]
    const times = b === 0 ? Math.max(o, t) : Math.max(0, o + t - b)
    return Array.from({ length: times }, () => text)
  })
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  const left = [...a].sort()
  const right = [...b].sort()
  return left.length === right.length && left.every((text, i) => text === right[i])
}
