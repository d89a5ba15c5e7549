import { describe, expect, test } from 'vitest'
import {
  buildMemoryIndex,
  renderMemoryIndex,
} from '../../../../src/layouts/workspace/memory-index/build-memory-index.ts'
import { indexFactsOf } from '../../../../src/layouts/workspace/memory-index/index-facts.ts'
import { indexDocument, logDocument } from '../literal-memory.ts'

const LOGS = [
  logDocument('devtools/decisions.md', [
    { date: '2026-02-25', category: 'architecture', tags: ['nestjs', 'pnpm'] },
    { date: '2026-01-03', category: 'tooling', tags: ['pnpm', 'pnpm'] },
  ]),
  logDocument('devtools/common/lessons.md', [
    { date: '2026-02-01', category: 'debugging', tags: ['nestjs', '2fa'] },
    { date: '2025-12-31', category: null, tags: [] },
  ]),
]

/** The index after a rebuild over `present`. */
function rebuilt(present: string, logs = LOGS): string {
  return renderMemoryIndex(
    buildMemoryIndex('devtools', logs, indexFactsOf(indexDocument('devtools', present))),
  )
}

describe('renderMemoryIndex', () => {
  test('writes keys, order and blank lines as the format has them', () => {
    expect(renderMemoryIndex(buildMemoryIndex('devtools', LOGS, null))).toBe(
      [
        'workspace: devtools',
        'last_updated: "2026-02-25"',
        '',
        'tags:',
        '  - name: "2fa"',
        '    used_in: [lessons]',
        '    count: 1',
        '  - name: nestjs',
        '    used_in: [decisions, lessons]',
        '    count: 2',
        '  - name: pnpm',
        '    used_in: [decisions]',
        '    count: 2',
        '',
        'categories:',
        '  - name: architecture',
        '    used_in: [decisions]',
        '    count: 1',
        '  - name: debugging',
        '    used_in: [lessons]',
        '    count: 1',
        '  - name: tooling',
        '    used_in: [decisions]',
        '    count: 1',
        '',
        'summary:',
        '  total_decisions: 2',
        '  total_lessons: 2',
        '  domains_with_memory: [common]',
        '',
      ].join('\n'),
    )
  })

  test('writes empty lists and no date for logs without entries', () => {
    expect(renderMemoryIndex(buildMemoryIndex('on', [logDocument('on/lessons.md', [])], null))).toBe(
      [
        'workspace: "on"',
        'last_updated: null',
        '',
        'tags: []',
        '',
        'categories: []',
        '',
        'summary:',
        '  total_decisions: 0',
        '  total_lessons: 0',
        '  domains_with_memory: []',
        '',
      ].join('\n'),
    )
  })

  test('passes over a date that is no day of the calendar', () => {
    const log = logDocument('a/lessons.md', [{ date: '2026-02-30' }, { date: '2026-02-01' }])
    expect(buildMemoryIndex('a', [log], null).lastUpdated).toBe('2026-02-01')
  })

  test('names with a slash, a tilde or of the prototype are names like others', () => {
    const tags = ['a/b', 'a~b', '__proto__', 'constructor']
    const log = logDocument('a/lessons.md', [{ tags }])
    const rows = buildMemoryIndex('a', [log], null).tags
    expect(rows.map(({ name, count }) => [name, count])).toEqual([
      ['__proto__', 1],
      ['a/b', 1],
      ['a~b', 1],
      ['constructor', 1],
    ])
    const noted = rebuilt(
      'tags:\n  - name: a/b\n    note: slash\n  - name: __proto__\n    __proto__: kept\n',
      [log],
    )
    expect(noted).toContain('  - name: a/b\n    used_in: [lessons]\n    count: 1\n    note: slash\n')
    expect(noted).toContain(
      '  - name: "__proto__"\n    used_in: [lessons]\n    count: 1\n    "__proto__": kept\n',
    )
  })
})

describe('what a person wrote', () => {
  const PRESENT = [
    '# Kept by the devtools team.',
    '# Ask before you rename a tag.',
    '',
    'workspace: devtools # the first one',
    'last_updated: 2026-01-01',
    'owner: {team: "dev tools", since: 2024}',
    '# How we tag',
    'tags:',
    '- {name: pnpm, description: "Package manager: issues", used_in: [], count: 0} # since 2025',
    '  # see the style guide',
    '- name: gone',
    '  description: >',
    '    Two lines,',
    '    folded.',
    '# it is not used',
    '- name: lost # was a typo',
    '  count: 9',
    'categories:',
    '  - name: tooling',
    '    # counted by hand',
    '    count: 1 # sic',
    'summary:',
    '  total_lessons: 2 # few',
    '  reviewed: 2026-02-01',
    '# the end',
    '',
  ].join('\n')

  const EXPECTED = [
    '# Kept by the devtools team.',
    '# Ask before you rename a tag.',
    '',
    'workspace: devtools # the first one',
    'last_updated: "2026-02-25"',
    '',
    '# How we tag',
    'tags:',
    '  - name: "2fa"',
    '    used_in: [lessons]',
    '    count: 1',
    '  # see the style guide',
    '  - name: gone',
    '    description: "Two lines, folded.\\n"',
    '    used_in: []',
    '    count: 0',
    '  - name: nestjs',
    '    used_in: [decisions, lessons]',
    '    count: 2',
    '  - name: pnpm # since 2025',
    '    description: "Package manager: issues"',
    '    used_in: [decisions]',
    '    count: 2',
    '',
    'categories:',
    '  - name: architecture',
    '    used_in: [decisions]',
    '    count: 1',
    '  - name: debugging',
    '    used_in: [lessons]',
    '    count: 1',
    '  - name: tooling',
    '    used_in: [decisions]',
    '    # counted by hand',
    '    count: 1 # sic',
    '',
    'summary:',
    '  total_decisions: 2',
    '  total_lessons: 2 # few',
    '  domains_with_memory: [common]',
    '  reviewed: 2026-02-01',
    '',
    'owner: {team: "dev tools", since: 2024}',
    '',
    '# it is not used',
    '# was a typo',
    '# the end',
    '',
  ].join('\n')

  test('stays: descriptions, other keys and comments, each at its row', () => {
    expect(rebuilt(PRESENT)).toBe(EXPECTED)
  })

  test('stays in a second rebuild, which changes nothing', () => {
    expect(rebuilt(EXPECTED)).toBe(EXPECTED)
  })

  test('stays with CRLF and a byte order mark', () => {
    expect(rebuilt(`\ufeff${PRESENT.replaceAll('\n', '\r\n')}`)).toBe(EXPECTED)
  })

  test('of two rows with one name the second becomes a comment where it says something else', () => {
    const text = rebuilt(
      [
        'tags:',
        '  - name: pnpm',
        '    description: one',
        '  - name: pnpm',
        '    description: two',
        '    link: x',
      ].join('\n'),
    )
    expect(text).toContain(
      '  # description: two\n  - name: pnpm\n    description: one\n    used_in: [decisions]\n    count: 2\n    link: x\n',
    )
    expect(rebuilt(text)).toBe(text)
  })

  test('a bare name is a row', () => {
    expect(rebuilt('tags: [pnpm, 2024] # short\n')).toContain('tags: # short\n')
  })

  test('costs time in proportion to its size: a header of 50,000 comments', () => {
    const header = '#\n'.repeat(50_000)
    expect(rebuilt(`${header}\nworkspace: devtools\n`).startsWith(`${header}\nworkspace: devtools\n`)).toBe(
      true,
    )
  }, 5000)
})
