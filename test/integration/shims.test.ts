import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HOOK_NAMES, type HookName } from '../../src/core/installed.ts'
import { shim } from '../../src/core/shim.ts'
import { repoAt, type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

/** The built command. */
const BIN = resolve('dist/memkeep.cjs')

const MEMORY = "the memory $(touch canary) it's"
const PATHS = [MEMORY, 'memkeep.yaml']
const NOTE = `${MEMORY}/note.md`

type Shimmed = TempRepo & {
  /** Runs git with the hooks on; never throws. */
  readonly tryGit: (...args: string[]) => { readonly code: number | null; readonly said: string }
  /** The calls of memkeep since the last look, each as its arguments and, where git gave one, its input. */
  readonly calls: () => string[]
  /** More variables for what `tryGit` runs. */
  readonly env: { [name: string]: string | undefined }
}

/** A replacement of memkeep in a path with a space: notes its calls, and ends with the code in a file next to it. */
function fakeMemkeep(): {
  readonly path: string
  readonly log: string
  readonly exit: (code: number) => void
} {
  const folder = join(tempFolder(), 'a b')
  mkdirSync(folder)
  const [path, log, code] = ['memkeep', 'log', 'code'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const input =
    'case $2 in pre-push | post-rewrite) while read -r line; do echo "< $line" >>"$dir/log"; done ;; esac'
  writeFileSync(
    path,
    `#!/bin/sh\ndir=$(dirname "$0")\necho "$*" >>"$dir/log"\n${input}\nexit "$(cat "$dir/code")"\n`,
  )
  chmodSync(path, 0o755)
  writeFileSync(code, '0')
  writeFileSync(log, '')
  return { path, log, exit: (value) => writeFileSync(code, String(value)) }
}

function arm(repo: TempRepo, fake = fakeMemkeep()): Shimmed & { readonly fake: typeof fake } {
  const folder = join(repo.git('rev-parse', '--path-format=absolute', '--git-common-dir'), 'hooks')
  mkdirSync(folder, { recursive: true })
  for (const name of HOOK_NAMES) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${shim(name, PATHS)}`)
    chmodSync(join(folder, name), 0o755)
  }
  const env: { [name: string]: string | undefined } = { MEMKEEP_BIN: fake.path, HOME: tempFolder() }
  return {
    ...repo,
    fake,
    env,
    tryGit: (...args) => {
      const { status, stdout, stderr } = spawnSync('git', args, {
        cwd: repo.dir,
        encoding: 'utf8',
        env: { ...process.env, XDG_CONFIG_HOME: undefined, ...env },
      })
      return { code: status, said: `${stdout}${stderr}` }
    },
    calls: () => {
      const lines = readFileSync(fake.log, 'utf8').split('\n').slice(0, -1)
      writeFileSync(fake.log, '')
      return lines
    },
  }
}

/** A repository with a memory and hooks, one commit in it. */
function armed(): ReturnType<typeof arm> {
  const repo = tempRepo()
  repo.write(NOTE, 'a note\n')
  repo.write('code.ts', 'export {}\n')
  repo.commit()
  return arm(repo)
}

const CALL = 'hook pre-commit --'

describe('pre-commit', () => {
  test('starts nothing when no memory is staged, however the commit is made', () => {
    const repo = armed()
    repo.write('code.ts', 'export const a = 1\n')
    repo.git('add', 'code.ts')
    repo.write(NOTE, 'edited, not staged\n')
    expect(repo.tryGit('commit', '-qm', 'staged').code).toBe(0)
    repo.write('code.ts', 'export const a = 2\n')
    expect(repo.tryGit('commit', '-qm', 'path', '--', 'code.ts').code).toBe(0)
    repo.write(NOTE, 'a note\n')
    repo.write('code.ts', 'export const a = 3\n')
    expect(repo.tryGit('commit', '-qam', 'all').code).toBe(0)
    expect(repo.tryGit('commit', '-q', '--amend', '-m', 'amended').code).toBe(0)
    expect(repo.tryGit('commit', '-q', '--allow-empty', '-m', 'empty').code).toBe(0)
    expect(repo.calls()).toEqual([])
    expect(existsSync(join(repo.dir, 'canary'))).toBe(false)
  })

  test.each([
    ['staged', (repo: Shimmed) => repo.git('add', '--all'), ['commit', '-qm', 'x']],
    ['commit -a', () => undefined, ['commit', '-qam', 'x']],
    ['commit -- path', () => undefined, ['commit', '-qm', 'x', '--', NOTE]],
    ['commit -i path', () => undefined, ['commit', '-qm', 'x', '-i', NOTE]],
    ['amend', (repo: Shimmed) => repo.git('add', '--all'), ['commit', '-q', '--amend', '--no-edit']],
  ])('calls memkeep once when memory is: %s', (_, stage, args) => {
    const repo = armed()
    repo.write(NOTE, 'another note\n')
    stage(repo)
    expect(repo.tryGit(...args).code).toBe(0)
    expect(repo.calls().filter((one) => one.startsWith('hook pre-'))).toEqual([CALL])
  })

  test.each([
    ['deleted', (repo: Shimmed) => repo.git('rm', '-q', NOTE)],
    ['moved away', (repo: Shimmed) => repo.git('mv', NOTE, 'note.md')],
    ['made executable', (repo: Shimmed) => repo.git('update-index', '--chmod=+x', NOTE)],
    [
      'settings',
      (repo: Shimmed) => {
        repo.write('memkeep.yaml', 'rules: {}\n')
        repo.git('add', '--all')
      },
    ],
  ])('memory that is %s concerns it', (_, stage) => {
    const repo = armed()
    stage(repo)
    expect(repo.tryGit('commit', '-qm', 'x').code).toBe(0)
    expect(repo.calls()).toEqual([CALL])
  })

  test('the first commit', () => {
    const [with_, without] = [arm(tempRepo()), arm(tempRepo())]
    with_.write(NOTE, 'a note\n')
    without.write('code.ts', 'export {}\n')
    for (const repo of [with_, without]) {
      repo.git('add', '--all')
      expect(repo.tryGit('commit', '-qm', 'first').code).toBe(0)
    }
    expect([with_.calls(), without.calls()]).toEqual([[CALL], []])
  })

  test('a linked work tree, with the command of the main one', () => {
    const main = armed()
    delete main.env.MEMKEEP_BIN
    const bin = join(main.dir, 'node_modules/.bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, 'memkeep'), `#!/bin/sh\nexec "${main.fake.path}" "$@"\n`)
    chmodSync(join(bin, 'memkeep'), 0o755)
    const dir = join(tempFolder(), 'linked tree')
    main.git('worktree', 'add', '-q', '-b', 'side', dir)
    main.calls()
    const linked = repoAt(dir)
    linked.write(NOTE, 'another\n')
    linked.write('code.ts', 'export const b = 1\n')
    const commit = (...args: string[]) => main.tryGit('-C', dir, 'commit', '-qm', 'x', ...args).code
    expect([commit('--', 'code.ts'), main.calls()]).toEqual([0, []])
    expect([commit('-a'), main.calls()]).toEqual([0, [CALL]])
  })

  test('a submodule', () => {
    const inner = armed()
    const outer = tempRepo()
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.dir, 'sub')
    const sub = arm({ ...repoAt(join(outer.dir, 'sub')) }, inner.fake)
    sub.git('config', 'user.name', 'Test')
    sub.git('config', 'user.email', 'test@example.com')
    sub.write('code.ts', 'export const c = 1\n')
    expect([sub.tryGit('commit', '-qam', 'x').code, sub.calls()]).toEqual([0, []])
    sub.write(NOTE, 'another\n')
    expect([sub.tryGit('commit', '-qam', 'x').code, sub.calls()]).toEqual([0, [CALL]])
  })

  test('a SHA-256 repository', () => {
    const repo = arm(tempRepo('--object-format=sha256'))
    repo.write('code.ts', 'export {}\n')
    repo.git('add', '--all')
    expect([repo.tryGit('commit', '-qm', 'x').code, repo.calls()]).toEqual([0, []])
  })

  test('refuses with the code that memkeep gave', () => {
    const repo = armed()
    repo.write(NOTE, 'bad\n')
    const before = repo.git('rev-parse', 'HEAD')
    for (const code of [1, 2, 137]) {
      repo.fake.exit(code)
      expect(repo.tryGit('commit', '-qam', 'x').code).toBe(1)
    }
    expect(repo.git('rev-parse', 'HEAD')).toBe(before)
    expect(repo.tryGit('commit', '-qam', 'x', '--no-verify').code).toBe(0)
  })

  test('a git that fails is not an answer', () => {
    const repo = armed()
    repo.write('code.ts', 'export const d = 1\n')
    repo.git('add', '--all')
    const script = join(repo.dir, '.git/hooks/pre-commit')
    const bin = tempFolder()
    for (const code of [128, 137, 2]) {
      writeFileSync(join(bin, 'git'), `#!/bin/sh\nexit ${code}\n`)
      chmodSync(join(bin, 'git'), 0o755)
      const env = { ...process.env, ...repo.env, PATH: `${bin}:${process.env.PATH}` }
      expect(spawnSync('sh', [script], { cwd: repo.dir, env }).status).toBe(0)
      expect(repo.calls()).toEqual([CALL])
    }
  })

  test('no program that settings name runs', () => {
    const repo = armed()
    const canary = join(tempFolder(), 'ran')
    repo.git('config', 'core.fsmonitor', `touch ${canary}; false`)
    repo.git('config', 'diff.external', `touch ${canary}`)
    const script = join(repo.dir, '.git/hooks/pre-commit')
    expect(spawnSync('sh', [script], { cwd: repo.dir, env: { ...process.env, ...repo.env } }).status).toBe(0)
    expect(existsSync(canary)).toBe(false)
  })
})

