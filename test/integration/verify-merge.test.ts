import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCheck } from '../../src/engine/check.ts'
import type { CheckResult } from '../../src/engine/check-request.ts'
import { verifyMergeCommit } from '../../src/merge/verify-merge.ts'
import { memkeep } from '../helpers/setup.ts'
import { repoAt, type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'
import { variant } from '../helpers/variant.ts'

const FOLDER = 'user/memory/workspaces/shop'
const LOG = `${FOLDER}/decisions.md`
const ARCHIVE = `${FOLDER}/_archive/decisions-2026.md`

/** Every rule but those about the merge would speak of an index that these repositories do without. */
const SETTINGS = 'rules:\n  derived-fresh: off\n'

const entry = (day: number, title: string, body: string): string =>
  `### [2026-02-${String(day).padStart(2, '0')}] ${title}\n\n**Category:** convention\n**Tags:** money\n\n${body}\n\n---\n`

const A = entry(1, 'Prices are integers', 'Floating point lost a cent in 1 of 40,000 orders last year.')
const B = entry(
  2,
  'Refunds need an account',
  'A refund goes to a verified address, which only an account has.',
)
const C = entry(3, 'Taxes are stored', 'They change with the law, and an old order keeps the rate it had.')
const D = entry(
  4,
  'Orders keep their number',
  'A number is on paper at the warehouse and stays there for good.',
)

const log = (...entries: string[]): string => `# Decisions\n\n${entries.join('\n')}`

/** A repository whose `main` and `topic` part at a log with these entries. */
function parted(base: string, ours: string, theirs: string): TempRepo {
  const repo = tempRepo()
  repo.write('memkeep.yaml', SETTINGS)
  repo.write(LOG, base)
  repo.commit('base')
  repo.git('checkout', '--quiet', '-b', 'topic')
  repo.write(LOG, theirs)
  repo.commit('theirs')
  repo.git('checkout', '--quiet', 'main')
  repo.write(LOG, ours)
  repo.commit('ours')
  return repo
}

/** Ends a merge of `topic` with this text of the log, whatever git made of it. */
function mergeWith(repo: TempRepo, text: string, ...branches: string[]): void {
  startMerge(repo, ...branches)
  repo.write(LOG, text)
  repo.commit('merge')
}

function startMerge(repo: TempRepo, ...branches: string[]): void {
  try {
    repo.git('merge', '--quiet', '--no-commit', '--no-ff', ...(branches.length > 0 ? branches : ['topic']))
  } catch {
    // A conflict is what the test resolves.
  }
}

async function verify(
  { dir }: TempRepo,
  revision = 'HEAD',
): Promise<{ parents: number; found: string[] | null }> {
  const { parents, check } = await verifyMergeCommit({ ...OPTIONS, cwd: dir, revision })
  return { parents, found: check && shown(check) }
}

const OPTIONS = { cache: false, today: '2026-06-01', skip: [] }

function shown({ report }: CheckResult): string[] {
  return report.diagnostics.map(({ path, line, severity, rule }) => `${path}:${line} ${severity} ${rule}`)
}

async function staged({ dir }: TempRepo): Promise<string[]> {
  const source = { kind: 'staged' } as const
  return shown(await runCheck({ ...OPTIONS, cwd: dir, paths: [], fix: false, source }))
}

describe('a merge commit is accepted', () => {
  test('that holds what both sides added', async () => {
    const repo = parted(log(A), log(A, B), log(A, C))
    mergeWith(repo, log(A, B, C))
    expect(await verify(repo)).toEqual({ parents: 2, found: [] })
  })

  test('that git made by itself', async () => {
    const repo = parted(log(A, B, C), log(A.replace('cent', 'penny'), B, C), log(A, B, C, D))
    repo.git('merge', '--quiet', '--no-edit', 'topic')
    expect(await verify(repo)).toEqual({ parents: 2, found: [] })
  })

  test('without what one side had deleted, with or without an edit of the other', async () => {
    const repo = parted(log(A, B), log(A), log(A, B.replace('verified', 'postal')))
    mergeWith(repo, log(A))
    expect(await verify(repo)).toEqual({ parents: 2, found: [] })
  })

  variant('with what one side had moved to the archive', async () => {
    const repo = parted(log(A, B), log(A, B, C), log(A, B))
    repo.git('checkout', '--quiet', 'topic')
    repo.write(LOG, log(B))
    repo.write(ARCHIVE, log(A))
    repo.commit('archive')
    repo.git('checkout', '--quiet', 'main')
    mergeWith(repo, log(B, C))
    expect(await verify(repo)).toEqual({ parents: 2, found: [] })
  })

  test('in which one side renamed the folder and the other added an entry', async () => {
    const repo = parted(log(A, B, C), log(A, B, C), log(A, B, C, D))
    repo.git('mv', 'user/memory/workspaces/shop', 'user/memory/workspaces/store')
    repo.commit('rename')
    repo.git('merge', '--quiet', '--no-edit', 'topic')
    expect(repo.git('ls-files')).toContain('workspaces/store/decisions.md')
    expect(await verify(repo)).toEqual({ parents: 2, found: [] })
  })

  test('whatever mistakes its sides had made before', async () => {
    const mistaken = B.replace('**Category:** convention\n', '')
    const repo = parted(log(A), log(A, C), log(A, mistaken))
    mergeWith(repo, log(A, C, mistaken))
    expect(await verify(repo)).toEqual({ parents: 2, found: [] })
  })
})

describe('a merge commit is refused', () => {
  test('that took ours where both had added', async () => {
    const repo = parted(log(A), log(A, B), log(A, C))
    repo.git('merge', '--quiet', '--no-edit', '-X', 'ours', 'topic')
    expect(await verify(repo)).toEqual({ parents: 2, found: [`${LOG}:11 error item-lost`] })
  })

  variant('that took nothing from the other side at all', async () => {
    const repo = parted(log(A), log(A, B), log(A, C))
    repo.git('merge', '--quiet', '--no-edit', '--strategy', 'ours', 'topic')
    expect(await verify(repo)).toEqual({ parents: 2, found: [`${LOG}:11 error item-lost`] })
  })

  test('that fused two entries by union', async () => {
    const repo = parted(log(A), log(A, B), log(A, C))
    repo.write('.gitattributes', '*.md merge=union\n')
    repo.commit('attributes')
    repo.git('merge', '--quiet', '--no-edit', 'topic')
    const { found } = await verify(repo)
    expect(found).toContain(`${LOG}:13 error item-lost`)
    expect(repo.git('show', `HEAD:${LOG}`).split('\n')[12]).toBe('### [2026-02-03] Taxes are stored')
  })

  variant('that doubled an entry which both sides had taken over', async () => {
    const repo = parted(log(A), log(A, B), log(A, C, B))
    mergeWith(repo, log(A, B, C, B))
    const { found } = await verify(repo)
    expect(found).toEqual([`${LOG}:30 error entry-duplicate`, `${LOG}:30 error merge-doubled`])
  })

  test('that edited what may not be edited, and only that', async () => {
    const repo = parted(log(A), log(A, B), log(A, C))
    repo.write('memkeep.yaml', `${SETTINGS}history:\n  decisions:\n    mode: immutable\n`)
    repo.commit('settings')
    mergeWith(repo, log(A, B.replace('verified', 'postal'), C))
    expect((await verify(repo)).found).toEqual([`${LOG}:12 error history`])
  })

  test('with a mistake that no side had made', async () => {
    const repo = parted(log(A), log(A, B), log(A, C))
    mergeWith(repo, log(A, B, C.replace('**Category:** convention\n', '')))
    expect((await verify(repo)).found).toEqual([
      `${LOG}:21 error entry-category`,
      `${LOG}:21 error merge-invented`,
    ])
  })

  test('with a stale index', async () => {
    const repo = parted(log(A), log(A, B), log(A, C))
    repo.write('memkeep.yaml', '')
    repo.commit('settings')
    mergeWith(repo, log(A, B, C))
    expect((await verify(repo)).found).toEqual([`${FOLDER}/_index.yaml:1 error derived-fresh`])
  })

  test('of an octopus that lost an entry of the last parent', async () => {
    const repo = parted(log(A, B), log(A, B), log(A, B, C))
    repo.git('checkout', '--quiet', '-b', 'third', 'main~1')
    repo.write(`${FOLDER}/lessons.md`, log(D))
    repo.commit('third')
    repo.git('checkout', '--quiet', 'main')
    repo.git('merge', '--quiet', '--no-edit', 'topic', 'third')
    const whole = await verify(repo)
    expect(whole).toEqual({ parents: 3, found: [] })
    repo.remove(`${FOLDER}/lessons.md`)
    repo.git('add', '--all')
    repo.git('commit', '--quiet', '--amend', '--no-edit')
    expect((await verify(repo)).found).toEqual([`${FOLDER}/lessons.md:3 error item-lost`])
  })

  variant('of unrelated histories', async () => {
    const repo = parted(log(A), log(A), log(A))
    repo.git('checkout', '--quiet', '--orphan', 'other')
    repo.write(LOG, log(B))
    repo.commit('other')
    repo.git('checkout', '--quiet', 'main')
    startMerge(repo, '--allow-unrelated-histories', 'other')
    repo.write(LOG, log(A))
    repo.commit('merge')
    expect((await verify(repo)).found).toEqual([`${LOG}:3 error item-lost`])
  })
})

test('after a criss-cross, what either side dropped may be gone, and nothing else', async () => {
  const repo = parted(log(A), log(A, B), log(A, C))
  repo.git('branch', 'first')
  mergeWith(repo, log(A, B, C))
  repo.git('checkout', '--quiet', 'topic')
  mergeWith(repo, log(A, B, C), 'first')
  repo.write(LOG, log(A, C))
  repo.commit('drop')
  repo.git('checkout', '--quiet', 'main')
  repo.write(LOG, log(A, B, C, D))
  repo.commit('add')
  expect(repo.git('merge-base', '--all', 'main', 'topic').split('\n')).toHaveLength(2)
  mergeWith(repo, log(A, C, D))
  expect(await verify(repo)).toEqual({ parents: 2, found: [] })
  repo.write(LOG, log(A, C))
  repo.git('commit', '--quiet', '--all', '--amend', '--no-edit')
  expect((await verify(repo)).found).toEqual([`${LOG}:19 error item-lost`])
})

describe('what is no merge', () => {
  test('a squash has one parent, a first commit has none', async () => {
    const repo = parted(log(A, B), log(A, B), log(A, B, C))
    repo.git('merge', '--quiet', '--squash', 'topic')
    repo.commit('squash')
    expect(await verify(repo)).toEqual({ parents: 1, found: null })
    expect(await verify(repo, 'main~2')).toEqual({ parents: 0, found: null })
  })

  test('an unknown revision is the user’s mistake', async () => {
    const repo = parted(log(A), log(A), log(A))
    await expect(verify(repo, 'nowhere')).rejects.toThrow(/^unknown revision nowhere$/)
  })

  test.each([1, 2])('a clone of depth %i is too shallow, and says what to do', async (depth) => {
    const repo = parted(log(A), log(A, B), log(A, C))
    mergeWith(repo, log(A, B, C))
    const clone = join(tempFolder(), 'clone')
    execFileSync('git', ['clone', '--quiet', `--depth=${depth}`, `file://${repo.dir}`, clone])
    await expect(verify(repoAt(clone))).rejects.toMatchObject({
      name: 'UserError',
      hint: expect.stringContaining('fetch-depth: 0'),
    })
  })
})

describe('two additions of one name, where a merge takes one,', () => {
  const text = (title: string, body: string) =>
    `# ${title}\n\n## Status\n\nAccepted\n\n## Decision\n\n${body}\n`
  const QUEUE = 'Jobs run in a table of Postgres, since nothing else has to run then.'
  const CACHE = 'Sessions stay in the memory of one process until there are several of them.'
  const kinds: readonly (readonly [
    name: string,
    path: string,
    base: string,
    ours: string,
    theirs: string,
  ])[] = [
    ['entries of a workspace', LOG, log(A), log(A, entry(2, 'Jobs', QUEUE)), log(A, entry(2, 'Jobs', CACHE))],
    [
      'entries of a log',
      'DECISIONS.md',
      '# Decisions\n\n## 2026-02-01: One\n\nx\n',
      `# Decisions\n\n## 2026-02-01: One\n\nx\n\n## 2026-02-02: Two\n\n${QUEUE}\n`,
      `# Decisions\n\n## 2026-02-01: One\n\nx\n\n## 2026-02-02: Two\n\n${CACHE}\n`,
    ],
    ['decision records', 'docs/adr/0002-jobs.md', '', text('2. Jobs', QUEUE), text('2. Sessions', CACHE)],
  ]

  const rivals = (path: string, base: string, ours: string, theirs: string): TempRepo => {
    const repo = tempRepo()
    repo.write('memkeep.yaml', SETTINGS)
    repo.write('docs/adr/0001-records.md', text('1. Records', 'Decisions are written down.'))
    if (base !== '') repo.write(path, base)
    repo.commit('base')
    repo.git('checkout', '--quiet', '-b', 'topic')
    repo.write(path, theirs)
    repo.commit('theirs')
    repo.git('checkout', '--quiet', 'main')
    repo.write(path, ours)
    repo.commit('ours')
    startMerge(repo)
    return repo
  }

  test.each(kinds)('are a loss: %s', async (_, path, ...texts) => {
    const repo = rivals(path, ...texts)
    const [, ours, theirs] = texts
    for (const taken of [ours, theirs]) {
      repo.write(path, taken)
      repo.git('add', '--all')
      expect(await staged(repo)).toEqual([expect.stringMatching(/^\S+ error item-lost$/)])
    }
    repo.git('commit', '--quiet', '--no-verify', '--message', 'merge')
    expect((await verify(repo)).found).toEqual([expect.stringMatching(/^\S+ error item-lost$/)])
    const { code, out } = await memkeep(repo.dir, ['ci', '--base', 'HEAD~1', '--now', '2026-06-01'])
    expect(code).toBe(1)
    expect(out).toContain('both sides added one of that name')
  })

  test('are none where both stay, under two names', async () => {
    const [, , [, path = '', ...texts] = []] = kinds
    const [, ours = '', theirs = ''] = texts
    const repo = rivals(path, '', ours, theirs)
    repo.write(path, ours)
    repo.write('docs/adr/0003-sessions.md', theirs.replace('2.', '3.'))
    repo.git('add', '--all')
    expect(await staged(repo)).toEqual([])
  })
})

describe('a staged merge', () => {
  test('that leaves out an entry of MERGE_HEAD is refused', async () => {
    const repo = parted(log(A), log(A, B), log(A, C))
    startMerge(repo)
    repo.write(LOG, log(A, B))
    repo.git('add', '--all')
    expect(await staged(repo)).toEqual([`${LOG}:11 error item-lost`])
  })

  variant(
    'that leaves out everything of MERGE_HEAD is refused, though nothing differs from HEAD',
    async () => {
      const repo = parted(log(A), log(A), log(A, C))
      repo.git('merge', '--quiet', '--no-commit', '--no-ff', '--strategy', 'ours', 'topic')
      expect(repo.git('diff', '--cached', '--name-only')).toBe('')
      expect(await staged(repo)).toEqual([`${LOG}:10 error item-lost`])
    },
  )

  test('that joins both sides passes, also in a linked work tree', async () => {
    const repo = parted(log(A), log(A, B), log(A, C))
    const linked = join(tempFolder(), 'linked')
    repo.git('worktree', 'add', '--quiet', '-b', 'here', linked, 'main')
    const work = repoAt(linked)
    startMerge(work)
    work.write(LOG, log(A, B, C))
    work.git('add', '--all')
    expect(await staged(work)).toEqual([])
    work.write(LOG, log(A, C))
    work.git('add', '--all')
    expect(await staged(work)).toEqual([`${LOG}:11 error item-lost`])
  })

  test('may drop what one side had dropped, and keeps what the other had not', async () => {
    const repo = parted(log(A, B, C), log(A, C), log(A, B, C, D))
    startMerge(repo)
    repo.write(LOG, log(A, C, D))
    repo.git('add', '--all')
    expect(await staged(repo)).toEqual([])
    repo.write(LOG, log(A, D))
    repo.git('add', '--all')
    expect(await staged(repo)).toEqual([`${LOG}:11 error item-lost`])
  })

  test.each(['', 'nonsense\n', 'HEAD\n', `${'0'.repeat(40)}\n`])(
    'with a broken MERGE_HEAD %j is a failure',
    async (text) => {
      const repo = parted(log(A), log(A, B), log(A, C))
      repo.write('.git/MERGE_HEAD', text)
      await expect(staged(repo)).rejects.toMatchObject({ name: 'UserError' })
    },
  )
})
