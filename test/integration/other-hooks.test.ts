import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { HookResult } from '../../src/commit/hook-request.ts'
import { prePush } from '../../src/commit/pre-push.ts'
import { HOOK_NAMES } from '../../src/core/installed.ts'
import { UserError } from '../../src/core/messages.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { shim } from '../../src/core/shim.ts'
import { hookPaths } from '../../src/engine/settings/load-settings.ts'
import { layouts } from '../../src/layouts/index.ts'
import { cleanWorkspace } from '../helpers/clean-workspace.ts'
import { builtAtFirst } from '../helpers/resident/resident.ts'
import { rowsOf } from '../helpers/runs.ts'
import { memkeep } from '../helpers/setup.ts'
import {
  copiesOf,
  countLines,
  fakeGit,
  repoAt,
  setVariable,
  type TempRepo,
  tempFolder,
  tempRepo,
} from '../helpers/temp-repo.ts'
import { variant } from '../helpers/variant.ts'

const SHOP = 'user/memory/workspaces/shop'
const DECISIONS = `${SHOP}/decisions.md`
const LESSONS = `${SHOP}/lessons.md`
const INDEX = `${SHOP}/_index.yaml`

type Ran = { readonly code: number | null; readonly said: string }
type Hooked = TempRepo & {
  readonly run: (...args: string[]) => Ran
  readonly append: (path: string, text: string) => void
}

/** Lets git call the real command from its hooks. */
function hooked(repo: TempRepo): Hooked {
  const folder = join(repo.git('rev-parse', '--path-format=absolute', '--git-common-dir'), 'hooks')
  mkdirSync(folder, { recursive: true })
  for (const name of HOOK_NAMES) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${shim(name, hookPaths(layouts, DEFAULT_SETTINGS))}`)
    chmodSync(join(folder, name), 0o755)
  }
  repo.git('config', 'user.name', 'Test')
  repo.git('config', 'user.email', 'test@example.com')
  return viewOf(repo)
}

/** By what git is asked to do. */
const commandFor = builtAtFirst()

function viewOf(repo: TempRepo): Hooked {
  // The helpers' own commands are to go past the hooks; `run` is what is tested.
  const silent: TempRepo = { ...repo, ...silently(repo) }
  const run = (...args: string[]): Ran => {
    const env = { ...process.env, MEMKEEP_BIN: commandFor(args[0] ?? ''), MEMKEEP: undefined }
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: repo.dir, encoding: 'utf8', env })
    return { code: status, said: `${stdout}${stderr}` }
  }
  return {
    ...silent,
    run,
    append: (path, text) => repo.write(path, `${readFileSync(join(repo.dir, path), 'utf8')}${text}`),
  }
}

function silently({ dir, git }: TempRepo): Pick<TempRepo, 'git' | 'commit'> {
  const off = (...args: string[]): string => {
    process.env.MEMKEEP = '0'
    try {
      return git(...args)
    } finally {
      delete process.env.MEMKEEP
    }
  }
  return {
    git: off,
    commit: (message = 'change') => {
      off('-C', dir, 'add', '--all')
      off('commit', '-q', '--allow-empty', '-m', message)
      return off('rev-parse', 'HEAD')
    },
  }
}

const shopCopy = copiesOf(() => makeShop())

/** A clean memory of one workspace, with its index, committed. */
async function shop(...init: string[]): Promise<Hooked> {
  return init.length > 0 ? makeShop(...init) : viewOf(await shopCopy())
}

async function makeShop(...init: string[]): Promise<Hooked> {
  const repo = hooked(tempRepo(...init))
  for (const [path, file] of Object.entries(cleanWorkspace)) {
    if (path.includes('/shop/') && typeof file === 'string') repo.write(path, file)
  }
  await index(repo)
  repo.commit('first')
  return repo
}

async function index({ dir }: Pick<TempRepo, 'dir'>): Promise<void> {
  expect(await memkeep(dir, ['index'])).toMatchObject({ code: 0, err: '' })
}

function entry(title: string, category = 'architecture'): string {
  return `### [2026-03-01] ${title}\n\n**Category:** ${category}\n**Tags:** checkout\n\n${title} was decided.\n\n---\n\n`
}

