import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FactsCache, openFactsCache } from '../../src/cache/documents.ts'
import type { Document } from '../../src/core/document.ts'
import type { Json } from '../../src/core/json.ts'
import { anyCharacter } from '../helpers/any-character.ts'
import { runs } from '../helpers/runs.ts'
import { tempFolder } from '../helpers/temp-repo.ts'

/** The facts of a version lie in many files, each with a limit of its own. */
const MOST_OF_A_FILE = 8 * 1024 * 1024

const PLACE = { line: 1, column: 2, endLine: 3, endColumn: 4 }

function open(commonDir: string | null, version: string): FactsCache {
  return openFactsCache({ commonDir, version })
}

function idFor(n: number, length = 40): string {
  return n.toString(16).padStart(length, '0')
}

function documentOf(n: number, more: Partial<Document> = {}): Document {
  return {
    path: `notes/${n}.md`,
    id: idFor(n),
    layout: 'workspace',
    kind: 'decisions',
    scope: 'a/b',
    lines: 12,
    tokens: 345,
    frontMatter: { name: 'x\n"é💾', tags: ['a'], nothing: null },
    items: [
      {
        kind: 'decision',
        key: 'k',
        title: 't',
        place: PLACE,
        digest: 'd',
        sketch: [1, 2],
        fields: { date: '2026-01-01' },
      },
    ],
    unread: [{ text: '## Later', place: PLACE }],
    links: [{ target: '../x.md', place: PLACE }],
    dates: [{ date: '2026-01-01', what: 'created', place: PLACE }],
    suppressions: [{ rules: ['a'], reason: 'b', place: PLACE, firstLine: 1, lastLine: 9 }],
    facts: { entries: [1, 2.5, -0.1] },
    complete: true,
    findings: [{ rule: 'r', severity: 'warning', place: PLACE, message: 'm', help: 'h', fixable: false }],
    ...more,
  }
}

async function filled(documents: readonly Document[], version = 'v1'): Promise<string> {
  const dir = tempFolder()
  const cache = open(dir, version)
  for (const document of documents) cache.put(document)
  await cache.save()
  return dir
}

function fileIn(dir: string): string {
  const names = fs.readdirSync(join(dir, 'memkeep'))
  expect(names).toHaveLength(1)
  return join(dir, 'memkeep', String(names[0]))
}