describe('a merge', () => {
  function parted(onMain: (repo: Shimmed) => void, onSide: (repo: Shimmed) => void): ReturnType<typeof arm> {
    const repo = armed()
    repo.git('checkout', '-q', '-b', 'side')
    onSide(repo)
    repo.commit('side')
    repo.git('checkout', '-q', 'main')
    onMain(repo)
    repo.commit('main')
    repo.calls()
    return repo
  }

  const note = (text: string) => (repo: Shimmed) => repo.write(NOTE, text)
  const file = (path: string) => (repo: Shimmed) => repo.write(path, `${path}\n`)
  const memory = file(`${MEMORY}/other.md`)
  const pre = (repo: Shimmed) => repo.calls().filter((one) => one.startsWith('hook pre-'))

  test('with a conflict in memory, committed by hand', () => {
    const repo = parted(note('ours\n'), note('theirs\n'))
    expect(repo.tryGit('merge', '-q', 'side').code).toBe(1)
    repo.write(NOTE, 'both\n')
    expect(repo.tryGit('commit', '-qam', 'merged').code).toBe(0)
    expect(pre(repo)).toEqual([CALL])
  })

  test('that drops all of the other side concerns memory, though nothing differs from HEAD', () => {
    const repo = parted(file('x.ts'), (one) => {
      memory(one)
      file('y.ts')(one)
    })
    expect(repo.tryGit('merge', '-q', '--no-commit', '-s', 'ours', 'side').code).toBe(0)
    expect(repo.tryGit('commit', '-qm', 'merged').code).toBe(0)
    expect(pre(repo)).toEqual([CALL])
    repo.git('reset', '-q', '--hard', 'HEAD^')
    expect(repo.tryGit('merge', '-q', '-s', 'ours', '-m', 'merged', 'side').code).toBe(0)
    expect(pre(repo)).toEqual(['hook pre-merge-commit --'])
  })

  test('of other files, on a side with its own memory, starts nothing', () => {
    const repo = parted(memory, (one) => {
      file('code.ts')(one)
      file('y.ts')(one)
    })
    repo.write('y.ts', 'mine\n')
    repo.commit()
    expect(repo.tryGit('merge', '-q', 'side').code).toBe(1)
    repo.write('y.ts', 'both\n')
    expect(repo.tryGit('commit', '-qam', 'merged').code).toBe(0)
    repo.git('reset', '-q', '--hard', 'HEAD^^')
    expect(repo.tryGit('merge', '-q', '-m', 'merged', 'side').code).toBe(0)
    expect(repo.calls()).toEqual([])
  })

  test('without a conflict is seen before and after', () => {
    const repo = parted(file('x.ts'), memory)
    expect(repo.tryGit('merge', '-q', '-m', 'merged', 'side').code).toBe(0)
    expect(repo.calls()).toEqual(['hook pre-merge-commit --', 'hook post-merge -- 0'])
  })

  test('can be refused, and leaves the branch as it was', () => {
    const repo = parted(file('x.ts'), memory)
    const before = repo.git('rev-parse', 'HEAD')
    repo.fake.exit(1)
    expect(repo.tryGit('merge', '-q', '-m', 'merged', 'side').code).not.toBe(0)
    expect(repo.git('rev-parse', 'HEAD')).toBe(before)
  })

  test('of several branches', () => {
    const repo = parted(file('x.ts'), memory)
    repo.git('checkout', '-q', '-b', 'third', 'main^')
    file('z.ts')(repo)
    repo.commit()
    repo.git('checkout', '-q', 'main')
    repo.calls()
    expect(repo.tryGit('merge', '-q', '-m', 'merged', 'third', 'side').code).toBe(0)
    expect(repo.calls()).toEqual(['hook pre-merge-commit --', 'hook post-merge -- 0'])
  })

  test('that only moves the branch is seen afterwards, where it brings memory', () => {
    const repo = armed()
    repo.git('checkout', '-q', '-b', 'side')
    memory(repo)
    repo.commit()
    repo.git('checkout', '-q', 'main')
    repo.calls()
    expect(repo.tryGit('merge', '-q', 'side').code).toBe(0)
    expect(repo.calls()).toEqual(['hook post-merge -- 0'])
  })
})

