import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ExpectedLog } from '../../../src/core/log-shape.ts'
import { readingOf } from '../../../src/formats/logs/find-shape.ts'
import { logText, namesIn, readText } from './read-log.ts'

/** Titles and sentences of plain words, which differ. */
const WORDS = [
  'queue',
  'port',
  'clock',
  'price',
  'cache',
  'schema',
  'token',
  'index',
  'lock',
  'retry',
  'zone',
  'file',
]
const phrase = fc
  .tuple(fc.constantFrom(...WORDS), fc.constantFrom(...WORDS), fc.integer({ min: 1, max: 999 }))
  .map(([a, b, n]) => `The ${a} keeps its ${b} for ${n} days`)

type Entry = { readonly title: string; readonly day: number; readonly lines: readonly string[] }

const entries = fc.uniqueArray(
  fc.record({
    title: phrase,
    day: fc.integer({ min: 1, max: 28 }),
    lines: fc.array(phrase, { minLength: 1, maxLength: 3 }),
  }),
  { minLength: 4, maxLength: 12, selector: ({ title }) => title },
)

const dayOf = ({ day }: Entry): string => `2026-03-${String(day).padStart(2, '0')}`
const listOf = ({ lines }: Entry): string => lines.map((line) => `- ${line}\n`).join('')

/** Forms that people use: how one entry is written. */
const FORMS: {
  readonly [name: string]: { readonly expected: ExpectedLog; readonly write: (entry: Entry) => string }
} = {
  'dated headings with lists': {
    expected: 'lessons',
    write: (one) => `## ${dayOf(one)}: ${one.title}\n\n${listOf(one)}\n`,
  },
  'dated headings with text': {
    expected: 'decisions',
    write: (one) => `### [${dayOf(one)}] ${one.title}\n\n${one.lines.join('. ')}.\n\n`,
  },
  'headings with labels': {
    expected: 'decisions',
    write: (one) => `## ${one.title}\n\n**Why:** ${one.lines.join('. ')}.\n\n**Cost:** none\n\n`,
  },
  'rounds of headings': {
    expected: 'decisions',
    write: (one) =>
      `## Decision\n\n- [${dayOf(one)} 10:00:00] - ${one.title}\n\n## Rationale\n\n${listOf(one)}\n## Implementation Details\n\n${listOf(one)}\n`,
  },
  'list items': { expected: 'lessons', write: (one) => `- ${one.title} because ${one.lines[0]}\n` },
  rows: { expected: 'decisions', write: (one) => `| ${dayOf(one)} | ${one.title} | ${one.lines[0]} |\n` },
}

const headOf = (name: string): string =>
  name === 'rows' ? '# Log\n\n| Date | What | Why |\n| --- | --- | --- |\n' : '# Log\n\n'

describe.each(Object.entries(FORMS))('a log of %s', (name, { expected, write }) => {
  const textOf = (all: readonly Entry[]): string => headOf(name) + all.map(write).join('')

  test('is read as all of its entries, for sure', () => {
    fc.assert(
      fc.property(entries, (all) => {
        const log = logText(textOf(all))
        const reading = readingOf(log, { expected })
        expect([reading?.measured?.starts.length, reading?.doubt]).toEqual([all.length, null])
      }),
    )
  })

  test('reads the others as before, wherever one more is added', () => {
    fc.assert(
      fc.property(entries, fc.nat(), (all, where) => {
        const at = where % all.length
        const fewer = all.filter((_, i) => i !== at)
        const before = namesIn(readText(textOf(fewer), { expected }))
        const after = namesIn(readText(textOf(all), { expected }))
        expect(after.filter((_, i) => i !== at)).toEqual(before)
      }),
    )
  })

  test('reads them as before below foreign text of up to a fifth of it', () => {
    const foreign = fc.constantFrom('## Ideas', '## Open points', '## Einleitung', '## Thoughts 2')
    fc.assert(
      fc.property(entries, foreign, phrase, fc.boolean(), (all, heading, line, isFirst) => {
        const text = textOf(all)
        const most = Math.floor((text.length - headOf(name).length) / 5)
        const part = `${heading}\n\n${`${line}. `.repeat(50)}`.slice(0, most).trimEnd()
        const head = headOf(name)
        const joined =
          isFirst && name !== 'rows' ? `# Log\n\n${part}\n\n${text.slice(head.length)}` : `${text}\n${part}\n`
        expect(
          namesIn(readText(joined, { expected })).filter((one) => !one.includes(heading.slice(3))),
        ).toEqual(namesIn(readText(text, { expected })))
      }),
    )
  })

  test('reads them as before with a dated heading inside the last one', () => {
    fc.assert(
      fc.property(entries, (all) => {
        if (!name.startsWith('dated') || all.length < 3) return
        const text = textOf(all)
        const depth = /^(#+) /m.exec(text.slice(headOf(name).length))?.[1] ?? '##'
        const part = `\n${depth}# Update of 2026-11-21\n\nStill true.\n`
        if (part.length * 5 > text.length) return
        const joined = text + part
        expect(namesIn(readText(joined, { expected }))).toEqual(namesIn(readText(text, { expected })))
      }),
    )
  })
})
