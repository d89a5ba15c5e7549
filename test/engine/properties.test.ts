import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import { lineStarts } from '../../src/core/text.ts'
import { factsInMemory } from '../../src/engine/documents/facts.ts'
import { checkLiteral, type Files, fixLiteral } from '../helpers/check-literal.ts'
import { runs } from '../helpers/runs.ts'

const DECISIONS = 'user/memory/workspaces/devtools/decisions.md'
const PLAN = 'resources/workspaces/devtools/_plans/260105-pieces.md'
const RUNS = { numRuns: runs(150) }

/** Pieces of memory, right and wrong, that arbitrary files are put together from. */
const PIECES = [
  '### [2026-01-05] A title\n',
  '### [2026-01-04] Another title\n',
  '### [2026-13-01] No such month\n',
  '## [2026-01-05] Wrong depth\n',
  '**Category:** architecture\n',
  '**Category:**\n',
  '**Tags:** Node JS, cli, cli\n',
  '**Tags:** cache, ci\n',
  'Plain text of a body.\n',
  'Text straight above\n---\n',
  '\n---\n',
  '---\n',
  '\n',
  '```\n### [2026-01-05] in a fence\n```\n',
  '```\n',
  '<!-- open\n',
  '<!-- memkeep-disable-next-line entry-tags -- imported -->\n',
  '- [ ] a task\n',
  '> quoted\n',
  'name: a\n',
  'status: finished\n',
  'created: 2026-02-30\n',
  '\u200b',
  '\ufeff',
  '<<<<<<< ours\n',
  '[link](../missing.md)\n',
]

const body = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...PIECES) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }) },
  ),
  { maxLength: 14 },
)

const files: fc.Arbitrary<Files> = fc
  .record({ decisions: body, plan: body, crlf: fc.boolean() })
  .map(({ decisions, plan, crlf }) => {
    const eol = (text: string): string => (crlf ? text.replaceAll('\n', '\r\n') : text)
    return { [DECISIONS]: eol(decisions.join('')), [PLAN]: eol(plan.join('')) }
  })

function isRealPlace({ path, line, column, endLine, endColumn }: Diagnostic, texts: Files): boolean {
  const text = texts[path]
  if (typeof text !== 'string') return line === 1 && column === 1
  const starts = lineStarts(text)
  const width = (at: number): number => (starts[at] ?? text.length) - (starts[at - 1] ?? 0) + 1
  return (
    line >= 1 &&
    line <= endLine &&
    endLine <= starts.length &&
    column >= 1 &&
    endColumn >= 1 &&
    column <= width(line) &&
    endColumn <= width(endLine) &&
    (line < endLine || column <= endColumn)
  )
}

test('every diagnostic has a real place, and nothing fails inside', async () => {
  await fc.assert(
    fc.asyncProperty(files, async (texts) => {
      const { diagnostics } = await checkLiteral(texts)
      expect(diagnostics.filter(({ rule }) => rule === 'internal')).toEqual([])
      expect(diagnostics.filter((one) => !isRealPlace(one, texts))).toEqual([])
    }),
    RUNS,
  )
})

test('facts from the cache and fresh facts agree, and so do both parsers', async () => {
  await fc.assert(
    fc.asyncProperty(files, async (texts) => {
      const facts = factsInMemory()
      const first = await checkLiteral(texts, { facts })
      const second = await checkLiteral(texts, { facts })
      const slow = await checkLiteral(texts, { parser: 'remark' })
      expect(second.diagnostics).toEqual(first.diagnostics)
      expect(second.fresh).toEqual([])
      expect(slow.diagnostics).toEqual(first.diagnostics)
      expect(slow.documents).toEqual(first.documents)
    }),
    RUNS,
  )
})

test('a second fix changes nothing, and what is left cannot be fixed', async () => {
  await fc.assert(
    fc.asyncProperty(files, async (texts) => {
      const fixed = await fixLiteral(texts)
      expect(await fixLiteral(fixed)).toEqual(fixed)
      const { diagnostics } = await checkLiteral(fixed)
      expect(diagnostics.filter(({ fixable }) => fixable)).toEqual([])
    }),
    RUNS,
  )
})

test('a fix of a log keeps every line that no finding names', async () => {
  await fc.assert(
    fc.asyncProperty(files, async (texts) => {
      const { diagnostics } = await checkLiteral(texts)
      const fixed = await fixLiteral(texts)
      const text = String(texts[DECISIONS])
      const touched = diagnostics.filter(({ path, fixable }) => path === DECISIONS && fixable)
      if (touched.length > 0) return
      expect(fixed[DECISIONS]).toBe(text)
    }),
    RUNS,
  )
})
