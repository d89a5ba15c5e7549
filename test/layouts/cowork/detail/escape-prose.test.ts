import fc from 'fast-check'
import { remark } from 'remark'
import { describe, expect, test } from 'vitest'
import { escapeProse } from '../../../../src/layouts/cowork/render-detail.ts'
import { runs } from '../../../helpers/runs.ts'

type Node = { readonly type: string; readonly value?: string; readonly children?: readonly Node[] }

/** What a reader sees, with code spans as they are written in the source. */
function shown(node: Node): string {
  if (node.children) return node.children.map(shown).join('')
  return node.value ?? ''
}

function typesIn(node: Node): string[] {
  return [node.type, ...(node.children ?? []).flatMap(typesIn)]
}

const parse = (text: string): Node => remark.parse(text) as Node

/** Text that is full of what Markdown takes for markup. */
const markup = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '#',
          '##',
          '>',
          '-',
          '+',
          '*',
          '**',
          '_',
          '__',
          '~~~',
          '`',
          '``',
          '```',
          '=',
          '==',
          '---',
          '1.',
          '2)',
        ],
        ...[
          '[',
          ']',
          '(',
          ')',
          '](x)',
          '![',
          ']: ',
          '<',
          '>',
          '<!--',
          '-->',
          '<b>',
          '&amp;',
          '&#35;',
          '\\',
          '|',
          '!',
        ],
        ...['http://a.b', '<http://a.b>', 'a@b.c', ' ', '  ', '\t', 'word', 'x_y', '9', '.', '😀'],
      ),
      fc.string({ maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join('').replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' '))

const ALLOWED = new Set(['root', 'paragraph', 'text', 'inlineCode'])

describe('a line as Markdown', () => {
  test.each([
    ['# not a heading', '\\# not a heading'],
    ['1. not a list', '1\\. not a list'],
    ['1.5 seconds', '1.5 seconds'],
    ['- no item', '\\- no item'],
    ['Use `a*b` and *c*', 'Use `a*b` and \\*c\\*'],
    ['an open ` tick', 'an open \\` tick'],
    ['snake_case stays, _this_ does not', 'snake_case stays, \\_this\\_ does not'],
    ['<!-- memkeep-disable schema -- no -->', '\\<!-- memkeep-disable schema -- no -->'],
    ['[a](b.md) &amp; C:\\dir\\*', '\\[a\\](b.md) \\&amp; C:\\dir\\\\\\*'],
    ['for C #', 'for C \\#'],
    ['', ''],
  ])('%j is %j', (line, expected) => {
    expect(escapeProse(line)).toBe(expected)
  })

  test('is one paragraph of text and code, and shows exactly the line', () => {
    fc.assert(
      fc.property(markup, (line) => {
        const tree = parse(`${escapeProse(line)}\n`)
        expect(typesIn(tree).filter((type) => !ALLOWED.has(type))).toEqual([])
        expect(tree.children?.length ?? 0).toBe(line.trim() === '' ? 0 : 1)
        // A code span is shown without its backticks.
        const plain = (text: string): string => text.replaceAll(/[`\s]/g, '')
        expect(plain(shown(tree))).toBe(plain(line))
      }),
      { numRuns: runs(1000) },
    )
  })

  test('stays a heading and a list item', () => {
    fc.assert(
      fc.property(markup, (line) => {
        const text = escapeProse(line)
        fc.pre(text !== '')
        const tree = parse(`# ${text}\n\n- ${text}\n- ${text}\n`)
        expect(tree.children?.map(({ type, children }) => [type, children?.length])).toEqual([
          ['heading', expect.any(Number)],
          ['list', 2],
        ])
        const [heading, list] = tree.children ?? []
        const own = new Set([...ALLOWED, 'heading', 'list', 'listItem'])
        expect(
          [heading, list].flatMap((node) => (node ? typesIn(node) : [])).filter((type) => !own.has(type)),
        ).toEqual([])
      }),
      { numRuns: runs(400) },
    )
  })
})
