import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { itemChanges } from '../../../src/core/changes/item-changes.ts'
import type { ArchiveChoice, Archiving } from '../../../src/core/layout.ts'
import { DEFAULT_SETTINGS } from '../../../src/core/settings.ts'
import type { Source } from '../../../src/core/source.ts'
import { readSource } from '../../../src/engine/documents/document-stage.ts'
import { archiveEntries, workspace } from '../../../src/layouts/workspace/layout.ts'
import { checkLiteral, type Files, memoryFor } from '../../helpers/check-literal.ts'

const FOLDER = 'user/memory/workspaces/shop'
const LOG = `${FOLDER}/decisions.md`
const archiveOf = (year: number): string => `${FOLDER}/_archive/decisions-${year}.md`

const entry = (date: string, title: string, end = '\n---\n'): string =>
  `### [${date}] ${title}\n\n**Category:** tooling\n\nWhat ${title} says.\n${end}`

async function sourceOf(path: string, text: string): Promise<Source> {
  const settings = DEFAULT_SETTINGS
  const claim = workspace.claim(path, 'file', settings)
  if (!claim) throw new Error(`${path} is not claimed`)
  const bytes = new TextEncoder().encode(text)
  return readSource({ path, bytes, id: text, layout: workspace, claim, rules: [], settings })
}

async function archive(
  files: { readonly [path: string]: string },
  keep: number | ArchiveChoice,
  path = LOG,
): Promise<Archiving> {
  const { memories } = await checkLiteral(files)
  const memory = memoryFor(memories, workspace)
  const sources = new Map<string, Source>()
  for (const [name, text] of Object.entries(files)) sources.set(name, await sourceOf(name, text))
  const source = sources.get(path)
  if (!memory || !source) throw new Error(`no ${path}`)
  sources.delete(path)
  const choice = typeof keep === 'number' ? { keep } : keep
  return archiveEntries({ memory, source, others: sources, choice })
}

/** The texts after archiving. */
async function archived(
  files: { readonly [path: string]: string },
  keep: number | ArchiveChoice,
): Promise<{ [path: string]: string }> {
  const result = await archive(files, keep)
  if ('refusal' in result) throw new Error(result.refusal)
  const after = { ...files }
  for (const [path, file] of result.plan) after[path] = file.kind === 'text' ? file.text : ''
  return after
}

const A = entry('2025-03-01', 'A')
const B = entry('2025-11-02', 'B')
const C = entry('2026-01-03', 'C')
const D = entry('2026-02-04', 'D')