describe('post-checkout and post-rewrite', () => {
  test('a checkout of another branch, where memory differs', () => {
    const repo = armed()
    repo.git('branch', 'same')
    repo.git('checkout', '-q', '-b', 'other')
    repo.write(NOTE, 'other\n')
    repo.commit()
    repo.calls()
    expect([repo.tryGit('checkout', '-q', 'main').code, repo.calls().length]).toEqual([0, 1])
    expect([repo.tryGit('checkout', '-q', 'same').code, repo.calls()]).toEqual([0, []])
    expect([repo.tryGit('checkout', '-q', 'other', '--', NOTE).code, repo.calls()]).toEqual([0, []])
    expect([repo.tryGit('checkout', '-q', '-b', 'new').code, repo.calls()]).toEqual([0, []])
    expect(repo.tryGit('worktree', 'add', '-q', join(tempFolder(), 'w'), 'other').code).toBe(0)
    expect(repo.calls()).toEqual([expect.stringMatching(/^hook post-checkout -- 0+ [0-9a-f]+ 1$/)])
  })

  test('an amended commit and a rebase, with the pairs that git gave', () => {
    const repo = armed()
    repo.git('checkout', '-q', '-b', 'side')
    repo.write(NOTE, 'side\n')
    repo.commit()
    repo.git('checkout', '-q', 'main')
    repo.write('x.ts', 'x\n')
    repo.commit()
    repo.git('checkout', '-q', 'side')
    const before = repo.git('rev-parse', 'HEAD')
    repo.calls()
    expect(repo.tryGit('rebase', '-q', 'main').code).toBe(0)
    const pairs = repo.calls().filter((one) => !one.includes('post-checkout'))
    expect(pairs).toEqual(['hook post-rewrite -- rebase', expect.stringMatching(`^< ${before} `)])
    repo.write(NOTE, 'amended\n')
    repo.git('add', '--all')
    const rebased = repo.git('rev-parse', 'HEAD')
    expect(repo.tryGit('commit', '-q', '--amend', '--no-edit').code).toBe(0)
    const amended = repo.git('rev-parse', 'HEAD')
    expect(repo.calls()).toEqual([CALL, 'hook post-rewrite -- amend', `< ${rebased} ${amended}`])
    expect(before).not.toBe(rebased)
  })
})

