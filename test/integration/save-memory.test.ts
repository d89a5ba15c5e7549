import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { preCommit } from '../../src/commit/pre-commit.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { workspace } from '../../src/layouts/workspace/layout.ts'
import { saveMemory } from '../../src/layouts/workspace/operations/save-memory.ts'
import type { OperationResult } from '../../src/operations/operation-call.ts'
import { runOperation } from '../../src/operations/run-operation.ts'
import { readTree } from '../helpers/read-tree.ts'
import { tempRepo } from '../helpers/temp-repo.ts'

const LOG = 'user/memory/workspaces/devtools/lessons.md'
const INDEX = 'user/memory/workspaces/devtools/_index.yaml'

const GOOD: JsonObject = {
  scope: { workspace: 'devtools' },
  type: 'lesson',
  title: 'The cache key needs the Node version',
  content: 'A native module of Node 20 was restored on Node 22 and crashed.',
  category: 'debugging',
  tags: ['ci', 'node'],
}

/** No detector knows it any more in the spelling of a tag. */
const TOKEN = `ghp_${'aB3dE5gH7jK9mN1pQ3sT'}5vW7yZ9bD1fG3hJ5`

function save(dir: string, changes: object = {}): Promise<OperationResult> {
  const options = { cwd: dir, cache: false, today: '2026-06-01' }
  return runOperation({ operation: saveMemory, layout: workspace }, { ...GOOD, ...changes }, options)
}

const read = (dir: string, path: string): string => readFileSync(join(dir, path), 'utf8')

test('saves into a log and its index in one step, and reports what was changed', async () => {
  const { dir } = tempRepo()
  const first = await save(dir)
  expect(first).toMatchObject({ written: [LOG, INDEX], notes: [], data: { saved: true, path: LOG, line: 3 } })
  const before = read(dir, LOG)
  const second = await save(dir, { title: 'Another', content: 'Nothing like it.', tags: [] })
  expect(second).toMatchObject({ written: [LOG, INDEX], data: { line: 12, index: { total_lessons: 2 } } })
  expect(read(dir, LOG).startsWith(before)).toBe(true)
  expect(read(dir, INDEX)).toContain('total_lessons: 2')
  if ('refusal' in second) throw new Error(second.refusal)
  expect(second.plan.get(LOG)).toEqual({ path: LOG, before, after: read(dir, LOG) })
  expect([...second.plan.keys()]).toEqual([LOG, INDEX])
})

test('of two first saves at the same time one starts the memory, and the other one is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const { dir } = tempRepo()
    const [shop, shpo] = await Promise.all(
      ['shop', 'shpo'].map((workspace) => save(dir, { scope: { workspace } })),
    )
    const refusals = [shop, shpo].flatMap((one) => (one && 'refusal' in one ? [one.refusal] : []))
    expect(refusals).toEqual([expect.stringMatching(/sh(?:op|po)/)])
  }
})

test('an index that is gone from disk comes back with what people wrote in the staged one', async () => {
  const { dir, git, write, remove } = tempRepo()
  await save(dir)
  write(INDEX, `# who reads this\n\n${read(dir, INDEX)}`)
  git('add', '--all')
  remove(INDEX)
  await save(dir, { title: 'Another', content: 'Nothing like it.', tags: [] })
  expect(read(dir, INDEX)).toMatch(/^# who reads this\n.*total_lessons: 2/s)
})

test('a dry run is checked like any other, and writes nothing', async () => {
  const { dir } = tempRepo()
  const shown = await save(dir, { dry_run: true })
  expect(shown).toMatchObject({ written: [], data: { saved: false, path: LOG } })
  if ('refusal' in shown) throw new Error(shown.refusal)
  expect([...shown.plan.keys()]).toEqual([LOG, INDEX])
  expect(await save(dir, { dry_run: true, content: '```\nx' })).toHaveProperty('refusal')
  expect(readTree(dir)).toEqual(readTree(tempRepo().dir))
})

test('what is refused leaves every file as it was', async () => {
  const { dir } = tempRepo()
  await save(dir)
  const before = readTree(dir)
  for (const [changes, why] of [
    [{}, 'the title and the text'],
    [{ title: 'Other', content: 'x\n\n### [2026-01-01] y\n\nz' }, 'line 3 of content'],
    [{ title: 'Other', content: `https://user:${'hunter'}2x9k@git.acme.dev/x` }, 'secret is in line 1'],
    [{ title: 'Other', content: 'x', tags: [TOKEN] }, 'A secret is in tags.0, found by github'],
    [{ title: 'Other', content: 'x', category: TOKEN }, 'A secret is in category, found by github'],
    [{ title: 'Other', content: '\u00a0' }, 'says nothing'],
    [{ title: 'Other', content: 'x', scope: { workspace: 'devtols' } }, 'did you mean devtools'],
    [{ title: 'Other', content: 'x', scope: { workspace: 'devtools', repository: 'cli' } }, 'repository'],
    [{ title: 'Other', content: 'x', categry: 'tooling' }, 'categry'],
  ] as const) {
    const result = await save(dir, changes)
    expect('refusal' in result && result.refusal).toContain(why)
  }
  expect(readTree(dir)).toEqual(before)
})

test('a log with an error outside the new entry takes an entry; one that cannot be read does not', async () => {
  const { dir, write } = tempRepo()
  const old = '### [2026-01-01] Old\n\n**Tags:** Bad Tag\n\nx\n'
  write(LOG, old)
  expect(await save(dir)).toMatchObject({ written: [LOG, INDEX] })
  expect(read(dir, LOG).startsWith(old)).toBe(true)
  write(LOG, `${old}<<<<<<< HEAD\n`)
  expect(await save(dir, { title: 'Other', content: 'Nothing like it.' })).toMatchObject({
    refusal: expect.stringContaining('cannot be read') as string,
  })
  expect(read(dir, LOG)).toBe(`${old}<<<<<<< HEAD\n`)
})

test('eight saves at once are eight entries', async () => {
  const { dir } = tempRepo()
  const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']
  const all = await Promise.all(
    names.map((name) => save(dir, { title: `Lesson ${name}`, content: `About ${name} alone.` })),
  )
  expect(all.filter((one) => 'refusal' in one)).toEqual([])
  for (const name of names) expect(read(dir, LOG)).toContain(`Lesson ${name}\n`)
  expect(read(dir, INDEX)).toContain('total_lessons: 8')
})

test('what is saved, the hook accepts as it is', async () => {
  const { dir, git, commit } = tempRepo()
  commit('start')
  await save(dir)
  await save(dir, { title: 'Another', content: 'Nothing like it.', type: 'decision', category: 'tooling' })
  git('add', '--all')
  const result = await preCommit({
    cwd: dir,
    args: [],
    stdin: () => Promise.resolve(''),
    cache: false,
    today: '2026-06-01',
    skip: [],
  })
  expect(result).toMatchObject({ refused: false, notes: [] })
  expect(result.check?.report.diagnostics).toEqual([])
  expect(
    git('status', '--porcelain')
      .split('\n')
      .every((line) => line.startsWith('A  ')),
  ).toBe(true)
})
