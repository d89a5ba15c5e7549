import { expect, test } from 'vitest'
import { literalSnapshot } from '../../src/core/snapshot.ts'

const snapshot = literalSnapshot({
  'b.md': 'text',
  'a/link.md': { link: '../b.md' },
  'a.bin': new Uint8Array([0xff, 0x00]),
})

test('lists its files in order of paths, with their modes', () => {
  expect([...snapshot.files.values()]).toEqual([
    { path: 'a.bin', id: null, mode: 'file' },
    { path: 'a/link.md', id: null, mode: 'link' },
    { path: 'b.md', id: null, mode: 'file' },
  ])
  expect(snapshot.label).toBe('literal')
  expect(literalSnapshot({}, 'empty').label).toBe('empty')
})

test('marks what git ignores, and what it does not know of', async () => {
  const marked = literalSnapshot({ a: { ignored: 'one' }, b: { untracked: 'two' } })
  expect([...marked.files.values()]).toEqual([
    { path: 'a', id: null, mode: 'file', ignored: true },
    { path: 'b', id: null, mode: 'file', untracked: true },
  ])
  const texts = [...(await marked.read(['a', 'b'])).values()].map((content) =>
    'bytes' in content ? new TextDecoder().decode(content.bytes) : content.failure,
  )
  expect(texts).toEqual(['one', 'two'])
})

test('reads texts, bytes and the targets of links', async () => {
  const contents = await snapshot.read(['b.md', 'a/link.md', 'a.bin', 'c.md'])
  const bytes = (path: string) => {
    const content = contents.get(path)
    return content && 'bytes' in content ? [...content.bytes] : content
  }
  expect(bytes('b.md')).toEqual([...'text'].map((c) => c.charCodeAt(0)))
  expect(bytes('a/link.md')).toEqual([...'../b.md'].map((c) => c.charCodeAt(0)))
  expect(bytes('a.bin')).toEqual([0xff, 0x00])
  expect(bytes('c.md')).toEqual({ failure: 'no such file' })
})

test('equal contents have one id, others another', async () => {
  const contents = await literalSnapshot({ a: 'x', b: 'x', c: 'y', d: new Uint8Array([0x78]) }).read([
    ...'abcd',
  ])
  const [a, b, c, d] = [...contents.values()].map((content) => ('id' in content ? content.id : ''))
  expect(a).toBe(b)
  expect(a).toBe(d)
  expect(c).not.toBe(a)
})
