import picocolors from 'picocolors'
import { expect, test } from 'vitest'
import { unifiedDiff } from '../../src/reporters/unified-diff.ts'

const plain = picocolors.createColors(false)

test('shows what changes, with two lines around it', () => {
  const before = 'a\nb\nc\nd\ne\nf\n'
  expect(unifiedDiff({ path: 'x.md', before, after: before.replace('d', 'D') }, plain)).toBe(
    '--- x.md\n+++ x.md\n@@ -2,5 +2,5 @@\n b\n c\n-d\n+D\n e\n f\n',
  )
})

test('a file that is new or gone has no name on the other side', () => {
  expect(unifiedDiff({ path: 'x.md', before: null, after: 'a\n' }, plain)).toBe(
    '--- /dev/null\n+++ x.md\n@@ -0,0 +1,1 @@\n+a\n',
  )
  expect(unifiedDiff({ path: 'x.md', before: 'a\n', after: null }, plain)).toContain('+++ /dev/null\n')
})

test('names and lines are escaped', () => {
  const text = unifiedDiff({ path: '::x\u001b.md', before: '', after: '\u202e##[error]\r\n' }, plain)
  expect(text).toContain('+++ "./::x\\\\u001b.md"\n')
  expect(text).toContain('+\\u202e##\\u005berror]\\u000d\n')
})

test('a missing line break at the end is reported', () => {
  expect(unifiedDiff({ path: 'x', before: 'a', after: 'a\n' }, plain)).toContain(
    '\\ No newline at end of file',
  )
})

test('additions and removals are colored', () => {
  const colors = picocolors.createColors(true)
  const text = unifiedDiff({ path: 'x', before: 'a\n', after: 'b\n' }, colors)
  expect(text).toContain(`${colors.red('-a')}\n${colors.green('+b')}\n`)
})
