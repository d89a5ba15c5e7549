import { describe, expect, test } from 'vitest'
import { headerLine, readHeader, type ShardHeader } from '../../../src/ci/shards/shard-files.ts'

const HEADER: ShardHeader = {
  version: '1.2.3',
  build: 'abc',
  shard: { index: 3, of: 8 },
  made: ['work tree of 1a2b3c4d5e6f', 'commit "\n'],
  settings: 'f'.repeat(32),
  documents: 42,
  sha256: '0123456789abcdef'.repeat(4),
}

test('what is written is read', () => {
  expect(readHeader(headerLine(HEADER))).toEqual(HEADER)
})

test('it is one line that takes the same room before and after', () => {
  const lines = [0, 7, 200_000, Number.MAX_SAFE_INTEGER].map((documents) =>
    headerLine({ ...HEADER, documents }),
  )
  lines.push(headerLine({ ...HEADER, documents: 0, sha256: '' }))
  expect(new Set(lines.map((line) => line.length)).size).toBe(1)
  expect(lines.map((line) => line.indexOf('\n'))).toEqual(lines.map((line) => line.length - 1))
})

describe('what is no header', () => {
  const said = JSON.parse(headerLine(HEADER)) as Record<string, unknown>
  const { 'memkeep-shard': _, ...rest } = said
  const withPart = (part: Record<string, unknown>): string =>
    `{"memkeep-shard":1,${JSON.stringify({ ...rest, ...part }).slice(1)}`

  test('the test itself makes headers', () => {
    expect(readHeader(withPart({}))).toEqual(HEADER)
  })

  test.each([
    ['nothing', ''],
    ['other text', 'hello'],
    ['other JSON', '{"a":1}'],
    ['half of it', withPart({}).slice(0, 60)],
    ['another form of the file', withPart({}).replace('"memkeep-shard":1', '"memkeep-shard":2')],
    ['a shard beyond the last', withPart({ index: 9 })],
    ['a shard that is a text', withPart({ index: '3' })],
    ['no shard', withPart({ of: null })],
    ['too many shards', withPart({ of: 1e9 })],
    ['half a shard', withPart({ index: 2.5 })],
    ['a negative count', withPart({ documents: -1 })],
    ['an endless count', withPart({ documents: 1e300 })],
    ['a short checksum', withPart({ sha256: 'abc' })],
    ['a checksum that is a list', withPart({ sha256: ['0123456789abcdef'.repeat(4)] })],
    ['a version that is a number', withPart({ version: 1 })],
    ['made of a number', withPart({ made: [1] })],
    ['made of nothing known', withPart({ made: 'commit' })],
  ])('%s', (_name, line) => {
    expect(readHeader(line)).toBeNull()
  })
})
