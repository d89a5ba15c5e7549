import { expect, test } from 'vitest'
import { fileChanges, fileNotes } from '../../src/core/changes/file-changes.ts'
import { literalSnapshot } from '../../src/core/snapshot.ts'
import type { Files } from '../helpers/check-literal.ts'
import { checkLiteral, storedSnapshot } from '../helpers/check-literal.ts'
import { documentOf } from './literal-parts.ts'

const NONE = { added: [], changed: [], moved: [], gone: [] }

async function between(before: Files, after: Files) {
  const [old, now] = await Promise.all([checkLiteral(before), checkLiteral(after)])
  return fileChanges(
    { files: storedSnapshot(before).files, documents: old.documents },
    { files: storedSnapshot(after).files, documents: now.documents },
  )
}

test('a file is added, changed, moved or gone, and other files are none of the memory', async () => {
  const before = {
    'memory-bank/activeContext.md': '# Now\n',
    'memory-bank/a.md': 'a',
    'memory-bank/b.md': 'b',
    'src/x.md': 'x',
  }
  expect(await between(before, before)).toEqual(NONE)
  const after = {
    'memory-bank/activeContext.md': '# Later\n',
    'memory-bank/topics/a.md': 'a',
    'memory-bank/c.md': 'c',
  }
  expect(await between(before, after)).toEqual({
    added: ['memory-bank/c.md'],
    changed: ['memory-bank/activeContext.md'],
    moved: [{ from: 'memory-bank/a.md', to: 'memory-bank/topics/a.md' }],
    gone: ['memory-bank/b.md'],
  })
})

test('a file that leaves the memory is gone, and one that comes from elsewhere is new', async () => {
  const inside = { 'memory-bank/a.md': 'a', 'memory-bank/activeContext.md': '# Now\n' }
  const outside = { 'old/a.md': 'a', 'memory-bank/activeContext.md': '# Now\n' }
  expect(await between(inside, outside)).toEqual({ ...NONE, gone: ['memory-bank/a.md'] })
  expect(await between(outside, inside)).toEqual({ ...NONE, added: ['memory-bank/a.md'] })
})

test('a file that is edited and moved at once is moved where its items have ids', async () => {
  const task = (id: string, status: string) =>
    `---\nid: ${id}\ntitle: Solo\nstatus: ${status}\ncreated: 2026-01-02\n---\n\nText.\n`
  const before = {
    'memory/tasks/a.md': task('task-1', 'todo'),
    'memory/tasks/b.md': task('task-2', 'todo'),
    'memory/tasks/c.md': task('task-3', 'todo'),
  }
  const after = {
    'memory/tasks/archive/a.md': task('task-1', 'done'),
    'memory/tasks/archive/b.md': task('task-9', 'done'),
    'memory/tasks/c.md': task('task-3', 'todo'),
  }
  expect(await between(before, after)).toEqual({
    ...NONE,
    added: ['memory/tasks/archive/b.md'],
    moved: [{ from: 'memory/tasks/a.md', to: 'memory/tasks/archive/a.md' }],
    gone: ['memory/tasks/b.md'],
  })
})

test('a file that becomes a link is changed, and each of two equal files moves once', async () => {
  const before = { 'memory-bank/a.md': 'a', 'memory-bank/b.md': 'a', 'memory-bank/activeContext.md': 'x' }
  expect(await between(before, { ...before, 'memory-bank/a.md': { link: 'a' } })).toEqual({
    ...NONE,
    changed: ['memory-bank/a.md'],
  })
  expect(await between(before, { 'memory-bank/activeContext.md': 'x', 'memory-bank/c.md': 'a' })).toEqual({
    ...NONE,
    moved: [{ from: 'memory-bank/a.md', to: 'memory-bank/c.md' }],
    gone: ['memory-bank/b.md'],
  })
})

test('contents without a name are not known to be the same, and what git ignores is no change', () => {
  const document = { path: 'a.md', id: '' }
  const side = { files: literalSnapshot({ 'a.md': { link: 'b' } }).files, documents: [] }
  expect(fileChanges(side, side)).toEqual(NONE)
  const ignored = literalSnapshot({ 'a.md': { ignored: 'b' } }).files
  const documents = [documentOf({ ...document, complete: false })]
  expect(fileChanges({ files: new Map(), documents: [] }, { files: ignored, documents })).toEqual(NONE)
  expect(fileChanges({ ...side, documents }, { ...side, documents })).toEqual({ ...NONE, changed: ['a.md'] })
})

test('many files of one folder are the folder and their number', () => {
  const gone = ['SOUL.md', ...[1, 2, 3, 4, 5].map((n) => `memory-bank/${n}.md`), 'rules/a.md']
  expect(fileNotes({ ...NONE, gone, changed: ['a.md', 'b.md', 'c.md', 'd.md'] })).toEqual([
    'gone from memory: SOUL.md, memory-bank/ (5 files), rules/a.md',
    'changed in memory: a.md, b.md, c.md, d.md',
  ])
  const folders = Array.from({ length: 14 }, (_, i) => `f${i}/a.md`)
  expect(fileNotes({ ...NONE, added: folders })[0]).toMatch(/^new in memory: f0\/a\.md, .* and 2 more$/)
  expect(fileNotes({ ...NONE, moved: [{ from: 'a.md', to: 'b.md' }] })).toEqual([
    'moved in memory: a.md → b.md',
  ])
})
