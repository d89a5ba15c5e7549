import { expect, test } from 'vitest'
import type { ItemAt } from '../../src/core/changes/item-changes.ts'
import { digest, sketch } from '../../src/formats/hash.ts'
import { plainText, refuseUnseen } from '../../src/stores/clean-text.ts'
import { likenesses } from '../../src/stores/likeness.ts'
import { literalDocument } from '../layouts/workspace/literal-memory.ts'

test('a text has LF, and neither a byte order mark nor blank lines at its ends', () => {
  expect(plainText('\ufeff \t\r\n\r\n  a\r\n\r\nb\rc \n\n')).toBe('  a\n\nb\nc')
  expect(plainText(' \n\n')).toBe('')
})

test('what no reader can see is refused by the name of its text, in lists as well', () => {
  expect(refuseUnseen({ title: 'fine', tags: ['fine', 'too'], limit: 3, none: undefined })).toBeNull()
  expect(refuseUnseen({ title: 'fine', content: 'a\u202eb' })?.refusal).toContain('content, line 1')
  expect(refuseUnseen({ tags: ['fine', 'a\u200bb'] })?.refusal).toContain('tags, line 1')
  expect(refuseUnseen({ title: 'half \ud83d' })?.refusal).toContain('Half of a character is in title')
})

const LONG = 'One two three four five six seven eight nine ten eleven twelve.'

function at(title: string, content: string): ItemAt {
  const document = literalDocument('memory/a.md')
  const place = { line: 1, column: 1, endLine: 1, endColumn: 1 }
  const item = { kind: 'fact', key: title, title, place, fields: {} }
  return { document, item: { ...item, digest: digest(content), sketch: sketch(content) } }
}

test('likeness is by title as titles are compared, by body, and by the share of words', () => {
  const items = [at('A  TITLE', 'Something else'), at('Another', LONG), at('Other', `${LONG} Thirteen.`)]
  const [titled, same, near] = likenesses({ title: 'a title', content: LONG }, items)
  expect(titled).toMatchObject({ at: items[0], isTitled: true, isSame: false, share: 0 })
  expect(same).toMatchObject({ isTitled: false, isSame: true, share: 1 })
  expect(near).toMatchObject({ isTitled: false, isSame: false })
  expect(near?.share).toBeGreaterThan(0.5)
  expect(near?.share).toBeLessThan(1)
})
