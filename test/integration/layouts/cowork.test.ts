import { chmodSync, cpSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Diagnostic } from '../../../src/core/diagnostic.ts'
import { runCheck } from '../../../src/engine/check.ts'
import type { CheckOptions } from '../../../src/engine/check-request.ts'
import { runIndex } from '../../../src/maintain/rebuild-index.ts'
import { LONG, rowsOf } from '../../helpers/runs.ts'
import { repoAt, type TempRepo, tempFolder } from '../../helpers/temp-repo.ts'
import { editIn as edit, hookCommit, textIn as read, topicRepos } from './topic-repo.ts'

const EXAMPLE = resolve('examples/cowork')
const P = '.cowork/memory/project'
const MEMORY = `${P}/memory.json`
const ITERATIONS = '.cowork/memory/iterations'
const ITERATION = `${ITERATIONS}/iter-3.json`
const SESSION = '.cowork/session.json'
const CONTEXT = `${P}/context/context.md`
const DETAIL = `${P}/decisions/dec-iter-1-1770544800.md`
const WITH_NOTES = `${P}/decisions/dec-iter-2-1771668000.md`

type Row = { readonly id: string; readonly [field: string]: unknown }
type Project = { decisions: Row[]; patterns: Row[]; readonly [field: string]: unknown }

const filled = topicRepos(({ dir }) => cpSync(EXAMPLE, dir, { recursive: true }), 'work')

async function found({ dir }: TempRepo, options: Partial<CheckOptions> = {}): Promise<readonly Diagnostic[]> {
  const source = { kind: 'work-tree' } as const
  const base = { cwd: dir, paths: [], source, fix: false, cache: false, today: '2026-06-01', skip: [] }
  return (await runCheck({ ...base, ...options })).report.diagnostics
}

const STAGED = { source: { kind: 'staged' } } as const
const BASE = { base: 'main' } as const

function places(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ path, line, rule }) => `${path}:${line} ${rule}`).sort()
}