describe('pre-push', () => {
  const ZERO = '0'.repeat(40)

  /** A repository with a remote that has its main branch. */
  function pushed(): ReturnType<typeof arm> & { readonly remote: string } {
    const repo = armed()
    const remote = tempFolder()
    repo.git('init', '-q', '--bare', remote)
    repo.git('remote', 'add', 'origin', remote)
    repo.git('push', '-q', '--no-verify', '-u', 'origin', 'main')
    return { ...repo, remote }
  }

  test('what brings no change of memory starts nothing', () => {
    const repo = pushed()
    repo.write('code.ts', 'export const e = 1\n')
    repo.commit()
    repo.git('tag', '-am', 'tag', 'v1')
    for (const refs of [['main'], ['main:new'], ['v1'], ['main:other', 'HEAD:third'], [':new'], ['main']]) {
      expect(repo.tryGit('push', '-q', 'origin', ...refs)).toEqual({ code: 0, said: '' })
    }
    expect(repo.calls()).toEqual([])
  })

  test('memory that is pushed is given to memkeep, with the lines of git', () => {
    const repo = pushed()
    const old = repo.git('rev-parse', 'HEAD')
    repo.write(NOTE, 'new\n')
    const tip = repo.commit()
    expect(repo.tryGit('push', '-q', 'origin', 'main:topic').code).toBe(0)
    expect(repo.calls()).toEqual([
      `hook pre-push -- origin ${repo.remote}`,
      `< refs/heads/main ${tip} refs/heads/topic ${ZERO}`,
    ])
    repo.fake.exit(1)
    repo.git('update-ref', '-d', 'refs/remotes/origin/topic')
    expect(repo.tryGit('push', '-q', 'origin', 'main').code).toBe(1)
    expect(repo.calls()[1]).toBe(`< refs/heads/main ${tip} refs/heads/main ${old}`)
  })

  test('the name and the address of a remote are no options, and nothing that sh would run', () => {
    const repo = pushed()
    repo.env.MEMKEEP_BIN = BIN
    const odd = join(tempFolder(), 'x;touch PWNED;#$(touch PWNED).git')
    repo.git('init', '-q', '--bare', odd)
    repo.write('memkeep.yaml', 'workspace: { memory: notes }\n')
    repo.commit()
    for (const name of ['--help', '--version', '--no-such-flag', '--']) {
      repo.git('config', `remote.${name}.url`, odd)
      repo.git('update-ref', '-d', 'refs/remotes/origin/main')
      const { code, said } = repo.tryGit('push', '-q', '--', name, `main:${name.replace('--', 'a')}`)
      expect([code, said]).toEqual([0, expect.not.stringContaining('Usage')])
      expect(said).toContain('memkeep: ')
    }
    repo.write('memkeep.yaml', 'no: { such: setting }\n')
    repo.commit()
    expect(repo.tryGit('push', '-q', '--', '--help', 'main:other').code).toBe(1)
    expect(existsSync(join(repo.dir, 'PWNED'))).toBe(false)
  })

  test('memory that came and went on the way concerns it, and so does a branch taken back', () => {
    const repo = pushed()
    repo.git('checkout', '-q', '-b', 'side')
    repo.write(`${MEMORY}/lost.md`, 'lost\n')
    repo.commit()
    repo.git('checkout', '-q', 'main')
    repo.write('x.ts', 'x\n')
    repo.commit()
    repo.git('merge', '-q', '--no-verify', '-s', 'ours', '-m', 'merged', 'side')
    repo.calls()
    expect(repo.tryGit('push', '-q', 'origin', 'main').code).toBe(0)
    expect(repo.calls()).toHaveLength(2)
    repo.write(NOTE, 'later\n')
    repo.commit()
    expect(repo.tryGit('push', '-q', 'origin', 'main').code).toBe(0)
    repo.git('reset', '-q', '--hard', 'HEAD^')
    repo.calls()
    expect(repo.tryGit('push', '-q', '--force', 'origin', 'main').code).toBe(0)
    expect(repo.calls()).toHaveLength(2)
  })

  test('what cannot be known is not taken for nothing: a first push, a commit of the remote that is not here', () => {
    const repo = pushed()
    repo.git('update-ref', '-d', 'refs/remotes/origin/main')
    expect(repo.tryGit('push', '-q', 'origin', 'main:first').code).toBe(0)
    expect(repo.calls()).toHaveLength(2)
    const other = repoAt(tempFolder())
    other.git('clone', '-q', repo.remote, '.')
    other.git('config', 'user.name', 'Test')
    other.git('config', 'user.email', 'test@example.com')
    other.git('checkout', '-q', '-B', 'main', 'origin/main')
    other.write('y.ts', 'y\n')
    other.commit()
    other.git('push', '-q', 'origin', 'main')
    repo.write('x.ts', 'x\n')
    repo.commit()
    expect(repo.tryGit('push', '-q', '--force', 'origin', 'main').code).toBe(0)
    expect(repo.calls()).toHaveLength(2)
  })

  test('ids of 64 digits', () => {
    const repo = armed()
    const run = (line: string) =>
      spawnSync('sh', [join(repo.dir, '.git/hooks/pre-push'), 'origin', 'url'], {
        cwd: repo.dir,
        env: { ...process.env, ...repo.env },
        input: line,
      }).status
    expect([run(`(delete) ${'0'.repeat(64)} refs/heads/a ${'a'.repeat(64)}\n`), repo.calls()]).toEqual([
      0,
      [],
    ])
    expect([run(`(delete) ${ZERO} refs/heads/a ${'a'.repeat(40)}\n`), repo.calls()]).toEqual([0, []])
    expect(run(`refs/heads/a ${'a'.repeat(64)} refs/heads/a ${'0'.repeat(64)}\n`)).toBe(0)
    expect(repo.calls()).toHaveLength(2)
    expect([run(''), repo.calls()]).toEqual([0, []])
  })
})

