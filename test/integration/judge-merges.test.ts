import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FactsStore } from '../../src/engine/documents/facts.ts'
import { judgeMerges } from '../../src/engine/judge-merges.ts'
import { openMemory } from '../../src/engine/open-memory.ts'
import { openCommit } from '../../src/snapshot/open-snapshot.ts'
import { repoAt, type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

const FOLDER = 'user/memory/workspaces/shop'
const LOG = `${FOLDER}/decisions.md`
const LESSONS = `${FOLDER}/lessons.md`

const entry = (day: number, title: string, body: string): string =>
  `### [2026-02-0${day}] ${title}\n\n**Category:** convention\n**Tags:** money\n\n${body}\n\n---\n`

const log = (...entries: readonly string[]): string => `# Decisions\n\n${entries.join('\n')}`

const [A, B, C, D] = [
  entry(1, 'Prices are integers', 'Floating point lost a cent in 1 of 40,000 orders last year.'),
  entry(2, 'Refunds need an account', 'A refund goes to a verified address, which only an account has.'),
  entry(3, 'Taxes are stored', 'They change with the law, and an old order keeps the rate it had.'),
  entry(4, 'Orders keep their number', 'It is on paper at the warehouse and stays there for good.'),
]

const LOST_REFUND = `${LOG} item-lost Refunds need an account`
const LOST_NUMBER = `${LESSONS} item-lost Orders keep their number`

/** Three merges: the first took ours of a log, the second nothing of the other side, and the last joins no memory. */
function threeMerges(settings = 'rules:\n  derived-fresh: off\n'): TempRepo {
  const repo = tempRepo()
  const merge = (
    name: string,
    theirs: readonly [string, string],
    ours: readonly [string, string],
    how: readonly string[],
  ) => {
    repo.git('checkout', '--quiet', '-b', name)
    repo.write(...theirs)
    repo.commit(`theirs of ${name}`)
    repo.git('checkout', '--quiet', 'main')
    repo.write(...ours)
    repo.commit(`ours of ${name}`)
    repo.git('merge', '--quiet', '--no-edit', ...how, name)
  }
  repo.write('memkeep.yaml', settings)
  repo.write(LOG, log(A))
  repo.commit('base')
  // Its own side brings a mistake: no merge is to blame for it.
  merge('first', [LOG, log(A, B)], [LOG, log(A, C.replace('**Category:** convention\n', ''))], ['-X', 'ours'])
  merge('second', [LESSONS, log(D)], ['README.md', 'x\n'], ['--strategy', 'ours'])
  merge('third', ['a.txt', 'a\n'], ['b.txt', 'b\n'], [])
  return repo
}

type Judged = { readonly found: readonly string[]; readonly notes: readonly string[] }

/** What the merges of HEAD did; `most`: as before a push. */
async function judged(
  { dir, git }: TempRepo,
  most?: number,
  facts: Partial<FactsStore> = {},
): Promise<Judged> {
  const tip = await openCommit(dir, git('rev-parse', 'HEAD'))
  const sides = { after: tip, before: null, merge: null }
  const memory = await openMemory({ cwd: dir, cache: false, today: '2026-06-01', sides })
  const range = { tip: git('rev-parse', 'HEAD'), base: null }
  const history = { top: dir, range, tip, git: {}, paths: ['user'], ...(most !== undefined && { most }) }
  const { diagnostics, notes } = await judgeMerges(history, {
    ...memory,
    facts: { ...memory.facts, ...facts },
  })
  const title = (message: string): string =>
    [A, B, C, D].map(titleOf).find((one) => message.includes(one)) ?? message
  return {
    found: diagnostics.map(({ path, rule, message }) => `${path} ${rule} ${title(message)}`).sort(),
    notes,
  }
}

function titleOf(text: string): string {
  return /\] (.*)/.exec(text)?.[1] ?? ''
}

test('every merge of a history is judged; before a push the newest, and how many is said', async () => {
  const repo = threeMerges()
  const both = [LOST_REFUND, LOST_NUMBER]
  expect(await judged(repo)).toEqual({ found: both, notes: [] })
  expect(await judged(repo, 3)).toEqual({ found: both, notes: [] })
  expect(await judged(repo, 2)).toEqual({
    found: [LOST_NUMBER],
    notes: ['only the newest 2 merges were looked at'],
  })
  expect(await judged(repo, 1)).toEqual({ found: [], notes: ['only the newest 1 merges were looked at'] })
})

test('what a remote has is judged by CI, and not before a push', async () => {
  const repo = threeMerges()
  repo.git('update-ref', 'refs/remotes/origin/main', 'HEAD~1')
  expect(await judged(repo, 3)).toEqual({ found: [], notes: [] })
  expect((await judged(repo)).found).toHaveLength(2)
})

test('what a later commit puts right is no harm, and what it drops itself is not a merge’s', async () => {
  const repo = threeMerges()
  repo.write(LOG, log(B, C))
  repo.commit('refunds are back, and prices go')
  expect((await judged(repo)).found).toEqual([LOST_NUMBER])
})

test('a loss that settings make a warning is none of an error', async () => {
  const repo = threeMerges('rules:\n  derived-fresh: off\n  item-lost: warning\n')
  expect(await judged(repo)).toEqual({ found: [], notes: [] })
})

test('a merge that cannot be judged is an error, and before a push a remark', async () => {
  const repo = threeMerges()
  const clone = join(tempFolder(), 'clone')
  execFileSync('git', ['clone', '--quiet', '--depth=2', `file://${repo.dir}`, clone])
  const shallow = repoAt(clone)
  shallow.git('remote', 'remove', 'origin')
  await expect(judged(shallow)).rejects.toMatchObject({ name: 'UserError' })
  expect(await judged(shallow, 5)).toEqual({
    found: [],
    notes: [expect.stringMatching(/^the merge [0-9a-f]{12} could not be judged: /)],
  })
  // A bug is no remark.
  const get = (): never => {
    throw new TypeError('a bug')
  }
  await expect(judged(repo, 5, { get })).rejects.toThrow(/^a bug$/)
})