/** `git commit` of everything with the hook; what was said, and how it ended. */
function commit(repo: TempRepo): ReturnType<typeof hookCommit> {
  repo.git('add', '--all')
  return hookCommit(repo)
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** Changes memory.json as a program does: read, change, write. */
function change(repo: TempRepo, how: (project: Project) => void): void {
  const project = JSON.parse(read(repo, MEMORY)) as Project
  how(project)
  repo.write(MEMORY, json(project))
}

function lineOf(repo: TempRepo, path: string, text: string): number {
  const offset = read(repo, path).indexOf(text)
  expect(offset, text).toBeGreaterThanOrEqual(0)
  return read(repo, path).slice(0, offset).split('\n').length
}

function decision(id: string, more: object = {}): Row {
  const iteration_id = /^dec-(.*)-\d+$/.exec(id)?.[1] ?? 'iter-3'
  return {
    id,
    title: `About ${id}`,
    context: 'It came up.',
    decision: 'It was decided.',
    consequences: ['It follows.'],
    iteration_id,
    created_at: '2026-03-10T10:00:00Z',
    ...more,
  }
}

describe('what is planted is found by check, check --staged and check --base', () => {
  test('the example has no finding', async () => {
    const repo = filled()
    for (const options of [{}, STAGED, BASE]) expect(places(await found(repo, options))).toEqual([])
    expect((await runIndex({ cwd: repo.dir, check: true, cache: false, today: '2026-06-01' })).stale).toEqual(
      [],
    )
  })

  test('every violation at its line, and the hook refuses the commit', async () => {
    const repo = filled()
    const { token } = plant(repo)
    const at = (path: string, text: string, rule: string): string =>
      `${path}:${lineOf(repo, path, text)} ${rule}`
    const expected = [
      at(MEMORY, '"dec-no-form"', 'project-item-id'),
      at(MEMORY, '"dec-iter-2-1773140001"', 'project-item-id'),
      at(MEMORY, '"pat-iter-1-1770548400",\n      "title"', 'project-item-id'),
      `${MEMORY}:${lineOf(repo, MEMORY, '"Second use"') - 1} id-unique`,
      `${MEMORY}:${lineOf(repo, MEMORY, '"Projection"') - 1} id-unique`,
      `${MEMORY}:${lineOf(repo, MEMORY, '"Without consequences"') - 2} schema`,
      at(MEMORY, '"yesterday"', 'utc-time'),
      at(MEMORY, '2027-03-10', 'date-future'),
      at(MEMORY, '"iter-7"', 'iteration-known'),
      at(MEMORY, '2026-01-01', 'time-order'),
      ...['iter-3-1773140002', 'iter-3-1773140003', 'iter-7-1773140004', 'iter-2-1773140001'].map(
        (id) => `${P}/decisions/dec-${id}.md:1 derived-fresh`,
      ),
      at(DETAIL, 'is an update', 'derived-fresh'),
      `${P}/patterns/pat-iter-3-1.md:1 detail-row`,
      at(`${ITERATIONS}/Stufe zwei ß.json`, 'Stufe drei', 'iteration-name'),
      at(`${ITERATIONS}/iter-4.json`, 'crtical', 'schema'),
      at(`${ITERATIONS}/iter-4.json`, '"resolved": true', 'issue-resolved'),
      at(`${ITERATIONS}/iter-4.json`, '08:00', 'time-order'),
      at(`${ITERATIONS}/iter-4.json`, token, 'no-secret'),
      at(SESSION, 'iter-9', 'session-known'),
      at(CONTEXT, '<<<<<<<', 'no-conflict-marker'),
      at(CONTEXT, '\u202e', 'no-hidden-text'),
      `${ITERATIONS}/iter-5.json:2 no-conflict-marker`,
      `${ITERATIONS}/iter-6.json:1 unreadable`,
    ].sort()
    expect(expected.length).toBeGreaterThan(20)
    expect(places(await found(repo))).toEqual(expected)
    repo.git('add', '--all')
    // The hook rebuilds what is derived, so none of it is a finding of what is staged.
    const staged = expected.filter((one) => !one.endsWith('derived-fresh'))
    expect(places(await found(repo, STAGED))).toEqual(staged)
    const { code, said } = commit(repo)
    expect(code, said).toBe(1)
    // The hook would rebuild what is derived, so that is no fault of the commit.
    const errors = [
      'project-item-id',
      'id-unique',
      'schema',
      'utc-time',
      'detail-row',
      'no-secret',
      'no-conflict-marker',
    ]
    for (const rule of errors) expect(said).toContain(rule)
    expect(said).not.toContain('derived-fresh')
    expect(said).not.toContain(token)
    repo.commit()
    expect(places(await found(repo, BASE))).toEqual(expected)
  })
})

/** Violations in every file of the memory; what they must not be said with. */
function plant(repo: TempRepo): { readonly token: string } {
  const token = `ghp_${'x7Kq9Zt2Lm4Rv8Bn1Wc6Yd3Hf5Js0Pa'.slice(0, 31)}Qe4T9`
  change(repo, ({ decisions }) => {
    const { consequences: _, ...lacking } = decision('dec-iter-3-1773140005', {
      title: 'Without consequences',
    })
    decisions.push(
      decision('dec-no-form'),
      decision('dec-iter-2-1773140001', { iteration_id: 'iter-3' }),
      decision('pat-iter-1-1770548400', { title: 'A pattern’s id', iteration_id: 'iter-1' }),
      decision('dec-iter-3-1773140002', { created_at: 'yesterday' }),
      decision('dec-iter-3-1773140003', { created_at: '2026-01-01T10:00:00Z' }),
      lacking,
      decision('dec-iter-3-1773054000', { title: 'Second use' }),
      decision('dec-iter-7-1773140004', { created_at: '2027-03-10T10:00:00Z' }),
    )
  })
  edit(repo, DETAIL, 'Every change of an order is an event', 'Every change of an order is an update')
  repo.write(`${P}/patterns/pat-iter-3-1.md`, '# Not found\n')
  repo.write(`${ITERATIONS}/Stufe zwei ß.json`, json({ iteration_id: 'Stufe drei' }))
  const issue = {
    stage: 'check',
    content: 'Slow.',
    created_at: '2026-03-09T09:00:00Z',
    resolved: true,
  }
  const created_at = '2026-03-09T09:00:00Z'
  repo.write(
    `${ITERATIONS}/iter-4.json`,
    json({
      insights: [{ stage: 'check', content: 'Fast.', importance: 'crtical', created_at }],
      issues: [issue, { ...issue, resolved: true, resolved_at: '2026-03-09T08:00:00Z' }],
      learnings: [{ content: `Use ${token} for the API.`, created_at }],
    }),
  )
  edit(repo, SESSION, '"current_session": "iter-3"', '"current_session": "iter-9"')
  repo.write(CONTEXT, '# Context\n\n<<<<<<< HEAD\nOne\n=======\nTwo\n>>>>>>> theirs\n\nA \u202eshop.\n')
  repo.write(`${ITERATIONS}/iter-5.json`, '{\n<<<<<<< HEAD\n  "insights": []\n=======\n>>>>>>> theirs\n}\n')
  repo.link(`${ITERATIONS}/iter-6.json`, '../../session.json')
  return { token }
}

type Move = {
  readonly name: string
  readonly how: (repo: TempRepo) => void
  /** Text at whose line it is found in the file as it is then, or a line; none for a move that is fine. */
  readonly at?: string | number
  readonly says?: RegExp
}

const FIRST_ID = '"id": "dec-iter-1-1770544800"'

const MOVES: readonly Move[] = [
  {
    name: 'an edit of the consequences',
    how: (repo) => edit(repo, MEMORY, 'Reports need a table', 'Reports need no table'),
    at: FIRST_ID,
    says: /decision "Orders are stored as events" differs in consequences, but its history is append-only/,
  },
  {
    name: 'an edit of the body of a pattern',
    how: (repo) => edit(repo, MEMORY, 'can be thrown away', 'must be kept'),
    at: '"id": "pat-iter-1-1770548400"',
    says: /pattern ".*" differs in body, but/,
  },
  {
    name: 'another title',
    how: (repo) => edit(repo, MEMORY, 'Amounts are whole cents', 'Amounts are decimals'),
    at: '"id": "dec-iter-3-1773054000"',
    says: /differs in title, but/,
  },
  {
    name: 'a key that the model does not have',
    how: (repo) => change(repo, ({ decisions }) => Object.assign(decisions[0] ?? {}, { status: 'obsolete' })),
    at: FIRST_ID,
    says: /differs in other, but/,
  },
  {
    name: 'the removal of a row',
    how: (repo) =>
      change(repo, (project) => {
        project.decisions.splice(2, 1)
        rmSync(join(repo.dir, `${P}/decisions/dec-iter-3-1773054000.md`))
      }),
    at: 28,
    says: /decision "Amounts are whole cents" is removed, but/,
  },
  {
    name: 'a row put above older ones',
    how: (repo) =>
      change(repo, ({ decisions }) => {
        decisions.unshift(decision('dec-iter-1-1', { created_at: '2026-02-01T10:00:00Z' }))
      }),
    at: '"id": "dec-iter-1-1"',
    says: /New item decision "About dec-iter-1-1" is above older ones/,
  },
  {
    name: 'rows that change places',
    how: (repo) => change(repo, ({ patterns }) => patterns.reverse()),
    at: '"id": "pat-iter-1-1770548400"',
    says: /pattern ".*" is at another position, but/,
  },
  {
    name: 'a row that is deleted and written anew at the end',
    how: (repo) => {
      change(repo, ({ decisions }) => decisions.push(...decisions.splice(0, 1)))
    },
    at: FIRST_ID,
    says: /decision ".*" is at another position, but/,
  },
  {
    name: 'a file that is given up',
    how: (repo) => repo.git('rm', '--quiet', '-r', P),
    at: 4,
    says: /decision ".*" is removed, but/,
  },
  {
    name: 'a file that is renamed',
    how: (repo) => {
      repo.git('mv', MEMORY, `${P}/memory-old.json`)
      repo.git('rm', '--quiet', '-r', `${P}/decisions`, `${P}/patterns`)
    },
    at: 4,
    says: /decision ".*" is removed, but/,
  },
  {
    name: 'a new decision and a new pattern, each at its end',
    how: (repo) =>
      change(repo, ({ decisions, patterns }) => {
        decisions.push(decision('dec-iter-3-1773140000'))
        patterns.push({ ...patterns[1], id: 'pat-iter-3-1773140000', created_at: '2026-03-10T10:00:00Z' })
      }),
  },
  {
    name: 'CRLF',
    how: (repo) => repo.write(MEMORY, read(repo, MEMORY).replaceAll('\n', '\r\n')),
  },
  {
    name: 'other order of keys, other indentation, a byte order mark',
    how: (repo) => {
      const turned = JSON.stringify(JSON.parse(read(repo, MEMORY)), (_, value: unknown) =>
        value && typeof value === 'object' && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).reverse())
          : value,
      )
      repo.write(MEMORY, `\ufeff${turned}`)
    },
  },
  { name: 'a change of mode', how: ({ dir }) => chmodSync(join(dir, MEMORY), 0o755) },
  {
    name: 'context and an iteration, which are free',
    how: (repo) => {
      change(repo, (project) => Object.assign(project, { context: {} }))
      edit(repo, ITERATION, 'Gift cards have no currency', 'Gift cards need a currency')
    },
  },
]

