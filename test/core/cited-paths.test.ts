import { describe, expect, test } from 'vitest'
import type { Citation } from '../../src/core/citation.ts'
import { heldPath, holdsPath, movedText } from '../../src/core/cited-paths.ts'
import { literalSnapshot } from '../../src/core/snapshot.ts'
import { WHOLE_FILE } from '../../src/core/text.ts'

const { files } = literalSnapshot({
  'src/db/pool.ts': '',
  'src/AGENTS.md': '',
  'packages/a/src/index.ts': '',
  'packages/b/src/index.ts': '',
  vendored: { link: 'elsewhere' },
  'src/Third': { link: 'elsewhere' },
})

const cite = (target: string, within: Citation['within'] = 'code'): Citation => ({
  kind: 'path',
  target,
  within,
  place: WHOLE_FILE,
})

describe('what a path means', () => {
  test.each([
    ['from the root', 'src/db/pool.ts'],
    ['from the folder of the file', 'db/pool.ts'],
    ['from the folder, with a dot', './db/pool.ts'],
    ['one folder up', '../src/db/pool.ts'],
    ['a folder', 'src/db/'],
    ['the end of a path', 'a/src/index.ts'],
    ['a name alone', 'pool.ts'],
    ['behind a link', 'vendored/x/y.ts'],
    ['behind a link in the folder of the file', 'Third/x/y.ts'],
    ['behind a link that is not the first step', 'src/Third/y.ts'],
  ])('%s', (_, target) => {
    expect(holdsPath(cite(target), 'src/AGENTS.md', files)).toBe(true)
  })

  test.each(['src/pool.ts', 'b/pool.ts', '../db/pool.ts', 'ool.ts', 'src/db/pool'])(
    '%s is not there',
    (target) => {
      expect(holdsPath(cite(target), 'src/AGENTS.md', files)).toBe(false)
    },
  )

  test('a tree may begin with the name of the repository', () => {
    expect(holdsPath(cite('shop/src/db/pool.ts', 'tree'), 'AGENTS.md', files)).toBe(true)
    expect(holdsPath(cite('shop/src/db/pool.ts'), 'AGENTS.md', files)).toBe(false)
  })

  test('several files of one end are no certain one', () => {
    expect(heldPath(cite('pool.ts'), 'AGENTS.md', files)).toBe('src/db/pool.ts')
    expect(heldPath(cite('src/index.ts'), 'AGENTS.md', files)).toBeNull()
  })
})

describe('how a path is written after a rename', () => {
  const after = literalSnapshot({ 'lib/sql/pool.ts': '', 'lib/http/pool.ts': '', 'lib/one.ts': '' }).files
  test.each([
    ['src/pool.ts', 'AGENTS.md', 'src/pool.ts', 'lib/sql/pool.ts', 'lib/sql/pool.ts'],
    ['./src/pool.ts', 'AGENTS.md', 'src/pool.ts', 'lib/sql/pool.ts', './lib/sql/pool.ts'],
    ['pool.ts', 'src/AGENTS.md', 'src/pool.ts', 'lib/sql/pool.ts', '../lib/sql/pool.ts'],
    ['src/db/', 'AGENTS.md', 'src/db', 'lib/sql', 'lib/sql/'],
    ['deep/one.ts', 'AGENTS.md', 'src/deep/one.ts', 'lib/one.ts', 'lib/one.ts'],
    ['pool.ts', 'AGENTS.md', 'src/db/pool.ts', 'lib/sql/pool.ts', 'lib/sql/pool.ts'],
    ['one.ts', 'AGENTS.md', 'src/old.ts', 'lib/one.ts', 'one.ts'],
  ])('%s in %s', (target, from, was, now, expected) => {
    expect(movedText(cite(target), from, { was, now, files: after })).toBe(expected)
  })
})

test('a link is written as a page follows it, also where its writer counted from another folder', () => {
  const files = literalSnapshot({ 'docs/src/guide.md': '' }).files
  const from = '.squad/identity/mode.md'
  const moved = { was: 'docs/guide.md', now: 'docs/src/guide.md', files }
  expect(movedText(cite('../docs/guide.md', 'link'), from, moved)).toBe('../../docs/src/guide.md')
  expect(movedText(cite('../docs/guide.md'), from, moved)).toBe('../docs/src/guide.md')
})

test('a file far below is looked at in little time', () => {
  const deep = `${'a/'.repeat(1500)}AGENTS.md`
  const listing = literalSnapshot({ [deep]: '' }).files
  const begun = process.cpuUsage().user
  for (let i = 0; i < 5; i += 1) holdsPath(cite(`src/x${i}.ts`), deep, listing)
  expect((process.cpuUsage().user - begun) / 1000).toBeLessThan(2000)
})
