import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { UserError } from '../../src/core/messages.ts'
import { blobId } from '../../src/fs/read-files.ts'
import { listHead, listTree } from '../../src/git/history.ts'
import { listWorkTree } from '../../src/git/list-work-tree.ts'
import { mergeBase, resolveRevision } from '../../src/git/porcelain.ts'
import { readBlobs } from '../../src/git/read-blobs.ts'
import { listStaged } from '../../src/git/read-index.ts'
import { findRepository, withoutFilters } from '../../src/git/repository.ts'
import { runGit } from '../../src/git/run-git.ts'
import { openCommit, openStaged, openWorkTree } from '../../src/snapshot/open-snapshot.ts'
import { locateRepository } from '../../src/snapshot/project.ts'
import { rowsOf, runs } from '../helpers/runs.ts'
import { fakeGit, setVariable, type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

const OID = 'a'.repeat(40)

const CALLS: readonly (readonly [string, (dir: string) => Promise<unknown>])[] = [
  ['findRepository', (dir) => findRepository(dir)],
  ['listWorkTree', (dir) => listWorkTree(dir)],
  ['listStaged', (dir) => listStaged(dir)],
  ['listTree', (dir) => listTree(dir, OID)],
  ['listHead', (dir) => listHead(dir)],
  ['readBlobs', (dir) => readBlobs(dir, [OID])],
  ['resolveRevision', (dir) => resolveRevision(dir, 'HEAD')],
  ['mergeBase', (dir) => mergeBase(dir, OID, OID)],
  ['openStaged', (dir) => openStaged(dir)],
  ['openCommit', (dir) => openCommit(dir, OID)],
]

const BROKEN: readonly (readonly [string, string])[] = [
  ['ends with 1', 'exit 1'],
  ['ends with 128', 'echo "fatal: something is wrong" >&2; exit 128'],
  ['ends with 128 in silence', 'exit 128'],
  ['is not found by a shell', 'exit 127'],
  ['ends with 137', 'exit 137'],
  ['is killed', 'kill -9 $$'],
  ['talks garbage', 'echo garbage; exit 0'],
  ['talks binary garbage', "printf 'H \\377\\376\\000\\001garbage\\000'; exit 0"],
  ['stops in the middle', "printf '100644 aaaa'; exit 0"],
]

test.each(BROKEN)('a git that %s is an error, whatever it is asked', async (_, script) => {
  const dir = tempFolder()
  fakeGit(script)
  for (const [name, call] of CALLS) await expect(call(dir), name).rejects.toBeInstanceOf(UserError)
})

test.each([
  ['one', 'exit 2'],
  ['all', 'case "$*" in *cat-file*) exit 0;; *) exit 9;; esac'],
  ['a blob that was cut off', `cat >/dev/null; printf '${OID} blob 10\\nabc'`],
  ['another blob than asked for', `cat >/dev/null; printf '${'b'.repeat(40)} blob 3\\nabc\\n'`],
  ['a blob too many', `cat >/dev/null; printf '${OID} blob 1\\na\\n${OID} blob 1\\na\\n'`],
  ['a wrong size', `cat >/dev/null; printf '${OID} blob 2\\nabc\\n'`],
  ['endless noise', 'cat >/dev/null; head -c 100000 /dev/zero'],
])('reading blobs from a git that answers with %s: is an error', async (_, script) => {
  fakeGit(script)
  await expect(readBlobs(tempFolder(), [OID])).rejects.toBeInstanceOf(UserError)
})

test('a git that is not installed is said to be missing', async () => {
  const dir = tempFolder()
  setVariable('PATH', dir)
  for (const [, call] of CALLS) {
    const error: unknown = await call(dir).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(UserError)
    expect(error).toMatchObject({ message: expect.stringContaining('git is not installed') })
  }
})

test('what git says is shown in one safe line', async () => {
  fakeGit('printf "fatal: \\033[31m##[set-env name=x]\\n::error::second\\n" >&2; exit 128')
  await expect(listStaged(tempFolder())).rejects.toMatchObject({
    message: 'git ls-files failed: \\u001b[31m##\\u005bset-env name=x]',
  })
})

test('a foreign owner: the hint names safe.directory', async () => {
  fakeGit(
    'printf "fatal: detected dubious ownership in repository at \'/r\'\\nTo add an exception for this directory, call:\\n\\n\\tgit config --global --add safe.directory /r\\n" >&2; exit 128',
  )
  const dir = tempFolder()
  await expect(findRepository(dir)).rejects.toMatchObject({
    hint: expect.stringContaining('git config --global --add safe.directory /r'),
  })
})

describe('finding the repository', () => {
  test('nothing around: null, from git itself', async () => {
    const dir = tempFolder()
    expect(await findRepository(dir)).toBeNull()
    expect(await locateRepository(dir)).toBeNull()
  })

  test('from the top and from below; both ways agree', async () => {
    const repo = tempRepo()
    repo.write('a/b/file', 'x\n')
    const expected = { top: repo.dir, gitDir: join(repo.dir, '.git'), commonDir: join(repo.dir, '.git') }
    for (const dir of [repo.dir, join(repo.dir, 'a/b')]) {
      expect(await findRepository(dir)).toEqual(expected)
      expect(await locateRepository(dir)).toEqual(expected)
    }
  })

  test('plain cases need no process', async () => {
    const repo = tempRepo()
    repo.write('a/b/file', 'x\n')
    fakeGit('exit 3')
    expect((await locateRepository(join(repo.dir, 'a')))?.top).toBe(repo.dir)
  })

  test('linked work trees agree', async () => {
    const repo = tempRepo()
    repo.commit()
    const tree = join(tempFolder(), 'tree')
    repo.git('worktree', 'add', '--quiet', '--detach', tree)
    expect(await locateRepository(tree)).toEqual(await findRepository(tree))
  })

  test.each([
    [
      'core.worktree moves the work tree',
      (repo: TempRepo) => repo.git('config', 'core.worktree', tempFolder()),
    ],
    ['core.bare', (repo: TempRepo) => repo.git('config', 'core.bare', 'true')],
    ['a broken .git', (repo: TempRepo) => repo.remove('.git/HEAD')],
    ['core.bare without a value', (repo: TempRepo) => repo.write('.git/config', '[core]\n\tbare\n')],
    [
      'a .git file that leads nowhere',
      (repo: TempRepo) => {
        repo.remove('.git')
        repo.write('.git', 'gitdir: /nowhere/at/all\n')
      },
    ],
  ])('%s: git is asked, and both agree', async (_, change) => {
    const repo = tempRepo()
    change(repo)
    const settle = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => String(error))
    expect(await settle(locateRepository(repo.dir))).toEqual(await settle(findRepository(repo.dir)))
  })

  test('settings that cannot be read are an error at the latest when files are listed', async () => {
    const repo = tempRepo()
    repo.write('.git/config', '[broken\n')
    const open = async (): Promise<unknown> =>
      openWorkTree({ root: repo.dir, repository: await locateRepository(repo.dir) })
    await expect(open()).rejects.toMatchObject({ message: expect.stringContaining('bad config line') })
  })

  test('a .git file that leads nowhere is an error, not "no repository"', async () => {
    const dir = tempFolder()
    writeFileSync(join(dir, '.git'), 'gitdir: /nowhere/at/all\n')
    await expect(locateRepository(dir)).rejects.toBeInstanceOf(UserError)
  })

  test('a bare repository, and git’s own directory, are errors', async () => {
    const bare = tempRepo('--bare')
    const repo = tempRepo()
    for (const dir of [
      bare.dir,
      join(bare.dir, 'objects'),
      join(repo.dir, '.git'),
      join(repo.dir, '.git/hooks'),
    ]) {
      const error: unknown = await locateRepository(dir).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(UserError)
      expect(error).toMatchObject({ hint: expect.stringContaining('work tree') })
    }
  })
})

