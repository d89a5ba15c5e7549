import fc from 'fast-check'
import picocolors from 'picocolors'
import { describe, expect, test } from 'vitest'
import { migrateReport } from '../../src/reporters/migrate-report.ts'
import { type MigrateOutcome, migrateText, revertText } from '../../src/reporters/migrate-text.ts'
import { obeyedCommands, runnerLines } from '../helpers/runner-commands.ts'
import { FORBIDDEN, hostileText } from './hostile-text.ts'

const PLAIN = picocolors.createColors(false)

function outcome(given: Partial<MigrateOutcome>): MigrateOutcome {
  return {
    mode: 'write',
    migrations: [],
    unnamed: [],
    notLoaded: [],
    rebuilt: [],
    differences: [],
    written: [],
    refused: [],
    commit: "git add -- 'a' && git commit -m 'Migrate memory'",
    ...given,
  }
}

const people = (count: number): MigrateOutcome['migrations'] => [
  {
    id: '0001-a',
    summary: 'A.',
    changes: [],
    forPerson: [...Array(count).keys()].map((i) => ({ path: `p${i}.md`, line: i, what: 'look' })),
  },
]

describe('the outcome of migrations', () => {
  test('nothing to do', () => {
    expect(migrateText(outcome({}), PLAIN)).toBe('✔ nothing is pending\n')
    expect(migrateText(outcome({ mode: 'list' }), PLAIN)).toBe('✔ nothing is pending\n')
  })

  test('ten places that need a person, and how many more', () => {
    const text = migrateText(outcome({ migrations: people(13) }), PLAIN)
    expect(text.match(/p\d+\.md/g)).toHaveLength(10)
    expect(text).toContain('  and 3 more: --report FILE lists them all\n')
    expect(migrateText(outcome({ migrations: people(10) }), PLAIN)).not.toContain('more')
  })

  test('ten guesses, and how many more; all of them after a run, which cannot list them again', () => {
    const values = [...Array(12).keys()].map((i) => ({
      field: 'status',
      value: `s${i}`,
      evidence: { kind: 'guess', why: 'nothing says it' } as const,
    }))
    const changes = [{ kind: 'edit', path: 'a.md', edits: [], values }] as const
    const migrations = [{ id: '0001-a', summary: 'A.', changes, forPerson: [] }]
    expect(migrateText(outcome({ migrations }), PLAIN).match(/nothing says it/g)).toHaveLength(12)
    const text = migrateText(outcome({ mode: 'dry-run', migrations }), PLAIN)
    expect(text).toMatch(
      /^Guesses: the text does not state these, so check them\n {2}a\.md: status s0 \(nothing says it\)\n/,
    )
    expect(text.match(/nothing says it/g)).toHaveLength(10)
    expect(text).toContain('  and 2 more: --report FILE lists them all\n')
  })

  test('a list marks every guess at its file', () => {
    const values = [
      { field: 'name', value: 'A', evidence: { kind: 'text', path: 'a.md', line: 1 } as const },
      { field: 'status', value: 'new', evidence: { kind: 'guess', why: 'nothing says it' } as const },
    ]
    const changes = [{ kind: 'edit', path: 'a.md', edits: [], values }] as const
    const migrations = [{ id: '0001-a', summary: 'A.', changes, forPerson: [] }]
    const differences = [{ path: 'a.md', before: '', after: 'x' }]
    expect(migrateText(outcome({ mode: 'list', migrations, differences }), PLAIN)).toBe(
      [
        '0001-a: A.',
        '  edit    a.md',
        '          guess: status new (nothing says it)',
        '',
        '--status-default STATUS sets the status of plans that state none.',
        '',
        '✔ 1 file pending, 1 guess',
        '',
      ].join('\n'),
    )
  })

  test('nothing is pending only where nothing was left, and no person is needed', () => {
    const refused = [{ path: 'a', reason: 'it is a link' }]
    for (const mode of ['list', 'dry-run', 'write'] as const) {
      expect(migrateText(outcome({ mode, refused }), PLAIN)).not.toContain('✔')
      const text = migrateText(outcome({ mode, migrations: people(2) }), PLAIN)
      expect(text).not.toContain('✔')
      expect(text).toContain('\n! nothing that memkeep can do is pending; 2 places need a person\n')
    }
  })

  test('migrations of the repository that were not loaded are named, with how to run them', () => {
    const notLoaded = [
      {
        id: '0001-shout',
        file: 'migrations/0001-shout.mjs',
        command: 'memkeep migrate 0001-shout --list',
      },
    ]
    const text = migrateText(outcome({ mode: 'list', notLoaded }), PLAIN)
    expect(text).toContain(
      '0001-shout, not loaded: migrations/0001-shout.mjs is code of this repository. To look at it: memkeep migrate 0001-shout --list\n',
    )
    expect(text).toContain("✔ none of memkeep's own migrations is pending\n")
    expect(migrateText(outcome({ mode: 'dry-run', notLoaded }), PLAIN)).toContain('0001-shout, not loaded:')
  })

  test('migrations that have to be named are listed', () => {
    const unnamed = [{ id: '0006-entry-format', summary: 'Entries.' }]
    expect(migrateText(outcome({ mode: 'list', unnamed }), PLAIN)).toBe(
      '0006-entry-format, looked at only with --include entry-format: Entries.\n\n✔ nothing is pending\n',
    )
  })

  test('what was left, and derived files', () => {
    const text = migrateText(
      outcome({ rebuilt: ['d.yaml'], written: ['d.yaml'], refused: [{ path: 'a', reason: 'it is a link' }] }),
      PLAIN,
    )
    expect(text).toMatch(
      /^derived files: 1 file\n\nleft {2}a: it is a link\n\n✖ 1 file left as found\n✔ 1 file written\n/,
    )
  })

  test('a run that is taken back', () => {
    expect(revertText({ written: ['a', 'b'], refused: [] }, PLAIN)).toBe('✔ 2 files restored\n')
  })
})

function hostile(text: string): MigrateOutcome {
  const evidence = [
    { kind: 'text', path: text, line: 1 },
    { kind: 'commit', commit: text },
    { kind: 'file-name', path: text },
    { kind: 'guess', why: text },
  ] as const
  return outcome({
    migrations: [
      {
        id: text,
        summary: text,
        changes: [
          {
            kind: 'edit',
            path: text,
            edits: [],
            values: evidence.map((one) => ({ field: text, value: text, evidence: one })),
          },
        ],
        forPerson: [{ path: text, line: 1, what: text }],
      },
    ],
    unnamed: [{ id: text, summary: text }],
    notLoaded: [{ id: text, file: text, command: text }],
    rebuilt: [text],
    refused: [{ path: text, reason: text }],
    differences: [{ path: text, before: text, after: `${text}x` }],
    written: [text],
    commit: text,
  })
}

test.each(['list', 'dry-run', 'write'] as const)(
  'hostile text in %s is escaped, and starts no command',
  (mode) => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expectHarmless(migrateText({ ...hostile(text), mode }, PLAIN))
      }),
      { numRuns: 500 },
    )
  },
)

test('hostile text in the report, and of a run that is taken back', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      expectHarmless(migrateReport(hostile(text)))
      expectHarmless(revertText(hostile(text), PLAIN))
    }),
    { numRuns: 500 },
  )
})

function expectHarmless(output: string): void {
  expect(output).not.toMatch(FORBIDDEN)
  expect(output).not.toContain('##[')
  expect(runnerLines(output).filter((line) => /^[\p{Z}\p{Cf}\s]*::/u.test(line))).toEqual([])
  expect(obeyedCommands(output)).toEqual([])
}
