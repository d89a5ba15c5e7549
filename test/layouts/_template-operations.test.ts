import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { template } from '../../src/layouts/_template/layout.ts'
import { addNote } from '../../src/layouts/_template/operations/add-note.ts'
import type { OperationResult } from '../../src/operations/operation-call.ts'
import { operationFlags } from '../../src/operations/operation-flags.ts'
import { runOperation } from '../../src/operations/run-operation.ts'
import { tempRepo } from '../helpers/temp-repo.ts'

const GOOD: JsonObject = { title: 'Prices are in cents: always', body: 'Never in floats.', tags: ['money'] }
const PATH = 'notes/2026-06-01-prices-are-in-cents-always.md'
const NOTE =
  '---\ntitle: "Prices are in cents: always"\ndate: "2026-06-01"\ntags: [money]\n---\n\nNever in floats.\n'

function add(cwd: string, changes: JsonObject = {}): Promise<OperationResult> {
  const options = { cwd, cache: false, today: '2026-06-01' }
  return runOperation({ operation: addNote, layout: template }, { ...GOOD, ...changes }, options)
}

function notes(dir: string): ReadonlyMap<string, string> {
  const names = readdirSync(join(dir, 'notes')).map((name) => `notes/${name}`)
  return new Map(names.map((path) => [path, readFileSync(join(dir, path), 'utf8')]))
}

test('a note is saved, and the list with it; the same note again changes nothing', async () => {
  const { dir } = tempRepo()
  expect(await add(dir, { dry_run: true })).toMatchObject({ written: [], data: { saved: false, path: PATH } })
  expect(await add(dir)).toMatchObject({ written: [PATH, 'notes/list.json'], data: { saved: true } })
  const files = notes(dir)
  expect(files.get(PATH)).toBe(NOTE)
  expect(await add(dir)).toMatchObject({ written: [], data: { saved: false, path: PATH } })
  expect(notes(dir)).toEqual(files)
})

test('a note is not replaced, and what the check refuses is not saved', async () => {
  const { dir } = tempRepo()
  await add(dir)
  const files = notes(dir)
  expect(await add(dir, { body: 'Other.' })).toMatchObject({
    refusal: `${PATH} exists, and says something else`,
  })
  expect(await add(dir, { title: 'Other', body: '<<<<<<< HEAD\n=======\n>>>>>>> x\n' })).toHaveProperty(
    'refusal',
  )
  expect(notes(dir)).toEqual(files)
  expect(await add(dir, { title: '../../x' })).toMatchObject({ data: { path: 'notes/2026-06-01-x.md' } })
})

test('its flags follow from its schema', () => {
  expect(operationFlags(addNote).map(({ name, type, required }) => `${name} ${type} ${required}`)).toEqual([
    'title text true',
    'body text true',
    'tags list false',
    'dry-run boolean false',
  ])
})