describe('history of the project memory', () => {
  // The hook judges what is staged: every fourth move is enough to see that it is asked, but in the long run.
  const moves = MOVES.map((move, i) => ({ ...move, withHook: LONG || i % 4 === 0 }))
  test.each(rowsOf(moves, 2))('$name', async ({ how, at, says = /^$/, withHook }) => {
    const repo = filled()
    how(repo)
    repo.git('add', '--all')
    const history = async (options: Partial<CheckOptions>): Promise<readonly Diagnostic[]> =>
      (await found(repo, options)).filter(({ rule }) => rule === 'history')
    const line = typeof at === 'string' ? lineOf(repo, MEMORY, at) : at
    const isRight = (all: readonly Diagnostic[]): void => {
      const right = all.filter((one) => one.path === MEMORY && one.line === line && says.test(one.message))
      expect(right.length, places(all).join('\n')).toBe(line === undefined ? 0 : 1)
      if (line === undefined) expect(all).toEqual([])
    }
    isRight(await history(STAGED))
    if (withHook) {
      const { code, said } = commit(repo)
      expect(code, said).toBe(line === undefined ? 0 : 1)
      if (line !== undefined) expect(said).toContain('history')
    }
    repo.commit()
    isRight(await history(BASE))
  })

  test('a revert of a revert, and a squash, are judged by their result', async () => {
    const repo = filled()
    edit(repo, MEMORY, 'Reports need a table', 'Reports need no table')
    repo.commit()
    repo.git('revert', '--no-edit', 'HEAD')
    expect((await found(repo, BASE)).filter(({ rule }) => rule === 'history')).toEqual([])
    repo.git('revert', '--no-edit', 'HEAD')
    expect((await found(repo, BASE)).map(({ rule }) => rule)).toContain('history')
    repo.git('checkout', '--quiet', '-b', 'squashed', 'main')
    repo.git('merge', '--squash', '--quiet', 'work')
    const { code, said } = commit(repo)
    expect(code, said).toBe(1)
    expect(said).toContain('history')
  })

  test('a merge that edits what both parents have is refused, one that joins their rows is not', async () => {
    const repo = filled()
    change(repo, ({ patterns }) => patterns.push({ ...patterns[1], id: 'pat-iter-3-1773140000' } as Row))
    expect(commit(repo).code).toBe(0)
    repo.git('checkout', '--quiet', '-b', 'other', 'main')
    change(repo, ({ decisions }) => decisions.push(decision('dec-iter-3-1773140000')))
    expect(commit(repo).code).toBe(0)
    repo.git('merge', '--quiet', '--no-commit', 'work')
    expect(places(await found(repo, STAGED)).filter((one) => !one.endsWith('time-order'))).toEqual([])
    edit(repo, MEMORY, 'Reports need a table', 'Reports need no table')
    change(repo, ({ patterns }) => patterns.splice(0, 1))
    repo.git('add', '--all')
    const said = (await found(repo, STAGED))
      .filter(({ rule }) => rule === 'history')
      .map(({ message }) => message)
    expect(said).toEqual([
      expect.stringMatching(/pattern "Projection" is removed, but/),
      expect.stringMatching(/decision ".*" differs in consequences, but/),
    ])
    expect(commit(repo).code).toBe(1)
  })

  test('settings may let it be amended, or be free', async () => {
    const repo = filled()
    repo.write('memkeep.yaml', 'history: { project-memory: { mode: amend, editable: [consequences] } }\n')
    repo.commit()
    edit(repo, MEMORY, 'Reports need a table', 'Reports need no table')
    expect(commit(repo).code).toBe(0)
    // The hook has rebuilt the detail file of the row.
    expect(repo.git('show', `HEAD:${DETAIL}`)).toContain('- Reports need no table of their own.')
    edit(repo, MEMORY, 'Orders are stored as events', 'Orders are stored as rows')
    expect(commit(repo).said).toContain('history')
    repo.git('stash', '--quiet')
    repo.write('memkeep.yaml', 'history: { project-memory: { mode: off } }\n')
    repo.commit()
    repo.git('stash', 'pop', '--quiet')
    expect(commit(repo).code).toBe(0)
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  test('a completed session may be cleared, and what it held is no loss', async () => {
    const repo = filled()
    repo.git('rm', '--quiet', ITERATION)
    edit(repo, SESSION, '"in_progress"', '"completed"')
    const { code, said } = commit(repo)
    expect(code, said).toBe(0)
    expect(said).not.toContain('is gone')
    expect(await found(repo)).toEqual([])
  })
})

describe('detail files', () => {
  test('are written by the hook for new rows, and by index and --fix', async () => {
    const repo = filled()
    change(repo, ({ decisions }) => decisions.push(decision('dec-iter-3-1773140000')))
    const path = `${P}/decisions/dec-iter-3-1773140000.md`
    expect(places(await found(repo))).toEqual([`${path}:1 derived-fresh`])
    const other = repoAt(tempFolder())
    cpSync(repo.dir, other.dir, { recursive: true })
    expect(places(await found(other, { fix: true }))).toEqual([])
    expect(commit(repo).code).toBe(0)
    expect(repo.git('show', `HEAD:${path}`)).toContain('# About dec-iter-3-1773140000')
    expect(read(other, path)).toBe(read(repo, path))
    rmSync(join(other.dir, path))
    const { written } = await runIndex({ cwd: other.dir, check: false, cache: false, today: '2026-06-01' })
    expect(written).toEqual([path])
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  test('a file that is removed comes back; the words that a person wrote there are missed', async () => {
    const repo = filled()
    repo.git('rm', '--quiet', WITH_NOTES)
    expect(places(await found(repo, STAGED))).toEqual([`${WITH_NOTES}:27 item-lost`])
    expect(commit(repo).code).toBe(1)
    repo.git('reset', '--quiet', '--hard')
    repo.write('memkeep.yaml', 'rules: { item-lost: warning }\n')
    repo.commit()
    repo.git('rm', '--quiet', WITH_NOTES)
    expect(commit(repo).code).toBe(0)
    expect(repo.git('show', `HEAD:${WITH_NOTES}`)).toContain('# Refunds go through a queue')
  })

  test('a file that is renamed has no row, and its row no file', async () => {
    const repo = filled()
    const moved = `${P}/decisions/dec-iter-1-1770544801.md`
    repo.git('mv', DETAIL, moved)
    expect(places(await found(repo, STAGED))).toEqual([`${moved}:1 detail-row`])
    expect(commit(repo).code).toBe(1)
    renameSync(join(repo.dir, moved), join(repo.dir, DETAIL))
    expect(commit(repo).said).not.toContain('detail-row')
  })

  test('what a person wrote is kept wherever it is', async () => {
    const repo = filled()
    repo.write(WITH_NOTES, `${read(repo, WITH_NOTES)}\nStill true in May.\n`)
    edit(repo, DETAIL, 'Support has to explain', 'Finance has to explain')
    repo.write(`${P}/patterns/pat-iter-1-1770548400.md`, '# Projections\n\nOur own words.\n')
    expect(commit(repo).code).toBe(0)
    expect(repo.git('show', `HEAD:${WITH_NOTES}`)).toMatch(/Still true in May\.$/)
    expect(repo.git('show', `HEAD:${DETAIL}`)).toMatch(
      /Support has to[\s\S]*Below: yours[\s\S]*Finance has to/,
    )
    expect(repo.git('show', `HEAD:${P}/patterns/pat-iter-1-1770548400.md`)).toMatch(
      /# Projection\n[\s\S]*Our own/,
    )
    expect(repo.git('status', '--porcelain')).toBe('')
    expect(places(await found(repo))).toEqual([])
  })
})

const ATTACKS: readonly (readonly [string, string, RegExp])[] = [
  ['nothing', '', /syntax/],
  ['only white space', ' \n', /syntax/],
  ['more than 1 MiB', json({ notes: 'x'.repeat(1_048_576) }), /size-limit/],
  ['deep nesting', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`, /size-limit/],
  ['a key twice', '{ "decisions": [], "insights": [], "decisions": [] }', /syntax/],
  ['a lone surrogate', '{ "notes": "\\ud800" }', /syntax/],
  ['NaN', '{ "notes": NaN }', /syntax/],
  ['a comment', '{ /* no */ }', /syntax/],
  ['a trailing comma', '{ "notes": [1,] }', /syntax/],
  ['a list', '[]', /schema/],
  ['nothing but null', 'null', /schema/],
  [
    'prototypes of the wrong type',
    '{ "__proto__": { "decisions": 1 }, "constructor": 1, "toString": [] }',
    /^$/,
  ],
]

describe('hostile JSON is a diagnostic, no crash, and is never replaced', () => {
  test.each(rowsOf(ATTACKS, 2))('%s', async (_, text, rule) => {
    const repo = filled()
    for (const path of [MEMORY, ITERATION, SESSION]) repo.write(path, text)
    const own = [MEMORY, ITERATION, SESSION]
    const said = (await found(repo)).filter(({ path, rule: id }) => own.includes(path) && rule.test(id))
    const isFine = rule.test('')
    expect(said.map(({ path }) => path)).toEqual(isFine ? [] : [ITERATION, MEMORY, SESSION])
    expect(said.every(({ severity }) => severity === 'error')).toBe(true)
    const { written } = await runIndex({ cwd: repo.dir, check: false, cache: false, today: '2026-06-01' })
    expect(written).toEqual([])
    await found(repo, { fix: true })
    for (const path of own) expect(read(repo, path)).toBe(text)
  })
})
