import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '../../helpers/runs.ts'
import { fakeGit, type TempRepo, tempFolder } from '../../helpers/temp-repo.ts'
import { variant } from '../../helpers/variant.ts'
import {
  addEntry,
  append,
  checkout,
  ci,
  DECISIONS,
  entry,
  host,
  INDEX,
  index,
  insert,
  LESSONS,
  mergeRef,
  OVERVIEW,
  pullRequest,
  SHOP,
} from './ci-repo.ts'

/** A pull request with one more entry; `main` goes on meanwhile where `mainText` is given. */
async function request(text: string, { mainText = '' } = {}): Promise<Requested> {
  const repo = await host()
  repo.git('checkout', '--quiet', '-b', 'topic')
  const head = await addEntry(repo, DECISIONS, text)
  repo.git('checkout', '--quiet', 'main')
  if (mainText !== '') await addEntry(repo, OVERVIEW, mainText)
  return { repo, head, base: repo.git('rev-parse', 'main') }
}

const MORE = '\nEvery shop has a queue of its own.\n'

type Requested = { readonly repo: TempRepo; readonly head: string; readonly base: string }

describe('a pull request', () => {
  test('that is fine passes, with the outputs of the step', async () => {
    const { repo, head, base } = await request(entry('One queue per shop'))
    const sha = mergeRef(repo, 'topic')
    const ran = await ci(checkout(repo, 'refs/pull/1/merge'), pullRequest(head, base, sha))
    expect(ran).toMatchObject({ code: 0, found: [] })
    expect(ran.outputs).toEqual({
      errors: '0',
      warnings: '0',
      failing: '0',
      'sarif-file': '',
      'index-changed': 'true',
    })
    expect(ran.summary).not.toBe('')
  })

  test('that is wrong fails, at the line of the head and not of the merge', async () => {
    const { repo, head, base } = await request(entry('One queue per shop', ''), {
      mainText: MORE,
    })
    const sha = mergeRef(repo, 'topic')
    const clone = checkout(repo, 'refs/pull/1/merge')
    const ran = await ci(clone, pullRequest(head, base, sha))
    expect(ran.code).toBe(1)
    expect(ran.found).toContain(`${DECISIONS}:20 error entry-category`)
    expect(ran.outputs).toMatchObject({ errors: String(ran.found.length), failing: String(ran.found.length) })
  })

  test('that renames what memory cites, and touches no memory, says so', async () => {
    const repo = await host()
    repo.write('src/pool.ts', 'export const pool = 1\n')
    repo.write('src/old.ts', 'export const old = 1\n')
    repo.write('AGENTS.md', '# Rules\n\n- Connections come from `src/pool.ts`.\n\n- See `src/old.ts`.\n')
    repo.commit('Add code and rules')
    const base = repo.git('rev-parse', 'main')
    repo.git('checkout', '--quiet', '-b', 'topic')
    repo.git('mv', 'src/pool.ts', 'src/db.ts')
    repo.git('rm', '--quiet', 'src/old.ts')
    repo.commit('Move the pool')
    const head = repo.git('rev-parse', 'topic')
    const sha = mergeRef(repo, 'topic')
    const ran = await ci(checkout(repo, 'refs/pull/1/merge'), pullRequest(head, base, sha))
    expect(ran).toMatchObject({
      code: 0,
      found: ['AGENTS.md:3 warning citation-moved', 'AGENTS.md:5 warning citation-gone'],
    })
  })

  test('whose head was checked out instead of the merge is judged alike', async () => {
    const { repo, head, base } = await request(entry('One queue per shop', ''))
    const clone = checkout(repo, 'refs/heads/topic')
    expect(await ci(clone, pullRequest(head, base))).toMatchObject({
      code: 1,
      found: [`${DECISIONS}:20 error entry-category`],
    })
  })

  test('of a head that is a merge itself is compared with the base, not with its own first parent', async () => {
    const { repo } = await request(entry('One queue per shop', ''), {
      mainText: MORE,
    })
    repo.git('checkout', '--quiet', 'topic')
    repo.git('merge', '--quiet', '--no-commit', '--no-ff', 'main', '-X', 'ours')
    await index(repo)
    const head = repo.commit('Merge main')
    const clone = checkout(repo, 'refs/heads/topic')
    expect(await ci(clone, pullRequest(head, repo.git('rev-parse', 'main')))).toMatchObject({
      code: 1,
      found: [`${DECISIONS}:20 error entry-category`],
    })
  })

  test.each(rowsOf([1, 2], 2))('in a clone of depth %i is never a pass', async (depth) => {
    const { repo, head, base } = await request(entry('One queue per shop'), {
      mainText: MORE,
    })
    const sha = mergeRef(repo, 'topic')
    const merged = await ci(checkout(repo, 'refs/pull/1/merge', depth), pullRequest(head, base, sha))
    expect(merged).toMatchObject({ code: 2, err: expect.stringContaining('fetch-depth: 0') })
    const alone = await ci(checkout(repo, 'refs/heads/topic', depth), pullRequest(head, base))
    expect(alone).toMatchObject({ code: 2, err: expect.stringContaining('fetch-depth: 0') })
  })

  test('whose branches share no history is reported', async () => {
    const { repo, base } = await request(entry('One queue per shop'))
    repo.git('checkout', '--quiet', '--orphan', 'other')
    const head = repo.commit('begun anew')
    const ran = await ci(checkout(repo, 'refs/heads/other'), pullRequest(head, base))
    expect(ran).toMatchObject({ code: 2, err: expect.stringContaining('no common history') })
    expect(ran.err).toContain('fetch-depth: 0')
  })

  variant('that renames a memory as it is brings no error', async () => {
    const { repo, base } = await request(entry('One queue per shop'))
    repo.git('checkout', '--quiet', 'topic')
    repo.git('mv', LESSONS, `${SHOP}/_archive-lessons.md`)
    repo.git('mv', '-f', `${SHOP}/_archive-lessons.md`, LESSONS)
    repo.git(
      'mv',
      `resources/workspaces/shop/_plans/260115-guest-checkout.md`,
      'resources/workspaces/shop/_plans/260115-guests.md',
    )
    await index(repo)
    const head = repo.commit('Rename')
    const ran = await ci(checkout(repo, 'refs/heads/topic'), pullRequest(head, base))
    expect(ran).toMatchObject({ code: 0, found: [] })
  })

  test('with markers of a merge fails', async () => {
    const { repo, base } = await request(entry('One queue per shop'))
    repo.git('checkout', '--quiet', 'topic')
    append(repo, LESSONS, '<<<<<<< HEAD\nOne.\n=======\nTwo.\n>>>>>>> other\n')
    const head = repo.commit('Oops')
    const ran = await ci(checkout(repo, 'refs/heads/topic'), pullRequest(head, base))
    expect(ran.code).toBe(1)
    expect(ran.found.join('\n')).toContain('error no-conflict-marker')
  })

  test('that takes an immutable item away fails', async () => {
    const repo = await host('history: { decisions: { mode: immutable } }\n')
    const base = repo.git('rev-parse', 'main')
    repo.git('checkout', '--quiet', '-b', 'topic')
    const text = readFileSync(join(repo.dir, DECISIONS), 'utf8')
    repo.write(DECISIONS, text.replace(/### \[2026-01-16\][\s\S]*?---\n\n/, ''))
    await index(repo)
    const head = repo.commit('Forget')
    const ran = await ci(checkout(repo, 'refs/heads/topic'), pullRequest(head, base))
    expect(ran.code).toBe(1)
    expect(ran.found.map((one) => one.split(' ').slice(1).join(' '))).toEqual(['error history'])
  })

  test('fails for what it brings, and shows what was there before', async () => {
    const repo = await host()
    const base = await addEntry(repo, DECISIONS, entry('An old fault', ''))
    repo.git('checkout', '--quiet', '-b', 'topic')
    const fine = await addEntry(repo, LESSONS, entry('A timeout is not an answer', 'debugging'))
    const clone = checkout(repo, 'refs/heads/topic')
    const old = `${DECISIONS}:20 error entry-category old`
    expect(await ci(clone, pullRequest(fine, base))).toMatchObject({ code: 0, found: [old] })
    expect(await ci(clone, pullRequest(fine, base), '--fail-on', 'all')).toMatchObject({
      code: 1,
      found: [old],
    })
  })

  test('fails for new warnings only when it is asked to', async () => {
    const { repo, head, base } = await request(entry('One queue per shop', 'architectur'))
    const clone = checkout(repo, 'refs/heads/topic')
    const ran = await ci(clone, pullRequest(head, base))
    expect(ran.code).toBe(0)
    expect(ran.found.join('\n')).toContain('warning')
    expect((await ci(clone, pullRequest(head, base), '--fail-on', 'warning')).code).toBe(1)
  })
})

test.each([
  ['2026-01-01', '2026-01-02'],
  ['2026-01-02', '2026-01-01'],
])('after a criss-cross nothing of either merge base may go (%s, %s)', async (theirs, ours) => {
  const repo = await host('history: { decisions: { mode: immutable } }\n')
  const commitAt = (day: string): string => {
    process.env.GIT_COMMITTER_DATE = `${day}T00:00:00Z`
    try {
      return repo.commit()
    } finally {
      delete process.env.GIT_COMMITTER_DATE
    }
  }
  repo.git('checkout', '--quiet', '-b', 'topic')
  const text = readFileSync(join(repo.dir, DECISIONS), 'utf8')
  append(repo, DECISIONS, entry('One queue per shop'))
  await index(repo)
  commitAt(theirs)
  repo.git('checkout', '--quiet', 'main')
  repo.write('other', 'other\n')
  const other = commitAt(ours)
  repo.git('merge', '--quiet', '--no-ff', '-m', 'Merge topic', 'topic')
  repo.git('checkout', '--quiet', 'topic')
  repo.git('merge', '--quiet', '--no-ff', '-m', 'Merge main', other)
  repo.write(DECISIONS, text)
  await index(repo)
  const trigger = pullRequest(repo.commit('Forget'), repo.git('rev-parse', 'main'))
  const ran = await ci(checkout(repo, 'refs/heads/topic'), trigger)
  expect(ran.code).toBe(1)
  expect(ran.found.join()).toContain('error history')
})

variant('a criss-cross whose branches both added to one log is fine', async () => {
  const repo = await host('history: { decisions: { mode: append-only } }\n')
  repo.git('checkout', '--quiet', '-b', 'topic')
  await addEntry(repo, DECISIONS, entry('One queue per shop'))
  repo.git('checkout', '--quiet', 'main')
  const other = await addEntry(repo, DECISIONS, entry('No price in a log'))
  const both = `${readFileSync(join(repo.dir, DECISIONS), 'utf8')}${entry('One queue per shop')}`
  const merged = async (commit: string): Promise<void> => {
    repo.git('merge', '--quiet', '--no-commit', '--no-ff', '-s', 'ours', commit)
    repo.write(DECISIONS, both)
    await index(repo)
    repo.commit('both')
  }
  const topic = repo.git('rev-parse', 'topic')
  await merged(topic)
  repo.git('checkout', '--quiet', 'topic')
  await merged(other)
  const head = await addEntry(repo, DECISIONS, entry('A third one'))
  const ran = await ci(checkout(repo, 'refs/heads/topic'), pullRequest(head, repo.git('rev-parse', 'main')))
  expect(ran).toMatchObject({ code: 0, found: [] })
})

/** Two branches that each add an entry of one day, apart from one another: git merges their text without a conflict. */
async function bothAdd(settings: string, [ours, theirs]: readonly [string, string]): Promise<Requested> {
  const repo = await host(settings)
  repo.git('checkout', '--quiet', '-b', 'topic')
  insert(repo, DECISIONS, { text: ours, before: '### [2026-02-20]' })
  await index(repo)
  const head = repo.commit('ours')
  repo.git('checkout', '--quiet', 'main')
  const base = await addEntry(repo, DECISIONS, theirs)
  return { repo, head, base }
}

describe('two branches that are right each for itself', () => {
  const day = { date: '2026-02-20' }

  test('fail where an entry is in their merge twice', async () => {
    const same = entry('One queue per shop', 'architecture', day)
    const { repo, head, base } = await bothAdd('rules: { derived-fresh: off }\n', [same, same])
    const alone = checkout(repo, 'refs/heads/topic')
    expect(await ci(alone, null)).toMatchObject({ code: 0, found: [] })
    const ran = await ci(alone, pullRequest(head, base))
    expect(ran).toMatchObject({
      code: 1,
      found: [`${DECISIONS}:29 error entry-duplicate`, `${DECISIONS}:29 error merge-doubled`],
    })
    expect(ran.messages[0]).toMatch(/^After merging with main: /)
    const sha = mergeRef(repo, 'topic')
    const merged = await ci(checkout(repo, 'refs/pull/1/merge'), pullRequest(head, base, sha))
    expect(merged).toMatchObject({ code: 1, found: ran.found, messages: ran.messages })
  })

  test('fail where the index of their merge is stale', async () => {
    const { repo, head, base } = await bothAdd('', [
      entry('One queue per shop', 'architecture', day),
      entry('No price in a log', 'architecture', { ...day, tags: 'money' }),
    ])
    const ran = await ci(checkout(repo, 'refs/heads/topic'), pullRequest(head, base))
    expect(ran.found).toEqual([expect.stringMatching(`^${INDEX}:\\d+ error derived-fresh$`)])
    expect(ran.code).toBe(1)
    expect(ran.messages[0]).toMatch(/^After merging with main: /)
  })

  variant('and that conflict are reported, by file', async () => {
    const { repo } = await request(entry('One queue per shop'))
    const base = await addEntry(repo, DECISIONS, entry('No price in a log'))
    const head = repo.git('rev-parse', 'topic')
    const ran = await ci(checkout(repo, 'refs/heads/topic'), pullRequest(head, base))
    expect(ran).toMatchObject({ code: 0, found: [] })
    expect(ran.err).toContain(`merging with main conflicts in ${DECISIONS}, so the result was not checked`)
  })
})

test('a link or a submodule in the place of a folder with memory is no pass', async () => {
  const repo = await host()
  const base = repo.git('rev-parse', 'main')
  repo.git('checkout', '--quiet', '-b', 'topic')
  repo.git('mv', SHOP, 'elsewhere')
  repo.link(SHOP, '../../../elsewhere')
  const link = repo.commit('link')
  const hidden = `${SHOP}:1 error unreadable`
  const ran = await ci(checkout(repo, 'refs/heads/topic'), pullRequest(link, base))
  expect(ran.code).toBe(1)
  expect(ran.found).toContain(hidden)
  repo.git('rm', '-q', SHOP)
  repo.git('update-index', '--add', '--cacheinfo', `160000,${base},${SHOP}`)
  repo.git('commit', '--quiet', '-m', 'submodule')
  const other = await ci(checkout(repo, 'refs/heads/topic'), pullRequest(repo.git('rev-parse', 'HEAD'), base))
  expect(other.code).toBe(1)
  expect(other.found).toContain(hidden)
})

variant('counts of a baseline that are too high hide nothing that a pull request brings', async () => {
  const repo = await host()
  await addEntry(repo, DECISIONS, entry('An old fault', ''))
  const counts = { [DECISIONS]: { 'entry-category': 2 }, [LESSONS]: { 'entry-category': 1 } }
  repo.write('memkeep-baseline.json', JSON.stringify({ version: 1, findings: counts }))
  const base = repo.commit('counted')
  repo.git('checkout', '--quiet', '-b', 'topic')
  const head = await addEntry(repo, DECISIONS, entry('One queue per shop', ''))
  const clone = checkout(repo, 'refs/heads/topic')
  const trigger = pullRequest(head, base)
  expect(await ci(clone, trigger)).toMatchObject({
    code: 1,
    found: ['memkeep-baseline.json:1 info baseline', expect.stringContaining('error entry-category')],
  })
})

describe('a pull request that changes the settings', () => {
  const OFF = 'rules: { entry-category: off }\n'

  /** `main`, and a branch whose settings are others, with one more entry. */
  async function changed(text: string, settings: string, before = ''): Promise<Requested> {
    const repo = await host(before)
    repo.git('checkout', '--quiet', '-b', 'topic')
    repo.write('memkeep.yaml', settings)
    return { repo, base: repo.git('rev-parse', 'main'), head: await addEntry(repo, DECISIONS, text) }
  }

  test.each(['', 'rules: { entry-category: error }\n'])(
    'does not turn off what it breaks',
    async (before) => {
      const { repo, head, base } = await changed(entry('One queue per shop', ''), OFF, before)
      const ran = await ci(checkout(repo, 'refs/heads/topic'), pullRequest(head, base))
      expect(ran).toMatchObject({
        code: 1,
        found: ['memkeep.yaml:1 warning loosened', `${DECISIONS}:20 error entry-category`],
      })
      expect(ran.summary).toContain('rules.entry-category')
      const named = await ci(checkout(repo, 'refs/heads/topic'), null, '--base', base)
      expect(named).toMatchObject({ code: 1, found: ran.found })
    },
  )

  test('passes where it breaks nothing else', async () => {
    const repo = await host()
    await addEntry(repo, DECISIONS, entry('One queue per shop', ''))
    const base = repo.git('rev-parse', 'main')
    repo.git('checkout', '--quiet', '-b', 'topic')
    repo.write('memkeep.yaml', OFF)
    const clone = (): TempRepo => checkout(repo, 'refs/heads/topic')
    const alone = repo.commit()
    const ran = await ci(clone(), pullRequest(alone, base), '--fail-on', 'all')
    expect(ran).toMatchObject({
      code: 0,
      found: ['memkeep.yaml:1 warning loosened', `${DECISIONS}:20 error entry-category old`],
    })
    const head = await addEntry(repo, DECISIONS, entry('No price in a log', ''))
    expect(await ci(clone(), pullRequest(head, alone))).toMatchObject({ code: 0, found: [] })
  })

  test('and brings the first memory is judged by the defaults as well', async () => {
    const repo = await host()
    repo.git('checkout', '--quiet', '--orphan', 'empty')
    repo.git('rm', '-rfq', '.')
    const base = repo.commit('nothing')
    repo.git('checkout', '--quiet', '-b', 'topic')
    repo.git('checkout', '--quiet', 'main', '--', '.')
    repo.write('memkeep.yaml', OFF)
    const head = await addEntry(repo, DECISIONS, entry('One queue per shop', ''))
    const ran = await ci(checkout(repo, 'refs/heads/topic'), pullRequest(head, base))
    expect(ran).toMatchObject({
      code: 1,
      found: ['memkeep.yaml:1 warning loosened', `${DECISIONS}:20 error entry-category`],
    })
  })

  test('is compared by the settings of --config on both sides, where they are given', async () => {
    const repo = await host()
    repo.git('mv', 'user/memory/workspaces', 'notes')
    const log = DECISIONS.replace('user/memory/workspaces', 'notes')
    const base = repo.commit('elsewhere')
    repo.git('checkout', '--quiet', '-b', 'topic')
    const text = readFileSync(join(repo.dir, log), 'utf8')
    repo.write(log, text.replace(/### \[2026-01-16\][\s\S]*?---\n\n/, ''))
    repo.write('memkeep.yaml', '# here as well\n')
    const head = repo.commit('Forget')
    const clone = checkout(repo, 'refs/heads/topic')
    const settings = join(tempFolder(), 'settings.yaml')
    writeFileSync(settings, 'workspace: { memory: notes }\nrules: { item-lost: error }\n')
    const ran = await ci(clone, pullRequest(head, base), '--config', settings)
    expect(ran.code).toBe(1)
    expect(ran.found).toContain(`${log}:2 error item-lost`)
  })
})

test('a git that cannot try a merge is a notice, not a pass in silence', async () => {
  const { repo, head, base } = await request(entry('One queue per shop'), {
    mainText: MORE,
  })
  const clone = checkout(repo, 'refs/heads/topic')
  const git = clone.git('--exec-path')
  fakeGit(`case " $* " in *" merge-tree "*) exit 129 ;; esac; exec ${git}/git "$@"`)
  const ran = await ci(clone, pullRequest(head, base))
  expect(ran).toMatchObject({ code: 0, err: expect.stringContaining('git before 2.38') })
})