/** Where the remote lies of a repository that is copied with it. */
const REMOTE = '.git/remote.git'

const publishedCopy = copiesOf(async () => {
  const repo = await shop()
  repo.git('init', '-q', '--bare', '--initial-branch=main', REMOTE)
  repo.git('remote', 'add', 'origin', REMOTE)
  repo.git('push', '-q', '-u', 'origin', 'main')
  return repo
})

/** The same with a remote that has all of it. */
async function published(): Promise<Hooked & { readonly remote: string }> {
  const repo = viewOf(await publishedCopy())
  return { ...repo, remote: join(repo.dir, REMOTE) }
}

function changed(repo: TempRepo): string {
  return repo.git('status', '--porcelain')
}

/** Calls the hook with lines as git pipes them. */
function push({ dir }: Pick<TempRepo, 'dir'>, input: string): Ran {
  const args = ['hook', 'pre-push', 'origin', 'url']
  const { status, stderr } = spawnSync(commandFor('by hand'), args, { cwd: dir, encoding: 'utf8', input })
  return { code: status, said: stderr }
}

describe('pre-push', () => {
  test('refuses a new error at the tip, and nothing is pushed', async () => {
    const repo = await published()
    repo.append(DECISIONS, '### [2026-03-01] No category\n\n**Tags:** a\n\nText.\n\n---\n')
    await index(repo)
    repo.commit()
    const { code, said } = repo.run('push', '-q', 'origin', 'main')
    expect(code).toBe(1)
    expect(said).toContain('entry-category')
    expect(said).toContain('the push was refused')
    expect(repo.git('ls-remote', 'origin', 'main')).toContain(repo.git('rev-parse', 'main^'))
    expect(repo.run('push', '-q', '--no-verify', 'origin', 'main').code).toBe(0)
  })

  test('lets pass what the remote has already, and what was fixed on the way', async () => {
    const repo = await published()
    repo.append(DECISIONS, entry('One', ''))
    await index(repo)
    repo.commit()
    repo.git('push', '-q', 'origin', 'main')
    repo.append(LESSONS, entry('Two', 'debugging'))
    repo.commit('index forgotten')
    await index(repo)
    repo.commit('index')
    expect(repo.run('push', '-q', 'origin', 'main')).toEqual({ code: 0, said: '' })
    repo.append(LESSONS, entry('Three', 'debugging'))
    await index(repo)
    repo.commit()
    repo.git('checkout', '-q', '-b', 'topic')
    expect(repo.run('push', '-q', 'origin', 'topic')).toEqual({ code: 0, said: '' })
  })

  test('refuses a derived file that is stale at the tip', async () => {
    const repo = await published()
    repo.append(LESSONS, entry('Two', 'debugging'))
    repo.commit()
    const { code, said } = repo.run('push', '-q', 'origin', 'main:topic')
    expect([code, said]).toEqual([1, expect.stringContaining('derived-fresh')])
  })

  test('judges every ref, and names those that it refuses', async () => {
    const repo = await published()
    for (const branch of ['a', 'b', 'good']) {
      repo.git('checkout', '-q', '-b', branch, 'main')
      repo.append(LESSONS, entry(branch, 'debugging'))
      if (branch === 'good') await index(repo)
      repo.commit()
    }
    const { code, said } = repo.run('push', '-q', 'origin', 'a', 'b', 'good')
    expect([code, said]).toEqual([
      1,
      expect.stringContaining('refs/heads/b was refused as well: 1 new error\n'),
    ])
    expect(said).not.toContain('good')
  })

  test('a forced push that would take entries from the remote', async () => {
    const repo = await published()
    repo.write('memkeep.yaml', 'history: { decisions: { mode: append-only } }\n')
    repo.append(DECISIONS, entry('Kept'))
    await index(repo)
    repo.commit()
    repo.git('push', '-q', 'origin', 'main')
    repo.git('reset', '-q', '--hard', 'HEAD^')
    repo.write('memkeep.yaml', 'history: { decisions: { mode: append-only } }\n')
    repo.commit()
    const { code, said } = repo.run('push', '-q', '--force', 'origin', 'main')
    expect([code, said]).toEqual([1, expect.stringContaining('history')])
  })

  test('entries that a merge on the way has lost, until they are back', async () => {
    const repo = await published()
    repo.git('checkout', '-q', '-b', 'side')
    repo.append(LESSONS, entry('From the side', 'debugging'))
    await index(repo)
    repo.commit('side')
    repo.git('checkout', '-q', 'main')
    repo.append(DECISIONS, entry('On main'))
    await index(repo)
    repo.commit('main')
    repo.git('merge', '-q', '-s', 'ours', '-m', 'merged', 'side')
    repo.write('code.ts', 'export {}\n')
    repo.commit('later')
    const { code, said } = repo.run('push', '-q', 'origin', 'main')
    expect([code, said]).toEqual([1, expect.stringMatching(/item-lost|From the side/)])
    repo.append(LESSONS, entry('From the side', 'debugging'))
    await index(repo)
    repo.commit('restored')
    expect(repo.run('push', '-q', 'origin', 'main')).toEqual({ code: 0, said: '' })
  })

  test('a merge that is published already is not judged again', async () => {
    const repo = await published()
    repo.git('checkout', '-q', '-b', 'side')
    repo.append(LESSONS, entry('From the side', 'debugging'))
    repo.commit('side')
    repo.git('checkout', '-q', 'main')
    repo.write('code.ts', 'export {}\n')
    repo.commit('main')
    repo.git('merge', '-q', '-s', 'ours', '-m', 'merged', 'side')
    repo.git('push', '-q', 'origin', 'main')
    repo.append(DECISIONS, entry('On main'))
    await index(repo)
    repo.commit('later')
    expect(repo.run('push', '-q', 'origin', 'main', 'main:topic')).toEqual({ code: 0, said: '' })
  })

  test('a first push is checked whole', async () => {
    const repo = await shop()
    const remote = tempFolder()
    repo.git('init', '-q', '--bare', remote)
    expect(repo.run('push', '-q', remote, 'main')).toEqual({ code: 0, said: '' })
    repo.append(LESSONS, entry('Two', 'debugging'))
    repo.commit()
    repo.git('init', '-q', '--bare', join(remote, 'second'))
    expect(repo.run('push', '-q', join(remote, 'second'), 'main').code).toBe(1)
  })

  test('says so when the commit of the remote is not here, and compares with what is', async () => {
    const repo = await published()
    const other = hooked(cloneOf(repo.remote))
    other.write('code.ts', 'export {}\n')
    const theirs = other.commit()
    other.git('push', '-q', 'origin', 'main')
    const shared = repo.git('rev-parse', 'main')
    repo.append(LESSONS, entry('Two', 'debugging'))
    await index(repo)
    repo.commit()
    const { said } = repo.run('push', '-q', '--force', 'origin', 'main')
    expect(said).toBe(
      `memkeep: the remote's ${theirs.slice(0, 12)} is not here: refs/heads/main was compared with ${shared.slice(0, 12)} instead\n`,
    )
  })

  test('in a shallow clone it judges what is there, and says so', async () => {
    const repo = await published()
    repo.append(LESSONS, entry('Two', 'debugging'))
    await index(repo)
    repo.commit()
    repo.git('push', '-q', 'origin', 'main')
    const clone = hooked(cloneOf(`file://${repo.remote}`, '--depth=1'))
    clone.append(LESSONS, entry('Three', 'debugging'))
    await index(clone)
    clone.commit()
    expect(clone.run('push', '-q', 'origin', 'main')).toEqual({ code: 0, said: '' })
    const second = tempFolder()
    clone.git('init', '-q', '--bare', second)
    clone.git('update-ref', '-d', 'refs/remotes/origin/main')
    clone.git('update-ref', '-d', 'refs/remotes/origin/HEAD')
    const { said } = clone.run('push', '-q', second, 'main')
    expect(said).toContain(
      'memkeep: refs/heads/main shares no history with what is known of the remote, and this clone is shallow',
    )
  })

  test('a tag of a file, and a branch without memory', async () => {
    const repo = await published()
    repo.git('tag', 'file', repo.git('rev-parse', `HEAD:${DECISIONS}`))
    const [tip, zero] = [repo.git('rev-parse', 'file'), '0'.repeat(40)]
    expect(repo.run('push', '-q', 'origin', 'file')).toEqual({ code: 0, said: '' })
    expect(push(repo, `refs/tags/file ${tip} refs/tags/file ${zero}\n`)).toEqual({
      code: 0,
      said: 'memkeep: refs/tags/file is no commit: nothing in it was checked\n',
    })
    repo.git('checkout', '-q', '--orphan', 'pages')
    repo.git('rm', '-rqf', '.')
    repo.write('memkeep.yaml', 'rules: {}\n')
    repo.commit()
    expect(repo.run('push', '-q', 'origin', 'pages')).toEqual({
      code: 0,
      said: 'memkeep: refs/heads/pages holds no memory: nothing in it was checked\n',
    })
  })

  test('input that is not of git, and a tip that is not there, are errors', async () => {
    const repo = await published()
    const zero = '0'.repeat(40)
    for (const line of [
      'refs/heads/a b c\n',
      `refs/heads/a --output=x refs/heads/a ${zero}\n`,
      `refs/heads/a ${'a'.repeat(41)} refs/heads/a ${zero}\n`,
      `refs/heads/a ${'a'.repeat(40)} refs/heads/a ${zero}\n`,
    ]) {
      const { code, said } = push(repo, line)
      expect([code, said.trim().split('\n').length], said).toEqual([2, 3])
    }
    expect(push(repo, `(delete) ${zero} refs/heads/a ${'a'.repeat(40)}\n`)).toEqual({ code: 0, said: '' })
    expect(push(repo, '')).toEqual({ code: 0, said: '' })
  })

  test.each([['a linked work tree'], ['a git directory elsewhere'], ['a SHA-256 repository']])(
    'in %s',
    async (what) => {
      const repo = what.includes('SHA') ? await shop('--object-format=sha256') : await shop()
      const remote = tempFolder()
      repo.git('init', '-q', '--bare', ...(what.includes('SHA') ? ['--object-format=sha256'] : []), remote)
      repo.git('remote', 'add', 'origin', remote)
      let place: TempRepo = repo
      let git: string[] = []
      if (what.includes('linked')) {
        const dir = join(tempFolder(), 'w')
        repo.git('worktree', 'add', '-q', '-b', 'side', dir)
        place = repoAt(dir)
        git = ['-C', dir]
      }
      place.write(LESSONS, `${readFileSync(join(place.dir, LESSONS), 'utf8')}${entry('Two', 'debugging')}`)
      repo.git(...git, 'commit', '-qam', 'stale')
      if (what.includes('elsewhere')) {
        const moved = join(tempFolder(), 'moved.git')
        renameSync(join(repo.dir, '.git'), moved)
        git = [`--git-dir=${moved}`, `--work-tree=${repo.dir}`]
      }
      const { code, said } = repo.run(...git, 'push', '-q', 'origin', 'HEAD:refs/heads/x')
      expect([code, said]).toEqual([1, expect.stringContaining('derived-fresh')])
    },
  )
})

