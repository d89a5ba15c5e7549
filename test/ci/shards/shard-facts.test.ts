import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { headerLine, readHeader, type ShardHeader } from '../../../src/ci/shards/shard-files.ts'
import { UserError } from '../../../src/core/messages.ts'
import { factsInMemory } from '../../../src/engine/documents/facts.ts'
import { VERSION } from '../../../src/engine/this-run.ts'
import { anyCharacter } from '../../helpers/any-character.ts'
import { checkLiteral, type Files } from '../../helpers/check-literal.ts'
import { cleanWorkspace } from '../../helpers/clean-workspace.ts'
import { literalShardFacts, writeLiteralShards } from '../../helpers/literal-shards.ts'
import { runs } from '../../helpers/runs.ts'
import { tempFolder } from '../../helpers/temp-repo.ts'

const PIECES = [
  '### [2026-01-05] A title\n\n**Category:** architecture\n\nText.\n\n---\n\n',
  '### [2026-01-04] Another title\n\nText.\n\n---\n\n',
  '## [2026-01-05] Wrong depth\n',
  '**Tags:** Node JS, cli, cli\n',
  '<!-- memkeep-disable-next-line entry-tags -- imported -->\n',
  '---\nname: a\n__proto__: b\n---\n',
  '[link](../missing.md) and [one](decisions.md)\n',
  '\u2028\u200b',
  '```\n',
]

const text = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: anyCharacter })), {
  maxLength: 6,
})
const path = fc.constantFrom(
  'user/memory/workspaces/shop/decisions.md',
  'user/memory/workspaces/shop/lessons.md',
  'user/memory/workspaces/shop/web/decisions.md',
  'user/memory/workspaces/shop/_index.yaml',
  'resources/workspaces/shop/OVERVIEW.md',
  'resources/workspaces/shop/_plans/260105-one.md',
  'resources/workspaces/shop/_plans/260106-two.md',
  'agent/rules/common/user-profile.md',
  'src/app.ts',
)
const memory: fc.Arbitrary<Files> = fc
  .array(fc.tuple(path, text), { minLength: 1, maxLength: 8 })
  .map((files) => Object.fromEntries(files.map(([one, pieces]) => [one, pieces.join('')])))

