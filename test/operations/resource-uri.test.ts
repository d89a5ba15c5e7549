import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalUri, resourceUri } from '../../src/operations/resources.ts'
import { anyCharacter } from '../helpers/any-character.ts'

describe('the URI of a memory file', () => {
  test.each([
    ['user/memory/decisions.md', 'memkeep://workspace/user/memory/decisions.md'],
    ['a b/ü 100%/x?y#z.md', 'memkeep://workspace/a%20b/%C3%BC%20100%25/x%3Fy%23z.md'],
  ])('of %j is %j', (path, uri) => {
    expect(resourceUri('workspace', path)).toBe(uri)
  })

  test('leads back to one path, and no other path has it', () => {
    const path = fc
      .array(fc.string({ unit: anyCharacter, minLength: 1 }), { minLength: 1 })
      .map((parts) => parts.join('/'))
    fc.assert(
      fc.property(path, path, (one, other) => {
        const uri = resourceUri('workspace', one)
        fc.pre(uri !== null)
        expect(canonicalUri(uri)).toBe(uri)
        expect(new URL(uri).host).toBe('workspace')
        expect(resourceUri('workspace', other) === uri).toBe(one === other)
      }),
    )
  })

  test('no path that is no text has one', () => {
    expect(resourceUri('workspace', 'a\ud800.md')).toBe(null)
  })

  test.each([
    ['memkeep://workspace/a%62.md', 'memkeep://workspace/ab.md'],
    ['memkeep://workspace/a+b.md', 'memkeep://workspace/a%2Bb.md'],
  ])('%s is another spelling of %s', (uri, same) => {
    expect(canonicalUri(uri)).toBe(same)
  })

  test.each([
    'file:///etc/passwd',
    'memkeep:workspace/a.md',
    'memkeep://workspace',
    'memkeep://workspace/',
    'memkeep://work space/a.md',
    'memkeep://workspace/%',
    'memkeep://workspace/%ff',
    'memkeep://workspace/a.md?x=1',
    'memkeep://workspace/a.md#x',
    '',
  ])('%j is none', (uri) => {
    expect(canonicalUri(uri)).toBe(null)
  })
})
