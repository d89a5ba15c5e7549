import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { itemChanges } from '../../src/core/changes/item-changes.ts'
import type { Document } from '../../src/core/document.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { documentStage, readSource } from '../../src/engine/documents/document-stage.ts'
import { atomic } from '../../src/layouts/atomic/layout.ts'
import { log } from '../../src/layouts/log/layout.ts'
import { openclaw } from '../../src/layouts/openclaw/layout.ts'
import { checkLiteral, fixLiteral, indexLiteral, judgeLiteral } from '../helpers/check-literal.ts'
import { runs } from '../helpers/runs.ts'

const PATH = 'docs/decisions.md'
const SHOP = 'user/memory/workspaces/shop'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The text with 0xE9 in place of the one byte of each `§`. */
const damaged = (text: string): Uint8Array =>
  Uint8Array.from(Buffer.from(text.replaceAll('§', 'é'), 'latin1'))

const decision = (day: number, title: string, body: string): string =>
  `## 2026-02-${String(day).padStart(2, '0')}: ${title}\n\n${body}\n\n`

const BODY = 'Floating point lost a cent in every hundred refunds, so amounts are counted in cents.'
const ENTRIES = [
  decision(1, 'Prices are integers', BODY),
  decision(2, 'Refunds need an account', 'A refund goes to a verified address, and to no other one at all.'),
  decision(3, 'One queue in Postgres', 'A second service would have to be watched by somebody at night.'),
  decision(4, 'Search is a service', 'The index is rebuilt every night and swapped when it is complete.'),
]
const LOG = `# Decisions\n\n${ENTRIES.join('')}`

const input = (bytes: Uint8Array) => ({
  path: PATH,
  bytes,
  id: 'id',
  layout: log,
  claim: { kind: 'log', scope: '' },
  rules: [],
  settings: DEFAULT_SETTINGS,
})

const read = (bytes: Uint8Array): Promise<Document> => documentStage(input(bytes))

