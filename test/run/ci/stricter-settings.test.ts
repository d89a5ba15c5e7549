import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS, type Settings } from '../../../src/core/settings.ts'
import { layouts } from '../../../src/layouts/index.ts'
import { rules } from '../../../src/rules/index.ts'
import { stricterSettings } from '../../../src/run/ci/stricter-settings.ts'

type Part = Partial<Pick<Settings, 'rules' | 'history'>>

function back(now: Part, before: Part): unknown[] {
  const { settings, relaxed } = stricterSettings(
    { ...DEFAULT_SETTINGS, ...now },
    { ...DEFAULT_SETTINGS, ...before },
    { rules, layouts },
  )
  return [settings.rules, settings.history, relaxed.length]
}

test('a rule that is off or less severe is as before', () => {
  expect(back({ rules: { schema: 'off' } }, {})).toEqual([{}, {}, 1])
  expect(back({ rules: { schema: 'info' } }, { rules: { schema: 'warning' } })).toEqual([
    { schema: 'warning' },
    {},
    1,
  ])
  expect(back({}, { rules: { 'entry-separator': 'error' } })).toEqual([{ 'entry-separator': 'error' }, {}, 1])
})

test('what is as strict or stricter stays', () => {
  const rules = { schema: 'error', 'entry-separator': 'error' } as const
  expect(back({ rules }, { rules: { schema: 'off' } })).toEqual([rules, {}, 0])
  const history = { decisions: { mode: 'immutable', editable: ['tags'] } } as const
  expect(back({ history }, {})).toEqual([{}, history, 0])
  expect(back({ history }, { history })).toEqual([{}, history, 0])
})

test('a history that is freer, or has more editable fields, is as before', () => {
  const strict = { decisions: { mode: 'append-only', editable: ['tags'] } } as const
  expect(back({}, { history: strict })).toEqual([{}, strict, 1])
  expect(back({ history: { decisions: { mode: 'free', editable: [] } } }, { history: strict })).toEqual([
    {},
    strict,
    1,
  ])
  // What an atomic decision promises by itself.
  expect(back({ history: { decision: { mode: 'off', editable: [] } } }, {})).toEqual([{}, {}, 1])
  const more = { decisions: { mode: 'immutable', editable: ['tags', 'body'] } } as const
  const fewer = { decisions: { mode: 'immutable', editable: ['tags'] } }
  expect(back({ history: more }, { history: strict })).toEqual([{}, fewer, 1])
})
