import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Json } from '../../src/core/json.ts'
import { yamlText } from '../../src/formats/yaml/yaml-text.ts'
import { anyCharacter } from '../helpers/any-character.ts'
import { runs } from '../helpers/runs.ts'

const line = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('', '---', '...', '  led by spaces', '\tled by a tab', '# a heading', '- item', 'a: b'),
  fc.constantFrom('\u0085', '\ufeff', '\u2028', '\u202e', '\u{e0041}', 'a \\ "b"', ' ', '\t', 'ends  '),
  fc.constantFrom('yes', '1:30', '2026-01-01', '1e3', 'null', '~', '=', '<<', '%YAML 1.1', '\r', '👩‍👩‍👧'),
)
const text = fc.oneof(
  line,
  fc.array(line, { maxLength: 5 }).map((lines) => lines.join('\n')),
)
const data = fc.dictionary(
  text.filter((key) => key !== '__proto__' && key.length < 200),
  fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.constantFrom(null, true, false),
      fc.maxSafeInteger(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), tie('value'), { maxKeys: 4 }),
    ),
  })).value,
  { maxKeys: 5 },
)

describe('yamlText', () => {
  test('writes maps, lists and texts of several lines as people do', () => {
    expect(
      yamlText({
        defaults: { tree: 'a/\n└── b.md\n', none: {}, nothing: [] },
        plans: [
          { name: 'Workflow engine', created: '2026-02-08', tags: ['workflow', 'c#'], done: 3, _meta: {} },
          { name: 'Small', tags: ['a', 'b: c'], count: 2, none: null },
          { body: '  led\n\n---\nend' },
        ],
      }),
    ).toBe(
      `defaults:
  tree: |
    a/
    └── b.md
  none: {}
  nothing: []
plans:
  - name: Workflow engine
    created: "2026-02-08"
    tags: [workflow, c#]
    done: 3
    _meta: {}
  - { name: Small, tags: [a, "b: c"], count: 2, none: null }
  - body: |2-
        led

      ---
      end
`,
    )
  })

  test('breaks a long list of scalars into lines', () => {
    const notes = [
      'A first note that is rather long, with: a colon',
      'A second note that is rather long as well',
    ]
    const yaml = yamlText({ notes: [...notes, 'x'.repeat(30)] })
    expect(yaml.split('\n')).toHaveLength(5)
    expect(parse(yaml)).toEqual({ notes: [...notes, 'x'.repeat(30)] })
  })

  test.each([
    ['a\u202eb', 'text: "a\\u202eb"\n'],
    ['a\u{e0041}\nb', 'text: "a\\U000e0041\\nb"\n'],
    ['a\u0085b', 'text: "a\\u0085b"\n'],
    ['\ufeffa', 'text: "\\ufeffa"\n'],
    ['a\n \nb', 'text: "a\\n \\nb"\n'],
    ['\na', 'text: "\\na"\n'],
  ])('escapes what is not seen in %j', (value, yaml) => {
    expect(yamlText({ text: value })).toBe(yaml)
  })

  test('any data is read back as it was by YAML 1.1 and 1.2, and nothing unseen is left', () => {
    fc.assert(
      fc.property(data, (value) => {
        const yaml = yamlText(value)
        const plain = JSON.parse(JSON.stringify(value))
        expect(parse(yaml, { version: '1.2' })).toEqual(plain)
        expect(parse(yaml, { version: '1.1', merge: false })).toEqual(plain)
        expect(yaml.replaceAll(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]/u)
      }),
      { numRuns: runs(1000) },
    )
  })
})
