import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Document } from '../../../src/core/document.ts'
import { WHOLE_FILE } from '../../../src/core/text.ts'
import { derive } from '../../../src/layouts/workspace/derive.ts'
import {
  indexDocument,
  type LiteralEntry,
  literalDocument,
  literalMemory,
  logDocument,
  plannedText,
  ROOT,
} from './literal-memory.ts'

const PATH = `${ROOT}/devtools/_index.yaml`
const LOG = logDocument('devtools/decisions.md', [
  { date: '2026-01-02', tags: ['pnpm', 'nx'] },
  { date: '2026-01-03', tags: ['pnpm'] },
])

/** What the index of `devtools` becomes. */
function rebuilt(documents: readonly Document[]): string {
  return plannedText(derive(literalMemory(documents)).plan, PATH)
}

function messageOf(documents: readonly Document[]): string {
  return derive(literalMemory(documents))
    .stale.map(({ found }) => found.message)
    .join('\n')
}

describe('derive', () => {
  test('gives a workspace with memory an index, and counts its domains in', () => {
    const domain = logDocument('devtools/web/lessons.md', [{ date: '2026-03-01', tags: ['nx'] }])
    const { plan, stale, replacesUnreadable } = derive(literalMemory([LOG, domain]))
    expect([...plan.keys()]).toEqual([PATH])
    expect(plannedText(plan, PATH)).toContain(
      '  - name: nx\n    used_in: [decisions, lessons]\n    count: 2\n',
    )
    expect(plannedText(plan, PATH)).toContain('  domains_with_memory: [web]\n')
    expect(stale.map(({ path, found }) => [path, found.place.line, found.fixable])).toEqual([[PATH, 1, true]])
    expect(replacesUnreadable).toEqual([])
  })

  test('an index that is gone comes back with what people wrote in it, and its absence is reported', () => {
    const words = rebuilt([LOG]).replace('  - name: nx\n', '  - name: nx\n    description: Builds\n')
    const lost = [indexDocument('devtools', `# mine\n\n${words}`)]
    const { plan, stale } = derive({ ...literalMemory([LOG]), lost })
    expect(plannedText(plan, PATH)).toBe(`# mine\n\n${words}`)
    expect(stale[0]?.found.message).toContain('is missing from a workspace')
    expect(derive({ ...literalMemory([]), lost }).plan).toEqual(new Map())
  })

  test('leaves archives out, and workspaces apart', () => {
    const archive = logDocument('devtools/_archive/decisions-2025.md', [{ tags: ['old'] }])
    const other = logDocument('shop/lessons.md', [{ tags: ['money'] }])
    const { plan } = derive(literalMemory([LOG, archive, other]))
    expect([...plan.keys()]).toEqual([PATH, `${ROOT}/shop/_index.yaml`])
    expect(plannedText(plan, PATH)).not.toMatch(/old|money/)
  })

  test('an entry whose date is no real day counts, and the date is none', () => {
    const odd = logDocument('devtools/decisions.md', [
      { date: '2026-02-30', tags: ['nx'] },
      { date: '2026-01-03', tags: ['nx'] },
    ])
    expect(rebuilt([odd])).toMatch(/^last_updated: "?2026-01-03"?$/m)
    expect(rebuilt([odd])).toContain('  - name: nx\n    used_in: [decisions]\n    count: 2\n')
  })

  test('an index that is what a rebuild writes is left alone, whatever its line ends', () => {
    const text = rebuilt([LOG])
    for (const same of [text, text.replaceAll('\n', '\r\n'), `\ufeff${text}`]) {
      expect(derive(literalMemory([LOG, indexDocument('devtools', same)]))).toEqual({
        plan: new Map(),
        stale: [],
        replacesUnreadable: [],
      })
    }
  })

  test('white space at the end of the file is a difference too', () => {
    const text = rebuilt([LOG])
    for (const other of [text.trimEnd(), `${text}\n`]) {
      const message = messageOf([LOG, indexDocument('devtools', other)])
      expect(message).toMatch(/is out of date: order, quotes, spacing or comments differ$/)
    }
  })

  test('says which rows differ, and is placed at the first of them', () => {
    const present = rebuilt([LOG])
      .replace('count: 2', 'count: 3')
      .replace('  - name: nx\n', '  - name: aa\n')
      .replace('total_decisions: 2', 'total_decisions: 9')
    const { stale } = derive(literalMemory([LOG, indexDocument('devtools', present)]))
    expect(stale[0]?.found.message).toBe(
      '`_index.yaml` is out of date: total_decisions is 9, should be 2; tag "aa" is in no entry; tag "nx" is missing; tag "pnpm" has count 3, should have 2',
    )
    expect(stale[0]?.found.place.line).toBe(present.split('\n').indexOf('  total_decisions: 9') + 1)
  })

  test.each([
    ['/last_updated', /"2026[^"]*"/, '"2020-01-01"'],
    ['a count', /(?<=count: )2/, '33'],
    ['used_in', /(?<=used_in: )\[[^\]]*\]/, '[decisions, lessons, other]'],
    ['a name', /(?<=name: )nx/, 'unused'],
  ])('is placed at the value that differs: %s', (_, value, other) => {
    const present = rebuilt([LOG]).replace(value, other)
    const line = present.split('\n').findIndex((one) => one.includes(other))
    const column = (present.split('\n')[line] ?? '').indexOf(other) + 1
    for (const text of [present, present.replaceAll('\n', '\r\n')]) {
      const { stale } = derive(literalMemory([LOG, indexDocument('devtools', text)]))
      const expected = { line: line + 1, column, endLine: line + 1, endColumn: column + other.length }
      expect(stale[0]?.found.place).toEqual(expected)
    }
  })

  test('is placed at the start of the file where nothing but missing values differ', () => {
    const present = rebuilt([LOG]).replace(/^last_updated: .*\n/m, '')
    const { stale } = derive(literalMemory([LOG, indexDocument('devtools', present)]))
    expect(stale[0]?.found.place).toEqual(WHOLE_FILE)
    expect(stale[0]?.found.message).toMatch(/last_updated is null, should be "2026/)
  })

  test('names five differences and counts the others', () => {
    const log = logDocument('devtools/lessons.md', [{ tags: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }])
    const present = indexDocument('devtools', rebuilt([logDocument('devtools/lessons.md', [{}])]))
    expect(messageOf([log, present])).toMatch(/tag "e" is missing; 2 more$/)
  })

  test('a log that could not be read keeps the index of its workspace as it is', () => {
    const broken = literalDocument(`${ROOT}/devtools/lessons.md`, { complete: false })
    const other = logDocument('shop/lessons.md', [{}])
    const index = indexDocument('devtools', 'tags: []\n')
    const { plan, stale } = derive(literalMemory([LOG, broken, other, index]))
    expect([...plan.keys()]).toEqual([`${ROOT}/shop/_index.yaml`])
    expect(stale).toHaveLength(1)
  })

  test('an index that cannot be read is replaced, and named so that a copy is kept', () => {
    for (const broken of [
      '<<<<<<< HEAD\n',
      '- a\n- b\n',
      'tags: {pnpm: Package manager}\n',
      'tags: [[a]]\n',
    ]) {
      const derivation = derive(literalMemory([LOG, indexDocument('devtools', broken)]))
      expect(derivation.replacesUnreadable, broken).toEqual([PATH])
      expect(plannedText(derivation.plan, PATH)).toContain('name: pnpm')
      expect(derivation.stale[0]?.found.message).toMatch(/cannot be read/)
    }
  })

  test('a link in the place of an index is replaced, and named so that it is kept', () => {
    const linked = literalMemory([LOG], undefined, { [PATH]: 'link' })
    expect(derive(linked).replacesUnreadable).toEqual([PATH])
  })

  test('an empty index is no broken one', () => {
    const derivation = derive(literalMemory([LOG, indexDocument('devtools', '')]))
    expect(derivation.replacesUnreadable).toEqual([])
    expect([...derivation.plan.keys()]).toEqual([PATH])
  })

  describe('of a workspace without decisions and lessons', () => {
    test('deletes the index', () => {
      const { plan, stale } = derive(literalMemory([indexDocument('devtools', rebuilt([LOG]))]))
      expect(plan.get(PATH)).toEqual({ kind: 'delete' })
      expect(stale).toHaveLength(1)
    })

    test('keeps an index that a person wrote in, with counts of 0', () => {
      const present = rebuilt([LOG]).replace('  - name: pnpm\n', '  - name: pnpm\n    description: manager\n')
      const text = rebuilt([indexDocument('devtools', present)])
      expect(text).toContain('  - name: pnpm\n    description: manager\n    used_in: []\n    count: 0\n')
      expect(text).not.toContain('nx')
      expect(derive(literalMemory([indexDocument('devtools', text)])).plan.size).toBe(0)
    })

    test('leaves a broken index alone', () => {
      expect(derive(literalMemory([indexDocument('devtools', 'a: [')])).plan.size).toBe(0)
    })
  })
})