describe('stray variables', () => {
  test('do not lead to another repository or index', async () => {
    const repo = tempRepo()
    repo.write('file', 'x\n')
    const oid = repo.commit()
    const other = tempRepo()
    other.write('other', 'x\n')
    other.commit()
    setVariable('GIT_DIR', join(other.dir, '.git'))
    setVariable('GIT_WORK_TREE', other.dir)
    setVariable('GIT_INDEX_FILE', join(other.dir, 'no-such-index'))
    setVariable('GIT_OBJECT_DIRECTORY', join(other.dir, 'none'))
    setVariable('GIT_CONFIG_COUNT', '1')
    setVariable('GIT_CONFIG_KEY_0', 'core.worktree')
    setVariable('GIT_CONFIG_VALUE_0', other.dir)
    setVariable('GIT_EXTERNAL_DIFF', 'false')
    setVariable('EDITOR', 'false')
    setVariable('SSH_ASKPASS', 'false')
    const repository = await findRepository(repo.dir)
    expect(repository?.top).toBe(repo.dir)
    const snapshots = [
      await openWorkTree({ root: repo.dir, repository }),
      await openStaged(repo.dir),
      await openCommit(repo.dir, await resolveRevision(repo.dir, 'HEAD')),
    ]
    expect(snapshots.map(({ files }) => [...files.keys()])).toEqual([['file'], ['file'], ['file']])
    expect(await mergeBase(repo.dir, oid, oid)).toBe(oid)
  })
})