describe('the facts cache', () => {
  test('gives back what was put, in this run and the next', async () => {
    const dir = tempFolder()
    const cache = open(dir, 'v1')
    const sha256 = documentOf(2, { id: idFor(2, 64) })
    for (const document of [documentOf(1), sha256]) cache.put(document)
    expect(cache.get(idFor(1), 'notes/1.md')).toEqual(documentOf(1))
    await cache.save()
    const again = open(dir, 'v1')
    expect(again.get(idFor(1), 'notes/1.md')).toEqual(documentOf(1))
    expect(again.get(idFor(2, 64), 'notes/2.md')).toEqual(sha256)
  })

  test('one content at two paths is two documents', async () => {
    const same = [documentOf(1, { path: 'a' }), documentOf(1, { path: 'b', kind: 'lessons' })]
    const cache = open(await filled(same), 'v1')
    expect(cache.get(idFor(1), 'a')?.kind).toBe('decisions')
    expect(cache.get(idFor(1), 'b')?.kind).toBe('lessons')
    expect(cache.get(idFor(1), 'c')).toBeNull()
    expect(cache.get(idFor(2), 'a')).toBeNull()
  })

  test('any document comes back equal', async () => {
    const shared = tempFolder()
    const json: fc.Arbitrary<Json> = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter }), json, async (path, facts) => {
        const document = documentOf(7, { path, facts })
        const round = JSON.parse(JSON.stringify(document)) as Document
        const dir = fs.mkdtempSync(join(shared, 'p-'))
        const cache = open(dir, 'v1')
        cache.put(document)
        await cache.save()
        expect(open(dir, 'v1').get(idFor(7), path)).toEqual(round)
      }),
      { numRuns: runs(200) },
    )
  })

  test('edits are not kept, nor what git has no id for', async () => {
    const finding = { ...documentOf(1).findings[0], edits: [{ start: 0, end: 1, text: 'x' }] }
    const dir = await filled([documentOf(1, { findings: [finding] as Document['findings'] })])
    expect(open(dir, 'v1').get(idFor(1), 'notes/1.md')).toEqual(documentOf(1))
    for (const id of ['planned:1:x', '', idFor(1).toUpperCase().replace(/^0/, 'A'), `${idFor(1)}\n`]) {
      const cache = open(await filled([documentOf(1), documentOf(2, { id })]), 'v1')
      expect(cache.get(id, 'notes/2.md')).toBeNull()
      expect(cache.get(idFor(1), 'notes/1.md')).not.toBeNull()
    }
  })

  test('another version sees nothing', async () => {
    const dir = await filled([documentOf(1)], 'v1')
    expect(open(dir, 'v2').get(idFor(1), 'notes/1.md')).toBeNull()
    expect(open(dir, '["settings", {"../..": 1}]').get(idFor(1), 'notes/1.md')).toBeNull()
  })

  test('without a directory nothing outlives the run', async () => {
    const cache = open(null, 'v1')
    cache.put(documentOf(1))
    await cache.save()
    expect(open(null, 'v1').get(idFor(1), 'notes/1.md')).toBeNull()
  })

  test('nothing new writes nothing', async () => {
    const dir = await filled([documentOf(1)])
    fs.utimesSync(fileIn(dir), 1, 1)
    const cache = open(dir, 'v1')
    cache.get(idFor(1), 'notes/1.md')
    await cache.save()
    expect(fs.statSync(fileIn(dir)).mtimeMs).toBe(1000)
    await open(join(dir, 'other'), 'v1').save()
    expect(fs.existsSync(join(dir, 'other'))).toBe(false)
  })

  test('a long-lived process can save again and again', async () => {
    const dir = tempFolder()
    const cache = open(dir, 'v1')
    for (const n of [1, 2, 3]) {
      cache.put(documentOf(n))
      await cache.save()
    }
    const again = open(dir, 'v1')
    for (const n of [1, 2, 3]) expect(again.get(idFor(n), `notes/${n}.md`)).toEqual(documentOf(n))
  })
})

describe('the size of the cache', () => {
  test('what was not used stays, and of what changes often the newest two', async () => {
    const many = [...Array(50).keys()].map((n) => documentOf(n))
    const dir = await filled(many)
    const text = 'x'.repeat(2000)
    const often = (n: number): Document => documentOf(n, { path: 'notes/often.md', facts: text })
    let largest = 0
    for (let n = 1000; n < 1200; n += 1) {
      const cache = open(dir, 'v1')
      cache.put(often(n))
      await cache.save()
      largest = Math.max(largest, fs.statSync(fileIn(dir)).size)
    }
    expect(largest).toBeLessThan(160 * 1024)
    const after = open(dir, 'v1')
    expect(many.every(({ id, path }) => after.get(id, path) !== null)).toBe(true)
    expect([1199, 1198].every((n) => after.get(idFor(n), 'notes/often.md') !== null)).toBe(true)
    expect(after.get(idFor(1000), 'notes/often.md')).toBeNull()
  })

  test('only a few versions, and only recent ones, are kept', async () => {
    const dir = tempFolder()
    for (const [i, version] of ['a', 'b', 'c', 'd', 'e'].entries()) {
      const cache = open(dir, version)
      cache.put(documentOf(i))
      await cache.save()
      for (const name of fs.readdirSync(join(dir, 'memkeep'))) {
        const path = join(dir, 'memkeep', name)
        const time = fs.statSync(path).mtimeMs / 1000 - 10
        fs.utimesSync(path, time, time)
      }
    }
    const isKept = (version: string, n: number): boolean =>
      open(dir, version).get(idFor(n), `notes/${n}.md`) !== null
    expect(['a', 'b', 'c', 'd', 'e'].map(isKept)).toEqual([false, true, true, true, true])

    const old = Date.now() / 1000 - 31 * 86_400
    for (const name of fs.readdirSync(join(dir, 'memkeep')))
      fs.utimesSync(join(dir, 'memkeep', name), old, old)
    fs.writeFileSync(join(dir, 'memkeep', 'somebody-else.jsonl'), 'x')
    fs.utimesSync(join(dir, 'memkeep', 'somebody-else.jsonl'), old, old)
    fs.writeFileSync(join(dir, 'memkeep', '.facts-1.jsonl.1.aa.tmp'), 'x')
    fs.utimesSync(join(dir, 'memkeep', '.facts-1.jsonl.1.aa.tmp'), old, old)
    const cache = open(dir, 'f')
    cache.put(documentOf(9))
    await cache.save()
    expect(fs.readdirSync(join(dir, 'memkeep')).length).toBe(2)
    expect(fs.existsSync(join(dir, 'memkeep', 'somebody-else.jsonl'))).toBe(true)
  })

  test('2,000 documents of 2 KB are all found again', async () => {
    const text = 'x'.repeat(1400)
    const many = [...Array(2000).keys()].map((n) => documentOf(n, { facts: text }))
    const dir = await filled(many)
    const cache = open(dir, 'v1')
    expect(many.every(({ id, path }) => cache.get(id, path) !== null)).toBe(true)
  })
})

