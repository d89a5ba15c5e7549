import { type Fields, frontMatter } from './front-matter.ts'
import { type Links, prose } from './prose.ts'
import type { Random } from './random.ts'
import { adjective, capital, noun, tags, title, verb } from './words.ts'

/** What a document is made with: the source of choices, targets to link to, and wrong ones per thousand. */
export type Making = { readonly r: Random; readonly links: Links; readonly defects: number }

export type PlanHead = { readonly name: string; readonly created: string; readonly updated: string }

const STATUSES = ['new', 'in_progress', 'partial', 'done', 'abandoned'] as const

/** A scope's OVERVIEW.md, about 60 lines. */
export function overview(making: Making, name: string): string {
  const fields = { name, description: description(making.r), tags: tags(making.r), updated: '2025-12-31' }
  return page(making, fields, 55)
}

/** A plan, about 150 lines, whose task boxes agree with its status. */
export function plan(making: Making, head: PlanHead): string {
  const { r } = making
  const status = r.pick(STATUSES)
  const { name, created, updated } = head
  const fields = { name, description: description(r), status, created, updated, tags: tags(r) }
  return page(making, fields, 135, ['## Steps', '', ...steps(r, status), ''])
}

/** A feature or architecture document, about 90 lines; two in three have front matter. */
export function note(making: Making, name: string): string {
  const fields = { name, description: description(making.r), tags: tags(making.r) }
  return making.r.chance(667) ? page(making, fields, 80) : whole([`# ${name}`, '', ...body(making, 85)])
}

/** A hot rule file that stays far below the budget it declares. */
export function hotRule(making: Making, name: string): string {
  const text = prose(making.r, 15, []).map((line) => line.replace(/^###? .*/, '## When'))
  return whole(['<!-- budget: 50 lines -->', '', `# ${name}`, '', ...text])
}

/** Joins lines to a file's text with one line break at its end. */
export function whole(lines: readonly string[]): string {
  return `${lines.join('\n').trimEnd()}\n`
}

function page(making: Making, fields: Fields, lines: number, end: readonly string[] = []): string {
  const head = frontMatter(making.r, fields, making.defects)
  return whole([...head, `# ${fields.name}`, '', ...body(making, lines), ...end])
}

function body({ r, links, defects }: Making, lines: number): string[] {
  const text = prose(r, lines, links)
  return r.chance(defects) ? [...text, `See [${noun(r)}](./no-such-file.md).`, ''] : text
}

function steps(r: Random, status: (typeof STATUSES)[number]): string[] {
  return Array.from({ length: r.int(4, 8) }, (_, i) => {
    const isChecked = status === 'done' || (status !== 'new' && i < 2)
    return `- [${isChecked ? 'x' : ' '}] ${capital(verb(r))} the ${adjective(r)} ${noun(r)}`
  })
}

function description(r: Random): string {
  return `"${title(r)}: what it ${verb(r)} and why it ${verb(r)} the ${adjective(r)} ${noun(r)}"`
}
