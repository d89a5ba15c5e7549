import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LongLine, standardLines } from '../../src/mcp/standard-lines.ts'
import { anyCharacter } from '../helpers/any-character.ts'

/** The bytes in pieces of these sizes, over and over. */
function pieces(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const found: Buffer[] = []
  for (let at = 0, i = 0; at < bytes.length; i += 1) {
    const size = sizes[i % sizes.length] ?? 1
    found.push(bytes.subarray(at, at + size))
    at += size
  }
  return found
}

async function read(input: readonly Buffer[], most: number) {
  const judged: (string | LongLine)[] = []
  const keep = (line: string | LongLine): boolean => judged.push(line) > 0
  const kept: string[] = []
  for await (const line of standardLines({ most, keep }, Readable.from(input))) kept.push(String(line))
  return { judged, kept }
}

test('however the bytes come, the lines are the same, and long ones are known by their ends', async () => {
  const line = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 40 }),
    fc.integer({ min: 500, max: 3000 }).map((length) => 'ab😀cdefg'.repeat(length / 8)),
  )
  const lines = fc.array(line.map((text) => text.replaceAll('\n', '').toWellFormed()))
  const sizes = fc.array(fc.integer({ min: 1, max: 1500 }), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(lines, sizes, fc.string(), async (texts, cuts, rest) => {
      const bytes = Buffer.from(texts.map((text) => `${text}\n`).join('') + rest.replaceAll('\n', ''))
      const most = 1000
      const { judged, kept } = await read(pieces(bytes, cuts), most)
      const short = texts.filter((text) => Buffer.byteLength(text) < most).map((text) => `${text}\n`)
      expect(kept).toEqual(short)
      expect(judged.filter((one) => typeof one === 'string')).toEqual(short)
      const long = texts.map((text) => Buffer.from(`${text}\n`)).filter(({ length }) => length > most)
      expect(judged.filter((one) => typeof one !== 'string')).toEqual(
        long.map((whole) => ({
          bytes: whole.length,
          start: whole.subarray(0, 256).toString('utf8'),
          end: whole.subarray(-256).toString('utf8'),
        })),
      )
    }),
    { numRuns: 200 },
  )
})

test('what is not kept goes no further', async () => {
  const keep = (line: string | LongLine): boolean => line === 'b\n'
  const input = Readable.from([Buffer.from('a\nb\nc\n')])
  const kept: string[] = []
  for await (const line of standardLines({ most: 10, keep }, input)) kept.push(String(line))
  expect(kept).toEqual(['b\n'])
})

test('a source that has no listener any longer is paused', async () => {
  const input = new Readable({ read: () => undefined })
  const lines = standardLines({ most: 10, keep: () => true }, input)
  lines.on('data', () => undefined)
  lines.destroy()
  await new Promise((done) => lines.once('close', done))
  expect(input.isPaused()).toBe(true)
})
