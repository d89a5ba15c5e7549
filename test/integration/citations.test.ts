import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { runCheck } from '../../src/engine/check.ts'
import type { CheckResult } from '../../src/engine/check-request.ts'
import { runs } from '../helpers/runs.ts'
import { memkeep } from '../helpers/setup.ts'
import { type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

const LINES = Array.from({ length: 40 }, (_, i) => `line ${i} of the pool\n`).join('')

function check({ dir }: TempRepo, options: Parameters<typeof runCheck>[0] = {}): Promise<CheckResult> {
  return runCheck({
    cwd: dir,
    cache: false,
    today: '2026-06-01',
    skip: [],
    paths: [],
    fix: false,
    ...options,
  })
}

/** What is said of citations, each with its line. */
async function said(
  repo: TempRepo,
  options: Parameters<typeof runCheck>[0] = {},
): Promise<readonly string[]> {
  const { report } = await check(repo, options)
  return report.diagnostics
    .filter(({ rule }) => rule.startsWith('citation-') || rule === 'link-resolves')
    .map(
      ({ line, rule, message }) =>
        `${line} ${rule} ${message.replaceAll(/\b[0-9a-f]{7}, \d{4}-\d\d-\d\d/g, 'COMMIT, DAY').replaceAll(/\d{4}-\d\d-\d\d/g, 'DAY')}`,
    )
}

function repoWith(text: string): TempRepo {
  const repo = tempRepo()
  repo.write('src/pool.ts', LINES)
  repo.write('src/old.ts', 'old\n')
  repo.write('AGENTS.md', text)
  repo.commit('Start')
  return repo
}

const GONE = '`src/old.ts` was removed in COMMIT, DAY ("Drop it"); the line is of DAY'

describe('a citation is dead where git shows that it held', () => {
  test('a file that a later commit removes, and one that it renames', async () => {
    const repo = repoWith('# A\n\nSee `src/old.ts` and `src/pool.ts`.\n')
    repo.git('rm', '-q', 'src/old.ts')
    repo.git('mv', 'src/pool.ts', 'src/db.ts')
    repo.commit('Drop it')
    expect(await said(repo)).toEqual([
      `3 citation-gone ${GONE}`,
      '3 citation-moved `src/pool.ts` is now `src/db.ts` (renamed in COMMIT, DAY)',
    ])
  })

  test('git lists what commits took away once for each commit, and a damaged list is asked for again', async () => {
    const repo = repoWith('# A\n\nSee `src/old.ts`.\n')
    repo.git('rm', '-q', 'src/old.ts')
    repo.commit('Drop it')
    const trace = join(tempFolder(), 'trace')
    const lists = async (): Promise<number> => {
      writeFileSync(trace, '')
      vi.stubEnv('GIT_TRACE', trace)
      onTestFinished(() => void vi.unstubAllEnvs())
      const found = await said(repo, { cache: true })
      vi.unstubAllEnvs()
      expect(found).toEqual(await said(repo))
      return readFileSync(trace, 'utf8').match(/built-in: git log --diff-filter=D/g)?.length ?? 0
    }
    expect(await lists()).toBe(1)
    repo.write('AGENTS.md', '# A\n\nSee `src/old.ts` and `src/none.ts`.\n')
    expect(await lists()).toBe(0)
    writeFileSync(join(repo.dir, '.git/memkeep/removed'), 'damaged')
    repo.write('AGENTS.md', '# A\n\nMore, see `src/old.ts` and `src/none.ts`.\n')
    expect(await lists()).toBe(1)
    repo.git('rm', '-q', 'src/pool.ts')
    repo.commit('Drop it')
    repo.write('AGENTS.md', '# A\n\nSee `src/old.ts` and `src/pool.ts`.\n')
    expect(await lists()).toBe(1)
  })

  test('what a folder held that is a submodule now is not known to be gone', async () => {
    const repo = tempRepo()
    repo.write('lib/bus/events.ts', 'events\n')
    repo.write('AGENTS.md', '# A\n\nSee `bus/events.ts` and `lib/bus/events.ts`.\n')
    repo.commit('Start')
    repo.git('rm', '-q', '-r', 'lib')
    repo.git('update-index', '--add', '--cacheinfo', `160000,${repo.git('rev-parse', 'HEAD').trim()},lib`)
    repo.write('lib/.git', 'gitdir: nowhere\n')
    repo.git('commit', '-q', '-m', 'Move it to a repository of its own')
    expect(await said(repo)).toEqual([])
  })

  test('what lies behind a symlink that git does not keep is not known to be gone', async () => {
    const repo = tempRepo()
    repo.write('lib/a.ts', 'a\n')
    repo.write('src/old.ts', 'old\n')
    repo.write('.gitignore', '/src\n')
    repo.write('AGENTS.md', 'See `src/old.ts` and `lib/a.ts`.\n')
    repo.git('add', '--force', 'src/old.ts')
    repo.commit('Start')
    repo.git('rm', '-q', '-r', 'src', 'lib')
    repo.git('commit', '-q', '-m', 'Drop it')
    symlinkSync('elsewhere', join(repo.dir, 'src'))
    expect(await said(repo)).toEqual([`1 citation-gone ${GONE.replace('src/old', 'lib/a')}`])
  })

  test('renames are followed over several commits', async () => {
    const repo = repoWith('See `src/pool.ts`.\n')
    for (const [from, to] of [
      ['src/pool.ts', 'src/a.ts'],
      ['src/a.ts', 'lib/b.ts'],
      ['lib/b.ts', 'lib/c.ts'],
    ] as const) {
      repo.write('lib/keep.ts', 'keep\n')
      repo.git('mv', from, to)
      repo.commit(`To ${to}`)
    }
    expect(await said(repo)).toEqual([
      '1 citation-moved `src/pool.ts` is now `lib/c.ts` (renamed in COMMIT, DAY)',
    ])
    repo.git('mv', 'lib/c.ts', 'src/pool.ts')
    repo.commit('Back')
    expect(await said(repo)).toEqual([])
  })

  test('not where the statement was written after the removal, or never held', async () => {
    const repo = repoWith('# A\n')
    repo.git('rm', '-q', 'src/old.ts')
    repo.commit('Drop it')
    repo.write('AGENTS.md', '# A\n\nWe dropped `src/old.ts`. Write `src/never.ts`.\n')
    repo.commit('Say so')
    expect(await said(repo)).toEqual([])
  })

  test('a name that shows how files are called is none of a file', async () => {
    const repo = repoWith(
      '# A\n\n- Follow the naming conventions (`old.ts` not `1.ts`).\n- Example: `old.ts`\n- See `src/old.ts`, for example.\n',
    )
    repo.git('rm', '-q', 'src/old.ts')
    repo.commit('Drop it')
    expect(await said(repo)).toEqual([`5 citation-gone ${GONE}`])
  })

  test('wrapping, padding, moving the line and another citation on it are no writing', async () => {
    const repo = repoWith('# A\n\nSee `src/old.ts` and `src/pool.ts` for it.\n')
    repo.git('rm', '-q', 'src/old.ts')
    repo.commit('Drop it')
    repo.write('AGENTS.md', '# A\n\n## More\n\nSee `src/old.ts`\nand `src/pool.ts` for it.\n')
    repo.commit('Wrap')
    repo.git('mv', 'src/pool.ts', 'src/db.ts')
    repo.write('AGENTS.md', '# A\n\n## More\n\nSee `src/old.ts`\nand `src/db.ts` for it.\n')
    repo.commit('Follow')
    expect(await said(repo)).toEqual([`5 citation-gone ${GONE}`])
  })

  test('a file that git ignores now may be there', async () => {
    const repo = repoWith('See `src/old.ts`.\n')
    repo.git('rm', '-q', '--cached', 'src/old.ts')
    repo.write('.gitignore', 'src/old.ts\n')
    repo.commit('Drop it')
    expect(await said(repo)).toEqual([])
  })

  test('a folder that git ignores now may be there, also where nothing is in it', async () => {
    const repo = repoWith('# A\n')
    repo.write('dumps/a.sql', 'select 1;\n')
    repo.write('AGENTS.md', '# A\n\nDumps are in `dumps/`, and `dumps/a.sql` is one.\n')
    repo.commit('Dump')
    repo.git('rm', '-q', '-r', 'dumps')
    repo.write('.gitignore', 'dumps/\n')
    repo.commit('Drop it')
    expect(await said(repo)).toEqual([])
  })

  test('what is not committed yet', async () => {
    const repo = repoWith('See `src/old.ts`.\n')
    repo.git('mv', 'src/old.ts', 'src/new.ts')
    const moved = '1 citation-moved `src/old.ts` is now `src/new.ts` (renamed by this change)'
    expect(await said(repo)).toEqual([moved])
    expect(await said(repo, { source: { kind: 'staged' } })).toEqual([moved])
  })

  test('a shallow clone says once that it cannot know', async () => {
    const repo = repoWith('See `src/old.ts`.\n')
    repo.git('rm', '-q', 'src/old.ts')
    repo.commit('Drop it')
    const clone = tempRepo()
    clone.git('fetch', '-q', '--depth=1', `file://${repo.dir}`, 'main')
    clone.git('checkout', '-q', 'FETCH_HEAD')
    const { report, notes } = await check(clone)
    expect(report.diagnostics).toEqual([])
    expect(notes.join('\n')).toContain('dead references were not looked for: this clone is shallow')
  })

  test('a partial clone says once that it cannot know, fetches nothing, and is checked', async () => {
    const repo = repoWith('# A\n\nSee `src/old.ts` and `src/pool.ts`.\n')
    repo.git('mv', 'src/pool.ts', 'src/db.ts')
    repo.write('src/db.ts', `${LINES}more\n`)
    repo.git('rm', '-q', 'src/old.ts')
    repo.commit('Drop it')
    repo.git('config', 'uploadpack.allowFilter', 'true')
    const dir = join(tempFolder(), 'partial')
    repo.git('clone', '-q', '--filter=blob:none', `file://${repo.dir}`, dir)
    const { code, out, err } = await memkeep(dir, ['check'])
    expect({ code, out }).toMatchObject({ code: 0, out: expect.not.stringContaining('citation-') })
    expect(err).toMatch(
      /^memkeep: dead references were not looked for: .*`git fetch --refetch --no-filter` brings them\)\n$/,
    )
    const compared = await memkeep(dir, ['check', '--base', 'HEAD~1'])
    expect(compared).toMatchObject({ code: 0, out: expect.stringContaining('`src/old.ts` was removed') })
  })

  test('what a change makes dead is new, and what was dead before is not', async () => {
    const repo = repoWith('See `src/old.ts`.\nSee `src/pool.ts`.\n')
    repo.git('rm', '-q', 'src/old.ts')
    repo.commit('Drop it')
    repo.git('rm', '-q', 'src/pool.ts')
    repo.commit('Drop more')
    const { report } = await check(repo, { base: 'HEAD~1' })
    expect(report.diagnostics.map(({ line, new: isNew }) => [line, isNew])).toEqual([
      [1, false],
      [2, true],
    ])
  })

  test('history that was squashed or rebased makes nothing wrong', async () => {
    const repo = repoWith('# A\n')
    const base = repo.git('rev-parse', 'HEAD')
    repo.write('AGENTS.md', '# A\n\nSee `src/old.ts`.\n')
    repo.commit('Write')
    repo.git('rm', '-q', 'src/old.ts')
    repo.commit('Drop it')
    expect(await said(repo)).toEqual([`3 citation-gone ${GONE}`])
    repo.git('reset', '-q', '--soft', base)
    repo.commit('All at once')
    expect(await said(repo)).toEqual([])
  })

  test('a fix writes the new path and keeps every other byte', async () => {
    const text = '\uFEFF# A\r\n\r\nSee [it](./src/pool.ts#L3 "x") and `src/pool.ts:42`,  twice.\t\r\n'
    const repo = repoWith(text)
    repo.git('mv', 'src/pool.ts', 'src/db.ts')
    repo.commit('Move')
    await check(repo, { fix: true })
    expect(readFileSync(join(repo.dir, 'AGENTS.md'), 'utf8')).toBe(
      text.replaceAll('src/pool.ts', 'src/db.ts'),
    )
    expect(await said(repo)).toEqual([])
  })
})

