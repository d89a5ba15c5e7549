import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { parseSettings, settingsSchema } from '../../src/formats/settings.ts'
import { isSettingsText, settingsText } from '../../src/formats/settings-text.ts'
import { layouts } from '../../src/layouts/index.ts'

const SCHEMA = settingsSchema(layouts, ['link-resolves'])

const LOGS = [
  { path: 'docs/decisions.md', entries: '## {date}: {title}' },
  { path: 'tasks/lessons learned.md', entries: '- {title}' },
]

describe('the text of a new settings file', () => {
  test('is short, lists no rules, and says what was found', () => {
    const text = settingsText(['log', 'workspace'], { logs: LOGS })
    expect(text.split('\n').length).toBeLessThan(16)
    expect(parseSettings(text, 'memkeep.yaml', SCHEMA)).toEqual({
      ...DEFAULT_SETTINGS,
      layouts: { log: 'on', workspace: 'on' },
      options: { logs: LOGS },
    })
  })

  test('sets nothing where nothing was found', () => {
    expect(parseSettings(settingsText([], {}), 'memkeep.yaml', SCHEMA)).toEqual(DEFAULT_SETTINGS)
  })

  test('is known again until something in it changes', () => {
    const text = settingsText(['log'], { logs: LOGS })
    expect(isSettingsText(text)).toBe(true)
    expect(isSettingsText(text.replaceAll('\n', '\r\n'))).toBe(true)
    expect(isSettingsText(text.replace('log: on', 'log: off'))).toBe(false)
    expect(isSettingsText(`${text}rules: { link-resolves: off }\n`)).toBe(false)
    expect(isSettingsText('layouts: { log: on }\n')).toBe(false)
  })
})