test('a git that fails is never taken for nothing to say, whichever call it is', async () => {
  const repo = await published()
  repo.append(LESSONS, entry('Two', 'debugging'))
  const [tip, base] = [repo.commit('stale'), repo.git('rev-parse', 'HEAD^')]
  const request = {
    cwd: repo.dir,
    args: ['origin', 'url'],
    stdin: async () => `refs/heads/main ${tip} refs/heads/main ${base}\n`,
    cache: false,
    today: '2026-06-01',
    skip: [],
  }
  const counter = join(tempFolder(), 'count')
  const real = process.env.PATH ?? ''
  fakeGit(
    `echo >>'${counter}'; ${countLines(counter)}; [ "$lines" -ne "$FAIL_CALL" ] || exit $FAIL_CODE; PATH='${real}' exec git "$@"`,
  )
  for (const code of rowsOf(['128', '1', '2', '137'], 3)) {
    for (let call = 1; ; call += 1) {
      writeFileSync(counter, '')
      setVariable('FAIL_CALL', String(call))
      setVariable('FAIL_CODE', code)
      const outcome = await prePush(request).catch((error: unknown) => error)
      const calls = readFileSync(counter, 'utf8').length
      expect([call, code, outcome instanceof UserError || (outcome as HookResult).refused]).toEqual([
        call,
        code,
        true,
      ])
      if (calls < call) break
      expect(call).toBeLessThan(30)
    }
  }
})

