import { expect, test } from 'vitest'
import { derivationOf, rootPaths } from '../../src/core/layout.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { literalSnapshot } from '../../src/core/snapshot.ts'
import type { WritePlan } from '../../src/core/write-plan.ts'
import { type Checked, checkMemory } from '../../src/engine/check-memory.ts'
import type { MemoryContext } from '../../src/engine/context.ts'
import { factsInMemory } from '../../src/engine/documents/facts.ts'
import { fixPlan } from '../../src/engine/fixes.ts'
import { readSettings } from '../../src/engine/settings/settings-file.ts'
import { template } from '../../src/layouts/_template/layout.ts'
import { rules } from '../../src/rules/index.ts'

type Texts = { readonly [path: string]: string }

const today = '2026-06-01'
const cents = '---\ntitle: Prices are in cents\ndate: 2026-02-08\ntags: [money]\n---\n\nNever in floats.\n'
const queue = '---\ntitle: The queue is in Postgres\ndate: 2026-03-01\n---\n\nOne thing less to run.\n'
const list = `[
  {
    "file": "cents.md",
    "title": "Prices are in cents",
    "date": "2026-02-08"
  },
  {
    "file": "queue.md",
    "title": "The queue is in Postgres",
    "date": "2026-03-01"
  }
]
`
const clean: Texts = { 'notes/cents.md': cents, 'notes/queue.md': queue, 'notes/list.json': list }

const load = (): MemoryContext => ({
  layouts: [template],
  rules,
  settings: DEFAULT_SETTINGS,
  facts: factsInMemory(),
  today,
})

function check(files: Texts, before?: Texts): Promise<Checked> {
  const side = before ? literalSnapshot(before) : null
  return checkMemory({ ...load(), after: literalSnapshot(files), before: side, merge: null })
}

async function found(files: Texts, before?: Texts): Promise<string[]> {
  const { diagnostics } = await check(files, before)
  return diagnostics.map(({ path, line, rule }) => `${path}:${line} ${rule}`)
}

function written(plan: WritePlan): unknown {
  return Object.fromEntries([...plan].map(([path, file]) => [path, file.kind === 'text' ? file.text : file]))
}

test('it claims the notes and their list, and nothing else', async () => {
  const others = {
    'notes/README.md': '',
    'notes/old/a.md': '',
    'notes/a.txt': '',
    'note.md': '',
    'list.json': '',
  }
  const { documents, diagnostics } = await check({ ...clean, ...others })
  expect(documents.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
    'notes/cents.md note',
    'notes/list.json note-list',
    'notes/queue.md note',
  ])
  expect(diagnostics).toEqual([])
  expect(template.claim('notes/kernel.md', 'submodule', DEFAULT_SETTINGS)).toBeNull()
})

test('its root can be moved', () => {
  const settings = readSettings('template: { root: docs/notes/ }', 'memkeep.yaml', {
    layouts: [template],
    rules,
  })
  expect(rootPaths(template, settings)).toEqual(['docs/notes'])
  expect(template.claim('docs/notes/a.md', 'file', settings)?.kind).toBe('note')
  expect(template.claim('notes/a.md', 'file', settings)).toBeNull()
})

test.each([
  ['notes/queue.md:3 schema', queue.replace('2026-03-01', 'March')],
  ['notes/queue.md:3 date-future', queue.replace('2026-03-01', '2027-03-01')],
  ['notes/queue.md:2 note-title', queue.replace('Postgres', 'Postgres.')],
  ['notes/queue.md:7 link-resolves', `${queue}[it](gone.md)\n`],
])('it finds %s', async (finding, text) => {
  expect(await found({ ...clean, 'notes/queue.md': text })).toContain(finding)
})

test('it lets tags change, and nothing else', async () => {
  const tagged = { ...clean, 'notes/cents.md': cents.replace('[money]', '[money, api]') }
  expect(await found(tagged, clean)).toEqual([])
  const edited = { ...clean, 'notes/cents.md': cents.replace('Never', 'Rarely') }
  expect(await found(edited, clean)).toEqual(['notes/cents.md:2 history'])
  const { 'notes/queue.md': _, ...left } = clean
  expect(await found(left, clean)).toEqual(['notes/list.json:1 derived-fresh', 'notes/queue.md:2 history'])
})

test('it fixes a title, and the list after it', async () => {
  const dotted = {
    ...clean,
    'notes/queue.md': queue.replace('Postgres', '"Postgres."').replace('The queue is in ', ''),
  }
  const plan = await fixPlan({ snapshot: literalSnapshot(dotted), wanted: () => true }, load())
  expect(written(plan)).toEqual({
    'notes/queue.md': queue.replace('The queue is in Postgres', '"Postgres"'),
    'notes/list.json': list.replace('The queue is in Postgres', 'Postgres'),
  })
})

test('a full stop that is written as an escape is for people to fix', async () => {
  const escaped = queue.replace('The queue is in Postgres', '"Queue. Postgres\\x2e"')
  const { diagnostics } = await check({ ...clean, 'notes/queue.md': escaped })
  expect(diagnostics.filter(({ rule }) => rule === 'note-title').map(({ fixable }) => fixable)).toEqual([
    false,
  ])
})

function rebuilt({ memories }: Checked): WritePlan {
  return new Map([...memories].flatMap(([layout, memory]) => [...derivationOf(layout, memory).plan]))
}

test('it derives the list', async () => {
  const { 'notes/list.json': _, ...without } = clean
  const missing = await check(without)
  expect(missing.diagnostics.map(({ path, rule }) => `${path} ${rule}`)).toEqual([
    'notes/list.json derived-fresh',
  ])
  expect(written(rebuilt(missing))).toEqual({ 'notes/list.json': list })
  expect(await found({ ...clean, 'notes/list.json': '[]\n' })).toEqual(['notes/list.json:1 derived-fresh'])
  expect(written(rebuilt(await check(clean)))).toEqual({})
})

test('it derives nothing from what cannot be read', async () => {
  const broken = await check({ ...clean, 'notes/queue.md': '---\ntitle: [\n---\n' })
  expect(broken.diagnostics.map(({ rule }) => rule)).toEqual(['syntax'])
  expect(written(rebuilt(broken))).toEqual({})
})