describe('what people can set', () => {
  const commit = (repo: Shimmed) => {
    repo.write(NOTE, `${Math.random()}\n`)
    return repo.tryGit('commit', '-qam', 'x')
  }

  test('MEMKEEP=0 skips', () => {
    const repo = armed()
    repo.env.MEMKEEP = '0'
    expect([commit(repo).code, repo.calls()]).toEqual([0, []])
    repo.env.MEMKEEP = '1'
    expect([commit(repo).code, repo.calls()]).toEqual([0, [CALL]])
  })

  test("the user's own file is read first, and only when there is something to do", () => {
    const repo = armed()
    const { path } = repo.fake
    delete repo.env.MEMKEEP_BIN
    repo.env.XDG_CONFIG_HOME = join(tempFolder(), 'con fig')
    mkdirSync(join(repo.env.XDG_CONFIG_HOME, 'memkeep'), { recursive: true })
    const rc = join(repo.env.XDG_CONFIG_HOME, 'memkeep/init.sh')
    writeFileSync(rc, `echo read\nMEMKEEP_BIN='${path}'\n`)
    expect(commit(repo)).toEqual({ code: 0, said: 'read\n' })
    expect(repo.calls()).toEqual([CALL])
    expect(repo.tryGit('commit', '-q', '--allow-empty', '-m', 'x').said).toBe('')
    writeFileSync(rc, 'MEMKEEP=0\n')
    expect([commit(repo).code, repo.calls()]).toEqual([0, []])
    rmSync(rc)
    delete repo.env.XDG_CONFIG_HOME
    const home = repo.env.HOME ?? ''
    mkdirSync(join(home, '.config/memkeep'), { recursive: true })
    writeFileSync(join(home, '.config/memkeep/init.sh'), `MEMKEEP_BIN='${path}'\n`)
    expect([commit(repo).code, repo.calls()]).toEqual([0, [CALL]])
  })

  test('the command: MEMKEEP_BIN, then node_modules, then PATH', () => {
    const repo = armed()
    const [own, onPath] = [fakeMemkeep(), fakeMemkeep()]
    mkdirSync(join(repo.dir, 'node_modules/.bin'), { recursive: true })
    const bin = join(repo.dir, 'node_modules/.bin/memkeep')
    writeFileSync(bin, `#!/bin/sh\nexec "${own.path}" "$@"\n`)
    chmodSync(bin, 0o755)
    repo.env.PATH = `${join(onPath.path, '..')}:${process.env.PATH}`
    const called = () =>
      [repo.fake, own, onPath].map(({ log }) => {
        const text = readFileSync(log, 'utf8')
        writeFileSync(log, '')
        return text === '' ? 0 : 1
      })
    expect([commit(repo).code, called()]).toEqual([0, [1, 0, 0]])
    delete repo.env.MEMKEEP_BIN
    expect([commit(repo).code, called()]).toEqual([0, [0, 1, 0]])
    rmSync(bin)
    expect([commit(repo).code, called()]).toEqual([0, [0, 0, 1]])
  })

  const LOST =
    /^memkeep could not be started to check the memory in this commit, so the commit was stopped; all of it stays staged\.\nTo check it: install .*npm ci, or pnpm, yarn or bun.* MEMKEEP_BIN .* MEMKEEP=0 git commit\. .* npx \(or yarn\) memkeep uninstall, and take it out of package\.json\.\n$/

  test('without a command a commit is refused in two lines, and what comes after is not', () => {
    const repo = armed()
    delete repo.env.MEMKEEP_BIN
    expect(commit(repo)).toEqual({ code: 1, said: expect.stringMatching(LOST) })
    const run = (name: HookName, ...args: string[]) =>
      spawnSync('sh', [join(repo.dir, '.git/hooks', name), ...args], {
        cwd: repo.dir,
        env: { ...process.env, HOME: tempFolder() },
        encoding: 'utf8',
        input: '',
      })
    repo.git('add', '--all')
    expect(run('pre-commit').status).toBe(127)
    expect(repo.git('diff', '--cached', '--name-only')).not.toBe('')
    const id = repo.git('rev-parse', 'HEAD')
    const push = spawnSync('sh', [join(repo.dir, '.git/hooks/pre-push'), 'origin', 'url'], {
      cwd: repo.dir,
      env: { ...process.env, HOME: tempFolder() },
      encoding: 'utf8',
      input: `refs/heads/main ${id} refs/heads/main ${'0'.repeat(40)}\n`,
    })
    expect([push.status, push.stderr]).toEqual([
      127,
      expect.stringMatching(
        /this push, so the push was stopped; your commits are kept\.\n.* MEMKEEP=0 git push\./,
      ),
    ])
    const after = run('post-checkout', '0'.repeat(40), repo.git('rev-parse', 'HEAD'), '1')
    expect([after.status, after.stdout]).toEqual([0, ''])
    expect(after.stderr).toMatch(/^memkeep could not be started, so no derived file was rebuilt\. [^\n]*\n$/)
  })

  test("with yarn's Plug'n'Play, whose install makes no command, the refusal says what works", () => {
    const repo = armed()
    delete repo.env.MEMKEEP_BIN
    repo.write('.pnp.cjs', '')
    const { code, said } = commit(repo)
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(
        /\nTo check it: hooks look in node_modules\/\.bin, .*nodeLinker: node-modules in \.yarnrc\.yml.* or npm install --global /,
      ),
    ])
    expect(said).not.toContain('npm ci')
  })

  test('without Node that is what is said', () => {
    const repo = armed()
    delete repo.env.MEMKEEP_BIN
    const bare = tempFolder()
    for (const tool of ['git', 'sh', 'cat', 'mkdir', 'grep'])
      symlinkSync(
        execFileSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).trim(),
        join(bare, tool),
      )
    repo.env.PATH = bare
    expect(commit(repo)).toEqual({
      code: 1,
      said: expect.stringMatching(
        /\nTo check it: git finds no node on the PATH of its hooks\. Install Node\.js 20\.19 or newer, or add its folder to PATH in ~\/\.config\/memkeep\/init\.sh\. To skip the check once: MEMKEEP=0 git commit\./,
      ),
    })
  })

  test('a MEMKEEP_BIN that cannot run is not passed over', () => {
    const repo = armed()
    repo.env.PATH = `${join(repo.fake.path, '..')}:${process.env.PATH}`
    repo.env.MEMKEEP_BIN = join(tempFolder(), 'gone')
    expect(commit(repo)).toEqual({ code: 1, said: expect.stringMatching(LOST) })
    writeFileSync(repo.env.MEMKEEP_BIN, 'text')
    expect(commit(repo).code).toBe(1)
    expect(repo.calls()).toEqual([])
  })
})

