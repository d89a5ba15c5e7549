import { expect, test } from 'vitest'
import { readTombstones } from '../../src/formats/comments.ts'
import { parseMarkdown } from '../../src/formats/markdown/parse-markdown.ts'

const read = (text: string) => readTombstones(parseMarkdown(text, 0))

test.each([
  ['<!-- memkeep-removed [2026-02-08] Deploy key -- it held the key -->', 'Deploy key', 'it held the key'],
  ['<!--memkeep-removed [2026-02-08] Deploy key -- a -- b-->', 'Deploy key', 'a -- b'],
  ['<!-- memkeep-removed [2026-02-08]\nDeploy key --\n  on two lines -->', 'Deploy key', 'on two lines'],
])('%s is a tombstone', (text, title, reason) => {
  const { tombstones, faults } = read(`# Decisions\n\n${text}\n`)
  expect(faults).toEqual([])
  expect(tombstones).toMatchObject([{ date: '2026-02-08', title, reason, place: { line: 3, column: 1 } }])
})

test.each([
  ['<!-- memkeep-removed -->', /not in lower case/],
  ['<!-- memkeep-removed: [2026-02-08] Deploy key -- why -->', /not in lower case/],
  ['<!-- Memkeep-Removed [2026-02-08] Deploy key -- why -->', /not in lower case/],
  ['<!-- memkeep-removed Deploy key -- why -->', /has no date/],
  ['<!-- memkeep-removed [2026-02-08]Deploy key -- why -->', /has no date/],
  ['<!-- memkeep-removed [2026-02-30] Deploy key -- why -->', /date "2026-02-30"/],
  ['<!-- memkeep-removed [8.2.2026] Deploy key -- why -->', /date "8.2.2026"/],
  ['<!-- memkeep-removed [2026-02-08] -- why -->', /has no title/],
  ['<!-- memkeep-removed [2026-02-08] Deploy key -->', /has no reason/],
  ['<!-- memkeep-removed [2026-02-08] Deploy key -- -->', /has no reason/],
  ['<!-- memkeep-removed [2026-02-08] Deploy key --why -->', /has no reason/],
  ['Text <!-- memkeep-removed [2026-02-08] Deploy key -- why -->', /not at the start of a line/],
  ['- a\n\n  <!-- memkeep-removed [2026-02-08] Deploy key -- why -->', /not at the start of a line/],
])('%s is none, and that is said', (text, message) => {
  const { tombstones, faults } = read(`${text}\n`)
  expect(tombstones).toEqual([])
  expect(faults).toMatchObject([{ message: expect.stringMatching(message) }])
  expect(faults[0]?.help).toContain('<!-- memkeep-removed [YYYY-MM-DD] Title -- reason -->')
})

test.each([
  '```\n<!-- memkeep-removed [2026-02-08] Deploy key -- why -->\n```\n',
  '    <!-- memkeep-removed -->\n',
  '`<!-- memkeep-removed -->`\n',
  '<!-- memkeep-removedx -->\n',
  '<!-- memkeep-removed-later -->\n',
  '<!-- see memkeep-removed -->\n',
])('%s is an example, or something else', (text) => {
  expect(read(text)).toEqual({ tombstones: [], faults: [] })
})
