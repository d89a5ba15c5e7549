import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prePush } from '../../src/commit/pre-push.ts'
import { checkMemory } from '../../src/engine/check-memory.ts'
import type { FactsStore } from '../../src/engine/documents/facts.ts'
import { judgeRange } from '../../src/engine/judge-range.ts'
import { openMemory } from '../../src/engine/open-memory.ts'
import { openCommit } from '../../src/snapshot/open-snapshot.ts'
import { sampleSecrets } from '../helpers/sample-secrets.ts'
import { memkeep } from '../helpers/setup.ts'
import { repoAt, type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

const [KEY = '', OTHER = ''] = sampleSecrets(7).map(({ secret }) => secret)
const FILE = 'CLAUDE.md'
const RULES = '# Rules\n\nRun the tests before you commit.\n'
const WITH_KEY = `${RULES}\nThe key is ${KEY} for now.\n`
const NOW = ['--now', '2026-06-01']

/** A memory of one file, committed on `main`, and a branch that goes on from there. */
function started(files: { readonly [path: string]: string } = { [FILE]: RULES }): TempRepo {
  const repo = tempRepo()
  for (const [path, text] of Object.entries(files)) repo.write(path, text)
  repo.commit('First')
  repo.git('checkout', '--quiet', '-b', 'topic')
  return repo
}

function step(repo: TempRepo, path: string, text: string | null, message = 'Go on'): string {
  if (text === null) repo.remove(path)
  else repo.write(path, text)
  return repo.commit(message).slice(0, 12)
}

type Judged = { readonly found: readonly string[]; readonly notes: readonly string[] }

type Judging = {
  readonly base?: string | null
  readonly most?: Parameters<typeof judgeRange>[0]['most']
  readonly facts?: Partial<FactsStore>
}

/** What the commits of HEAD since `main` leave in history; `base` null: all of its commits. */
async function judged(
  { dir, git }: TempRepo,
  { base = 'main', most, facts = {} }: Judging = {},
): Promise<Judged> {
  const tip = git('rev-parse', 'HEAD')
  const from = base === null ? null : git('merge-base', base, 'HEAD')
  const [after, before] = await Promise.all([
    openCommit(dir, tip),
    from === null ? null : openCommit(dir, from),
  ])
  const memory = await openMemory({ cwd: dir, cache: false, today: '2026-06-01', sides: { after, before } })
  const range = { tip, not: from === null ? [] : [from] }
  const { diagnostics, notes } = await judgeRange(
    { top: dir, range, ...(most && { most }) },
    { ...memory, facts: { ...memory.facts, ...facts } },
  )
  return {
    found: diagnostics.map(({ path, severity, rule, message }) => `${path} ${severity} ${rule} ${message}`),
    notes,
  }
}

const inFile = (oid: string, line: number, path = FILE, detector = 'github'): string =>
  `${path} error no-secret Commit ${oid} has what looks like a secret (${detector}) in line ${line}, and a later change takes it out`

test('a secret that one commit brings and the next one takes out is an error at both gates, and a rewrite clears it', async () => {
  const repo = started()
  const base = repo.git('rev-parse', '--short=12', 'main')
  const oid = step(repo, FILE, WITH_KEY)
  step(repo, FILE, `${RULES}\nThe key is in the vault.\n`)
  expect(await judged(repo)).toEqual({ found: [inFile(oid, 5)], notes: [] })
  for (const args of [['ci'], ['check']]) {
    const ran = await memkeep(repo.dir, [...args, '--base', 'main', ...NOW])
    expect(ran.code).toBe(1)
    expect(ran.out).toContain(`Commit ${oid} has what looks like a secret (github) in line 5`)
    expect(ran.out.replace(/\s+/g, ' ')).toContain(`git rebase -i ${base}`)
    expect(`${ran.out}${ran.err}`).not.toContain(KEY)
  }
  expect(await pushed(repo)).toMatchObject({ refused: true, notes: [] })
  // As an editor that was asked to: the second commit is joined to the first.
  repo.git('-c', 'sequence.editor=sed -i 2s/pick/fixup/', 'rebase', '--quiet', '-i', base)
  expect(await judged(repo)).toEqual({ found: [], notes: [] })
  expect(await pushed(repo)).toMatchObject({ refused: false })
  expect((await memkeep(repo.dir, ['ci', '--base', 'main', ...NOW])).code).toBe(0)
})

/** What the hook says to a push of HEAD to a remote that has `main`. */
function pushed({ dir, git }: TempRepo) {
  const line = `refs/heads/topic ${git('rev-parse', 'HEAD')} refs/heads/topic ${git('rev-parse', 'main')}\n`
  const args = ['origin', 'https://git.example.org/x']
  const request = { cwd: dir, args, stdin: async () => line, today: '2026-06-01', cache: true, skip: [] }
  return prePush(request)
}

test('a secret that the tip still has is reported once, as it is without a history', async () => {
  const repo = started()
  step(repo, FILE, WITH_KEY)
  step(repo, FILE, `${WITH_KEY}\nMore.\n`)
  expect(await judged(repo)).toEqual({ found: [], notes: [] })
  const { out } = await memkeep(repo.dir, ['check', '--base', 'main', '--format', 'json', ...NOW])
  expect(JSON.parse(out).diagnostics).toHaveLength(1)
})

test('one that the base has may go in as many commits as it takes', async () => {
  const repo = started({ [FILE]: WITH_KEY })
  step(repo, FILE, `${WITH_KEY}\nMore.\n`)
  step(repo, FILE, RULES)
  expect(await judged(repo)).toEqual({ found: [], notes: [] })
})

test('each secret of the range is named once for each file, by the first commit that has it', async () => {
  const repo = started()
  const first = step(repo, FILE, WITH_KEY)
  const second = step(repo, FILE, `${WITH_KEY}\nAnd ${OTHER} too.\n`)
  step(repo, 'AGENTS.md', WITH_KEY)
  const copied = repo.git('rev-parse', '--short=12', 'HEAD')
  step(repo, 'AGENTS.md', null)
  step(repo, FILE, null)
  expect((await judged(repo)).found).toEqual([
    inFile(first, 5),
    inFile(second, 7),
    inFile(copied, 5, 'AGENTS.md'),
  ])
})

test('names of memory files and messages of commits that touch memory', async () => {
  const repo = started()
  const rule = `.claude/rules/${KEY}.md`
  const named = step(repo, rule, RULES)
  step(repo, 'src/a.ts', 'export {}\n', `Use ${OTHER}`)
  const said = step(repo, FILE, `${RULES}\nMore.\n`, `Say more\n\nIt was ${OTHER} before.`)
  expect((await judged(repo)).found).toEqual([
    `${rule} error no-secret Commit ${named} has what looks like a secret (github) in the name of a file`,
    `. error no-secret Commit ${said} has what looks like a secret (github) in line 3 of its message`,
  ])
  const ran = await memkeep(repo.dir, ['check', '--base', 'main', ...NOW])
  expect(ran.code).toBe(1)
  expect(`${ran.out}${ran.err}`).not.toContain(KEY)
})

test('a file that is no memory stays out, also at a place where another layout might have some', async () => {
  const repo = started()
  step(repo, 'src/config.ts', `export const key = '${KEY}'\n`, `Use ${KEY}`)
  step(repo, 'src/config.ts', 'export {}\n')
  step(repo, 'user/memory/workspaces/shop/decisions.md', `A note: ${KEY}\n`)
  step(repo, 'user/memory/workspaces/shop/decisions.md', null)
  expect(await judged(repo)).toEqual({ found: [], notes: [] })
})

test('memory that only the middle of the range has is memory', async () => {
  const repo = started({ 'README.md': 'x\n' })
  const oid = step(repo, FILE, WITH_KEY)
  step(repo, FILE, null)
  expect((await judged(repo)).found).toEqual([inFile(oid, 5)])
})

test('every side of a merge, and what the merge itself makes', async () => {
  const repo = started()
  repo.git('checkout', '--quiet', '-b', 'side')
  const side = step(repo, FILE, WITH_KEY)
  step(repo, FILE, RULES)
  repo.git('checkout', '--quiet', 'topic')
  step(repo, 'AGENTS.md', RULES)
  repo.git('merge', '--quiet', '--no-commit', '--no-ff', 'side')
  const merge = step(repo, '.claude/rules/a.md', `${RULES}\n${OTHER}\n`, 'Merge')
  step(repo, '.claude/rules/a.md', null)
  expect((await judged(repo)).found.toSorted()).toEqual([
    inFile(merge, 5, '.claude/rules/a.md'),
    inFile(side, 5),
  ])
})

test('a version that the history of the base has had is no news', async () => {
  const repo = tempRepo()
  step(repo, FILE, WITH_KEY)
  step(repo, FILE, RULES)
  repo.git('checkout', '--quiet', '-b', 'topic')
  step(repo, FILE, WITH_KEY)
  step(repo, FILE, `${RULES}\nMore.\n`)
  expect(await judged(repo)).toEqual({ found: [], notes: [] })
})

test('the message of a merge, and of a commit that deletes memory', async () => {
  const repo = started({ [FILE]: RULES, 'AGENTS.md': RULES })
  repo.git('checkout', '--quiet', '-b', 'side')
  const gone = step(repo, FILE, null, `Take out ${KEY}`)
  repo.git('checkout', '--quiet', 'topic')
  step(repo, 'src/a.ts', 'export {}\n')
  repo.git('merge', '--quiet', '--no-ff', '-m', `Join\n\nIt was ${OTHER}.`, 'side')
  const merge = repo.git('rev-parse', '--short=12', 'HEAD')
  expect((await judged(repo)).found.toSorted()).toEqual(
    [
      `. error no-secret Commit ${gone} has what looks like a secret (github) in line 1 of its message`,
      `. error no-secret Commit ${merge} has what looks like a secret (github) in line 3 of its message`,
    ].toSorted(),
  )
})

test('what a merge brings from the base belongs to the base', async () => {
  const repo = started()
  step(repo, 'AGENTS.md', RULES)
  repo.git('checkout', '--quiet', 'main')
  step(repo, FILE, WITH_KEY)
  step(repo, FILE, RULES)
  repo.git('checkout', '--quiet', 'topic')
  repo.git('merge', '--quiet', '--no-edit', 'main')
  expect(await judged(repo)).toEqual({ found: [], notes: [] })
})

test('without a base all commits count, from the root on', async () => {
  const repo = tempRepo()
  const root = step(repo, FILE, WITH_KEY)
  step(repo, FILE, RULES)
  expect((await judged(repo, { base: null })).found).toEqual([inFile(root, 5)])
})

test('the settings of the base allow a secret, and those of the change do not', async () => {
  const repo = started()
  const oid = step(repo, FILE, WITH_KEY)
  const { out } = await memkeep(repo.dir, ['check', '--format', 'json', ...NOW])
  const [, allowed = ''] = /(sha256:[0-9a-f]{64})/.exec(out) ?? []
  const settings = `secrets: { allow: ['${allowed}'] }\n`
  step(repo, FILE, RULES)
  step(repo, 'memkeep.yaml', settings)
  expect((await judged(repo)).found).toEqual([inFile(oid, 5)])
  const other = started({ [FILE]: RULES, 'memkeep.yaml': settings })
  step(other, FILE, WITH_KEY)
  step(other, FILE, RULES)
  expect(await judged(other)).toEqual({ found: [], notes: [] })
})

test('hidden text in between is a warning; a loss that is put right again is nothing', async () => {
  const repo = started()
  const oid = step(repo, FILE, `${RULES}\nDeploy \u202etfel ot thgir.\n`)
  step(repo, FILE, null)
  step(repo, FILE, RULES)
  expect((await judged(repo)).found).toEqual([
    `${FILE} warning no-hidden-text Commit ${oid} has an invisible U+202E right-to-left override in line 5, and a later change takes it out`,
  ])
  expect((await memkeep(repo.dir, ['ci', '--base', 'main', ...NOW])).code).toBe(0)
  expect(await pushed(repo)).toMatchObject({ refused: false })
})

test('what is too much is left out, the oldest first, and the run says so', async () => {
  const repo = started()
  step(repo, FILE, WITH_KEY)
  for (const n of [1, 2, 3]) step(repo, FILE, `${RULES}\n${n}\n`)
  const most = { commits: 100, versions: 100, bytes: 1e6 }
  const why = 'searched for secrets that a later commit takes out'
  expect((await judged(repo, { most })).found).toHaveLength(1)
  expect(await judged(repo, { most: { ...most, versions: 2 } })).toEqual({
    found: [],
    notes: [`1 older version of a memory file was not ${why}`],
  })
  expect(await judged(repo, { most: { ...most, commits: 3 } })).toEqual({
    found: [],
    notes: [`only the newest 3 commits were ${why}`],
  })
})

test('what an earlier run has read and found clean is not read again', async () => {
  const repo = started()
  step(repo, FILE, WITH_KEY)
  const id = repo.git('rev-parse', `HEAD:${FILE}`)
  step(repo, FILE, `${RULES}\nMore.\n`)
  const { dir } = repo
  const { documents } = await checkMemory(await openMemory({ cwd: dir, cache: false, today: '2026-06-01' }))
  const [clean] = documents
  if (!clean) throw new Error('no document')
  const get = (complete: boolean) => (asked: string) => (asked === id ? { ...clean, complete } : null)
  expect((await judged(repo, { facts: { get: get(true) } })).found).toEqual([])
  expect((await judged(repo, { facts: { get: get(false) } })).found).toHaveLength(1)
})

test('a shallow clone says that there may be more', async () => {
  const repo = started()
  step(repo, FILE, WITH_KEY)
  for (const n of [1, 2]) step(repo, FILE, `${RULES}\n${n}\n`)
  const clone = repoAt(join(tempFolder(), 'clone'))
  repo.git('clone', '--quiet', '--depth=2', '--branch=topic', `file://${repo.dir}`, clone.dir)
  expect((await judged(clone, { base: null })).notes).toEqual([
    'this clone is shallow: not all commits were searched for secrets that a later commit takes out (`git fetch --unshallow`)',
  ])
  expect((await judged(clone, { base: 'HEAD~1' })).notes).toEqual([])
})
