import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { instantOf } from '../../src/core/date.ts'
import type { Document, Item } from '../../src/core/document.ts'
import type { Layout } from '../../src/core/layout.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import type { LiteralFile } from '../../src/core/snapshot.ts'
import { factsInMemory } from '../../src/engine/documents/facts.ts'
import { findLayoutsOn } from '../../src/engine/layouts-on.ts'
import { overviewsOf } from '../../src/engine/overview.ts'
import { layouts } from '../../src/layouts/index.ts'
import { rules } from '../../src/rules/index.ts'
import { checkLiteral, type Files, storedSnapshot } from '../helpers/check-literal.ts'
import type { PlantedLayout } from '../helpers/planted.ts'
import { readTree } from '../helpers/read-tree.ts'

/** Where a format says when something is from: a field, a label, or a heading that begins with it. */
const WRITTEN_DATE =
  /^(?:[\s>"|*_-]*(?:\w+ )?\w*(?:date|day|created|added|written|at)\w*["*_ ]*[:|]["*_ ]*|#+ \W*)\d{4}-\d{2}-\d{2}/im

function plantedOf({ id }: Layout): Promise<PlantedLayout> {
  return import(`./${id}/planted.ts`)
}

function exampleOf({ id }: Layout): Files {
  const example = Object.entries(readTree(join('examples', id)))
  // Git does not list the files of some layouts.
  return Object.fromEntries(example.map(([path, file]) => [path, ignoredIn(id, file)]))
}

function ignoredIn(layout: string, file: LiteralFile): LiteralFile {
  return layout === 'agent-memory' && file instanceof Uint8Array
    ? { ignored: new TextDecoder().decode(file) }
    : file
}

function textOf(file: LiteralFile | undefined): string {
  if (file instanceof Uint8Array) return new TextDecoder().decode(file)
  if (typeof file === 'string') return file
  return typeof file === 'object' && 'ignored' in file ? String(file.ignored) : ''
}

/** The lines of an item: to the next one, or all of a file that is one. Notes of people lie below what is derived. */
function ownText(item: Item, { items }: Document, text: string): string {
  if (items.length === 1 && item.kind !== 'notes') return text
  const next = items.map(({ place }) => place.line).filter((line) => line > item.place.line)
  return text
    .split('\n')
    .slice(item.place.line - 1, Math.min(...next) - 1)
    .join('\n')
}

describe.each(layouts)('$id', (layout) => {
  test('is found by its example, without any setting', async () => {
    const sides = { after: storedSnapshot(exampleOf(layout)), before: null, merge: null }
    // Where files lie is known by the settings' object and the layout's name, and a test may have a layout of that name.
    const settings = { ...DEFAULT_SETTINGS }
    const read = { rules, today: '2026-06-01', settings, facts: factsInMemory() }
    const { layouts: on } = await findLayoutsOn({ layouts: [layout], ...read, ...sides })
    expect(on).toEqual([layout])
  })

  test('an item whose text says when it is from has a date', async () => {
    const { clean } = await plantedOf(layout)
    for (const files of [clean, exampleOf(layout)]) {
      const { documents } = await checkLiteral(files)
      for (const document of documents.filter((one) => one.layout === layout.id)) {
        for (const item of document.items.filter(({ date }) => date === undefined))
          expect(ownText(item, document, textOf(files[document.path]))).not.toMatch(WRITTEN_DATE)
        for (const { date } of document.items) if (date !== undefined) expect(instantOf(date)).not.toBeNull()
      }
    }
  })

  test('what of its example is meant to be true now, by kind, is listed with its date where it has one', async () => {
    const { documents, memories, diagnostics } = await checkLiteral(exampleOf(layout))
    const own = documents.filter((one) => one.layout === layout.id).flatMap(({ items }) => items)
    const living = own.filter((item) => item.living)
    const overview = overviewsOf(memories, diagnostics).find((one) => one.layout === layout.id)
    expect(overview?.items.living ?? 0).toBe(living.length)
    const dated = living.filter(({ date }) => date !== undefined)
    expect(overview?.items.oldest.length ?? 0).toBe(Math.min(10, dated.length))
    const kinds = (items: readonly Item[]) => [...new Set(items.map(({ kind }) => kind))].sort().join(', ')
    const { itemKinds } = await plantedOf(layout)
    const said = { all: kinds(own), living: kinds(living), dated: kinds(dated) }
    expect(itemKinds, `\`itemKinds\` of test/layouts/${layout.id}/planted.ts`).toEqual(said)
  })
})
