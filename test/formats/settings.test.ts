import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import type { Layout } from '../../src/core/layout.ts'
import { UserError } from '../../src/core/messages.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { joinSettings, parseSettings, settingsSchema, settingsValue } from '../../src/formats/settings.ts'

const notes: Layout = {
  id: 'notes',
  summary: 'Notes for the test.',
  kinds: [
    {
      id: 'note',
      summary: 'A note.',
      paths: '{root}/*.md',
      format: 'markdown',
      frontMatter: 'optional',
      history: 'free',
      fields: ['title', 'body', 'tags'],
    },
    {
      id: 'cover',
      summary: 'A kind without items.',
      paths: '{root}/cover.md',
      format: 'markdown',
      frontMatter: 'optional',
      history: 'free',
    },
  ],
  rules: [],
  settings: {
    schemas: {
      notes: {
        type: 'object',
        description: 'Where notes lie.',
        properties: {
          root: { type: 'string', minLength: 1, default: 'memory/notes', description: 'Notes.' },
          links: { type: 'array', items: { type: 'string' }, default: ['.agent'], description: 'Links.' },
          title: { type: 'string', default: 'Notes', description: 'A title.' },
        },
      },
      budgets: { type: 'object', additionalProperties: { type: 'integer', minimum: 1 } },
    },
  },
  signature: 'note',
  roots: () => [{ path: 'memory/notes' }, { path: '.agent' }],
  claim: () => null,
  derive: () => ({ plan: new Map(), stale: [], replacesUnreadable: [] }),
}

const SCHEMA = settingsSchema([notes], ['syntax', 'no-secret', 'syntax'])
const parse = (text: string) => parseSettings(text, 'memkeep.yaml', SCHEMA)

function errorOf(text: string): UserError {
  try {
    parse(text)
  } catch (error) {
    if (error instanceof UserError) return error
    throw error
  }
  throw new Error('accepted')
}

describe('settings', () => {
  test.each([
    ['empty', ''],
    ['a comment', '# yaml-language-server: $schema=./schemas/memkeep.schema.json\n'],
    ['an empty map', '{}'],
    ['empty keys', 'rules:\n  # no-secret: off\nlimits:\nnotes:\n'],
    ['a byte order mark', '\ufeff'],
  ])('%s gives the defaults', (_, text) => {
    expect(parse(text)).toEqual(DEFAULT_SETTINGS)
  })

  test('everything at once', () => {
    const text = [
      '# yaml-language-server: $schema=x',
      'rules: {no-secret: warning, syntax: off}',
      'limits:\n  fileBytes: 1000',
      'history:\n  note: {mode: immutable, editable: [tags]}',
      'merge: {entries: 2}',
      'layouts: {notes: off}\nhooks: {failOn: all}\nci: {newSuppressions: report}',
      `secrets: {allow: [sha256:${'0a'.repeat(32)}]}`,
      'notes:\n  root: docs/memory/\n  links: [.agent/rules/, .agent]\n  title: a//b/',
      'budgets: {a.md: 50}',
    ].join('\n')
    expect(parse(text)).toEqual({
      extended: [],
      rules: { 'no-secret': 'warning', syntax: 'off' },
      limits: { fileBytes: 1000, frontMatterBytes: 65_536 },
      history: { note: { mode: 'immutable', editable: ['tags'] } },
      merge: { entries: 2 },
      layouts: { notes: 'off' },
      hooks: { failOn: 'all' },
      ci: { newSuppressions: 'report' },
      secrets: { allow: [`sha256:${'0a'.repeat(32)}`] },
      options: {
        notes: { root: 'docs/memory', links: ['.agent/rules', '.agent'], title: 'a//b/' },
        budgets: { 'a.md': 50 },
      },
    })
  })

  test('a mode alone leaves nothing editable; a layout key that is not set is not in the options', () => {
    const settings = parse('history: {note: {mode: append-only}}\nbudgets: {}\n')
    expect(settings.history).toEqual({ note: { mode: 'append-only', editable: [] } })
    expect(settings.options).toEqual({ budgets: {} })
  })
})

