import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { instantOf } from '../../src/core/date.ts'
import type { Document, Item } from '../../src/core/document.ts'
import type { Layout } from '../../src/core/layout.ts'
import type { LiteralFile } from '../../src/core/snapshot.ts'
import { overviewsOf } from '../../src/engine/overview.ts'
import { layouts } from '../../src/layouts/index.ts'
import { checkLiteral, type Files } from '../helpers/check-literal.ts'
import type { PlantedLayout } from '../helpers/planted.ts'
import { readTree } from '../helpers/read-tree.ts'

const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples')

/** Where a format says when something is from: a field, a label, or a heading that begins with it. */
const WRITTEN_DATE =
  /^(?:[\s>"|*_-]*(?:\w+ )?\w*(?:date|day|created|added|written|at)\w*["*_ ]*[:|]["*_ ]*|#+ \W*)\d{4}-\d{2}-\d{2}/im

/** The layout's example, and the clean memory of its tests. */
async function memoriesOf({ id }: Layout): Promise<readonly Files[]> {
  const { clean } = (await import(`./${id}/planted.ts`)) as PlantedLayout
  const example = Object.entries(readTree(join(EXAMPLES, id)))
  // Git does not list the files of some layouts.
  return [clean, Object.fromEntries(example.map(([path, file]) => [path, ignoredIn(id, file)]))]
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
  test('an item whose text says when it is from has a date', async () => {
    for (const files of await memoriesOf(layout)) {
      const { documents } = await checkLiteral(files)
      for (const document of documents.filter((one) => one.layout === layout.id)) {
        for (const item of document.items.filter(({ date }) => date === undefined))
          expect(ownText(item, document, textOf(files[document.path]))).not.toMatch(WRITTEN_DATE)
        for (const { date } of document.items) if (date !== undefined) expect(instantOf(date)).not.toBeNull()
      }
    }
  })

  test('what of its example is meant to be true now, by kind, is listed with its date where it has one', async () => {
    const [, example = {}] = await memoriesOf(layout)
    const { documents, memories, diagnostics } = await checkLiteral(example)
    const own = documents.filter((one) => one.layout === layout.id).flatMap(({ items }) => items)
    const living = own.filter((item) => item.living)
    const overview = overviewsOf(memories, diagnostics).find((one) => one.layout === layout.id)
    expect(overview?.items.living ?? 0).toBe(living.length)
    const dated = living.filter(({ date }) => date !== undefined)
    expect(overview?.items.oldest.length ?? 0).toBe(Math.min(10, dated.length))
    const kinds = (items: readonly Item[]) => [...new Set(items.map(({ kind }) => kind))].sort().join(', ')
    expect([kinds(own), kinds(living), kinds(dated)]).toEqual(LIVING[layout.id])
  })
})

/** By layout: the kinds of its items, of those that hold now, and of those among them that have a date. */
const LIVING: { readonly [layout: string]: readonly [all: string, living: string, dated: string] } = {
  adr: ['adr', '', ''],
  'agent-memory': ['record', 'record', 'record'],
  atomic: ['decision, fact, goal, reflection, task', 'fact, goal, task', 'fact, goal, task'],
  'claude-memory': ['topic', 'topic', ''],
  cowork: [
    'decision, insight, issue, learning, notes, pattern',
    'insight, issue, learning, pattern',
    'insight, issue, learning, pattern',
  ],
  instructions: ['', '', ''],
  log: ['entry', '', ''],
  'memory-bank': ['context', 'context', ''],
  openclaw: ['note', '', ''],
  serena: ['memory', 'memory', ''],
  'spec-kit': ['principle', 'principle', ''],
  'working-memory': ['learning, snippet, update', 'learning, snippet', 'learning, snippet'],
  workspace: ['decision, lesson', '', ''],
}
