import { expect, test } from 'vitest'
import type { Finding } from '../../src/core/diagnostic.ts'
import { countUnread, firstError, readStatus, refuseObstacle, refuseUnread } from '../../src/stores/unread.ts'
import { literalDocument } from '../layouts/workspace/literal-memory.ts'

const finding = (rule: string, severity: Finding['severity'], line = 1): Finding => ({
  rule,
  severity,
  place: { line, column: 1, endLine: line, endColumn: 1 },
  message: `${rule} is wrong`,
  help: `Fix ${rule}.`,
  fixable: false,
})

const document = (path: string, ...findings: readonly Finding[]) => literalDocument(path, { findings })

test('files without anything are counted by whether they could be read, and named', () => {
  const lost = [
    document('a.md', finding('unreadable', 'error')),
    document('b.md'),
    document('c.md', finding('odd', 'error')),
  ]
  expect(countUnread(lost, ['unreadable'])).toEqual({
    malformed: 2,
    unreadable: 1,
    files: ['a.md', 'b.md', 'c.md'],
  })
  expect(countUnread(lost, ['unreadable', 'odd'])).toMatchObject({ malformed: 1, unreadable: 2 })
})

test('a reading that went on without something is degraded', () => {
  expect(readStatus({ malformed: 0, unreadable: 0 })).toBe('ok')
  expect(readStatus({ malformed: 1, unreadable: 0 })).toBe('degraded')
  expect(readStatus({ malformed: 0, unreadable: 1 })).toBe('degraded')
})

test('the first error says why a file is not written to', () => {
  const broken = document('a.md', finding('odd', 'warning'), finding('bad', 'error', 7))
  expect(firstError(broken)?.rule).toBe('bad')
  expect(firstError(undefined)).toBeUndefined()
  expect(refuseUnread(broken, { path: 'a.md', kept: 'Nothing is written' })).toEqual({
    refusal: 'a.md cannot be read in full, line 7: bad is wrong',
    help: 'Nothing is written before that is fixed. Fix bad.',
  })
  expect(
    refuseUnread(document('a.md'), { path: 'a.md', what: 'is no log', kept: 'Nothing is added' }),
  ).toEqual({
    refusal: 'a.md is no log',
    help: 'Nothing is added before that is fixed. See `memkeep check`.',
  })
})

test('what git does not see as a file is in the way', () => {
  const hidden = new Map([['a.md', 'it is a symlink']])
  expect(refuseObstacle('a.md', hidden)?.refusal).toBe('a.md cannot be written: it is a symlink')
  expect(refuseObstacle('b.md', hidden)).toBeNull()
  expect(refuseObstacle('a.md', undefined)).toBeNull()
})