describe('a log with a byte that is not UTF-8', () => {
  const withOne = damaged(LOG.replace('verified', 'v§rified'))

  test('has the place of the byte, all its items, and one whose text is not known', async () => {
    const { items, findings, complete } = (await checkLiteral({ [PATH]: withOne })).documents[0] ?? {}
    expect(findings).toMatchObject([{ rule: 'syntax', severity: 'error', place: { line: 9, column: 21 } }])
    expect(items?.map(({ title, place, damaged: isBad = false }) => [title, place.line, isBad])).toEqual([
      ['Prices are integers', 3, false],
      ['Refunds need an account', 7, true],
      ['One queue in Postgres', 11, false],
      ['Search is a service', 15, false],
    ])
    expect(complete).toBe(false)
  })

  test('gives no text to what reads it for another reason than a check', async () => {
    const source = await readSource(input(withOne))
    expect(source).toMatchObject({ text: '', markdown: null, problems: [{ rule: 'syntax' }] })
    await read(withOne)
    expect((await readSource(input(withOne))).text).toBe('')
  })

  test.each([
    ['UTF-16', Uint8Array.from(Buffer.from(`\ufeff${LOG}`, 'utf16le'))],
    ['another encoding', damaged(LOG.replaceAll('a', '§'))],
    ['bytes of 0', bytesOf(`${LOG}\0`).with(40, 0xff)],
  ])('is unreadable as a whole where it is no UTF-8 text with a few bad bytes: %s', async (_, bytes) => {
    const { items, lines, complete, findings } = await read(bytes)
    expect({ items, lines, complete, findings }).toEqual({
      items: [],
      lines: 0,
      complete: false,
      findings: [],
    })
  })

  test('is unreadable as a whole where the file shows no item', async () => {
    const { items, lines, complete } = await read(damaged('Caf§\n'))
    expect({ items, lines, complete }).toEqual({ items: [], lines: 0, complete: false })
  })

  test.each([
    ['body', LOG.replace('verified', 'v§rified')],
    ['title', LOG.replace('account', '§ccount')],
    ['tail', LOG.replace('other one at all.', 'other one at all.§')],
    ['whole body', LOG.replace('A refund goes to a verified address, and to no other one at all.', '§')],
  ])('loses no entry by it, and none is edited: in the %s of one', async (_, text) => {
    const found = await judgeLiteral({ [PATH]: LOG }, { [PATH]: damaged(text) })
    expect(found.map(({ rule, line }) => `${rule} ${line}`)).toEqual([
      `syntax ${text.slice(0, text.indexOf('§')).split('\n').length}`,
    ])
    expect((await judgeLiteral({ [PATH]: damaged(text) }, { [PATH]: LOG })).map(({ rule }) => rule)).toEqual(
      [],
    )
  })

  test('guards the other entries in the same change', async () => {
    const [, , queue = ''] = ENTRIES
    const text = damaged(LOG.replace('verified', 'v§rified').replace(queue, ''))
    const found = await judgeLiteral({ [PATH]: LOG }, { [PATH]: text })
    expect(found.map(({ rule, severity }) => `${rule} ${severity}`).sort()).toEqual([
      'item-lost error',
      'syntax error',
    ])
    expect(found.map(({ message }) => message).join('\n')).toContain(
      '"One queue in Postgres" (2026-02-03) is gone',
    )
  })

  test('guards them in the next change as well', async () => {
    const [, , queue = ''] = ENTRIES
    const before = damaged(LOG.replace('verified', 'v§rified'))
    const after = damaged(LOG.replace('verified', 'v§rified').replace(queue, ''))
    const found = await judgeLiteral({ [PATH]: before }, { [PATH]: after })
    expect(found.filter(({ rule }) => rule === 'item-lost').map(({ message }) => message)).toEqual([
      expect.stringContaining('"One queue in Postgres"'),
    ])
  })

  test('is judged by the history of its kind', async () => {
    const settings = `logs:\n  - { path: ${PATH}, history: append-only }\n`
    const change = (text: string) =>
      judgeLiteral(
        { [PATH]: LOG, 'memkeep.yaml': settings },
        { [PATH]: damaged(text), 'memkeep.yaml': settings },
      )
    const rules = async (text: string): Promise<string[]> =>
      (await change(text)).map(({ rule }) => rule).sort()
    expect(await rules(LOG.replace('verified', 'v§rified'))).toEqual(['syntax'])
    expect(await rules(LOG.replace('verified', 'v§rified').replace('night and', 'day and'))).toEqual([
      'history',
      'syntax',
    ])
  })
})

test('a fix and a rebuild leave such a file, and what follows from it, as they are', async () => {
  const entry = (day: string, title: string): string =>
    `### [2026-02-${day}] ${title}\n\n**Category:** convention\n**Tags:** cache,ci\n\nBecause of it.  \n\n---\n`
  const path = `${SHOP}/decisions.md`
  const text = `# Decisions\n\n${entry('01', 'Prices')}\n${entry('02', 'Caf§')}\n${entry('03', 'Refunds')}`
  const files = await indexLiteral({ [path]: text })
  const index = files[`${SHOP}/_index.yaml`]
  expect(index).toBeDefined()
  const changed = {
    ...files,
    [path]: damaged(text.replace('Prices', 'Whole prices').replace('cache,ci', 'all,ci')),
  }
  const { diagnostics, documents } = await checkLiteral(changed)
  expect(documents.find((one) => one.path === path)?.items).toHaveLength(3)
  expect(diagnostics.filter(({ fixable }) => fixable)).toEqual([])
  expect(await fixLiteral(changed)).toEqual(changed)
  expect(await indexLiteral(changed)).toEqual(changed)
})

