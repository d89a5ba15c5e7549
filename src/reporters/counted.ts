import type { Summary } from '../core/report.ts'

/** `1 error`, `3 errors`, `2 guesses`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : noun.endsWith('s') ? 'es' : 's'}`
}

/** `3 items`, and where headings or lines look like items that are not read: `1 item read of 14 seen`. */
export function itemsRead({ items, headings }: Pick<Summary, 'items' | 'headings'>): string {
  const read = counted(items, 'item')
  return headings === items ? read : `${read} read of ${headings} seen`
}
