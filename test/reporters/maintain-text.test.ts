import { expect, test } from 'vitest'
import { baselineText } from '../../src/reporters/maintain-text.ts'

const row = (count: number) => ({ path: 'a.md', rule: 'link-resolves', count })

test.each([
  [
    1,
    '1 finding is always reported, and was not counted',
    '1 finding came after the file was written, and was not added: fix it',
  ],
  [
    2,
    '2 findings are always reported, and were not counted',
    '2 findings came after the file was written, and were not added: fix them',
  ],
])('a baseline speaks of %d finding in the right number', (count, never, added) => {
  const text = baselineText({ before: 3, after: 3, written: false, never: [row(count)], added: [row(count)] })
  expect(text).toBe(
    `memkeep-baseline.json: 3 known findings, as before\n${never}\n  a.md: ${count} link-resolves\n${added}\n  a.md: ${count} link-resolves\n`,
  )
})
