import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HOOK_NAMES } from '../../src/core/installed.ts'
import { LONG, rowsOf } from '../helpers/runs.ts'
import { everything, loggingBin, memkeep, plainEnvironment } from '../helpers/setup.ts'
import { repoAt, type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

const MEMORY = 'user/memory/workspaces/shop/decisions.md'
const HOOKS = [...HOOK_NAMES].sort()

type Setup = { readonly name: string; readonly make: (repo: TempRepo) => void }

/** A hook file as its owner wrote it. */
function hook(repo: TempRepo, path: string, text: string, mode = 0o755): void {
  repo.write(path, text)
  chmodSync(join(repo.dir, path), mode)
}

const LEFTHOOK = 'pre-commit:\n  commands:\n    lint:\n      run: "true"   # ours\n'
const PRE_COMMIT =
  'repos:\n- repo: local\n  hooks:\n  - id: a\n    name: a\n    entry: "true"\n    language: system\n'
const SIMPLE = '{\n  "name": "x",\n  "simple-git-hooks": {\n    "pre-commit": "true"\n  }\n}\n'

/** Every manager, as its users leave their files. */
const SETUPS: readonly Setup[] = [
  { name: 'nothing', make: () => undefined },
  { name: 'a package', make: (repo) => repo.write('package.json', '{\n  "name": "x"\n}\n') },
  {
    name: 'a package in one line with a byte order mark',
    make: (repo) => repo.write('package.json', '\ufeff{"name":"x"}'),
  },
  {
    name: 'a package with a prepare script',
    make: (repo) => repo.write('package.json', '{"scripts":{"prepare":"npm run build"}}'),
  },
  {
    name: 'husky',
    make: (repo) => {
      repo.write('package.json', '{"devDependencies":{"husky":"9.1.7"},"scripts":{"prepare":"husky"}}\n')
      hook(repo, '.husky/pre-commit', 'true', 0o644)
      hook(repo, '.husky/commit-msg', 'true\n')
      execFileSync(process.execPath, [resolve('node_modules/husky/bin.js')], { cwd: repo.dir })
    },
  },
  {
    name: 'a husky that its package does not name',
    make: (repo) => {
      repo.write('package.json', '{\n  "name": "x"\n}\n')
      hook(repo, '.husky/pre-commit', 'true\n', 0o644)
      execFileSync(process.execPath, [resolve('node_modules/husky/bin.js')], { cwd: repo.dir })
    },
  },
  {
    name: 'its own hook files, with CRLF and without a line break at the end',
    make: (repo) => {
      hook(repo, '.githooks/pre-commit', '#!/bin/sh\necho a\necho b')
      hook(repo, '.githooks/pre-push', '#!/usr/bin/env bash\r\ntrue\r\n', 0o700)
      hook(repo, '.githooks/post-merge', '\ufeff')
      repo.git('config', 'core.hooksPath', '.githooks')
      repo.write('.gitattributes', '*.md text\r\n*.png binary')
    },
  },
  {
    name: 'hook files in the git directory',
    make: (repo) => {
      hook(
        repo,
        '.git/hooks/pre-push',
        '#!/bin/sh\ncommand -v git-lfs >/dev/null 2>&1 || exit 0\ngit lfs pre-push "$@"\n',
      )
      repo.write('.gitattributes', '')
    },
  },
  { name: 'lefthook', make: (repo) => repo.write('lefthook.yml', LEFTHOOK) },
  {
    name: 'lefthook with CRLF',
    make: (repo) => repo.write('.lefthook.yml', LEFTHOOK.replaceAll('\n', '\r\n')),
  },
  {
    name: 'lefthook without a line break',
    make: (repo) => repo.write('.config/lefthook.yml', LEFTHOOK.trimEnd()),
  },
  { name: 'pre-commit', make: (repo) => repo.write('.pre-commit-config.yaml', PRE_COMMIT) },
  {
    name: 'pre-commit with CRLF',
    make: (repo) => repo.write('.pre-commit-config.yaml', `\ufeff${PRE_COMMIT.replaceAll('\n', '\r\n')}`),
  },
  { name: 'simple-git-hooks', make: (repo) => repo.write('package.json', SIMPLE) },
  { name: 'simple-git-hooks in a file', make: (repo) => repo.write('.simple-git-hooks.json', '{}') },
  { name: 'settings', make: (repo) => repo.write('memkeep.yaml', 'rules:\n  growth: off\n') },
  { name: 'attributes', make: (repo) => repo.write('.gitattributes', '*.md merge=union\n') },
]

/** Files that differ from another setup's in their ends of lines or in the text around: for the long run. */
const ALIKE: ReadonlySet<string> = new Set([
  'a package',
  'a package with a prepare script',
  'lefthook',
  'lefthook with CRLF',
  'pre-commit',
  'simple-git-hooks in a file',
])

function set(make: Setup['make'], folder?: string): TempRepo {
  const repo = tempRepo()
  if (folder !== undefined) {
    const moved = join(repo.dir, folder)
    mkdirSync(moved)
    renameSync(join(repo.dir, '.git'), join(moved, '.git'))
    make(repoAt(moved))
    return repoAt(moved)
  }
  make(repo)
  return repo
}

/** Commits with hooks, as people do. */
function commit(repo: TempRepo, bin: string, ...args: string[]): void {
  execFileSync('git', ['commit', '--quiet', '--message', 'x', ...args], {
    cwd: repo.dir,
    env: { ...plainEnvironment(), MEMKEEP_BIN: bin },
    stdio: 'pipe',
  })
}

describe('init', () => {
  test.each(LONG ? SETUPS : SETUPS.filter(({ name }) => !ALIKE.has(name)))(
    'with $name: a dry run lists what is done, twice is once, and uninstall leaves no trace',
    async ({ make }) => {
      const repo = set(make)
      const before = everything(repo.dir)
      const dry = await memkeep(repo.dir, ['init', '--dry-run', '--format', 'json'])
      expect(everything(repo.dir)).toEqual(before)
      const first = await memkeep(repo.dir, ['init', '--yes', '--format', 'json'])
      expect(first.err).toBe('')
      expect({ ...JSON.parse(first.out), dryRun: true }).toEqual(JSON.parse(dry.out))
      const once = everything(repo.dir)
      expect(once).not.toEqual(before)
      const second = await memkeep(repo.dir, ['init'])
      const isLeft = JSON.parse(first.out).left.length > 0
      if (!isLeft) expect(second.out).toContain('everything was set up already')
      else expect(second.out).toMatch(/^Hooks (?:are|will be) run by .*\nMemory: none is seen: .*\n\nleft /)
      expect(second.code).toBe(first.code)
      expect(everything(repo.dir)).toEqual(once)
      expect((await memkeep(repo.dir, ['uninstall', '--dry-run'])).code).toBe(0)
      expect(everything(repo.dir)).toEqual(once)
      const last = await memkeep(repo.dir, ['uninstall'])
      expect(last.err).toBe('')
      expect(last.code, last.out).toBe(0)
      expect(everything(repo.dir)).toEqual(before)
    },
  )

  test('a clone of somebody else can be rid of it, too', async () => {
    const repo = tempRepo()
    repo.write('package.json', '{\n  "name": "x"\n}\n')
    repo.commit()
    const before = repo.git('rev-parse', 'HEAD^{tree}')
    await memkeep(repo.dir, ['init'])
    repo.commit()
    const clone = repoAt(join(tempFolder(), 'clone'))
    repo.git('clone', '--quiet', repo.dir, clone.dir)
    expect((await memkeep(clone.dir, ['uninstall'])).code).toBe(0)
    clone.git('add', '--all')
    expect(clone.git('write-tree')).toBe(before)
  })

  test('hooks of husky fire in the work tree, in a folder with spaces, from a folder below', async () => {
    const repo = set((made) => made.write('web/a.txt', 'a'), "it's a folder")
    const bin = loggingBin()
    expect((await memkeep(join(repo.dir, 'web'), ['init'])).code).toBe(0)
    expect(repo.git('config', 'core.hooksPath')).toBe(`${repo.dir}/.git/memkeep/hooks`)
    repo.write(MEMORY, '# Decisions\n')
    repo.git('add', '--all')
    commit(repo, bin.path)
    expect(bin.calls()).toEqual([`${repo.dir}: hook pre-commit --`])
    repo.write('web/b.txt', 'b')
    repo.git('add', '--all')
    commit(repo, bin.path)
    expect(bin.calls()).toHaveLength(1)
  })

  test('hooks that a repository had still run, and memkeep with them', async () => {
    for (const folder of ['.githooks', '.git/hooks']) {
      const repo = tempRepo()
      hook(repo, `${folder}/pre-commit`, '#!/bin/sh\necho ran > ran.txt\nexit 0')
      if (folder === '.githooks') repo.git('config', 'core.hooksPath', folder)
      const bin = loggingBin()
      expect((await memkeep(repo.dir, ['init'])).code).toBe(0)
      repo.write(MEMORY, '# Decisions\n')
      repo.git('add', '--all')
      commit(repo, bin.path)
      expect(bin.calls()).toEqual([`${repo.dir}: hook pre-commit --`])
      expect(existsSync(join(repo.dir, 'ran.txt'))).toBe(true)
    }
  })

  test.each([
    ['an early exit', 'exit 0\necho never', 0],
    ['an early exec', 'exec true', 0],
    ['another directory', 'cd web\necho there', 0],
    ['a last command that fails', 'false', 1],
  ])('a hook with %s calls memkeep, at the top, and ends as it did', async (_, rest, code) => {
    for (const folder of LONG ? ['.githooks', '.git/hooks'] : ['.git/hooks']) {
      const repo = tempRepo()
      for (const name of ['pre-commit', 'pre-merge-commit', 'post-checkout']) {
        hook(repo, `${folder}/${name}`, `#!/bin/sh\n${rest}`)
      }
      if (folder === '.githooks') repo.git('config', 'core.hooksPath', folder)
      const bin = loggingBin()
      expect((await memkeep(repo.dir, ['init'])).code).toBe(0)
      repo.write('web/a.txt', 'a')
      repo.write(MEMORY, '# Decisions\n')
      repo.git('add', '--all')
      const run = () => commit(repo, bin.path)
      code === 0 ? run() : expect(run).toThrow()
      expect(bin.calls()).toEqual([`${repo.dir}: hook pre-commit --`])
    }
  })

  test.each([
    [
      'husky of the package',
      '{"devDependencies":{"husky":"9.1.7"},"scripts":{"prepare":"husky"}}\n',
      'true\n',
      '',
    ],
    ['hooks of others', '{}\n', 'true\n', 'set git config memkeep.armed'],
    [
      'no other hooks',
      '{}\n',
      null,
      'set git config memkeep.armed (uninstall removes husky again, because it came with memkeep)',
    ],
  ])('says that uninstall removes husky only where it does: %s', async (_, manifest, hooks, said) => {
    const repo = tempRepo()
    repo.write('package.json', manifest)
    if (hooks !== null) hook(repo, '.husky/commit-msg', hooks, 0o644)
    const before = repo.git('config', '--local', '--list')
    const line = async (): Promise<string> =>
      (await memkeep(repo.dir, ['init'])).out
        .split('\n')
        .filter((one) => one.includes('memkeep.armed'))
        .join()
        .replace(/ +/g, ' ')
    expect(await line()).toBe(said)
    expect(await line()).toBe('')
    expect((await memkeep(repo.dir, ['doctor'], { MEMKEEP_BIN: undefined })).out).toContain('up to date')
    await memkeep(repo.dir, ['uninstall'])
    const after = repo.git('config', '--local', '--list')
    expect(after === before).toBe(hooks === null)
    expect(after).not.toContain('memkeep.armed')
  })

  test('files of hooks are executable, and stay as they were where they were there', async () => {
    const repo = tempRepo()
    hook(repo, '.githooks/pre-push', '#!/bin/sh\n', 0o750)
    repo.git('config', 'core.hooksPath', '.githooks')
    await memkeep(repo.dir, ['init'])
    const modeOf = (name: string): number => statSync(join(repo.dir, '.githooks', name)).mode & 0o777
    expect(modeOf('pre-push')).toBe(0o750)
    expect(modeOf('pre-commit')).toBe(0o755)
  })

  test('uninstall names the baseline and the tarball that it leaves', async () => {
    const repo = tempRepo()
    repo.write('package.json', '{ "devDependencies": { "memkeep": "file:vendor/memkeep.tgz" } }\n')
    repo.write('vendor/memkeep.tgz', 'bytes')
    await memkeep(repo.dir, ['init'])
    expect((await memkeep(repo.dir, ['uninstall', '--dry-run'])).out).not.toContain('memkeep-baseline.json')
    repo.write('memkeep-baseline.json', '{}\n')
    const { out } = await memkeep(repo.dir, ['uninstall'])
    expect(out).toContain('delete memkeep-baseline.json')
    expect(out).toContain('delete vendor/memkeep.tgz')
  })

  test('every linked work tree fires', async () => {
    const repo = tempRepo()
    await memkeep(repo.dir, ['init'])
    repo.commit()
    const linked = repoAt(join(tempFolder(), 'linked tree'))
    repo.git('worktree', 'add', '--quiet', '-b', 'side', linked.dir)
    const again = await memkeep(repo.dir, ['init'])
    expect(again.out).toContain('everything was set up already')
    const bin = loggingBin()
    for (const tree of [repo, linked]) {
      tree.write(MEMORY, `# Decisions of ${tree.dir}\n`)
      tree.git('add', '--all')
      commit(tree, bin.path)
    }
    expect(bin.calls()).toEqual([`${repo.dir}: hook pre-commit --`, `${linked.dir}: hook pre-commit --`])
    expect((await memkeep(linked.dir, ['uninstall'])).code).toBe(0)
    expect(existsSync(join(repo.dir, '.husky/_'))).toBe(false)
    expect(existsSync(join(linked.dir, '.husky'))).toBe(false)
  })

  test('the block moves with the settings, in its place', async () => {
    const repo = tempRepo()
    hook(repo, '.githooks/pre-commit', '#!/bin/sh\n')
    repo.git('config', 'core.hooksPath', '.githooks')
    await memkeep(repo.dir, ['init'])
    const path = join(repo.dir, '.githooks/pre-commit')
    repo.write('.githooks/pre-commit', `${readFileSync(path, 'utf8')}echo after\n`)
    repo.write('memkeep.yaml', 'workspace:\n  memory: elsewhere/notes\n')
    expect((await memkeep(repo.dir, ['init'])).out).toContain('changed  .githooks/pre-commit')
    const text = readFileSync(path, 'utf8')
    expect(text).toContain("'elsewhere/notes'")
    expect(text.endsWith('# <<< memkeep <<<\necho after\n')).toBe(true)
    expect(readFileSync(join(repo.dir, '.gitattributes'), 'utf8')).toContain(
      'elsewhere/notes/**/decisions.md',
    )
  })
})

describe('a repository whose directory lies elsewhere', () => {
  const moved = (): TempRepo => {
    const repo = tempRepo()
    const elsewhere = join(tempFolder(), 'kept')
    mkdirSync(elsewhere)
    renameSync(join(repo.dir, '.git'), join(elsewhere, '.git'))
    repo.link('.git', join(elsewhere, '.git'))
    return repo
  }
  const submodule = (): TempRepo => {
    const [outer, inner] = [tempRepo(), tempRepo()]
    inner.commit()
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.dir, 'sub')
    const repo = repoAt(join(outer.dir, 'sub'))
    repo.git('config', 'user.name', 'Test')
    repo.git('config', 'user.email', 'test@example.com')
    return repo
  }

  test.each([
    ['a submodule', submodule],
    ['a separate git directory', () => tempRepo(`--separate-git-dir=${join(tempFolder(), 'kept')}`)],
    ['a link', moved],
  ])('%s: has its hooks, in linked work trees too, and doctor says so', async (_, make) => {
    const repo = make()
    const bin = loggingBin()
    expect(await memkeep(repo.dir, ['init'])).toMatchObject({ code: 0, err: '' })
    repo.write(MEMORY, '# Decisions\n\n### [2026-01-12] One\n\n**Category:** tooling\n\nA body.\n\n---\n')
    repo.git('add', '--all')
    commit(repo, bin.path)
    expect(bin.calls()).toEqual([`${repo.dir}: hook pre-commit --`])
    const linked = repoAt(join(tempFolder(), 'linked'))
    repo.git('worktree', 'add', '--quiet', '-b', 'side', linked.dir)
    for (const tree of [linked, repo]) {
      expect(await memkeep(tree.dir, ['init'])).toMatchObject({ code: 0, err: '' })
      const { out, err } = await memkeep(tree.dir, ['doctor'], { MEMKEEP_BIN: resolve('dist/memkeep.cjs') })
      expect(err).toBe('')
      expect(out).toContain(`✔ the pre-commit hook fires in ${tree.dir}, `)
      if (tree === repo) expect(out).toMatch(/Nothing is wrong\.\n$/)
    }
    expect(await memkeep(linked.dir, ['uninstall'])).toMatchObject({ code: 0, err: '' })
  })
})

