import { expect, test } from 'vitest'
import { wantedLayouts } from '../../../src/core/layout.ts'
import { amongLayoutsOn } from '../../../src/core/places.ts'
import type { Settings } from '../../../src/core/settings.ts'
import { parseSettings, settingsSchema } from '../../../src/formats/settings.ts'
import { layouts } from '../../../src/layouts/index.ts'

const settings = (text = ''): Settings => parseSettings(text, 'memkeep.yaml', settingsSchema(layouts, []))

/** Every layout that claims a path, with the kind. */
const owners = (path: string, text = ''): string[] =>
  wantedLayouts(layouts, settings(text)).flatMap(({ id, claim }) => {
    const found = claim(path, 'file', settings(text))
    return found ? [`${id} ${found.kind}`] : []
  })

test.each([
  ['DECISIONS.md', 'log log'],
  ['packages/app/docs/ai/Decisions.md', 'log log'],
  ['tasks/lessons.md', 'log log'],
  ['memory-bank/decisionLog.md', 'log log'],
  ['.squad/decisions.md', 'log log'],
  ['.learnings/ERRORS.md', 'log log'],
  ['.context/DECISIONS.md', 'log log'],
  ['.context/learnings.md', 'log log'],
  ['.agent/memory/learnings.md', 'log log'],
  ['.claude/JOURNAL.md', 'log log'],
  ['docs/dev-journal.md', 'log log'],
  ['.squad/decisions-archive.md', 'log log-archive'],
  ['archive/DECISIONS.md', 'log log-archive'],
  ['docs/Archive/decisions.md', 'log log-archive'],
  ['user/memory/workspaces/shop/decisions.md', 'workspace decisions'],
  ['docs/adr/0001-a-queue.md', 'adr adr'],
  ['docs/decisions/12-a-queue.md', 'adr adr'],
  ['docs/internal/adr/ADR-0080.md', 'adr adr'],
  ['.claude/commands/decisions.md', 'notes agent-command'],
])('%s is %s', (path, owner) => {
  expect(owners(path)).toEqual([owner])
})

test('numbered decisions in the folder of atomic are its own when it is on, and a log of decisions when it is off', () => {
  const ids = (on: readonly string[]): string[] =>
    amongLayoutsOn(
      layouts,
      layouts.filter(({ id }) => on.includes(id)),
    ).flatMap(({ id, claim }) => {
      const found = claim('memory/decisions/D-001-a-queue.md', 'file', settings())
      return found && !found.ordinary ? [id] : []
    })
  expect(ids([])).toEqual(['adr'])
  expect(ids(['atomic', 'adr'])).toEqual([])
})

test.each([
  'docs/adr/README.md',
  'docs/adr/0000-template.md',
  'docs/adr/templates/0001-x.md',
  'docs/decisions/2026-01-05-a-queue.md',
  'templates/tasks/lessons.md',
  'node_modules/x/DECISIONS.md',
  'src/lessons.ts',
  'old-decisions.md',
])('%s is nothing', (path) => {
  expect(owners(path)).toEqual([])
})

test('what two layouts of a folder `memory` may have is no log', () => {
  expect(owners('memory/decisions/260105-a-queue.md')).toEqual(['atomic decision', 'openclaw openclaw-note'])
})

test('settings name logs, say what may happen to them, and take one away', () => {
  const text = `logs:
  - { path: notes/diary.md, entries: "## {date}", history: append-only }
  - { path: "notes/*/log.md", history: immutable }
  - { path: DECISIONS.md, ignore: true }
`
  expect(owners('notes/diary.md', text)).toEqual(['log log-append-only'])
  expect(owners('notes/diary-archive.md', text)).toEqual(['log log-archive'])
  expect(owners('notes/archive/diary.md', text)).toEqual(['log log-archive'])
  expect(owners('notes/archive/other.md', text)).toEqual([])
  expect(owners('notes/a/log.md', text)).toEqual(['log log-immutable'])
  expect(owners('notes/a/archive/log.md', text)).toEqual(['log log-archive'])
  expect(owners('DECISIONS.md', text)).toEqual([])
  expect(owners('docs/DECISIONS.md', text)).toEqual(['log log'])
})

test('the archive of a log lies in the part and the scope of its log, whatever pattern names both', () => {
  const text = 'logs: [{ path: notes/archive/own.md, history: immutable }, { path: "notes/**/*.md" }]\n'
  const archive = 'notes/archive/diary.md'
  expect(owners(archive, text)).toEqual(['log log-archive'])
  expect(owners('notes/diary-archive.md', text)).toEqual(['log log-archive'])
  expect(owners('notes/archive/own.md', text)).toEqual(['log log-immutable'])
  const log = layouts.find(({ id }) => id === 'log')
  expect(log?.claim(archive, 'file', settings(text))?.scope).toBe('notes')
  expect(log?.parts?.of?.(archive, settings(text))).toBe('notes')
})

test('a log of a layout that is turned off is left alone', () => {
  expect(owners('user/memory/workspaces/shop/decisions.md', 'layouts: { workspace: off }\n')).toEqual([])
})

test('symlinks are no logs', () => {
  expect(layouts.flatMap(({ claim }) => claim('DECISIONS.md', 'link', settings()) ?? [])).toEqual([])
})

test('a pattern that is none is a wrong setting', () => {
  expect(() => settings('logs: [{ path: a.md, entries: "- entry" }]\n')).toThrow(/title\|date/)
})

test('settings that write down the form of a file known by its name add no place', () => {
  const placesOf = (text: string): readonly string[] =>
    layouts.find(({ id }) => id === 'log')?.places?.(settings(text)) ?? []
  const noted = 'logs:\n  - { path: docs/decisions.md, entries: "## {date}: {title}" }\n'
  expect(placesOf(noted)).toEqual(placesOf(''))
  expect(placesOf('logs: [{ path: docs/log.md }]\n')).toEqual([
    ...placesOf(''),
    'docs/log.md',
    'docs/log-archive.md',
    'docs/archive/log.md',
  ])
})
