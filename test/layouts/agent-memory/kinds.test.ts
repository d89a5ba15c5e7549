import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Diagnostic } from '../../../src/core/diagnostic.ts'
import type { Json } from '../../../src/core/json.ts'
import { digest } from '../../../src/formats/hash.ts'
import { checkLiteral, type Files } from '../../helpers/check-literal.ts'
import { idOf, lineOf, recordText } from './records.ts'

const PATH = `.agent-memory/working/${idOf(1)}.json`

async function found(text: string, path = PATH): Promise<readonly Diagnostic[]> {
  return (await checkLiteral({ [path]: { ignored: text } })).diagnostics
}

function shown(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ line, rule, message }) => `${line} ${rule} ${message}`)
}

test('the example is a clean memory', async () => {
  const folder = 'examples/agent-memory'
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.json'),
  )
  const files: Files = Object.fromEntries(
    paths.map((path) => [path.replaceAll('\\', '/'), { ignored: readFileSync(join(folder, path), 'utf8') }]),
  )
  const { diagnostics, documents } = await checkLiteral(files)
  expect(shown(diagnostics)).toEqual([])
  const kinds = documents.map(({ kind }) => kind)
  expect(
    ['record', 'archived-record', 'compaction-report'].map(
      (kind) => kinds.filter((one) => one === kind).length,
    ),
  ).toEqual([5, 1, 1])
})

describe('a record', () => {
  test('is one item, known by its id', async () => {
    const { documents } = await checkLiteral({ [PATH]: { ignored: recordText() } })
    const [document] = documents
    expect(document?.items).toMatchObject([
      {
        kind: 'record',
        key: idOf(1),
        id: idOf(1),
        title: 'Owner filters need the GUID without braces',
        digest: digest('With braces around it the service answers with an empty list and no error.'),
        place: { line: lineOf('id') },
      },
    ])
    expect(document?.dates.map(({ date, what }) => `${what} ${date}`)).toEqual([
      'created_at 2026-02-20',
      'updated_at 2026-02-21',
      'last_used_at 2026-02-20',
    ])
  })

  test('keeps unknown keys, unreported', async () => {
    expect(shown(await found(recordText({ embedding: [0.1, 0.2], 'x-note': { a: null } })))).toEqual([])
  })

  test.each(Object.keys(JSON.parse(recordText())))('without %s is reported as incomplete', async (field) => {
    expect(shown(await found(recordText({ [field]: undefined })))).toEqual([
      expect.stringContaining(`1 schema Missing field "${field}": `),
    ])
  })

  test.each<[Parameters<typeof lineOf>[0], Json, RegExp]>([
    ['scope', 'permanent', /it should be one of session, working, durable/],
    ['kind', 'Fact', /it should be one of fact, decision, procedure, note/],
    ['summary', '', /empty text, it should be some text/],
    ['content', ['a'], /it should be text/],
    ['tags', 'filter', /it should be a list/],
    ['entities', null, /it should be a list/],
    ['confidence', 1.01, /it should be at most 1/],
    ['confidence', -0.1, /it should be at least 0/],
    ['confidence', '0.9', /it should be a number/],
    ['source', 7, /it should be text/],
    ['updated_at', null, /it should be text/],
    ['last_used_at', 0, /it should be text or nothing/],
    ['schemaVersion', 0, /The value is 0, it should be/],
    ['schemaVersion', '1', /it should be a whole number/],
  ])('with %s %j', async (field, value, message) => {
    const diagnostics = await found(recordText({ [field]: value }))
    expect(diagnostics.map(({ rule, line }) => `${line} ${rule}`)).toEqual([`${lineOf(field)} schema`])
    expect(diagnostics[0]?.message).toMatch(message)
  })

  test('says which word was meant', async () => {
    const [scope] = await found(recordText({ scope: 'permanent' }))
    const [kind] = await found(recordText({ kind: 'how-to' }))
    expect([scope?.help, kind?.help]).toEqual(['Did you mean "durable"?', 'Did you mean "procedure"?'])
  })

  test.each(['[]', 'null', '"text"', '7'])('that is %s is one finding', async (text) => {
    expect(shown(await found(text))).toEqual([
      expect.stringMatching(/^1 schema The value is .*, it should be a map/),
    ])
  })
})