describe('what somebody else decides is left', () => {
  const cases: readonly (Setup & { readonly says: string })[] = [
    {
      name: 'a hook file in Python',
      make: (repo) => hook(repo, '.git/hooks/pre-commit', '#!/usr/bin/env python3\nprint(1)\n'),
      says: 'it is run by python3, not by a shell',
    },
    {
      name: 'a hook file that git does not run',
      make: (repo) => {
        hook(repo, '.git/hooks/pre-commit', '#!/bin/sh\n', 0o644)
        hook(repo, '.git/hooks/commit-msg', '#!/bin/sh\n')
      },
      says: '.git/hooks/pre-commit is not executable',
    },
    {
      name: 'a hook folder that is a link',
      make: (repo) => {
        hook(repo, 'hooks/pre-commit', '#!/bin/sh\n')
        repo.link('.githooks', 'hooks')
        repo.git('config', 'core.hooksPath', '.githooks')
      },
      says: 'a directory above it is a symlink',
    },
    {
      name: 'a hook file that is a link',
      make: (repo) => {
        hook(repo, 'pre-commit.sh', '#!/bin/sh\n')
        repo.link('.githooks/pre-commit', '../pre-commit.sh')
        repo.git('config', 'core.hooksPath', '.githooks')
      },
      says: 'it is a symlink',
    },
    {
      name: 'a hook in the git directory that is a link',
      make: (repo) => {
        hook(repo, 'pre-commit.sh', '#!/bin/sh\n')
        repo.link('.git/hooks/pre-commit', '../../pre-commit.sh')
      },
      says: '.git/hooks/pre-commit was left as it is: it is a symlink',
    },
    {
      name: 'a hook in the git directory that is a program',
      make: (repo) => {
        repo.write('.git/hooks/pre-commit', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0xff, 0]))
        chmodSync(join(repo.dir, '.git/hooks/pre-commit'), 0o755)
      },
      says: '.git/hooks/pre-commit was left as it is: it is not UTF-8',
    },
    {
      name: 'a hook in the git directory in Latin-1',
      make: (repo) => {
        repo.write('.git/hooks/pre-commit', Buffer.from('#!/bin/sh\n# pr\u00fcfen\n', 'latin1'))
        chmodSync(join(repo.dir, '.git/hooks/pre-commit'), 0o755)
      },
      says: '.git/hooks/pre-commit was left as it is: it is not UTF-8',
    },
    {
      name: 'a folder of hooks in the git directory that is a link',
      make: (repo) => {
        rmSync(join(repo.dir, '.git/hooks'), { recursive: true, force: true })
        mkdirSync(join(repo.dir, 'shared'))
        repo.link('.git/hooks', '../shared')
      },
      says: '.git/hooks/pre-commit was left as it is: a directory above it is a symlink',
    },
    {
      name: 'hooks at the top of the work tree',
      make: (repo) => repo.git('config', 'core.hooksPath', './'),
      says: 'core.hooksPath is the top of the work tree',
    },
    {
      name: 'an empty path of hooks',
      make: (repo) => repo.git('config', 'core.hooksPath', ''),
      says: 'core.hooksPath is empty',
    },
    {
      name: 'a package nested without end',
      make: (repo) => repo.write('package.json', `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`),
      says: 'package.json was left as it is',
    },
    {
      name: 'lefthook, where the files that it would call lie behind a link',
      make: (repo) => {
        repo.write('lefthook.yml', LEFTHOOK)
        repo.link('.memkeep', tempFolder())
      },
      says: 'lefthook.yml was left as it is: it would call files that could not be written',
    },
    {
      name: 'hooks outside the repository',
      make: (repo) => repo.git('config', 'core.hooksPath', tempFolder()),
      says: 'core.hooksPath leads out of the repository',
    },
    {
      name: 'lefthook in a form that cannot be added to',
      make: (repo) => repo.write('lefthook.yml', 'pre-commit: {commands: {a: {run: "true"}}}\n'),
      says: 'it is written in a form that cannot be added to safely',
    },
    {
      name: 'lefthook in TOML',
      make: (repo) => repo.write('lefthook.toml', ''),
      says: 'is not edited by memkeep',
    },
    { name: 'prek in TOML', make: (repo) => repo.write('prek.toml', ''), says: 'TOML is not edited' },
    {
      name: 'simple-git-hooks as a program',
      make: (repo) => repo.write('simple-git-hooks.cjs', 'require("fs").writeFileSync("ran.txt", "")\n'),
      says: 'a program is not edited by memkeep',
    },
    {
      name: 'attributes that are not UTF-8',
      make: (repo) => repo.write('.gitattributes', Buffer.from([0x2a, 0xff, 0x0a])),
      says: 'it is not UTF-8',
    },
  ]

  test.each(rowsOf(cases, 2))('$name: exit 1, and says so', async ({ make, says }) => {
    const repo = set(make)
    const before = everything(repo.dir)
    const { code, out } = await memkeep(repo.dir, ['init'])
    expect(out).toContain(says)
    expect(code, out).toBeGreaterThan(0)
    expect(existsSync(join(repo.dir, 'ran.txt'))).toBe(false)
    const after = everything(repo.dir)
    for (const [path, text] of Object.entries(before)) {
      if (path !== '.git/config') expect(after[path], path).toBe(text)
    }
    await memkeep(repo.dir, ['uninstall'])
    expect(everything(repo.dir)).toEqual(before)
  })

  test('a block that was edited stays, and uninstall says so', async () => {
    const repo = tempRepo()
    await memkeep(repo.dir, ['init'])
    const path = '.husky/pre-commit'
    const edited = readFileSync(join(repo.dir, path), 'utf8').replace('MEMKEEP=0 skips it', 'skip it')
    repo.write(path, edited)
    repo.write('memkeep.yaml', 'rules:\n  growth: off\n')
    const { code, out } = await memkeep(repo.dir, ['uninstall'])
    expect(code).toBe(1)
    expect(out).toContain(
      `${path} was left as it is: the part between the marks of memkeep was edited by hand`,
    )
    expect(out).toContain('delete memkeep.yaml')
    expect(readFileSync(join(repo.dir, path), 'utf8')).toBe(edited)
    expect(existsSync(join(repo.dir, '.husky/_'))).toBe(true)
  })

  test('a merge driver that was changed stays', async () => {
    const repo = tempRepo()
    await memkeep(repo.dir, ['init'])
    repo.git('config', 'merge.memkeep.driver', 'mine %A')
    expect((await memkeep(repo.dir, ['uninstall'])).out).toContain('merge.memkeep.driver was changed')
    expect(repo.git('config', 'merge.memkeep.driver')).toBe('mine %A')
  })

  test('husky stays where somebody else uses it by now', async () => {
    const repo = tempRepo()
    await memkeep(repo.dir, ['init'])
    hook(repo, '.husky/commit-msg', 'true\n')
    expect((await memkeep(repo.dir, ['uninstall'])).code).toBe(0)
    expect(repo.git('config', 'core.hooksPath')).toBe('.husky/_')
    expect(existsSync(join(repo.dir, '.husky/_/h'))).toBe(true)
  })

  test('files of husky that are links are not written through', async () => {
    for (const name of ['pre-commit', 'h', 'husky.sh', '.gitignore', 'prepare-commit-msg']) {
      const repo = tempRepo()
      const outside = join(tempFolder(), 'outside')
      writeFileSync(outside, 'bytes')
      repo.link(`.husky/_/${name}`, outside)
      const { code, out } = await memkeep(repo.dir, ['init'])
      expect([code, out]).toEqual([1, expect.stringContaining(`.husky/_/${name}: it is a symlink`)])
      expect(readFileSync(outside, 'utf8')).toBe('bytes')
    }
  })

  test('a husky folder that is a link is not followed', async () => {
    const repo = tempRepo()
    const outside = tempFolder()
    repo.link('.husky', outside)
    const { code, out } = await memkeep(repo.dir, ['init'])
    expect(code).toBe(2)
    expect(out).toContain('a directory above it is a symlink')
    expect(Object.keys(everything(outside))).toEqual([])
  })
})