describe('wrong settings', () => {
  test.each<[string, string, RegExp]>([
    [
      'rules:\n  no-secrets: off\n',
      'memkeep.yaml:2:3: The key "no-secrets" is unknown, it should be one of syntax, no-secret',
      /Did you mean "no-secret"/,
    ],
    [
      'rules:\n  syntax: warn\n',
      'memkeep.yaml:2:11: The value is "warn", it should be one of error, warning, info, off',
      /Did you mean "warning"/,
    ],
    [
      'rule: {}\n',
      'memkeep.yaml:1:1: The key "rule" is unknown, it should be one of extends, rules, layouts, limits, history, merge, hooks, ci, secrets, notes, budgets',
      /Did you mean "rules"/,
    ],
    [
      'rules: [syntax]\n',
      'memkeep.yaml:1:8: The value is a list, it should be a map with the keys syntax, no-secret',
      /./,
    ],
    [
      'rules: {syntax: no}\n',
      'memkeep.yaml:1:17: The value is "no", it should be one of error, warning, info, off',
      /^Did you mean "off"\?$/,
    ],
    [
      'rules: {syntax: false}\n',
      'memkeep.yaml:1:17: The value is false, it should be one of error, warning, info, off',
      /^Did you mean "off"\?$/,
    ],
    [
      '- rules\n',
      'memkeep.yaml:1:1: The value is a list, it should be a map with the keys extends, rules, layouts, limits, history, merge, hooks, ci, secrets, notes, budgets',
      /./,
    ],
    ['limits: {fileBytes: 1MB}\n', 'memkeep.yaml:1:21: The value is "1MB", it should be a whole number', /./],
    ['limits: {fileBytes: 0}\n', 'memkeep.yaml:1:21: The value is 0, it should be at least 1', /./],
    [
      'limits: {fileBytes: 99999999999}\n',
      'memkeep.yaml:1:21: The value is 99999999999, it should be at most 10485760',
      /./,
    ],
    [
      'history: {notes: {mode: free}}\n',
      'memkeep.yaml:1:11: No kind "notes" has items or text that a history keeps',
      /Did you mean "note"/,
    ],
    [
      'history:\n  note: {editable: [tags]}\n',
      'memkeep.yaml:2:3: Missing field "mode": what may happen to items: what their kind allows (strict), also changes of the editable fields (amend), anything (off, free), only additions at the end (append-only), only additions (immutable)',
      /one of strict, amend, off, free, append-only, immutable/,
    ],
    [
      'history:\n  note: {mode: immutable, editable: [tgs]}\n',
      'memkeep.yaml:2:38: The value is "tgs", it should be one of title, body, tags',
      /Did you mean "tags"/,
    ],
    [
      'history: {cover: {mode: immutable}}\n',
      'memkeep.yaml:1:11: No kind "cover" has items or text that a history keeps',
      /./,
    ],
    [
      'notes: {roots: a}\n',
      'memkeep.yaml:1:9: The key "roots" is unknown, it should be one of root, links, title',
      /Did you mean "root"/,
    ],
    ['budgets: {a.md: none}\n', 'memkeep.yaml:1:17: The value is "none", it should be a whole number', /./],
    [
      'merge: {entries: date}\n',
      'memkeep.yaml:1:18: The value is "date", it should be one of dated, 1, 2, 3, 4',
      /Did you mean "dated"/,
    ],
    [
      'nothing:\n',
      'memkeep.yaml:1:1: The key "nothing" is unknown, it should be one of extends, rules, layouts, limits, history, merge, hooks, ci, secrets, notes, budgets',
      /./,
    ],
    ['a: [\n', 'memkeep.yaml:2:1: `[…]` or `{…}` is not closed, or its lines are not indented', /./],
    ['rules: {syntax: off, syntax: info}\n', 'memkeep.yaml:1:22: The key "syntax" is in this map twice', /./],
    ['rules: &x {syntax: off}\n', 'memkeep.yaml:1:8: A value starts with `&`, which is a YAML anchor', /./],
    [
      'budgets: {b: 0}\nrules: {x: off}\n',
      'memkeep.yaml:1:14: The value is 0, it should be at least 1; 1 more mistake behind it',
      /./,
    ],
  ])('%j', (text, message, hint) => {
    const error = errorOf(text)
    expect(error.message).toBe(message)
    expect(error.hint).toMatch(hint)
  })

  test.each([
    '/memory',
    'C:/memory',
    'C:\\memory',
    'a\\b',
    '..',
    '../a',
    'a/../b',
    'a/..',
    '.',
    './a',
    'a//b',
    '/',
    'a//',
    '"a\\nb"',
  ])('the root %s does not lie in the repository', (root) => {
    expect(errorOf(`notes:\n  root: ${root}\n`).message).toMatch(
      /^memkeep.yaml:2:9: The path "[^"]*" is not a directory inside the repository: /,
    )
    expect(errorOf(`notes:\n  links: [.agent, ${root}]\n`).message).toMatch(/^memkeep.yaml:2:19: The path "/)
  })

  test.each(['memory', 'a/b/c', '.cursor/rules', 'a b/ü', '...', 'a..b', 'a/'])(
    'the root %s does',
    (root) => {
      expect(parse(`notes:\n  root: ${root}\n`).options).toEqual({ notes: { root: root.replace(/\/$/, '') } })
    },
  )
})