function incompressible(length: number): string {
  return randomBytes((length * 3) / 4).toString('base64')
}

describe('a directory with more facts than a file may hold', () => {
  const many = [...Array(10).keys()].map((n) => documentOf(n, { facts: incompressible(1_000_000) }))
  const foundIn = (dir: string): number => {
    const cache = open(dir, 'v1')
    return many.filter(({ id, path }) => cache.get(id, path) !== null).length
  }

  test('keeps those that fit', async () => {
    const dir = await filled(many)
    expect(fs.statSync(fileIn(dir)).size).toBeLessThanOrEqual(MOST_OF_A_FILE)
    expect(foundIn(dir)).toBe(8)
  })

  test('leaves out one that is too large alone, and keeps the others', async () => {
    const dir = await filled([documentOf(20, { facts: incompressible(MOST_OF_A_FILE) }), ...many.slice(0, 3)])
    expect(open(dir, 'v1').get(idFor(20), 'notes/20.md')).toBeNull()
    expect(foundIn(dir)).toBe(3)
  })

  test('does not grow when the next run finds the others again', async () => {
    const dir = await filled(many)
    const cache = open(dir, 'v1')
    for (const document of many) if (!cache.get(document.id, document.path)) cache.put(document)
    await cache.save()
    expect(fs.statSync(fileIn(dir)).size).toBeLessThanOrEqual(MOST_OF_A_FILE)
    expect(foundIn(dir)).toBe(8)
  })
})