const name = fc.oneof(
  fc.stringMatching(/^[a-z0-9][a-z0-9.+#-]{0,8}$/),
  fc.constantFrom('yes', 'null', '__proto__', 'a/b', 'a~1b', 'Ünïcode', '1.10', '2026-01-01', 'a: b', '"'),
)

const entry: fc.Arbitrary<LiteralEntry> = fc.record({
  date: fc.constantFrom('2026-01-01', '2026-02-28', '2025-12-31'),
  category: fc.option(name),
  tags: fc.array(name, { maxLength: 4 }),
})

const logs = fc
  .uniqueArray(
    fc.constantFrom('w/decisions.md', 'w/lessons.md', 'w/a/decisions.md', 'w/b/lessons.md', 'v/lessons.md'),
    { minLength: 1 },
  )
  .chain((paths) =>
    fc.tuple(...paths.map((path) => fc.array(entry, { maxLength: 5 }).map((all) => logDocument(path, all)))),
  )

describe('properties of derive', () => {
  test('the order of documents makes no difference', () => {
    const shuffled = logs.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    )
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        const memory = literalMemory(all)
        expect(derive({ ...memory, documents: other }).plan).toEqual(derive(memory).plan)
      }),
    )
  })

  test('a rebuild of a rebuilt memory writes nothing', () => {
    fc.assert(
      fc.property(logs, (all) => {
        const indexes = [...derive(literalMemory(all)).plan].map(([path, file]) =>
          indexDocument(path.split('/').at(-2) ?? '', file.kind === 'text' ? file.text : ''),
        )
        const again = derive(literalMemory([...all, ...indexes]))
        expect(again).toEqual({ plan: new Map(), stale: [], replacesUnreadable: [] })
      }),
    )
  })

  test('descriptions and comments survive rebuilds, also when every entry is gone in between', () => {
    const words = fc.record({
      tag: name,
      // Written as they are, some characters make YAML that is refused.
      description: fc
        .string({ unit: 'grapheme', minLength: 1 })
        .filter((text) => text.trim() !== '' && !/[\p{Cc}\u2028\u2029\ufeff]/u.test(text)),
      above: fc.stringMatching(/^[A-Za-z ]{1,12}$/),
      behind: fc.stringMatching(/^[A-Za-z ]{1,12}$/),
    })
    fc.assert(
      fc.property(
        logs,
        fc.uniqueArray(words, { selector: ({ tag }) => tag, minLength: 1, maxLength: 4 }),
        (all, rows) => {
          const written = rows.map(
            ({ tag, description, above, behind }, i) =>
              `  # ${i}${above}.\n  - name: ${JSON.stringify(tag)} # ${i}${behind}!\n    description: ${JSON.stringify(description)}\n`,
          )
          const own = all.filter(({ scope }) => scope.startsWith('w'))
          let index = indexDocument('w', `tags:\n${written.join('')}`)
          let text = ''
          for (const logsNow of [own, [], own]) {
            const { plan } = derive(literalMemory([...logsNow, index]))
            if (plan.size === 0) continue
            text = plannedText(plan, index.path)
            index = indexDocument('w', text)
          }
          for (const [i, { tag, description, above, behind }] of rows.entries()) {
            expect(text).toContain(`# ${i}${above}.\n`)
            expect(text).toContain(` # ${i}${behind}!\n`)
            expect(text).toContain(`    description: ${JSON.stringify(description)}\n`)
            expect(JSON.stringify(index.facts)).toContain(`"name":${JSON.stringify(tag)}`)
          }
        },
      ),
      { numRuns: 50 },
    )
  })
})
