import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { parseSettings, settingsSchema } from '../../src/formats/settings.ts'
import { settingsTemplate } from '../../src/formats/settings-template.ts'
import { layouts } from '../../src/layouts/index.ts'
import { workspaceSettings } from '../../src/layouts/workspace/settings.ts'
import { rules } from '../../src/rules/index.ts'

const TEMPLATE = settingsTemplate(layouts, rules)
const ALL = [...rules, ...layouts.flatMap((layout) => layout.rules)]
const SCHEMA = settingsSchema(
  layouts,
  ALL.map(({ id }) => id),
)

describe('the template of a settings file', () => {
  test('sets nothing', () => {
    expect(parseSettings(TEMPLATE, 'memkeep.yaml', SCHEMA)).toEqual({
      ...DEFAULT_SETTINGS,
      merge: expect.anything(),
    })
  })

  test('shows the defaults: with every # taken away it means the same', () => {
    const open = parseSettings(TEMPLATE.replaceAll(/^ {2}# /gm, '  '), 'memkeep.yaml', SCHEMA)
    expect(open.limits).toEqual(DEFAULT_SETTINGS.limits)
    expect(open.rules).toEqual(Object.fromEntries(ALL.map(({ id, severity }) => [id, severity])))
    expect(workspaceSettings(open)).toEqual(workspaceSettings(DEFAULT_SETTINGS))
    const kinds = layouts.flatMap((layout) => layout.kinds).filter(({ fields }) => fields)
    expect(open.history).toEqual(
      Object.fromEntries(kinds.map(({ id, history, editable = [] }) => [id, { mode: history, editable }])),
    )
  })

  test('says of a rule that knows several severities that one word is for all of them', () => {
    expect(TEMPLATE).toMatch(/^ {2}# entry-separator: \w+ {2}# By itself error or warning, /m)
    expect(TEMPLATE).not.toMatch(/^ {2}# no-secret: \w+ {2}# By itself/m)
  })

  test('shows every setting that there is', () => {
    const sections = SCHEMA.properties as Record<string, { properties?: object }>
    for (const [key, { properties = {} }] of Object.entries(sections)) {
      expect(TEMPLATE).toContain(`\n${key}:\n`)
      for (const name of Object.keys(properties))
        expect(TEMPLATE).toMatch(new RegExp(`^ {2}# ${name}: `, 'm'))
    }
  })
})