test('the notes of a day are read in the same way', async () => {
  const path = 'memory/2026-02-01.md'
  const notes = '# Sunday\n\n## Garden\n\nBeans.\n\n## Caf§\n\nTea.\n'
  const day = { ...input(damaged(notes)), path, layout: openclaw, claim: { kind: 'openclaw-day', scope: '' } }
  const { items, complete } = await documentStage(day)
  expect(items.map(({ title, damaged: isBad = false }) => [title, isBad])).toEqual([
    ['Sunday', false],
    ['Garden', false],
    ['Caf\ufffd', true],
  ])
  expect(complete).toBe(false)
})

test('an item that is known by its front matter is its whole file, and not read', async () => {
  const text = damaged('---\nid: fact-1\ntitle: Caf§\ncreated: 2026-02-01\n---\n\nTea.\n')
  const fact = {
    ...input(text),
    path: 'memory/facts/fact-1.md',
    layout: atomic,
    claim: { kind: 'fact', scope: '' },
  }
  expect(await documentStage(fact)).toMatchObject({ items: [], frontMatter: null, complete: false })
})

test('lessons of a workspace are read in the same way', async () => {
  const lesson = (day: string, title: string): string =>
    `### [2026-02-${day}] ${title}\n\n**Category:** tooling\n\nBecause of it.\n\n---\n`
  const lessons = `${SHOP}/lessons.md`
  const [one, two] = [lesson('01', 'A missing index'), lesson('02', 'Caf§')]
  const found = await judgeLiteral(
    { [lessons]: `# Lessons\n\n${one}\n${two}` },
    { [lessons]: damaged(`# Lessons\n\n${two}`) },
  )
  expect(found.filter(({ rule }) => rule === 'item-lost').map(({ message }) => message)).toEqual([
    'Item lesson "A missing index" (2026-02-01) is gone, without an archived copy or a tombstone',
  ])
})

describe('any byte of a log that is replaced by a bad one', () => {
  const word = fc.constantFrom(
    'queue',
    'naïve',
    'Prüfung',
    'cents',
    '漢字',
    'refund',
    'night',
    'index',
    'api',
  )
  const words = (min: number, max: number) =>
    fc.array(word, { minLength: min, maxLength: max }).map((all) => all.join(' '))
  const body = fc.array(
    fc.oneof(
      words(3, 12),
      words(1, 4).map((text) => `- ${text}`),
      words(1, 4).map((text) => `### ${text}`),
    ),
    { minLength: 1, maxLength: 4 },
  )
  const entries = fc.array(fc.tuple(words(1, 5), body), { minLength: 4, maxLength: 9 })

  test('leaves all other items as they were', async () => {
    await fc.assert(
      fc.asyncProperty(entries, fc.nat(), async (list, at) => {
        const texts = list.map(([title, lines], i) => decision(i + 1, `${title} ${i}`, lines.join('\n\n')))
        const text = `# Decisions\n\n${texts.join('')}`
        const bytes = bytesOf(text)
        const offset = at % bytes.length
        const before = await read(bytes)
        const after = await read(bytes.with(offset, 0xff))
        expect(before.items).toHaveLength(list.length)
        // What is above all items counts as the first's, which may have lost its heading. The line break above a heading belongs to the item whose heading it ends or begins.
        const starts = texts.map((_, i) => bytesOf(`# Decisions\n\n${texts.slice(0, i).join('')}`).length)
        const owner = starts.findLastIndex((start) => start - 1 <= offset)
        const titles = before.items.map(({ title }) => title)
        const near = titles.slice(Math.max(0, owner - 1), Math.max(1, owner) + 1)
        for (const change of itemChanges([before], [after])) {
          if (change.type === 'removed') expect(change.before.item.title).toBe(titles[owner])
          else expect(change.type).toBe('same')
          if (change.type === 'same' && change.after.item.damaged)
            expect(near).toContain(change.before.item.title)
        }
      }),
      { numRuns: runs(600, 60) },
    )
  })
})