describe('archiving one entry', () => {
  const log = [A, B, C, D].join('\n')
  const one = (title: string, reason: string | null = null): ArchiveChoice => ({ entry: title, reason })

  test.each(['B', ' b. ', '[2025-11-02] B', '[2025-11-02]  `b`'])(
    'moves the one that is called %j',
    async (title) => {
      expect(await archived({ [LOG]: log }, one(title))).toEqual({
        [LOG]: [A, C, D].join('\n'),
        [archiveOf(2025)]: `# Decisions of 2025\n\n${B}`,
      })
    },
  )

  test('writes the reason above it, with what is above it in the log', async () => {
    const note = '<!-- memkeep-disable-next-line entry-tags -- as it was -->\n'
    const crlf = `${A}\n${note}${B}`.replaceAll('\n', '\r\n')
    const after = await archived({ [LOG]: crlf, [archiveOf(2025)]: '# Old\r\n' }, one('B', 'it is done'))
    expect(after).toEqual({
      [LOG]: A.replaceAll('\n', '\r\n'),
      [archiveOf(2025)]: `# Old\n\n<!-- archived: it is done -->\n${note}${B}`.replaceAll('\n', '\r\n'),
    })
  })

  test.each([
    [
      'nothing',
      'E',
      'has no entry "E"',
      'Give one of "[2025-03-01] A", "[2025-11-02] B", "[2026-01-03] C", "[2026-02-04] D".',
    ],
    ['another day', '[2026-02-05] D', 'has no entry "[2026-02-05] D"', '"[2026-02-04] D"'],
    ['a part of a title', '[2026-02-04]', 'has no entry "[2026-02-04]"', 'Give one of'],
  ])('is refused for %s', async (_, title, refusal, help) => {
    const answer = await archive({ [LOG]: log }, one(title))
    expect(answer).toMatchObject({
      refusal: expect.stringContaining(refusal),
      help: expect.stringContaining(help),
    })
  })

  test('is refused for two of one title, which differ by day', async () => {
    const other = entry('2026-03-05', 'D')
    const files = { [LOG]: `${log}\n${other}` }
    expect(await archive(files, one('D'))).toEqual({
      refusal: 'it has 2 entries "D"',
      help: 'Give one of "[2026-02-04] D", "[2026-03-05] D".',
    })
    expect(await archived(files, one('[2026-03-05] D'))).toMatchObject({ [LOG]: log })
  })

  test('is refused for two of one title and day, and names their lines', async () => {
    const answer = await archive({ [LOG]: `${A}\n${A}` }, one('A'))
    expect(answer).toMatchObject({ help: expect.stringMatching(/different titles first.*lines 1, \d+\./) })
  })

  test('names ten entries and counts the others', async () => {
    const many = Array.from({ length: 12 }, (_, i) => entry('2026-02-04', `T${i}`)).join('\n')
    const answer = await archive({ [LOG]: many }, one('none'))
    expect(answer).toMatchObject({ help: expect.stringMatching(/T9" and 2 more\.$/) })
    expect(await archive({ [LOG]: '# Decisions\n' }, one('none'))).toMatchObject({
      help: 'It has no entries.',
    })
  })
})

describe('archiving a log', () => {
  test('moves the oldest entries to the archives of their years', async () => {
    expect(await archived({ [LOG]: `# Decisions\n\n${[A, B, C, D].join('\n')}` }, 1)).toEqual({
      [LOG]: `# Decisions\n\n${D}`,
      [archiveOf(2025)]: `# Decisions of 2025\n\n${A}\n${B}`,
      [archiveOf(2026)]: `# Decisions of 2026\n\n${C}`,
    })
  })

  test('goes by date, whichever end is the newest', async () => {
    for (const log of [
      [D, C, B, A],
      [C, A, D, B],
    ]) {
      const after = await archived({ [LOG]: `# Decisions\n\n${log.join('\n')}` }, 2)
      expect(after[LOG]).toBe(`# Decisions\n\n${log.filter((one) => one === C || one === D).join('\n')}`)
      expect(after[archiveOf(2025)]).toBe(`# Decisions of 2025\n\n${A}\n${B}`)
    }
  })

  test('takes the older of one day by its place', async () => {
    const [first, second, last] = ['X', 'Y', 'Z'].map((title) => entry('2026-02-04', title)) as [
      string,
      string,
      string,
    ]
    const ascending = await archived({ [LOG]: [C, first, second, last].join('\n') }, 2)
    expect(ascending[LOG]).toBe([second, last].join('\n'))
    const descending = await archived({ [LOG]: [last, second, first, C].join('\n') }, 2)
    expect(descending[LOG]).toBe([last, second].join('\n'))
    expect(descending[archiveOf(2026)]).toBe(`# Decisions of 2026\n\n${C}\n${first}`)
  })

  test('leaves tombstones where they are', async () => {
    const stone = (date: string): string => `<!-- memkeep-removed [${date}] Key -- it held the key -->\n`
    const stones = [stone('2025-01-01'), stone('2025-04-01'), stone('2026-01-04'), stone('2026-03-01')]
    const [first, second, third, last] = stones as [string, string, string, string]
    const log = `# Decisions\n\n${first}\n${A}\n${second}\n---\n\n${B}\n## 2026\n\n${C}\n${third}\n${last}`
    expect(await archived({ [LOG]: log }, 1)).toEqual({
      [LOG]: `# Decisions\n\n${first}\n${second}\n---\n\n## 2026\n\n${C}\n${third}\n${last}`,
      [archiveOf(2025)]: `# Decisions of 2025\n\n${A}\n${B}`,
    })
    expect(await archived({ [LOG]: log }, 0)).toEqual({
      [LOG]: `# Decisions\n\n${first}\n${second}\n---\n\n## 2026\n\n${third}\n${last}`,
      [archiveOf(2025)]: `# Decisions of 2025\n\n${A}\n${B}`,
      [archiveOf(2026)]: `# Decisions of 2026\n\n${C}`,
    })
  })

  test('appends to an archive and leaves what it holds', async () => {
    for (const [present, glue] of [
      [`# Old\n\n${A}`, '\n'],
      [`# Old\n\n${A}\n`, ''],
      [`# Old\r\n\r\n${A.trimEnd()}`, '\r\n\r\n'],
      [`# Old\r\n\r\n${A.trimEnd()}\r\n`, '\r\n'],
      ['', ''],
      ['\uFEFF', ''],
    ] as const) {
      const after = await archived({ [LOG]: `${B}\n${C}`, [archiveOf(2025)]: present }, 1)
      expect(after[archiveOf(2025)]).toBe(
        `${present}${glue}${B.trimEnd()}${present.includes('\r') ? '\r\n' : '\n'}`,
      )
    }
  })

  test('takes the comments right above an entry along, and leaves headings of sections and the head', async () => {
    const note = '<!-- memkeep-disable-next-line entry-tags -- as it was -->\n'
    const head = '# Decisions\n\n<!-- about the log -->\n\n'
    const log = `${head}${note}${A}\n${note}${B}\n<!-- above the year -->\n\n## 2026\n\n${note}${C}\n${D}`
    expect(await archived({ [LOG]: log }, 1)).toEqual({
      [LOG]: `${head}<!-- above the year -->\n\n## 2026\n\n${D}`,
      [archiveOf(2025)]: `# Decisions of 2025\n\n${note}${A}\n${note}${B}`,
      [archiveOf(2026)]: `# Decisions of 2026\n\n${note}${C}`,
    })
  })

  test('takes a section along that would be left below the last entry', async () => {
    const log = `# Decisions\n\n## 2026\n\n${D}\n${C}\n## 2025\n\n${B}\n${A}`
    expect(await archived({ [LOG]: log }, 1)).toEqual({
      [LOG]: `# Decisions\n\n## 2026\n\n${D}`,
      [archiveOf(2025)]: `# Decisions of 2025\n\n${A}\n## 2025\n\n${B}`,
      [archiveOf(2026)]: `# Decisions of 2026\n\n${C}`,
    })
  })

  test('keeps a byte order mark, CRLF and a missing line break at the end', async () => {
    const log = `\uFEFF# Decisions\n\n${A}\n${C}`.trimEnd().replaceAll('\n', '\r\n')
    const after = await archived({ [LOG]: log }, 1)
    expect(after[LOG]).toBe(`\uFEFF# Decisions\n\n${C}`.trimEnd().replaceAll('\n', '\r\n'))
    expect(after[archiveOf(2025)]).toBe(`# Decisions of 2025\n\n${A}`.replaceAll('\n', '\r\n'))
    const newest = `# Decisions\n\n${C}\n${A}`.trimEnd()
    expect((await archived({ [LOG]: newest }, 1))[LOG]).toBe(`# Decisions\n\n${C}`.trimEnd())
  })

  test('leaves the head when nothing else stays', async () => {
    expect((await archived({ [LOG]: `# Decisions\n\n${A}` }, 0))[LOG]).toBe('# Decisions\n')
    expect((await archived({ [LOG]: A }, 0))[LOG]).toBe('')
  })

  test('keeps lessons apart', async () => {
    const lessons = `${FOLDER}/lessons.md`
    const result = await archive({ [lessons]: A }, 0, lessons)
    expect('plan' in result && [...result.plan.keys()]).toEqual([
      `${FOLDER}/_archive/lessons-2025.md`,
      lessons,
    ])
  })
})

test('ends what a stopped run left: what the archive has byte for byte leaves the log', async () => {
  const files = { [LOG]: `# D\n\n${A}\n${B}\n${C}`, [archiveOf(2025)]: `# Old\n\n${A}` }
  expect(await archived(files, 1)).toEqual({
    [LOG]: `# D\n\n${C}`,
    [archiveOf(2025)]: `# Old\n\n${A}\n${B}`,
  })
  const whole = { ...files, [archiveOf(2025)]: `# Old\n\n${A}\n${B}` }
  expect(await archived(whole, 1)).toEqual({ ...whole, [LOG]: `# D\n\n${C}` })
})

describe('archiving is refused', () => {
  test.each([
    ['a file of another kind', { [archiveOf(2025)]: A }, archiveOf(2025), 'it is of kind archive'],
    [
      'a log that is not read in full',
      { [LOG]: `${'> '.repeat(40)}x\n\n${A}` },
      LOG,
      'it cannot be read in full',
    ],
    [
      'a heading that is no entry',
      { [LOG]: `${A}\n### [2026-1-2] Odd\n\n${C}` },
      LOG,
      'line 9 is meant to start',
    ],
    [
      'an entry whose date is no real day',
      { [LOG]: `${A}\n${C}\n### [2026-02-30] Odd\n\nText.\n\n---\n` },
      LOG,
      'is not a real day',
    ],
    [
      'an archive that cannot be read',
      { [LOG]: A, [archiveOf(2025)]: `${'> '.repeat(40)}x\n` },
      LOG,
      'its archive',
    ],
    [
      'an entry that the archive has, without what is above it',
      { [LOG]: `# D\n\n${A}\n<!-- of B -->\n${B}`, [archiveOf(2025)]: B },
      LOG,
      '"B" is in',
    ],
  ] as const)('for %s', async (_, files, path, reason) => {
    const result = await archive(files, 0, path)
    expect('refusal' in result ? result.refusal : result).toEqual(expect.stringContaining(reason))
  })
})

describe('for any log', () => {
  const day = fc.constantFrom('2024-12-31', '2025-01-01', '2025-06-30', '2026-01-01', '2026-01-02')
  const end = fc.constantFrom(
    '\n---\n',
    '\n---  \n',
    '',
    '\n- a list\n',
    '\n```\n### [2026-01-01] no entry\n```\n\n---\n',
  )
  const above = fc.constantFrom(
    '',
    '',
    '<!-- note -->\n',
    '<!-- one\n\ntwo -->\n\n',
    '\n## Section\n\n',
    '\n\n',
  )
  const logs = fc
    .record({
      head: fc.constantFrom('', '# Decisions\n\n', '\uFEFF# Decisions\n\nOldest first.\n\n<!-- all -->\n\n'),
      entries: fc.array(fc.record({ day, end, above }), { maxLength: 7 }),
      isWhole: fc.boolean(),
      isCrlf: fc.boolean(),
    })
    .map(({ head, entries, isWhole, isCrlf }) => {
      const parts = entries.map((one, i) => `${one.above}${entry(one.day, `Number ${i}`, one.end)}`)
      const text = `${head}${parts.join('\n')}`
      const cut = isWhole ? text : text.trimEnd()
      return { text: isCrlf ? cut.replaceAll('\n', '\r\n') : cut, count: entries.length }
    })

  test('every entry is somewhere once, as it was, and a second run does nothing', async () => {
    await fc.assert(
      fc.asyncProperty(logs, fc.nat(8), fc.boolean(), async ({ text, count }, keep, hasArchive) => {
        const present = `# Old\n\n${entry('2025-01-01', 'Archived before')}`
        const files: Files = { [LOG]: text, ...(hasArchive && { [archiveOf(2025)]: present }) }
        const before = await checkLiteral(files)
        const texts = await archived(files as { [path: string]: string }, keep)
        const after = await checkLiteral(texts)
        expect(itemChanges(before.documents, after.documents).filter(({ type }) => type !== 'same')).toEqual(
          [],
        )
        const log = after.documents.find(({ path }) => path === LOG)
        expect(log?.items.length).toBe(Math.min(keep, count))
        if (keep >= count) expect(texts).toEqual(files)
        if (hasArchive) expect(texts[archiveOf(2025)]?.startsWith(present)).toBe(true)
        const written = Object.values(texts).join('\n\n')
        for (const own of ownTexts(before.documents.find(({ path }) => path === LOG)?.items ?? [], text)) {
          expect(written.split(own).length, own).toBe(2)
        }
        expect(await archive(texts, keep)).toEqual({ moved: 0, plan: new Map() })
      }),
      { numRuns: 100 },
    )
  })
})

/** Each entry's text as far as it is surely its own: heading, labels and first line. */
function ownTexts(items: readonly { readonly place: { readonly line: number } }[], text: string): string[] {
  const lines = text.split('\n')
  return items.map(({ place }) =>
    lines
      .slice(place.line - 1, place.line + 4)
      .join('\n')
      .trimEnd(),
  )
}