describe('the merge driver', () => {
  const conflicting = async (path: string): Promise<TempRepo> => {
    const repo = tempRepo()
    repo.write(path, 'a\nb\nc\n')
    repo.write('.gitattributes', '*.md merge=memkeep\n')
    await memkeep(repo.dir, ['init'])
    repo.commit()
    repo.git('checkout', '--quiet', '-b', 'theirs')
    repo.write(path, 'a\nb\nc\ntheirs\n')
    repo.commit()
    repo.git('checkout', '--quiet', 'main')
    repo.write(path, 'ours\na\nb\nc\n')
    repo.commit()
    return repo
  }

  const merge = (repo: TempRepo, env: Record<string, string>): number => {
    const all = { ...plainEnvironment(), HUSKY: '0', MEMKEEP: '0', ...env }
    try {
      execFileSync('git', ['merge', '--quiet', '--no-edit', 'theirs'], {
        cwd: repo.dir,
        env: all,
        stdio: 'pipe',
      })
      return 0
    } catch {
      return 1
    }
  }

  test.each(['memory.md', 'it\'s a "quoted" name; $(touch ran).md'])('gets %s as one word', async (path) => {
    const repo = await conflicting(path)
    const bin = loggingBin()
    expect(merge(repo, { MEMKEEP_BIN: bin.path })).toBe(0)
    expect(bin.calls()[0]).toMatch(/: merge-driver -- \S+ \S+ \S+ .+ 7$/)
    expect(bin.calls()[0]).toContain(` ${path} 7`)
    expect(existsSync(join(repo.dir, 'ran'))).toBe(false)
  })

  test('that cannot be started leaves a conflict, with everything in it', async () => {
    const repo = await conflicting('memory.md')
    expect(merge(repo, { MEMKEEP_BIN: '/nonexistent/memkeep' })).toBe(1)
    expect(readFileSync(join(repo.dir, 'memory.md'), 'utf8')).toBe('ours\na\nb\nc\ntheirs\n')
    expect(repo.git('status', '--porcelain', 'memory.md')).toBe('UU memory.md')
  })
})

describe('init, uninstall and doctor', () => {
  test.each(['init', 'uninstall', 'doctor'])('%s needs a repository with a work tree', async (command) => {
    const bare = tempRepo('--bare')
    for (const dir of [tempFolder(), bare.dir]) {
      const { code, out, err } = await memkeep(dir, [command])
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err.split('\n').filter((line) => line.startsWith('memkeep: '))).toHaveLength(1)
      expect(err).not.toContain('bug')
    }
  })

  test('names all its hooks', async () => {
    const repo = tempRepo()
    await memkeep(repo.dir, ['init'])
    const made = Object.keys(everything(repo.dir)).filter((path) => /^\.husky\/[^/]+$/.test(path))
    expect(made.sort()).toEqual(HOOKS.map((name) => `.husky/${name}`))
  })
})
