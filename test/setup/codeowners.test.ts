import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS, type Settings } from '../../src/core/settings.ts'
import { layouts } from '../../src/layouts/index.ts'
import { memoryPatterns } from '../../src/setup/codeowners.ts'

function patterns(
  files: readonly (readonly [layout: string, path: string])[],
  options: Settings['options'] = {},
): readonly string[] {
  const own = files.map(([id, path]) => {
    const layout = layouts.find((one) => one.id === id)
    if (!layout) throw new Error(`no layout ${id}`)
    return { file: { path }, layout }
  })
  return memoryPatterns(own, { settings: { ...DEFAULT_SETTINGS, options } })
}

test.each([
  ['records of decisions', [['adr', 'docs/adr/0001-a.md']], ['/docs/adr/']],
  ['a folder in a folder of records', [['adr', 'docs/adr/old/0001-a.md']], ['/docs/adr/']],
  ['records that say it by their names', [['adr', 'docs/design/adr-0012-a.md']], ['/docs/design/adr-*']],
  ['a root', [['atomic', 'memory/facts/a.md']], ['/memory/']],
  [
    'roots that hold other files as well',
    [
      ['workspace', 'resources/workspaces/shop/_plans/260101-a.md'],
      ['workspace', 'user/memory/workspaces/shop/lessons.md'],
    ],
    ['/resources/workspaces/', '/user/memory/workspaces/'],
  ],
  [
    'a log, wherever there is one, and its archive',
    [['log', 'tasks/lessons.md']],
    ['lessons-archive.md', 'lessons.md'],
  ],
  ['instructions, wherever there are some', [['instructions', 'AGENTS.md']], ['AGENTS.md']],
  [
    'instructions of one place',
    [['instructions', '.github/copilot-instructions.md']],
    ['/.github/copilot-instructions.md'],
  ],
  ['rules of an agent', [['instructions', '.cursor/rules/a.mdc']], ['/.cursor/rules/']],
  ['skills', [['notes', '.claude/skills/a/SKILL.md']], ['/.claude/skills/']],
  ['notes of days', [['openclaw', 'memory/2026-02-08.md']], ['/memory/']],
  ['memory that git ignores', [['agent-memory', '.agent-memory/scratch/a.json']], []],
] as const)('%s', (_, files, expected) => {
  expect(patterns(files)).toEqual(expected)
})

test('what lies below a place is not named again, and a log of the settings is a file', () => {
  expect(
    patterns(
      [
        ['atomic', 'memory/facts/a.md'],
        ['log', 'memory/facts/changes.md'],
        ['log', 'docs/changes.md'],
      ],
      { logs: [{ path: 'docs/changes.md' }] },
    ),
  ).toEqual(['/docs/changes-archive.md', '/docs/changes.md', '/memory/'])
})

test('what has a meaning in CODEOWNERS has none in a path', () => {
  const paths = ['a b/x [1].md', '#notes.md', '!c*.md', 'a\nb.md']
  const layout = { claim: () => null, kinds: [] }
  expect(
    memoryPatterns(
      paths.map((path) => ({ file: { path }, layout })),
      { settings: DEFAULT_SETTINGS },
    ),
  ).toEqual(['/?c?.md', '/?notes.md', '/a?b.md', '/a\\ b/x\\ ?1?.md'])
})
