import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSettings } from '../../../src/formats/json/edit-json.ts'
import {
  editorSettings,
  withEditorSettings,
  withoutEditorSettings,
} from '../../../src/setup/hooks/editor-settings.ts'
import type { SchemaUse } from '../../../src/setup/hooks/site.ts'

const USES: readonly SchemaUse[] = [
  { format: 'yaml', schema: 'schemas/memkeep.schema.json', globs: ['memkeep.yaml'] },
  { format: 'yaml', schema: 'schemas/a/b.schema.json', globs: ['m/*/_index.yaml'] },
  { format: 'json', schema: 'schemas/a/c.schema.json', globs: ['r/*.json', 's/*.json'] },
  { format: 'json', schema: 'schemas/a/d.schema.json', globs: ['t.json'] },
]

function added(text: string): string {
  const result = withEditorSettings(text, USES)
  if ('byHand' in result) throw new Error(result.byHand)
  return result.text
}

describe("an editor's settings", () => {
  test('name every schema and where it holds', () => {
    expect(readSettings(editorSettings(USES))).toEqual({
      'yaml.schemas': {
        './node_modules/memkeep/schemas/memkeep.schema.json': ['memkeep.yaml'],
        './node_modules/memkeep/schemas/a/b.schema.json': ['m/*/_index.yaml'],
      },
      'json.schemas': [
        { fileMatch: ['r/*.json', 's/*.json'], url: './node_modules/memkeep/schemas/a/c.schema.json' },
        { fileMatch: ['t.json'], url: './node_modules/memkeep/schemas/a/d.schema.json' },
      ],
    })
    expect(withoutEditorSettings(editorSettings(USES))).toBe(null)
  })

  test.each([
    ['{\n  // mine\n  "editor.tabSize": 2,\n}\n'],
    ['{\n\t"a": {"b": [1, 2]}, /* c */\n\t"yaml.schemas": {\n\t\t"x.json": "y.yaml"\n\t}\n}'],
    ['\ufeff{\r\n    "json.schemas": [\r\n        { "url": "u", "fileMatch": ["f"] }\r\n    ]\r\n}\r\n'],
    ['{ "a": 1 }'],
  ])('of somebody else, %j, stay as they are, and are left so', (text) => {
    const result = added(text)
    expect(added(result)).toBe(result)
    for (const { schema } of USES) expect(result).toContain(`./node_modules/memkeep/${schema}"`)
    const rest = withoutEditorSettings(result)
    const left = rest && 'text' in rest ? rest.text : ''
    expect(readSettings(left)).toEqual(readSettings(text))
    expect(left.match(/\/\/.*|\/\*.*?\*\//g)).toEqual(text.match(/\/\/.*|\/\*.*?\*\//g))
    expect(left.includes('\r\n')).toBe(text.includes('\r\n'))
  })

  test('that say another thing of one of our schemas keep it', () => {
    const text = '{"yaml.schemas": {"./node_modules/memkeep/schemas/a/b.schema.json": "other.yaml"}}'
    expect(readSettings(added(text))).toMatchObject({
      'yaml.schemas': { './node_modules/memkeep/schemas/a/b.schema.json': 'other.yaml' },
    })
  })

  test.each([['[]'], ['{'], [''], ['{"yaml.schemas": 3}'], ['{"json.schemas": {}}']])(
    'that cannot be added to, %j, are left to a person',
    (text) => {
      expect(withEditorSettings(text, USES)).toHaveProperty('byHand')
    },
  )

  test('of any form are what they were after a round', () => {
    const settings = fc.dictionary(
      fc.string().filter((key) => !key.endsWith('.schemas')),
      fc.jsonValue(),
    )
    fc.assert(
      fc.property(settings, fc.constantFrom(0, 1, 4), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const rest = withoutEditorSettings(added(text))
        expect(rest && 'text' in rest ? readSettings(rest.text) : {}).toEqual(readSettings(text))
      }),
    )
  })
})
