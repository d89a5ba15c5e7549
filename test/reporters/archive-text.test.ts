import picocolors from 'picocolors'
import { expect, test } from 'vitest'
import { type ArchiveOutcome, archiveText } from '../../src/reporters/maintain-text.ts'

const shown = (part: Partial<ArchiveOutcome>): string =>
  archiveText(
    { moved: 2, kept: 1, written: [], refused: [], stage: null, changes: [], dryRun: false, ...part },
    picocolors.createColors(false),
  )

test('names what was written', () => {
  const said = 'wrote    a.md\nwrote    b.md\n\n✔ 2 items archived, 1 stays\n'
  const written = ['a.md', 'b.md']
  expect(shown({ written })).toBe(said)
  expect(shown({ written, stage: 'git add a.md b.md' })).toBe(
    `${said}\nStage all of these files for one commit:\n  git add a.md b.md\n`,
  )
})

test('shows what would be written', () => {
  const changes = [{ path: 'a.md', before: null, after: 'x\n' }]
  expect(shown({ dryRun: true, changes, moved: 1, kept: 3 })).toBe(
    '--- /dev/null\n+++ a.md\n@@ -0,0 +1,1 @@\n+x\n\n✔ 1 item would be archived, 3 stay\n',
  )
})

test('separates a move that was not made from an index that was not written', () => {
  const refused = [{ path: 'a\u001b.md', reason: 'it was changed meanwhile' }]
  const line = 'refused  a\\u001b.md: it was changed meanwhile\n\n'
  expect(shown({ refused })).toBe(`${line}✖ nothing was archived\n`)
  expect(shown({ refused, written: ['b.md'] })).toBe(
    `wrote    b.md\n${line}✖ 2 items archived, but not every file was written\n`,
  )
})

test('says so when there is nothing to do', () => {
  expect(shown({ moved: 0, kept: 4 })).toBe('✔ nothing to archive: the file has 4 items\n')
})