describe('hostile settings of a repository', () => {
  test('start no program while memkeep looks', async () => {
    const repo = tempRepo()
    repo.write('file', 'text\n')
    repo.write('.gitattributes', '* filter=evil diff=evil merge=evil\n')
    const oid = repo.commit()
    const canary = join(repo.dir, '.git', 'canary')
    const run = `touch ${canary}; cat`
    for (const key of [
      'core.fsmonitor',
      'core.pager',
      'core.editor',
      'core.sshCommand',
      'diff.external',
      'diff.evil.command',
      'diff.evil.textconv',
      'filter.evil.clean',
      'filter.evil.smudge',
      'filter.evil.process',
      'alias.ls-files',
      'alias.cat-file',
    ]) {
      repo.git('config', key, key.startsWith('alias.') ? `!${run}` : run)
    }
    repo.git('config', 'filter.evil.required', 'true')
    repo.write('.git/hooks/post-index-change', `#!/bin/sh\n${run}\n`)
    repo.write('file', 'changed\n')
    const repository = await locateRepository(repo.dir)
    const tree = await openWorkTree({ root: repo.dir, repository })
    const staged = await openStaged(repo.dir)
    await openCommit(repo.dir, oid)
    await resolveRevision(repo.dir, 'main')
    expect(existsSync(canary)).toBe(false)
    expect((await tree.read(['file'])).get('file')).toMatchObject({ bytes: Buffer.from('changed\n') })
    expect((await staged.read(['file'])).get('file')).toMatchObject({ bytes: Buffer.from('text\n') })
    expect(existsSync(canary)).toBe(false)
  })

  test('the same settings would start programs', async () => {
    const repo = tempRepo()
    const canary = join(repo.dir, '.git', 'canary')
    repo.write('file', 'text\n')
    repo.commit()
    repo.git('config', 'core.fsmonitor', `touch ${canary}; false`)
    repo.git('ls-files', '--modified', '--others')
    expect(existsSync(canary)).toBe(true)
  })

  test('every filter is turned off, whatever its name', async () => {
    const repo = tempRepo()
    repo.git('config', 'filter.a=b.c d.clean', 'cat')
    repo.git('config', 'filter.lfs.process', 'cat')
    const variables = await withoutFilters(repo.dir)
    expect(variables.GIT_CONFIG_COUNT).toBe('8')
    expect(Object.values(variables)).toContain('filter.a=b.c d.clean')
    expect(Object.values(variables)).toContain('filter.lfs.process')
    expect((await withoutFilters(tempRepo().dir)).GIT_CONFIG_COUNT).toBe('0')
  })
})

