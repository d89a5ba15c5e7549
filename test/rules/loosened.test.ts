import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { DEFAULT_SETTINGS, type History, type Settings } from '../../src/core/settings.ts'
import { loosenedSettings, withRootsOf } from '../../src/engine/settings/loosened-settings.ts'
import { layouts } from '../../src/layouts/index.ts'
import { loosened } from '../../src/rules/engine-rules.ts'
import { rules } from '../../src/rules/index.ts'

// What a change may do and may not is tried on repositories: test/integration/loosening.test.ts.

const KNOWN = { rules, layouts }

function names(now: Partial<Settings>, before: Partial<Settings>): readonly string[] {
  return loosenedSettings({ ...DEFAULT_SETTINGS, ...now }, { ...DEFAULT_SETTINGS, ...before }, KNOWN)
}

const history = (mode: History, ...editable: string[]): Partial<Settings> => ({
  history: { decisions: { mode, editable } },
})
const fileHistory = (mode: History): Partial<Settings> => ({ history: { fact: { mode, editable: [] } } })
const textHistory = (mode: History): Partial<Settings> => ({
  history: { 'agents-md': { mode, editable: [] } },
})

const logs = (...all: JsonObject[]): Partial<Settings> => ({ options: { logs: all } })

test.each<[string, Partial<Settings>, Partial<Settings>, readonly string[]]>([
  ['a rule that is off', { rules: { schema: 'off' } }, {}, ['rules.schema']],
  [
    'a rule that is milder',
    { rules: { schema: 'info' } },
    { rules: { schema: 'warning' } },
    ['rules.schema'],
  ],
  ['a rule at its default again', {}, { rules: { growth: 'error' } }, ['rules.growth']],
  ['a stricter rule', { rules: { growth: 'error' } }, {}, []],
  ['a default that is written down', { rules: { schema: 'error' } }, {}, []],
  ['a free history', history('free'), history('immutable'), ['history.decisions.mode']],
  [
    'a freer history',
    history('immutable'),
    history('append-only'),
    ['history.decisions.mode (new ones may come above older ones, older ones may change places)'],
  ],
  ['a stricter history', history('append-only'), history('immutable'), []],
  ['files that are one item each', fileHistory('immutable'), fileHistory('append-only'), []],
  ['a text that is kept from now on', textHistory('append-only'), {}, []],
  [
    'a text whose end may grow',
    textHistory('append-only'),
    textHistory('immutable'),
    ['history.agents-md.mode (the last one may grow)'],
  ],
  [
    'a text that may grow anywhere',
    textHistory('immutable'),
    textHistory('append-only'),
    ['history.agents-md.mode (new ones may come above older ones, older ones may change places)'],
  ],
  [
    'more editable fields',
    history('immutable', 'tags', 'body'),
    history('immutable', 'tags'),
    ['history.decisions.editable'],
  ],
  ['fewer editable fields', history('immutable'), history('immutable', 'tags'), []],
  ['a layout that is off', { layouts: { atomic: 'off' } }, {}, ['layouts.atomic']],
  ['a layout that is on', { layouts: { atomic: 'on' } }, {}, []],
  [
    'a raised limit',
    { limits: { fileBytes: 2_000_000, frontMatterBytes: 65_536 } },
    {},
    ['limits.fileBytes'],
  ],
  ['a lowered limit', { limits: { fileBytes: 2_000, frontMatterBytes: 65_536 } }, {}, []],
  ['an allowed secret', { secrets: { allow: ['sha256:0'] } }, {}, ['secrets.allow']],
  ['one that is allowed no more', {}, { secrets: { allow: ['sha256:0'] } }, []],
  ['new suppressions that count', { ci: { newSuppressions: 'report' } }, {}, ['ci.newSuppressions']],
  ['hooks that let old errors pass', {}, { hooks: { failOn: 'all' } }, ['hooks.failOn']],
  ['another root', { options: { workspace: { memory: 'm2' } } }, {}, ['workspace.memory']],
  [
    'a further folder of records',
    { options: { adr: { folders: ['a', 'b'] } } },
    { options: { adr: { folders: ['a'] } } },
    [],
  ],
  ['a folder of records less', {}, { options: { adr: { folders: ['a'] } } }, ['adr.folders']],
  [
    'another folder of records',
    { options: { adr: { folders: ['b'] } } },
    { options: { adr: { folders: ['a'] } } },
    ['adr.folders'],
  ],
  ['further notes', { options: { notes: ['docs/til/*.md'] } }, {}, []],
  ['a further log', logs({ path: 'docs/changes.md' }), {}, []],
  ['a further log that is none', logs({ path: 'docs/changes.md', ignore: true }), {}, ['logs']],
  ['a further pattern of logs', logs({ path: 'docs/*.md' }), {}, ['logs']],
  [
    'a log that has a setting already',
    logs({ path: 'docs/a.md', growth: 900 }, { path: 'docs/*.md' }),
    logs({ path: 'docs/*.md' }),
    ['logs'],
  ],
  ['a log that its name finds', logs({ path: 'tasks/lessons.md', entries: '### {title}' }), {}, ['logs']],
  ['a log less', {}, logs({ path: 'docs/changes.md' }), ['logs']],
  ['a log that is one from now on', {}, logs({ path: 'lessons.md', ignore: true }), []],
  [
    'a stricter log',
    logs({ path: 'docs/changes.md', history: 'append-only' }),
    logs({ path: 'docs/changes.md' }),
    [],
  ],
  [
    'a log that only grows at its end, and was immutable',
    logs({ path: 'docs/changes.md', history: 'append-only' }),
    logs({ path: 'docs/changes.md', history: 'immutable' }),
    [],
  ],
  [
    'a log that may grow anywhere',
    logs({ path: 'docs/changes.md', history: 'immutable' }),
    logs({ path: 'docs/changes.md', history: 'append-only' }),
    ['logs'],
  ],
  [
    'a freer log',
    logs({ path: 'docs/changes.md' }),
    logs({ path: 'docs/changes.md', history: 'append-only' }),
    ['logs'],
  ],
  ['secrets in another order', { secrets: { allow: ['b', 'a'] } }, { secrets: { allow: ['a', 'b'] } }, []],
  ['a raised budget', { options: { hot: { lines: 900 } } }, {}, ['hot.lines']],
])("'loosened': %s", (_, now, before, expected) => {
  expect(names(now, before)).toEqual(expected)
})

test('settings before, with the roots of the settings after', () => {
  const before = { ...DEFAULT_SETTINGS, options: { hot: { lines: 100 }, workspace: { memory: 'm1' } } }
  const now = { ...DEFAULT_SETTINGS, options: { hot: { lines: 900 }, workspace: { memory: 'm2' } } }
  expect(withRootsOf(before, now, KNOWN).options).toEqual({
    hot: { lines: 100 },
    workspace: { memory: 'm2' },
  })
  expect(withRootsOf(before, DEFAULT_SETTINGS, KNOWN).options).toEqual({ hot: { lines: 100 }, workspace: {} })
  expect(withRootsOf(DEFAULT_SETTINGS, now, KNOWN).options).toEqual({ workspace: { memory: 'm2' } })
})

test('is a warning, an info for what counts at once, or an error for a form that finds nothing', () => {
  expect(loosened).toMatchObject({ severity: 'warning', severities: ['error', 'warning', 'info'] })
})