describe('a cache that is not as it was written', () => {
  const three = [documentOf(1), documentOf(2), documentOf(3)]

  const BREAKS: readonly (readonly [string, (file: string, bytes: Buffer) => void, number])[] = [
    ['is empty', (file) => fs.writeFileSync(file, ''), 0],
    ['is gone', (file) => fs.rmSync(file), 0],
    ['is something else', (file) => fs.writeFileSync(file, 'hello\nworld\n'), 0],
    ['has bytes that are no text', (file) => fs.writeFileSync(file, Buffer.from([0xff, 0, 10, 0xfe, 10])), 0],
    ['has another header', (file, bytes) => fs.writeFileSync(file, `x${bytes}`), 0],
    ['was cut off', (file, bytes) => fs.writeFileSync(file, bytes.subarray(0, bytes.length - 20)), 2],
    ['lost its last line break', (file, bytes) => fs.writeFileSync(file, bytes.subarray(0, -1)), 2],
    [
      'has an edited value',
      (file, bytes) => fs.writeFileSync(file, String(bytes).replace('notes/2.md', 'notes/9.md')),
      2,
    ],
    [
      'has an edited id',
      (file, bytes) => fs.writeFileSync(file, String(bytes).replace(`\n${idFor(2)}`, `\n${idFor(5)}`)),
      2,
    ],
    ['has a flipped bit', (file, bytes) => fs.writeFileSync(file, flipped(bytes)), 2],
    [
      'has a line torn in two',
      (file, bytes) => fs.writeFileSync(file, String(bytes).replace('"layout"', '\n"layout"')),
      2,
    ],
    [
      'has noise between its lines',
      (file, bytes) => fs.writeFileSync(file, String(bytes).replaceAll('\n', '\n\n{}\n\0\n')),
      3,
    ],
    [
      'has CRLF line ends',
      (file, bytes) => fs.writeFileSync(file, String(bytes).replaceAll('\n', '\r\n')),
      0,
    ],
    [
      'is a folder',
      (file) => {
        fs.rmSync(file)
        fs.mkdirSync(file)
      },
      0,
    ],
    [
      'is a link to another file',
      (file, bytes) => {
        fs.rmSync(file)
        fs.writeFileSync(`${file}.x`, bytes)
        fs.symlinkSync(`${file}.x`, file)
      },
      0,
    ],
    ['is too large', (file) => fs.truncateSync(file, MOST_OF_A_FILE + 1), 0],
  ]

  function flipped(bytes: Buffer): Buffer {
    const copy = Buffer.from(bytes)
    const at = copy.indexOf('notes/2.md')
    copy[at] = (copy[at] ?? 0) ^ 1
    return copy
  }

  test.each(BREAKS)('%s: costs the broken facts, and is fixed by the next save', async (_, damage, whole) => {
    const dir = await filled(three)
    const file = fileIn(dir)
    damage(file, fs.readFileSync(file))
    const cache = open(dir, 'v1')
    const found = three.filter(({ id, path }) => cache.get(id, path) !== null)
    expect(found).toHaveLength(whole)
    for (const document of found) expect(cache.get(document.id, document.path)).toEqual(document)
    expect(cache.get(idFor(5), 'notes/2.md')).toBeNull()
    for (const document of three) if (!found.includes(document)) cache.put(document)
    cache.put(documentOf(4))
    await cache.save()
    if (fs.lstatSync(file).isDirectory()) return
    const again = open(dir, 'v1')
    for (const document of [...three, documentOf(4)])
      expect(again.get(document.id, document.path)).toEqual(document)
    expect(fs.lstatSync(file).isFile()).toBe(true)
  })

  test('random damage never gives a wrong document', async () => {
    const dir = await filled(three)
    const file = fileIn(dir)
    const bytes = fs.readFileSync(file)
    const hit = fc.record({ at: fc.nat(bytes.length - 1), to: fc.nat(255) })
    fc.assert(
      fc.property(fc.array(hit, { minLength: 1, maxLength: 8 }), (hits) => {
        const copy = Buffer.from(bytes)
        for (const { at, to } of hits) copy[at] = to
        fs.writeFileSync(file, copy)
        const cache = open(dir, 'v1')
        for (const document of three) {
          const found = cache.get(document.id, document.path)
          if (found) expect(found).toEqual(document)
        }
      }),
      { numRuns: runs(500) },
    )
  })

  test('a folder that is a link leads nowhere', async () => {
    const dir = tempFolder()
    const outside = await filled(three)
    fs.symlinkSync(join(outside, 'memkeep'), join(dir, 'memkeep'))
    const before = fs.readFileSync(fileIn(outside))
    const cache = open(dir, 'v1')
    expect(cache.get(idFor(1), 'notes/1.md')).toBeNull()
    cache.put(documentOf(8))
    await cache.save()
    expect(fs.readFileSync(fileIn(outside))).toEqual(before)
  })

  test('where nothing can be written, nothing is said', async () => {
    const dir = tempFolder()
    fs.writeFileSync(join(dir, 'memkeep'), 'a file')
    for (const root of [dir, join(dir, 'memkeep'), join(dir, 'no', 'such', 'folder')]) {
      const cache = open(root, 'v1')
      cache.put(documentOf(1))
      await cache.save()
      expect(cache.get(idFor(1), 'notes/1.md')).toEqual(documentOf(1))
      expect(open(root, 'v1').get(idFor(1), 'notes/1.md')).toBeNull()
    }
    expect(fs.readFileSync(join(dir, 'memkeep'), 'utf8')).toBe('a file')
  })
})