function cloneOf(remote: string, ...args: string[]): TempRepo {
  const clone = repoAt(tempFolder())
  clone.git('clone', '-q', ...args, remote, '.')
  return clone
}

const staleCopy = copiesOf(async () => {
  const repo = await shop()
  repo.git('checkout', '-q', '-b', 'side')
  repo.append(LESSONS, entry('From the side', 'debugging'))
  repo.commit('side')
  repo.git('checkout', '-q', 'main')
  repo.write('code.ts', 'export {}\n')
  repo.commit('main')
  return repo
})

/** Two branches: `side` has a lesson that its index does not know of, `main` another file. HEAD is on main. */
async function staleSide(): Promise<Hooked> {
  return viewOf(await staleCopy())
}

const REBUILT = `memkeep: rebuilt ${INDEX}: commit the change\n`
const LEFT = `memkeep: ${INDEX} is stale, and was left because it has other changes: see \`memkeep index --check\`\n`

async function isFresh({ dir }: Pick<TempRepo, 'dir'>): Promise<boolean> {
  return (await memkeep(dir, ['index', '--check'])).code === 0
}

describe('after git has changed the work tree', () => {
  test('a merge: the index is rebuilt, and nothing else is touched', async () => {
    const repo = await staleSide()
    const { code, said } = repo.run('merge', '-q', '-m', 'merged', 'side')
    expect(code).toBe(0)
    expect(said).toContain(REBUILT)
    expect([changed(repo), await isFresh(repo)]).toEqual([` M ${INDEX}`, true])
    expect(repo.run('commit', '-qam', 'index')).toEqual({ code: 0, said: '' })
    expect(changed(repo)).toBe('')
  })

  test('a fast-forward, and a pull that rebases', async () => {
    const repo = await shop()
    const remote = tempFolder()
    repo.git('init', '-q', '--bare', '--initial-branch=main', remote)
    repo.git('push', '-q', remote, 'main')
    const clone = hooked(cloneOf(remote))
    repo.append(LESSONS, entry('Two', 'debugging'))
    repo.commit()
    repo.git('push', '-q', remote, 'main')
    expect(clone.run('pull', '-q')).toEqual({ code: 0, said: REBUILT })
    clone.git('checkout', '-q', '--', '.')
    clone.append(DECISIONS, entry('Mine'))
    clone.commit()
    repo.append(LESSONS, entry('Three', 'debugging'))
    repo.commit()
    repo.git('push', '-q', remote, 'main')
    expect(clone.run('pull', '-q', '--rebase')).toEqual({ code: 0, said: REBUILT })
    expect([changed(clone), await isFresh(clone)]).toEqual([` M ${INDEX}`, true])
  })

  test.each([
    ['edited', (repo: Hooked) => repo.append(INDEX, '# mine\n')],
    [
      'staged',
      (repo: Hooked) => {
        repo.append(INDEX, '# mine\n')
        repo.git('add', INDEX)
      },
    ],
    ['deleted', (repo: Hooked) => repo.remove(INDEX)],
    ['untracked again', (repo: Hooked) => repo.git('rm', '-q', '--cached', INDEX)],
  ])('an index that was %s is left', async (_, edit) => {
    const repo = await staleSide()
    repo.git('merge', '-q', '-m', 'merged', 'side')
    repo.git('branch', 'same-memory', 'main^')
    edit(repo)
    const before = changed(repo)
    const { said } = await hook(repo, 'post-merge', '0')
    expect(said).toBe(LEFT)
    expect(changed(repo)).toBe(before)
  })

  test('an index that is new to everybody is written; one that is ignored is not', async () => {
    const repo = await shop()
    repo.git('rm', '-q', INDEX)
    repo.commit()
    expect((await hook(repo, 'post-merge', '0')).said).toBe(REBUILT)
    expect(changed(repo)).toBe(`?? ${INDEX}`)
    repo.write('.gitignore', '_index.yaml\n')
    repo.append(INDEX, '# mine\n')
    expect((await hook(repo, 'post-merge', '0')).said).toBe(LEFT)
  })

  test('an index that is left out of the work tree stays out', async () => {
    const repo = await staleSide()
    repo.git('merge', '-q', '-m', 'merged', 'side')
    repo.git('update-index', '--skip-worktree', INDEX)
    repo.remove(INDEX)
    expect(await hook(repo, 'post-merge', '0')).toEqual({ code: 0, said: '' })
    expect(changed(repo)).toBe('')
  })

  test('a checkout of a branch, not of files, and not of a commit', async () => {
    const repo = await staleSide()
    expect(repo.run('checkout', '-q', '--detach', 'side')).toEqual({ code: 0, said: '' })
    repo.git('checkout', '-q', 'main')
    expect(repo.run('checkout', '-q', 'side', '--', LESSONS)).toEqual({ code: 0, said: '' })
    repo.git('reset', '-q', '--hard')
    expect(repo.run('checkout', '-q', 'side')).toEqual({ code: 0, said: REBUILT })
    expect(await isFresh(repo)).toBe(true)
  })

  test('an amended commit', async () => {
    const repo = await shop()
    repo.append(LESSONS, entry('Two', 'debugging'))
    repo.git('add', '--all')
    expect(repo.run('commit', '-q', '--amend', '--no-edit', '--no-verify')).toEqual({
      code: 0,
      said: REBUILT,
    })
  })

  variant('a rebase: once, when it is done', async () => {
    const repo = await staleSide()
    repo.git('checkout', '-q', 'side')
    for (const title of ['Three', 'Four']) {
      repo.append(LESSONS, entry(title, 'debugging'))
      repo.commit()
    }
    const base = repo.git('rev-parse', 'main^')
    repo.git('checkout', '-q', 'main')
    repo.append(DECISIONS, entry('On main'))
    repo.commit()
    repo.git('checkout', '-q', 'side')
    const { code, said } = repo.run('rebase', '-q', 'main')
    expect([code, said.split(REBUILT).length]).toEqual([0, 2])
    expect([changed(repo), await isFresh(repo)]).toEqual([` M ${INDEX}`, true])
    expect(repo.git('merge-base', 'side', 'main')).not.toBe(base)
  })

  test.each([
    'rebase-merge',
    'rebase-apply',
    'sequencer',
    'MERGE_HEAD',
    'CHERRY_PICK_HEAD',
    'REVERT_HEAD',
    'BISECT_LOG',
  ])('nothing is said or done while there is %s', async (mark) => {
    const repo = await staleSide()
    repo.git('checkout', '-q', 'side')
    repo.write(`.git/${mark}`, repo.git('rev-parse', 'main'))
    const zero = '0'.repeat(40)
    if (mark !== 'MERGE_HEAD') expect(await hook(repo, 'post-merge', '0')).toEqual({ code: 0, said: '' })
    expect(await hook(repo, 'post-checkout', zero, zero, '1')).toEqual({ code: 0, said: '' })
    expect(await hook(repo, 'post-rewrite', 'amend')).toEqual({ code: 0, said: '' })
    expect(repo.git('diff', '--name-only')).toBe('')
  })

  test('nothing is done before stashed edits come back', async () => {
    const repo = await staleSide()
    repo.git('checkout', '-q', 'side')
    repo.append(LESSONS, entry('Three', 'debugging'))
    repo.commit()
    repo.git('checkout', '-q', 'main')
    repo.append(DECISIONS, entry('On main'))
    repo.commit()
    repo.git('checkout', '-q', 'side')
    repo.append(INDEX, '# mine\n')
    expect([repo.run('rebase', '-q', '--autostash', 'main').code, changed(repo)]).toEqual([0, ` M ${INDEX}`])
    expect(readFileSync(join(repo.dir, INDEX), 'utf8')).toMatch(/# mine\n$/)
    repo.git('checkout', '-q', '-b', 'third', 'main^')
    repo.git('stash', '-q')
    repo.append(INDEX, '# mine\n')
    expect(repo.run('merge', '-q', '--autostash', '-m', 'x', 'side').code).toBe(0)
    expect(readFileSync(join(repo.dir, INDEX), 'utf8')).toMatch(/# mine\n$/)
  })

  test('what is wrong is said, and stops nothing', async () => {
    const repo = await staleSide()
    repo.git('checkout', '-q', 'side')
    repo.write('memkeep.yaml', 'rule: {}\n')
    repo.commit()
    repo.git('checkout', '-q', 'main')
    const { code, said } = repo.run('checkout', '-q', 'side')
    expect(code, said).toBe(0)
    expect(said).toContain('memkeep: no derived file was looked at: memkeep.yaml:1:1: ')
    expect(changed(repo)).toBe('')
  })

  variant('a git directory elsewhere, and a linked work tree', async () => {
    const repo = await staleSide()
    const dir = join(tempFolder(), 'w')
    repo.git('worktree', 'add', '-q', '-b', 'linked', dir)
    expect(repo.run('-C', dir, 'merge', '-q', '--ff', '-m', 'x', 'side').said).toContain(REBUILT)
    const moved = join(tempFolder(), 'moved.git')
    renameSync(join(repo.dir, '.git'), moved)
    const git = [`--git-dir=${moved}`, `--work-tree=${repo.dir}`]
    expect(repo.run(...git, 'merge', '-q', '-m', 'x', 'side').said).toContain(REBUILT)
    expect(repo.git(...git, 'status', '--porcelain')).toBe(` M ${INDEX}`)
  })
})

/** Calls a hook by hand, in this process: what git does is in the tests where git itself calls it. */
async function hook({ dir }: Pick<TempRepo, 'dir'>, ...args: string[]): Promise<Ran> {
  const { code, out, err } = await memkeep(dir, ['hook', ...args])
  return { code, said: `${out}${err}` }
}

describe('pre-merge-commit', () => {
  const HOT = 'agent/rules/common'
  const lines = (count: number) => `<!-- budget: 40 lines -->\n\n# Hot\n\n${'- Line.\n'.repeat(count)}`

  /** Neither branch is over the budget of all hot files; both together are. */
  async function full(sideLines: number): Promise<Hooked> {
    const repo = await shop()
    repo.write('memkeep.yaml', 'hot: { lines: 30 }\n')
    repo.commit()
    repo.git('checkout', '-q', '-b', 'side')
    repo.write(`${HOT}/side.md`, lines(sideLines))
    repo.commit('side')
    repo.git('checkout', '-q', 'main')
    repo.write(`${HOT}/main.md`, lines(16))
    repo.commit('main')
    return repo
  }

  test('refuses what only the merge makes wrong', async () => {
    const repo = await full(16)
    const before = repo.git('rev-parse', 'HEAD')
    const { code, said } = repo.run('merge', '-q', '-m', 'merged', 'side')
    expect(code).not.toBe(0)
    expect(said).toContain('hot-total')
    expect(repo.git('rev-parse', 'HEAD')).toBe(before)
    expect(repo.run('merge', '--abort').code).toBe(0)
    expect(repo.run('merge', '-q', '--no-verify', '-m', 'merged', 'side').code).toBe(0)
  })

  test('lets pass what is right, and errors that a branch brings along', async () => {
    const repo = await full(2)
    expect(repo.run('merge', '-q', '-m', 'merged', 'side').code).toBe(0)
    repo.git('checkout', '-q', '-b', 'bad')
    repo.append(DECISIONS, entry('Bad', ''))
    await index(repo)
    repo.commit()
    repo.git('checkout', '-q', 'main')
    repo.append(LESSONS, entry('Good', 'debugging'))
    repo.commit()
    const { code, said } = repo.run('merge', '-q', '-m', 'merged', 'bad')
    expect(code, said).toBe(0)
    expect(said).not.toContain('entry-category')
  })

  test('a stale index is reported, and rebuilt afterwards', async () => {
    const repo = await staleSide()
    const { code, said } = repo.run('merge', '-q', '-m', 'merged', 'side')
    expect(code).toBe(0)
    expect(said).toBe(
      `memkeep: ${INDEX} does not follow the merged memory yet: it is rebuilt after the merge\n${REBUILT}`,
    )
  })

  test('entries that a merge loses', async () => {
    const repo = await staleSide()
    const { code, said } = repo.run('merge', '-q', '-s', 'ours', '-m', 'merged', 'side')
    expect([code === 0, said]).toEqual([false, expect.stringContaining('item-lost')])
  })

  test('called by hand it says what it is for', async () => {
    const { code, said } = await hook(await shop(), 'pre-merge-commit')
    expect([code, said]).toEqual([2, expect.stringContaining('This hook is for `git merge`')])
  })
})
