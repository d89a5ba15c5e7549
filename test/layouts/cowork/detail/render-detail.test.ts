import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Markdown } from '../../../../src/core/source.ts'
import { findHiddenText } from '../../../../src/formats/hidden-text.ts'
import { parseMarkdown } from '../../../../src/formats/markdown/parse-markdown.ts'
import { rebuiltDetail, splitDetail } from '../../../../src/layouts/cowork/derive.ts'
import { renderDetail, visibleLines } from '../../../../src/layouts/cowork/render-detail.ts'
import { anyCharacter } from '../../../helpers/any-character.ts'
import { runs } from '../../../helpers/runs.ts'
import { firstDecision, firstPattern } from '../clean-memory.ts'

const decision = (change: Partial<typeof firstDecision>): string =>
  renderDetail('decisions', { ...firstDecision, ...change }) ?? ''

const BREAKS = [
  ...['\n', '\n\n', '\r\n', '\r', '# Heading', '## Decision', '- item', '1. item', '> quote', '---', '==='],
  ...[
    '```',
    '````',
    '~~~',
    '<!--',
    '-->',
    '<div>',
    '</div>',
    '<script>',
    '[a]: b.md',
    '[a](../b.md)',
    '![x](y.png)',
  ],
  ...['    code', '\t', '\u202e', '\u200b', '\u{e0041}', '\ufeff', '\u2028', '\u0000', '|a|b|', '|-|-|'],
  ...['<!-- Above: derived from memory.json (0123456789abcdef01234567). Below: yours, and kept. -->'],
  ...[
    '<!-- memkeep-disable derived-fresh -- no -->',
    '<<<<<<< HEAD',
    '=======',
    '>>>>>>> theirs',
    'word',
    ' ',
  ],
]

/** What an agent, or an attack, may have put into a value. */
const value = fc
  .array(fc.oneof(fc.constantFrom(...BREAKS), fc.string({ maxLength: 6, unit: anyCharacter })), {
    maxLength: 10,
  })
  .map((parts) => parts.join(''))

const blockTypes = ({ blocks }: Markdown): string[] => blocks.map(({ type }) => type)

describe('the rendered row', () => {
  test('several lines are put in a code block as they are, in lists as well', () => {
    const text = decision({ context: 'One.\n\n# Two', consequences: ['a\n```\nb', '', 'c'] })
    expect(text).toContain('## Context\n\n```text\nOne.\n\n# Two\n```\n')
    expect(text).toContain('## Consequences\n\n- ````text\n  a\n  ```\n  b\n  ````\n- c\n')
  })

  test('what is empty has no section, and a row without a title is called by its id', () => {
    const text = decision({ title: ' ', context: '', decision: '\n', consequences: ['  '] })
    expect(text).toBe(
      '# dec-iter-1-1770544800\n\n- **Id:** dec-iter-1-1770544800\n- **Iteration:** iter-1\n- **Created:** 2026-02-08T10:00:00Z\n',
    )
  })

  test('hidden characters are shown as escapes', () => {
    expect(decision({ title: 'pay\u202eto\u200b' })).toContain('# pay\\u{202e}to\\u{200b}\n')
    expect(decision({ title: 'fine 👩‍👧 family' })).toContain('# fine 👩‍👧 family\n')
  })

  test('a row that lacks a field, or has another type there, gives nothing', () => {
    const { title: _, ...untitled } = firstDecision
    expect(renderDetail('decisions', untitled)).toBeNull()
    expect(renderDetail('decisions', { ...firstDecision, consequences: 'none' })).toBeNull()
    expect(renderDetail('patterns', { ...firstPattern, tags: [1] })).toBeNull()
    expect(renderDetail('patterns', { ...firstPattern, code_example: 7 })).toBeNull()
    expect(renderDetail('patterns', { ...firstPattern, code_example: null })).not.toContain('Code')
  })

  test('no value changes the structure of a decision', () => {
    fc.assert(
      fc.property(
        value,
        value,
        value,
        fc.array(value, { maxLength: 3 }),
        (title, context, what, consequences) => {
          const head = decision({ title, context, decision: what, consequences })
          const text = rebuiltDetail('', head)
          const markdown = parseMarkdown(text, 0)
          const headings = markdown.headings.map(({ depth, text: name }) => (depth === 1 ? '' : name))
          const isAny = (...values: readonly string[]): boolean =>
            values.some((one) => visibleLines(one).length > 0)
          expect(headings).toEqual([
            '',
            ...(isAny(context) ? ['Context'] : []),
            ...(isAny(what) ? ['Decision'] : []),
            ...(isAny(...consequences) ? ['Consequences'] : []),
          ])
          expect(markdown.comments.length).toBe(1)
          expect(markdown.destinations).toEqual([])
          expect(markdown.breaks).toEqual([])
          expect(markdown.tasks).toEqual([])
          expect(blockTypes(markdown).filter((type) => type === 'html')).toEqual(['html'])
          expect(markdown.blocks.every(({ closed }) => closed)).toBe(true)
          const lists = isAny(...consequences) ? 2 : 1
          expect(blockTypes(markdown).filter((type) => type === 'list').length).toBe(lists)
          expect(blockTypes(markdown)).not.toContain('quote')
          expect(blockTypes(markdown)).not.toContain('indented-code')
          expect(findHiddenText(text)).toEqual([])
          expect(splitDetail(text)).toEqual({ head: `${head}\n`, below: '', state: 'written' })
        },
      ),
      { numRuns: runs(400) },
    )
  })

  test('no value changes the structure of a pattern', () => {
    fc.assert(
      fc.property(value, value, fc.array(value, { maxLength: 3 }), value, (name, description, tags, code) => {
        const row = { ...firstPattern, name, description, usage: tags, tags, code_example: code }
        const text = rebuiltDetail('', renderDetail('patterns', row) ?? '')
        const markdown = parseMarkdown(text, 0)
        const names = markdown.headings.slice(1).map((one) => one.text)
        expect(['Description', 'Usage', 'Code example']).toEqual(expect.arrayContaining(names))
        expect(new Set(names).size).toBe(names.length)
        expect(markdown.comments.length).toBe(1)
        expect(markdown.destinations).toEqual([])
        expect(findHiddenText(text)).toEqual([])
        expect(splitDetail(text).state).toBe('written')
      }),
      { numRuns: runs(200) },
    )
  })
})