describe('the canary', () => {
  const run = (repo: Shimmed, name: HookName, token: string, more: object = {}) => {
    const { status, stdout } = spawnSync('sh', ['-e', join(repo.dir, '.git/hooks', name)], {
      cwd: repo.dir,
      env: { ...process.env, ...repo.env, MEMKEEP: '0', MEMKEEP_CANARY: token, ...more },
      encoding: 'utf8',
      input: '',
    })
    return [status, stdout]
  }
  const TOKEN = '0123456789abcdef'

  test.each(HOOK_NAMES)('%s answers, and nothing else happens', (name) => {
    const repo = armed()
    for (const token of [TOKEN, TOKEN.repeat(4)]) {
      expect(run(repo, name, token)).toEqual([75, `memkeep-canary ${token} ${name}\n`])
    }
    expect(repo.calls()).toEqual([])
  })

  test.each([
    '',
    '1',
    TOKEN.slice(1),
    `${TOKEN.repeat(4)}0`,
    TOKEN.toUpperCase(),
    `${TOKEN} x`,
    `${TOKEN}\n`,
    `$(id)${TOKEN}`,
    `${TOKEN}é`,
    '*'.repeat(16),
  ])('%j is no token', (token) => {
    for (const LC_ALL of ['C', 'C.UTF-8', 'en_US.UTF-8']) {
      expect(run(armed(), 'pre-commit', token, { LC_ALL })).toEqual([0, ''])
    }
  })

  test('git stops at it', () => {
    const repo = armed()
    repo.env.MEMKEEP_CANARY = TOKEN
    repo.write('code.ts', 'export const f = 1\n')
    expect(repo.tryGit('commit', '-qam', 'x').code).toBe(1)
  })
})
