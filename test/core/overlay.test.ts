import { expect, test } from 'vitest'
import { type FileContent, literalSnapshot } from '../../src/core/snapshot.ts'
import { overlay, type PlannedFile } from '../../src/core/write-plan.ts'

const plan = new Map<string, PlannedFile>([
  ['b.md', { kind: 'text', text: 'new' }],
  ['a.md', { kind: 'text', text: 'added' }],
  ['c.md', { kind: 'delete' }],
  ['d.md', { kind: 'link', target: 'b.md' }],
])
const below = literalSnapshot({ 'b.md': 'old', 'c.md': 'gone', 'e.md': 'kept' }, 'work tree')
const planned = overlay(below, plan)

const shown = (content: FileContent | undefined) =>
  content && 'bytes' in content ? new TextDecoder().decode(content.bytes) : content

test('lists files as they will be, in order of paths', () => {
  expect([...planned.files.values()].map(({ path, mode }) => `${path} ${mode}`)).toEqual([
    'a.md file',
    'b.md file',
    'd.md link',
    'e.md file',
  ])
  expect(planned.label).toBe('work tree with planned writes')
})

test('reads what is planned, and the rest from below', async () => {
  const contents = await planned.read(['a.md', 'b.md', 'c.md', 'd.md', 'e.md', 'f.md'])
  expect([...contents.keys()].sort()).toEqual(['a.md', 'b.md', 'c.md', 'd.md', 'e.md', 'f.md'])
  expect(shown(contents.get('a.md'))).toBe('added')
  expect(shown(contents.get('b.md'))).toBe('new')
  expect(shown(contents.get('c.md'))).toEqual({ failure: 'no such file' })
  expect(shown(contents.get('d.md'))).toBe('b.md')
  expect(shown(contents.get('e.md'))).toBe('kept')
  expect(shown(contents.get('f.md'))).toEqual({ failure: 'no such file' })
})

test('leaves the snapshot below as it was', async () => {
  expect([...below.files.keys()]).toEqual(['b.md', 'c.md', 'e.md'])
  expect(shown((await below.read(['b.md'])).get('b.md'))).toBe('old')
})

test('what git has stored stays so', () => {
  expect(overlay({ ...below, stored: true }, plan).stored).toBe(true)
  expect(planned.stored).toBeUndefined()
})

test('an empty plan changes nothing', () => {
  expect([...overlay(below, new Map()).files]).toEqual([...below.files])
})
