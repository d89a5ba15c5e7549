import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { LiteralFile } from '../../src/core/snapshot.ts'
import { fingerprintsOf } from '../../src/engine/output.ts'
import { layouts } from '../../src/layouts/index.ts'
import { rules } from '../../src/rules/index.ts'
import { checkLiteral, type Files, indexLiteral } from '../helpers/check-literal.ts'
import type { Planted, PlantedLayout } from '../helpers/planted.ts'
import { recordMessages } from '../helpers/record-messages.ts'

const LAYOUTS = await Promise.all(
  layouts.map(async ({ id }) => {
    const file = join('test', 'layouts', id, 'planted.ts')
    expect(existsSync(file), file).toBe(true)
    return { id, ...((await import(`../layouts/${id}/planted.ts`)) as PlantedLayout) }
  }),
)

/** What only the engine can see, or takes a file that is renamed: a rule that throws, two layouts that claim one path, counts that rise; what takes two sides that differ, what is reported of a layout that is not on, and what is never found without `item-lost`. */
const ELSEWHERE = [
  'baseline',
  'citation-moved',
  'looks-like',
  'loosened',
  'internal',
  'path-claimed',
  'id-unique',
  'merge-id-clash',
  'tombstone-title',
]

const ids = [...rules, ...layouts.flatMap((layout) => layout.rules)].map(({ id }) => id)

const CASES = LAYOUTS.flatMap(({ id, clean, planted }) =>
  Object.entries(planted).map(([rule, one]) => ({ id, rule, clean, one })),
)

test.each(LAYOUTS)('a clean memory of $id gives no finding', async ({ clean }) => {
  const { diagnostics } = await checkLiteral(await indexLiteral(clean))
  expect(diagnostics).toEqual([])
})

test('every rule has a planted violation', () => {
  const covered = new Set([...CASES.map(({ rule }) => rule), ...ELSEWHERE])
  expect([...covered].sort()).toEqual([...new Set(ids)].sort())
})

test.each(CASES)('$id: $rule is found alone, at its line', async ({ rule, clean: texts, one: planted }) => {
  const clean = await indexLiteral(texts)
  const dirty = plant(clean, planted)
  const { settings } = planted
  const files = planted.stale ? dirty : await indexLiteral(dirty, { settings })
  const bases = [{ between: [0, 1] as const, files: clean }]
  const situation = {
    ...planted,
    files,
    before: planted.change ? clean : undefined,
    merge: planted.merge ? { others: [clean], bases } : undefined,
  }
  const { diagnostics } = await checkLiteral(files, situation)
  recordMessages(diagnostics, situation)
  const found = diagnostics.map(({ path, line, rule: id }) => `${path}:${line} ${id}`)
  const where = planted.reported ?? planted.path
  expect([...new Set(found)], diagnostics.map(({ message }) => message).join('\n')).toEqual([
    `${where}:${lineOf(files[where], planted.at)} ${rule}`,
  ])
})

/** These say a size, which two more lines make another one. */
const SIZES = ['bank-size', 'hot-total', 'load-limit', 'memory-cut', 'openclaw-cut', 'size-limit']

test.each(CASES.filter(({ rule, one }) => !one.change && !one.merge && !SIZES.includes(rule)))(
  '$id: $rule is no new finding where lines have moved',
  async ({ rule, clean: texts, one: planted }) => {
    const { settings } = planted
    const dirty = plant(await indexLiteral(texts), planted)
    const shifted = shiftAll(dirty)
    const [before, after] = planted.stale
      ? [dirty, shifted]
      : await Promise.all([dirty, shifted].map((files) => indexLiteral(files, { settings })))
    const there = await checkLiteral(before ?? {}, { settings })
    const { diagnostics } = await checkLiteral(after ?? {}, { settings, before })
    const own = (all: typeof diagnostics) => all.filter((one) => one.rule === rule)
    expect(own(diagnostics).filter((one) => one.new)).toEqual([])
    expect(named(own(diagnostics))).toEqual(named(own(there.diagnostics)))
  },
)

test.each(CASES.filter(({ rule, one }) => one.change && !one.merge && !SIZES.includes(rule)))(
  '$id: $rule keeps its name where the lines of both sides have moved',
  async ({ rule, clean: texts, one: planted }) => {
    const { settings } = planted
    const clean = await indexLiteral(texts)
    const dirty = plant(clean, planted)
    const namesOf = async (before: Files, after: Files): Promise<readonly string[]> => {
      const files = planted.stale ? after : await indexLiteral(after, { settings })
      const { diagnostics } = await checkLiteral(files, { settings, before })
      return named(diagnostics.filter((one) => one.rule === rule))
    }
    expect(await namesOf(shiftAll(clean), shiftAll(dirty))).toEqual(await namesOf(clean, dirty))
  },
)

function shiftAll(files: Files): Files {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, typeof text === 'string' ? shift(path, text) : text]),
  )
}

function named(diagnostics: Parameters<typeof fingerprintsOf>[0]): readonly string[] {
  return [...fingerprintsOf(diagnostics).values()].sort()
}

/** Two blank lines behind the front matter, or behind the first heading. */
function shift(path: string, text: string): string {
  if (!/\.mdc?$/.test(path)) return text
  return text.replace(/^(?:---\n[\s\S]*?\n---\n|#[^\n]*\n)/, (head) => `${head}\n\n`)
}

function plant(clean: Files, { path, file, replace = '', by = '' }: Planted): Files {
  if (file === null) return Object.fromEntries(Object.entries(clean).filter(([other]) => other !== path))
  if (file !== undefined) return { ...clean, [path]: file }
  const text = String(clean[path])
  expect(text).toContain(replace)
  return { ...clean, [path]: text.replace(replace, () => by) }
}

function lineOf(file: LiteralFile | undefined, at: string | number): number {
  if (typeof at === 'number') return at
  const offset = String(file).indexOf(at)
  expect(offset, at).toBeGreaterThanOrEqual(0)
  return String(file).slice(0, offset).split('\n').length
}
