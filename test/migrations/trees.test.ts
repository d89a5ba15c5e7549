import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import type { FileChange, FileHistory, Migration } from '../../src/core/migration.ts'
import { amongLayoutsOn } from '../../src/core/places.ts'
import { type LiteralFile, literalSnapshot, type Snapshot } from '../../src/core/snapshot.ts'
import { overlay } from '../../src/core/write-plan.ts'
import { factsInMemory } from '../../src/engine/documents/facts.ts'
import { planMigrations } from '../../src/engine/migrations/plan-migrations.ts'
import type { PlannedRun } from '../../src/engine/migrations/vet-plan.ts'
import { loadSettings } from '../../src/engine/settings/load-settings.ts'
import { layouts } from '../../src/layouts/index.ts'
import { rules } from '../../src/rules/index.ts'
import { readTree } from '../helpers/read-tree.ts'

const HERE = 'test/migrations'

/** What a tree says next to its files. */
type TreeInput = {
  readonly history?: { readonly [path: string]: FileHistory }
  readonly choices?: readonly string[]
  readonly today?: string
}

/** Folders with a `before` and an `after`, below the folder that has the id of their migration. */
const TREES = readdirSync(HERE, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => existsSync(join(HERE, path, 'before')) && existsSync(join(HERE, path, 'after')))
  .map((path) => ({ path: join(HERE, path), id: path.split('/', 1)[0] ?? '' }))

function migrationOf(id: string): Migration {
  const found = migrations.find((one) => one.id === id)
  if (!found) throw new Error(`there is no migration ${id}`)
  return found
}

async function planOn(snapshot: Snapshot, folder: string, migration: Migration): Promise<PlannedRun> {
  const path = join(folder, 'input.json')
  const input: TreeInput = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  const settings = await loadSettings({ snapshot, cwd: '', top: '', skip: [] })
  return planMigrations([{ migration, file: null }], {
    snapshot,
    load: {
      layouts: amongLayoutsOn(layouts),
      rules,
      settings,
      facts: factsInMemory(),
      today: input.today ?? '2026-03-01',
    },
    choices: new Set(input.choices ?? []),
    isWanted: () => true,
    histories: async () => new Map(Object.entries(input.history ?? {})),
    guard: () => null,
    owed: new Set(),
  })
}

async function contentsOf(snapshot: Snapshot): Promise<{ readonly [path: string]: string }> {
  const contents = await snapshot.read([...snapshot.files.keys()])
  return Object.fromEntries(
    [...contents].map(([path, content]) => {
      const bytes = 'bytes' in content ? Buffer.from(content.bytes).toString('latin1') : content.failure
      return [path, `${snapshot.files.get(path)?.mode} ${bytes}`]
    }),
  )
}

/** What an edit leaves of a text, seen from the text alone. */
function keeps(before: string, after: string, { edits }: Extract<FileChange, { kind: 'edit' }>): boolean {
  const ordered = [...edits].sort((a, b) => a.start - b.start)
  let read = 0
  let written = 0
  for (const { start, end, text } of ordered) {
    const kept = before.slice(read, start)
    if (after.slice(written, written + kept.length + text.length) !== kept + text) return false
    written += kept.length + text.length
    read = end
  }
  return after.slice(written) === before.slice(read)
}

function textOf(file: LiteralFile | undefined): string {
  return file instanceof Uint8Array ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(file) : ''
}

describe.each(TREES)('$path', ({ path, id }) => {
  const before = readTree(join(path, 'before'))
  const after = readTree(join(path, 'after'))

  test('becomes what is next to it, byte for byte', async () => {
    const snapshot = literalSnapshot(before)
    const { plan, migrations: planned } = await planOn(snapshot, path, migrationOf(id))
    expect(planned.flatMap(({ refused }) => refused)).toEqual([])
    expect(await contentsOf(overlay(snapshot, plan))).toEqual(await contentsOf(literalSnapshot(after)))
  })

  test('is planned no second time', async () => {
    const { migrations: planned } = await planOn(literalSnapshot(after), path, migrationOf(id))
    expect(planned.flatMap(({ sets }) => sets)).toEqual([])
  })

  test('keeps every character outside the edits', async () => {
    const { migrations: planned } = await planOn(literalSnapshot(before), path, migrationOf(id))
    const edited = planned.flatMap(({ sets }) => sets.flat()).filter((change) => change.kind === 'edit')
    const torn = edited.filter((one) => !keeps(textOf(before[one.path]), textOf(after[one.path]), one))
    expect(torn).toEqual([])
  })
})

test('every migration has a tree, and every tree a migration', () => {
  expect([...new Set(TREES.map(({ id }) => id))].sort()).toEqual(migrations.map(({ id }) => id))
})
