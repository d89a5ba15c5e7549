import type { Random } from './random.ts'

/** Fields in their order: a list becomes a flow sequence. */
export type Fields = { readonly [key: string]: string | readonly string[] }

/** A front-matter block; `defects` of a thousand are wrong in one of four ways. */
export function frontMatter(r: Random, fields: Fields, defects: number): string[] {
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${shown(value)}`)
  const broken = r.chance(defects) ? damage(r, lines) : lines
  return ['---', ...broken, '---', '']
}

function shown(value: string | readonly string[]): string {
  return typeof value === 'string' ? value : `[${value.join(', ')}]`
}

function damage(r: Random, lines: readonly string[]): string[] {
  switch (r.int(0, 3)) {
    case 0:
      return lines.filter((line) => !line.startsWith('description:'))
    case 1:
      return lines.map((line) => (line.startsWith('status:') ? 'status: finished' : line))
    case 2:
      return lines.map((line) => (line.startsWith('updated:') ? 'updated: 2025-02-30' : line))
    default:
      return [...lines, 'owner: [open']
  }
}