describe('JSON that means harm is one diagnostic each', () => {
  test.each<[string, string, string]>([
    ['nothing', '', '1 syntax'],
    ['half a record', recordText().slice(0, 90), '5 syntax'],
    ['a comment', `// note\n${recordText()}`, '1 syntax'],
    ['a trailing comma', recordText().replace('"schemaVersion": 1', '"schemaVersion": 1,'), '19 syntax'],
    ['NaN', recordText().replace('0.9', 'NaN'), '13 syntax'],
    ['Infinity', recordText().replace('0.9', '-Infinity'), '13 syntax'],
    ['a number beyond all', recordText().replace('0.9', '9e999'), '13 schema'],
    ['a key twice', recordText().replace('"kind"', '"scope": "durable",\n  "kind"'), '4 syntax'],
    ['a lone surrogate', recordText().replace('error.', '\\ud800'), '6 syntax'],
    ['a depth of 65', recordText().replace('0.9', '['.repeat(65) + ']'.repeat(65)), '13 size-limit'],
    ['a depth of 100,000', '['.repeat(100_000), '1 size-limit'],
    ['100,000 values', recordText({ more: Array.from({ length: 100_000 }, () => 0) }), '60003 size-limit'],
    ['more than 1 MiB', recordText({ content: 'x '.repeat(600_000) }), '1 size-limit'],
  ])('%s', async (_, text, expected) => {
    const diagnostics = await found(text)
    expect(diagnostics.map(({ line, rule }) => `${line} ${rule}`)).toEqual([expected])
  })

  test('`__proto__` is only a key, and takes no field’s place', async () => {
    const polluted = recordText().replace('"kind": "fact"', '"__proto__": { "kind": "fact" }')
    expect(shown(await found(polluted))).toEqual([expect.stringContaining('Missing field "kind"')])
    const added = recordText().replace(
      '{',
      '{ "__proto__": { "id": 1 }, "constructor": null, "hasOwnProperty": 1,',
    )
    expect(shown(await found(added))).toEqual([])
    expect(({} as { kind?: string }).kind).toBeUndefined()
  })

  test('a broken record hides no other one', async () => {
    const broken = [2, 3, 4].map((number) => `.agent-memory/working/${idOf(number)}.json`)
    const files = Object.fromEntries(broken.map((path) => [path, { ignored: '{ "id": "' }]))
    const last = `.agent-memory/working/${idOf(5)}.json`
    const { diagnostics } = await checkLiteral({
      ...files,
      [PATH]: { ignored: recordText() },
      [last]: { ignored: recordText() },
    })
    expect(diagnostics.map(({ path, rule }) => `${path} ${rule}`)).toEqual([
      ...broken.map((path) => `${path} syntax`),
      `${last} id-unique`,
      `${last} record-id`,
    ])
  })
})

describe('what the shared rules see', () => {
  const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`

  test.each([
    ['a token in the content', { content: `Call it with ${token}.` }, 6],
    ['a password in a tag', { tags: ['postgres://app:hunter2hunter2@db.acme.dev:5432/shop'] }, 8],
    ['a token in an unknown key', { token }, 19],
  ])('%s', async (_, fields, line) => {
    const diagnostics = await found(recordText(fields))
    expect(diagnostics.map((one) => `${one.line} ${one.rule}`)).toEqual([`${line} no-secret`])
    expect(JSON.stringify(diagnostics)).not.toMatch(/ghp_|hunter2/)
  })

  test.each(['_archive/x.json', '_compactions/x.json'])('a token in %s', async (name) => {
    const diagnostics = await found(recordText({ content: token }), `.agent-memory/${name}`)
    expect(diagnostics.map(({ rule }) => rule)).toEqual(['no-secret'])
  })

  test('characters that are not seen', async () => {
    const diagnostics = await found(recordText({ content: 'With\u202e braces' }))
    expect(diagnostics.map((one) => `${one.line} ${one.rule}`)).toEqual(['6 no-hidden-text'])
  })

  test('CRLF and a byte order mark change nothing', async () => {
    expect(shown(await found(`\ufeff${recordText().replaceAll('\n', '\r\n')}`))).toEqual([])
  })
})

test('the archive keeps records of the same form, a report may be any JSON', async () => {
  expect(shown(await found(recordText({ tags: null }), '.agent-memory/_archive/a/b.json'))).toEqual([
    expect.stringContaining('7 schema'),
  ])
  expect(shown(await found('[1, "x"]', '.agent-memory/_compactions/a.json'))).toEqual([])
  expect(shown(await found('[1,', '.agent-memory/_compactions/a.json'))).toEqual([
    expect.stringContaining('1 syntax'),
  ])
})