describe('over any history', () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('write' as const), file: fc.nat(2), cite: fc.nat(2) }),
    fc.record({ do: fc.constant('remove' as const), file: fc.nat(2), cite: fc.nat(2) }),
    fc.record({ do: fc.constant('move' as const), file: fc.nat(2), cite: fc.nat(2) }),
    fc.record({ do: fc.constant('cite' as const), file: fc.nat(2), cite: fc.nat(2) }),
    fc.record({ do: fc.constant('forget' as const), file: fc.nat(2), cite: fc.nat(2) }),
  )

  test('a finding is a line that was written when its file was there, and is not there now', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 7 }), async (steps) => {
        const repo = tempRepo()
        const there = new Set<string>()
        /** By path, whether it was there when the line that cites it was written. */
        const cited = new Map<string, boolean>()
        repo.write('AGENTS.md', '# A\n')
        repo.commit()
        for (const { do: what, file, cite } of steps) {
          const path = `src/f${file}.ts`
          if (what === 'write' && !there.has(path)) {
            repo.write(path, `content of ${path}\n${LINES}`)
            there.add(path)
          } else if (what === 'remove' && there.has(path)) {
            repo.remove(path)
            there.delete(path)
          } else if (what === 'move' && there.has(path) && !there.has(`src/f${cite}.ts`)) {
            repo.git('mv', path, `src/f${cite}.ts`)
            there.delete(path)
            there.add(`src/f${cite}.ts`)
          } else if (what === 'cite' && !cited.has(path)) cited.set(path, there.has(path))
          else if (what === 'forget') cited.delete(path)
          else continue
          repo.write(
            'AGENTS.md',
            `# A\n\n${[...cited.keys()].map((one) => `- see \`${one}\` of it\n`).join('')}`,
          )
          repo.git('add', '-A')
          repo.git('commit', '-q', '--allow-empty', '-m', what)
        }
        const { report } = await check(repo)
        const expected = [...cited].filter(([path, held]) => held && !there.has(path)).length
        expect(report.diagnostics.filter(({ rule }) => rule.startsWith('citation-'))).toHaveLength(expected)
      }),
      { numRuns: runs(6) },
    )
  })
})

test('a branch that is rebased or merged gives the findings of its own history, and a squashed one those of its start', async () => {
  const step = fc.record({ do: fc.constantFrom('write', 'remove', 'cite', 'forget'), file: fc.nat(2) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), async (steps) => {
      const repo = tempRepo()
      repo.write('AGENTS.md', '# A\n\n- see `src/f0.ts` of it\n')
      repo.write('src/f0.ts', LINES)
      repo.commit()
      const start = repo.git('rev-parse', 'HEAD').trim()
      repo.git('checkout', '-q', '-b', 'branch')
      const cited = new Set(['src/f0.ts'])
      for (const { do: what, file } of steps) {
        const path = `src/f${file}.ts`
        if (what === 'write') repo.write(path, `content of ${path}\n${LINES}`)
        else if (what === 'remove') repo.git('rm', '-q', '--ignore-unmatch', path)
        else if (what === 'cite') cited.add(path)
        else cited.delete(path)
        repo.write('AGENTS.md', `# A\n\n${[...cited].map((one) => `- see \`${one}\` of it\n`).join('')}`)
        repo.git('add', '-A')
        repo.git('commit', '-q', '--allow-empty', '-m', what)
      }
      // What git takes for a rename depends on the commits; what is dead does not.
      const deadIn = async (): Promise<readonly string[]> =>
        (await said(repo)).map((one) => one.replace(/^(\d+) \S+ (`[^`]*`).*$/, '$1 $2'))
      const whole = await deadIn()
      for (const join of ['squash', 'rebase', 'merge']) {
        repo.git('checkout', '-q', '-B', join, start)
        repo.write('other.md', `${join}\n`)
        repo.commit('Meanwhile')
        if (join === 'squash') {
          repo.git('merge', '-q', '--squash', 'branch')
          repo.git('commit', '-q', '--allow-empty', '-m', 'All of it')
        } else if (join === 'merge') repo.git('merge', '-q', '--no-edit', 'branch')
        else {
          repo.git('checkout', '-q', '--detach', 'branch')
          repo.git('rebase', '-q', join)
        }
        const found = await deadIn()
        // Of a squashed branch only its start is left: what is cited there and then, and was taken away since.
        const there = repo.git('ls-files', 'src').split('\n')
        const isCited = cited.has('src/f0.ts') && !there.includes('src/f0.ts')
        // Git leaves out a branch that changed a file and changed it back before it was merged.
        const isBack = join === 'merge' && cited.size === 1 && cited.has('src/f0.ts')
        if (join === 'squash' || isBack)
          expect(found).toEqual(isCited ? [expect.stringMatching(/ `src\/f0\.ts`$/)] : [])
        else expect(found).toEqual(whole)
        repo.git('checkout', '-q', 'branch')
      }
    }),
    { numRuns: runs(60) },
  )
})

test('an open plan is about the present; one that is done, and a note of a day, are not', async () => {
  const repo = tempRepo()
  repo.write('src/old.ts', 'old\n')
  const plan = (status: string): string =>
    `---\nname: P\ndescription: What it is for.\nstatus: ${status}\ncreated: 2026-05-01\n---\n\n# P\n\nSee \`src/old.ts\`, then write \`src/new.ts\`.\n`
  const at = 'resources/workspaces/shop/_plans/260501-p.md'
  repo.write(at, plan('in_progress'))
  repo.write('MEMORY.md', '# Memory\n')
  repo.write('SOUL.md', '# Soul\n')
  repo.write('memory/report-2026-03-29.md', '# Report\n\nWrote `src/old.ts`.\n')
  repo.commit()
  repo.git('rm', '-q', 'src/old.ts')
  repo.commit('Drop it')
  expect(await said(repo)).toEqual([`10 citation-gone ${GONE}`])
  repo.write(at, plan('done'))
  expect(await said(repo)).toEqual([])
})

