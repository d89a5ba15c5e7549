import type { SectionId } from './update.ts'

/** Headers of the sections, in the order in which they are printed and applied. */
export const SECTIONS: readonly { readonly id: SectionId; readonly header: string }[] = [
  { id: 'progress', header: 'CURRENT_PROGRESS' },
  { id: 'learnings', header: 'KEY_LEARNINGS' },
  { id: 'verbatim', header: 'VERBATIM_CONTEXT' },
]

const CHANGES = ['ADD', 'ARCHIVE']

/** Headers of the lists that a section may hold. */
export const LISTS: { readonly [section in SectionId]: readonly string[] } = {
  progress: ['Completed', 'In Progress', 'Remaining'],
  learnings: CHANGES,
  verbatim: CHANGES,
}

/** What the ids of a section's entries start with. */
export const PREFIXES = { learnings: 'KL', verbatim: 'VC' } as const

/** A level of indentation, in columns: two spaces, or a tab, which counts as much. */
export const LEVEL = 2

/** What belongs to a bullet beside its first line is indented by so many columns at least. */
export const BLOCK = 3 * LEVEL

/** Stands for an empty list or section. */
export const NONE = '(none)'

const NO_CHANGE = /^no change\.?$/i

/** True for `(none)` and for `no change`, which models answer; in any case. */
export function isNone(text: string): boolean {
  return text.toLowerCase() === NONE || isNoChange(text)
}

/** True for `no change`, in any case, with a full stop or without. */
export function isNoChange(text: string): boolean {
  return NO_CHANGE.test(text)
}

/** The number of an id such as `KL-7`; null for anything else, a leading zero included. */
export function idNumber(id: string, prefix: string): number | null {
  const digits = id.startsWith(`${prefix}-`) ? id.slice(prefix.length + 1) : ''
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : null
}

/** True for text without a line break of any kind, Unicode's own included. */
export function isOneLine(text: string): boolean {
  return !/[\n\v\f\r\u0085\u2028\u2029]/.test(text)
}