describe('files that extend others', () => {
  const joined = (...texts: readonly string[]) =>
    joinSettings(
      texts.map((text, i) => settingsValue(text, `${i}.yaml`, SCHEMA)),
      ['1.yaml'],
    )

  test('rules are joined one by one, everything else is what the nearest says', () => {
    const near = 'extends: 1.yaml\nrules: { syntax: info }\nlayouts: { notes: on }\nbudgets: { a.md: 1 }\n'
    const far =
      'rules: { syntax: off, no-secret: warning }\nlayouts: {}\nbudgets: { a.md: 9, b.md: 9 }\nlimits: { fileBytes: 7 }\n'
    expect(joined(near, far)).toEqual({
      ...DEFAULT_SETTINGS,
      extended: ['1.yaml'],
      rules: { syntax: 'info', 'no-secret': 'warning' },
      layouts: { notes: 'on' },
      limits: { ...DEFAULT_SETTINGS.limits, fileBytes: 7 },
      options: { budgets: { 'a.md': 1 } },
    })
  })

  test('a key with nothing under it says nothing', () => {
    expect(
      joined('extends: 1.yaml\nlimits:\nrules:\n', 'limits: { fileBytes: 7 }\nrules: { syntax: off }\n'),
    ).toMatchObject({ limits: { fileBytes: 7 }, rules: { syntax: 'off' } })
  })
})

describe('the schema', () => {
  test('is closed and described everywhere, so that an editor can help', () => {
    const open: string[] = []
    const look = (schema: JsonObject, path: string): void => {
      if (schema.type === 'object' && schema.additionalProperties === undefined) open.push(`${path} is open`)
      const isLeafOfList = path.endsWith('/items')
      if (path.split('/').length === 2 && !schema.description && path !== '/budgets')
        open.push(`${path} says nothing`)
      for (const [key, inner] of Object.entries((schema.properties ?? {}) as { [key: string]: JsonObject })) {
        look(inner, `${path}/${key}`)
      }
      if (schema.items && !isLeafOfList) look(schema.items as JsonObject, `${path}/items`)
    }
    look(SCHEMA, '')
    expect(open).toEqual([])
    expect(SCHEMA.$schema).toBe('https://json-schema.org/draft/2020-12/schema')
  })

  test('names each rule, and each kind that has items, once', () => {
    const properties = SCHEMA.properties as { [key: string]: { properties: JsonObject } }
    expect(Object.keys(properties.rules?.properties ?? {})).toEqual(['syntax', 'no-secret'])
    expect(Object.keys(properties.history?.properties ?? {})).toEqual(['note'])
  })

  test('is the same for the same input, and leaves the layout as it is', () => {
    const before = JSON.stringify(notes.settings)
    expect(JSON.stringify(settingsSchema([notes], ['syntax', 'no-secret']))).toBe(JSON.stringify(SCHEMA))
    expect(JSON.stringify(notes.settings)).toBe(before)
  })
})