test('before the first commit nothing is dead', async () => {
  const repo = tempRepo()
  repo.write('AGENTS.md', '# A\n\nSee `src/old.ts`.\n')
  expect(await said(repo)).toEqual([])
  repo.git('add', '-A')
  expect(await said(repo)).toEqual([])
})

test('what an earlier run has proven is what a run without it proves', async () => {
  const repo = repoWith('# A\n\nSee `src/old.ts` and `src/pool.ts`.\n')
  const both = async (): Promise<void> => {
    const kept = await said(repo, { cache: true })
    expect(kept).toEqual(await said(repo))
    expect(await said(repo, { cache: true })).toEqual(kept)
  }
  await both()
  repo.git('mv', 'src/pool.ts', 'src/db.ts')
  await both()
  repo.commit('Move')
  await both()
  repo.write('README.md', 'Hello.\n')
  repo.commit('Something else')
  await both()
  repo.git('rm', '-q', 'src/db.ts')
  repo.commit('Drop it')
  await both()
  repo.write('AGENTS.md', '# A\n\nMore.\n\nSee `src/old.ts` and `src/pool.ts`.\n')
  await both()
  repo.git('reset', '-q', '--hard', 'HEAD~2')
  await both()
  repo.write('src/pool.ts', 'anew\n')
  await both()
})

test('a run that does not ask the history leaves nothing behind that hides what is dead', async () => {
  const repo = tempRepo()
  repo.write('src/pool.ts', 'a\n')
  repo.write('AGENTS.md', '# Agents\n\nThe pool is in `src/pool.ts`.\n')
  repo.write('user/memory/workspaces/shop/decisions.md', '# Decisions\n')
  repo.commit('Start')
  repo.git('rm', '-q', 'src/pool.ts')
  repo.commit('Drop the pool')
  await memkeep(repo.dir, ['index'])
  expect((await memkeep(repo.dir, ['check'])).out).toContain('`src/pool.ts` was removed in ')
})