describe('revisions', () => {
  function twoCommits(): { repo: TempRepo; first: string; second: string } {
    const repo = tempRepo()
    repo.write('file', 'one\n')
    const first = repo.commit('one')
    repo.write('file', 'two\n')
    return { repo, first, second: repo.commit('two') }
  }

  test('names become object ids', async () => {
    const { repo, first, second } = twoCommits()
    repo.git('tag', '--annotate', '--message', 'x', 'v1', first)
    expect(await resolveRevision(repo.dir, 'main')).toBe(second)
    expect(await resolveRevision(repo.dir, 'HEAD~1')).toBe(first)
    expect(await resolveRevision(repo.dir, 'v1')).toBe(first)
    expect(await resolveRevision(repo.dir, first.slice(0, 10))).toBe(first)
    expect(await mergeBase(repo.dir, first, second)).toBe(first)
  })

  const ATTACKS = [
    '',
    '-',
    '--output=canary',
    '-Otouch canary',
    '--upload-pack=touch canary',
    '--exec=touch canary',
    '-c core.fsmonitor=touch canary',
    'ext::sh -c touch% canary',
    ':(exclude)*',
    ':!file',
    'HEAD:file',
    'HEAD^{tree}',
    '^HEAD',
    'HEAD..HEAD',
    'HEAD...HEAD',
    'HEAD -- file',
    'HEAD\nHEAD',
    'HEAD\0--help',
    'HEAD@{99999}',
    'HEAD@{upstream}',
    '@{-1}',
    ':/nothing like it',
    '; touch canary',
    '$(touch canary)',
    '`touch canary`',
    '| touch canary',
    '../canary',
    '/etc/passwd',
    '0'.repeat(40),
    'f'.repeat(40),
    'f'.repeat(64),
    'no-such-branch',
    '\u202e',
  ]

  test.each(rowsOf(ATTACKS, 3))('%j is no commit, and starts nothing', async (revision) => {
    const { repo } = twoCommits()
    await expect(resolveRevision(repo.dir, revision)).rejects.toBeInstanceOf(UserError)
    expect(existsSync(join(repo.dir, 'canary'))).toBe(false)
  })

  test('only full object ids are listed or compared', async () => {
    const { repo, first } = twoCommits()
    for (const bad of ['main', '--output=canary', '', first.slice(1)]) {
      await expect(listTree(repo.dir, bad)).rejects.toBeInstanceOf(UserError)
      await expect(mergeBase(repo.dir, bad, first)).rejects.toBeInstanceOf(UserError)
      await expect(mergeBase(repo.dir, first, bad)).rejects.toBeInstanceOf(UserError)
    }
  })

  test('in a shallow clone the hint says to fetch more', async () => {
    const { repo, first, second } = twoCommits()
    const clone = join(tempFolder(), 'clone')
    repo.git('clone', '--quiet', '--depth=1', `file://${repo.dir}`, clone)
    const more = { hint: expect.stringContaining('fetch-depth: 0') }
    await expect(resolveRevision(clone, first)).rejects.toMatchObject(more)
    await expect(resolveRevision(clone, 'HEAD~1')).rejects.toMatchObject(more)
    expect(await resolveRevision(clone, 'HEAD')).toBe(second)
  })

  test('no common history is an error', async () => {
    const { repo, second } = twoCommits()
    repo.git('checkout', '--quiet', '--orphan', 'apart')
    const apart = repo.commit('apart')
    await expect(mergeBase(repo.dir, apart, second)).rejects.toMatchObject({
      message: expect.stringContaining('no common history'),
      hint: expect.stringContaining('fetch-depth: 0'),
    })
  })

  test('a HEAD that leads nowhere is an error, not a repository without commits', async () => {
    for (const value of ['garbage\n', '', `${OID}\n`]) {
      const { repo } = twoCommits()
      repo.write('.git/refs/heads/main', value)
      await expect(listHead(repo.dir)).rejects.toBeInstanceOf(UserError)
    }
  })
})

describe('reading blobs', () => {
  test('every id gets its answer', async () => {
    const repo = tempRepo()
    repo.write('text', 'text\n')
    repo.write('empty', '')
    repo.write('binary', Buffer.from([0, 10, 0, 10, 255]))
    repo.commit()
    const [text, empty, binary] = ['text', 'empty', 'binary'].map((name) =>
      repo.git('rev-parse', `HEAD:${name}`),
    )
    const tree = repo.git('rev-parse', 'HEAD^{tree}')
    const ids = [text, empty, text, binary, tree, OID, 'HEAD:text', ''].map(String)
    const blobs = await readBlobs(repo.dir, ids)
    expect(blobs.size).toBe(7)
    expect(blobs.get(String(text))).toEqual({ bytes: Buffer.from('text\n') })
    expect(blobs.get(String(empty))).toEqual({ bytes: Buffer.alloc(0) })
    expect(blobs.get(String(binary))).toEqual({ bytes: Buffer.from([0, 10, 0, 10, 255]) })
    for (const bad of [tree, OID, 'HEAD:text', '']) expect(blobs.get(bad)).toHaveProperty('failure')
  })

  test('nothing asked for starts nothing', async () => {
    fakeGit('exit 3')
    expect((await readBlobs(tempFolder(), [])).size).toBe(0)
  })

  const MANY = runs(20_000, 4_000)

  test(`${MANY} at once`, async () => {
    const repo = tempRepo()
    const texts = [...Array(MANY).keys()].map((i) => `blob ${i}\n`.repeat(20))
    const input = texts.map((text) => `blob\ndata ${text.length}\n${text}\n`).join('')
    await runGit(repo.dir, ['fast-import', '--quiet'], { input })
    const ids = texts.map((text) => blobId(Buffer.from(text)))
    const blobs = await readBlobs(repo.dir, ids)
    expect(blobs.size).toBe(MANY)
    const wrong = ids.filter((id, i) => {
      const blob = blobs.get(id)
      return !blob || 'failure' in blob || Buffer.from(blob.bytes).toString() !== texts[i]
    })
    expect(wrong).toEqual([])
  })
})