/** A folder for one round of a property. */
async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'memkeep-'))
  try {
    await use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('any number of shards of any memories has the findings of one machine', async () => {
  await fc.assert(
    fc.asyncProperty(memory, fc.option(memory), fc.integer({ min: 1, max: 9 }), (after, before, of) =>
      inFolder(async (folder) => {
        const written = await writeLiteralShards(folder, before ? [after, before] : [after], of)
        const facts = await literalShardFacts(folder)
        const options = before ? { before } : {}
        const one = await checkLiteral(after, { ...options, facts: factsInMemory() })
        const many = await checkLiteral(after, { ...options, facts })
        expect(many).toEqual(one)
        expect(JSON.stringify(many.diagnostics)).toBe(JSON.stringify(one.diagnostics))
        const present = one.documents.filter(({ id }) => id !== '').length
        expect(written.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(present)
      }),
    ),
    { numRuns: runs(150) },
  )
})

/** Three shards of a small memory in a folder of their own. */
async function threeShards(): Promise<string> {
  const folder = tempFolder()
  await writeLiteralShards(folder, [cleanWorkspace], 3)
  return folder
}

const SECOND = '2-of-3.jsonl'

/** A shard file, taken apart. */
function opened(folder: string, name = SECOND): { header: ShardHeader; lines: string[] } {
  const [first = '', ...lines] = readFileSync(join(folder, name), 'utf8').split('\n')
  const header = readHeader(first)
  if (!header) throw new Error('no shard file')
  return { header, lines: lines.slice(0, -1) }
}

async function refusal(folder: string): Promise<string> {
  const error: unknown = await literalShardFacts(folder).catch((reason: unknown) => reason)
  if (!(error instanceof UserError)) throw new Error('it was not refused', { cause: error })
  expect(error.hint).not.toBe('')
  return error.message
}

describe('a folder of shard files', () => {
  test('may be nested, hold a shard twice, and hold other files', async () => {
    const folder = await threeShards()
    mkdirSync(join(folder, 'shard-2/deep'), { recursive: true })
    renameSync(join(folder, SECOND), join(folder, 'shard-2/deep/facts'))
    writeFileSync(join(folder, 'again.jsonl'), readFileSync(join(folder, '3-of-3.jsonl')))
    writeFileSync(join(folder, 'notes.txt'), 'hello')
    writeFileSync(join(folder, 'empty'), '')
    writeFileSync(join(folder, 'long'), 'x'.repeat(1_000_000))
    const { documents } = await checkLiteral(cleanWorkspace, { facts: await literalShardFacts(folder) })
    expect(documents.length).toBeGreaterThan(20)
  })

  test('without any, or without some of them', async () => {
    const folder = await threeShards()
    expect(await refusal(tempFolder())).toMatch(/^no shard file below /)
    expect(await refusal(join(folder, 'nowhere'))).toMatch(/^there is no directory /)
    rmSync(join(folder, SECOND))
    expect(await refusal(folder)).toBe('no file of shard 2/3')
    rmSync(join(folder, '1-of-3.jsonl'))
    expect(await refusal(folder)).toBe('no file of shard 1/3, 2/3')
  })

  test('a link to a shard file is none', async () => {
    const folder = await threeShards()
    const elsewhere = await threeShards()
    rmSync(join(folder, SECOND))
    symlinkSync(join(elsewhere, SECOND), join(folder, SECOND))
    expect(await refusal(folder)).toBe('no file of shard 2/3')
  })

  test.each<[string, Partial<ShardHeader>, string]>([
    [
      'another version',
      { version: '9.9.9\u001b' },
      `the shard file ${SECOND} was made by memkeep 9.9.9\\u001b, and this is ${VERSION}`,
    ],
    ['another build', { build: 'other' }, `the shard file ${SECOND} was made by another build of memkeep`],
    ['other settings', { settings: 'f'.repeat(32) }, `the shard file ${SECOND} was made with other settings`],
    [
      'another number of shards',
      { shard: { index: 2, of: 4 } },
      `the shard file ${SECOND} is one of 4 shards, and 1-of-3.jsonl is one of 3`,
    ],
    [
      'another commit',
      { made: ['commit abc'] },
      `the shard file ${SECOND} was made of commit abc, and 1-of-3.jsonl of literal`,
    ],
    [
      'a number twice',
      { shard: { index: 1, of: 3 } },
      `1-of-3.jsonl and ${SECOND} are both shard 1/3, and differ`,
    ],
    [
      'another count',
      { documents: 3 },
      `the shard file ${SECOND} is cut off or damaged: it does not hold what its first line says`,
    ],
  ])('a file of %s', async (_, part, message) => {
    const folder = await threeShards()
    const { header, lines } = opened(folder)
    writeFileSync(
      join(folder, SECOND),
      headerLine({ ...header, ...part }) + lines.map((line) => `${line}\n`).join(''),
    )
    expect(await refusal(folder)).toBe(message)
  })

  test('cut off anywhere', async () => {
    const folder = await threeShards()
    const path = join(folder, SECOND)
    const whole = readFileSync(path)
    const start = whole.indexOf('\n') + 1
    const cuts = [start, start + 1, whole.lastIndexOf('\n', -2) + 1, whole.length - 2, whole.length >> 1]
    for (const cut of cuts) {
      writeFileSync(path, whole.subarray(0, cut))
      expect(await refusal(folder)).toMatch(/cut off or damaged|no document that memkeep writes/)
    }
    writeFileSync(path, whole.subarray(0, 40))
    expect(await refusal(folder)).toBe('no file of shard 2/3')
  })

  test('with any byte of a document turned', async () => {
    const folder = await threeShards()
    const path = join(folder, SECOND)
    const whole = readFileSync(path)
    const start = whole.indexOf('\n') + 1
    for (let at = start; at < whole.length; at += 97) {
      const turned = Buffer.from(whole)
      turned[at] = (turned[at] ?? 0) ^ 1
      writeFileSync(path, turned)
      expect(await refusal(folder)).toMatch(/cut off or damaged|no document that memkeep writes/)
    }
  })
})

describe('lines that memkeep never writes', () => {
  /** A file with a right header over whatever lines. */
  async function withLines(change: (lines: string[]) => string[]): Promise<string> {
    const folder = await threeShards()
    const { header, lines } = opened(folder)
    const body = change(lines)
      .map((line) => `${line}\n`)
      .join('')
    const { createHash } = await import('node:crypto')
    const sha256 = createHash('sha256').update(body).digest('hex')
    const documents = change(lines).filter((line) => !line.startsWith('{"settings":"')).length
    writeFileSync(join(folder, SECOND), headerLine({ ...header, documents, sha256 }) + body)
    return folder
  }

  test('the test itself makes shard files', async () => {
    await expect(literalShardFacts(await withLines((lines) => lines))).resolves.toBeDefined()
  })

  test.each<[string, (lines: string[]) => string[]]>([
    ['a document before any settings', (lines) => lines.slice(1)],
    ['null', (lines) => [...lines, 'null']],
    ['a number', (lines) => [...lines, '1']],
    ['an empty line', (lines) => [...lines, '']],
    ['a second header', (lines) => [...lines, '{"memkeep-shard":1}']],
    ['settings with more', (lines) => ['{"settings":"a","more":1}', ...lines]],
    ['settings that are a list', (lines) => ['{"settings":[]}', ...lines]],
    ['a document without a path', (lines) => [...lines, (lines[1] ?? '').replace('"path":', '"p":')]],
    ['a document of no layout', (lines) => [...lines, (lines[1] ?? '').replace('"layout":"', '"layout":"x')]],
    [
      'a document with a prototype',
      (lines) => [...lines, (lines[1] ?? '').replace('{', '{"__proto__":{"items":[]},')],
    ],
    ['nesting without end', (lines) => [...lines, '['.repeat(1_000_000)]],
  ])('%s', async (_, change) => {
    expect(await refusal(await withLines(change))).toMatch(
      /cut off or damaged|no document that memkeep writes/,
    )
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test('settings that are not asked for do no harm', async () => {
    const folder = await withLines((lines) => [
      ...lines,
      '{"settings":"__proto__"}',
      '{"settings":"constructor"}',
    ])
    const { documents } = await checkLiteral(cleanWorkspace, { facts: await literalShardFacts(folder) })
    expect(documents.length).toBeGreaterThan(20)
  })
})

describe('what the shards do not have', () => {
  test('is an error that names it, and is not parsed', async () => {
    const folder = await threeShards()
    const facts = await literalShardFacts(folder)
    const changed = { ...cleanWorkspace, 'user/memory/workspaces/shop/lessons.md': '# Other\n' }
    await expect(checkLiteral(changed, { facts })).rejects.toMatchObject({
      name: 'UserError',
      message:
        'no shard has user/memory/workspaces/shop/lessons.md as it is here: the shards were made of literal',
    })
    await expect(checkLiteral(cleanWorkspace, { before: changed, facts })).rejects.toThrow('no shard has')
    await expect(checkLiteral(cleanWorkspace, { facts })).resolves.toBeDefined()
  })

  test('a file that cannot be read is reported as without shards', async () => {
    const hidden = {
      ...cleanWorkspace,
      'user/memory/workspaces/shop/web/lessons.md': { link: '../lessons.md' },
    }
    const folder = tempFolder()
    await writeLiteralShards(folder, [hidden], 2)
    const many = await checkLiteral(hidden, { facts: await literalShardFacts(folder) })
    expect(many.diagnostics.map(({ rule }) => rule)).toContain('unreadable')
    expect(many).toEqual(await checkLiteral(hidden, { facts: factsInMemory() }))
  })

  test('more of what is gone is no matter', async () => {
    const folder = await threeShards()
    const { 'user/memory/workspaces/shop/lessons.md': _, ...fewer } = cleanWorkspace
    const many = await checkLiteral(fewer, { facts: await literalShardFacts(folder) })
    expect(many).toEqual(await checkLiteral(fewer, { facts: factsInMemory() }))
  })
})

test('nothing unfinished is left, and what was there stays when a shard cannot be written', async () => {
  const folder = await threeShards()
  expect(readdirSync(folder)).toEqual(['1-of-3.jsonl', SECOND, '3-of-3.jsonl'])
  const missing = join(folder, 'none')
  await expect(writeLiteralShards(missing, [cleanWorkspace], 1)).rejects.toMatchObject({
    message: 'cannot write 1-of-1.jsonl: the directory does not exist',
  })
})
