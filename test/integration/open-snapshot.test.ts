import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Snapshot } from '../../src/core/snapshot.ts'
import { blobId } from '../../src/fs/read-files.ts'
import { listPlaces, listWorkTree } from '../../src/git/list-work-tree.ts'
import { listStaged } from '../../src/git/read-index.ts'
import { openCommit, openHead, openStaged, openWorkTree } from '../../src/snapshot/open-snapshot.ts'
import { locateRepository, type RealSnapshot } from '../../src/snapshot/project.ts'
import {
  fakeGit,
  realGit,
  repoAt,
  setVariable,
  type TempRepo,
  tempFolder,
  tempRepo,
} from '../helpers/temp-repo.ts'

async function workTree({ dir }: Pick<TempRepo, 'dir'>): Promise<RealSnapshot> {
  return openWorkTree({ root: dir, repository: await locateRepository(dir) })
}

function listed(snapshot: Snapshot): string[] {
  return [...snapshot.files.keys()]
}

async function textOf(snapshot: Snapshot, path: string): Promise<string> {
  const content = (await snapshot.read([path])).get(path)
  if (!content) return 'no answer'
  return 'failure' in content ? `failure: ${content.failure}` : Buffer.from(content.bytes).toString('utf8')
}

async function idOf(snapshot: Snapshot, path: string): Promise<string | null> {
  const content = (await snapshot.read([path])).get(path)
  return content && 'id' in content ? content.id : null
}

function conflict(repo: TempRepo): void {
  repo.write('both', 'base\n')
  repo.commit()
  repo.git('checkout', '--quiet', '-b', 'side')
  repo.write('both', 'side\n')
  repo.commit()
  repo.git('checkout', '--quiet', 'main')
  repo.write('both', 'main\n')
  repo.commit()
  expect(() => repo.git('merge', '--quiet', 'side')).toThrow()
}

describe('the work tree', () => {
  test('holds what is tracked or untracked, without what is deleted or ignored', async () => {
    const repo = tempRepo()
    for (const name of ['clean', 'modified', 'deleted', 'd/deep']) repo.write(name, `${name}\n`)
    repo.write('.gitignore', '*.log\n')
    repo.commit()
    repo.write('modified', 'other\n')
    repo.remove('deleted')
    repo.write('untracked', 'new\n')
    repo.write('x.log', 'ignored\n')
    const snapshot = await workTree(repo)
    expect(listed(snapshot)).toEqual(['.gitignore', 'clean', 'd/deep', 'modified', 'untracked'])
    expect(snapshot.files.get('clean')?.id).toBe(repo.git('rev-parse', 'HEAD:clean'))
    expect(snapshot.files.get('modified')?.id).toBeNull()
    expect(snapshot.files.get('untracked')).toEqual({
      path: 'untracked',
      id: null,
      mode: 'file',
      untracked: true,
    })
    expect(await textOf(snapshot, 'modified')).toBe('other\n')
    expect(await textOf(snapshot, 'deleted')).toBe('failure: no such file')
  })

  test('gives the ids that git would give to the bytes it reads', async () => {
    const repo = tempRepo()
    repo.write('clean', 'clean\n')
    repo.commit()
    repo.write('new', 'new\n')
    const snapshot = await workTree(repo)
    expect(await idOf(snapshot, 'clean')).toBe(snapshot.files.get('clean')?.id)
    expect(await idOf(snapshot, 'new')).toBe(repo.git('hash-object', 'new'))
  })

  test('a stale index costs no certainty: a touched file is clean, an edit within the same second is not', async () => {
    const repo = tempRepo()
    repo.write('touched', 'same\n')
    repo.write('edited', 'aaaa\n')
    repo.commit()
    repo.write('edited', 'bbbb\n')
    repo.write('touched', 'same\n')
    const snapshot = await workTree(repo)
    expect(snapshot.files.get('edited')?.id).toBeNull()
    expect(snapshot.files.get('touched')?.id).toBe(repo.git('rev-parse', 'HEAD:touched'))
  })

  test('an intent to add is read from disk, also when the file is empty', async () => {
    const repo = tempRepo()
    repo.write('full', 'text\n')
    repo.write('empty', '')
    repo.git('add', '--intent-to-add', 'full', 'empty')
    const snapshot = await workTree(repo)
    expect(listed(snapshot)).toEqual(['empty', 'full'])
    expect([...snapshot.files.values()].map(({ id }) => id)).toEqual([null, null])
    expect(await textOf(snapshot, 'full')).toBe('text\n')
  })

  test('an unresolved path is one file without id', async () => {
    const repo = tempRepo()
    conflict(repo)
    const snapshot = await workTree(repo)
    expect(listed(snapshot)).toEqual(['both'])
    expect(snapshot.files.get('both')?.id).toBeNull()
    expect(await textOf(snapshot, 'both')).toContain('<<<<<<<')
  })

  test('an unresolved path that was deleted is not there', async () => {
    const repo = tempRepo()
    conflict(repo)
    repo.remove('both')
    expect(listed(await workTree(repo))).toEqual([])
  })

  test('a submodule is listed and never read; another repository inside is left out', async () => {
    const repo = tempRepo()
    const inner = tempRepo()
    inner.write('inside', 'x\n')
    inner.commit()
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.dir, 'sub')
    repo.commit()
    mkdirSync(join(repo.dir, 'other'))
    repoAt(join(repo.dir, 'other')).git('init', '--quiet')
    writeFileSync(join(repo.dir, 'other', 'file'), 'x')
    const snapshot = await workTree(repo)
    expect(listed(snapshot)).toEqual(['.gitmodules', 'sub'])
    expect(snapshot.files.get('sub')?.mode).toBe('submodule')
    expect(await textOf(snapshot, 'sub')).toBe('failure: it is a submodule')
    writeFileSync(join(repo.dir, 'sub', 'inside'), 'changed\n')
    expect((await workTree(repo)).files.get('sub')?.mode).toBe('submodule')
  })

  test('a submodule is a work tree of its own', async () => {
    const repo = tempRepo()
    const inner = tempRepo()
    inner.write('inside', 'x\n')
    inner.commit()
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.dir, 'sub')
    const sub = join(repo.dir, 'sub')
    expect((await locateRepository(sub))?.top).toBe(sub)
    expect(listed(await workTree({ dir: sub }))).toEqual(['inside'])
  })

  test('links give their target and are not followed', async () => {
    const repo = tempRepo()
    const outside = tempFolder()
    writeFileSync(join(outside, 'secret'), 'secret\n')
    repo.write('file', 'text\n')
    repo.link('tracked', 'file')
    repo.commit()
    repo.link('to-file', join(outside, 'secret'))
    repo.link('to-folder', outside)
    repo.link('dangling', 'nowhere')
    const snapshot = await workTree(repo)
    expect(listed(snapshot)).toEqual(['dangling', 'file', 'to-file', 'to-folder', 'tracked'])
    expect([...snapshot.files.values()].map(({ mode }) => mode)).toEqual([
      'link',
      'file',
      'link',
      'link',
      'link',
    ])
    expect(await textOf(snapshot, 'tracked')).toBe('file')
    expect(await textOf(snapshot, 'to-file')).toBe(join(outside, 'secret'))
    expect(await textOf(snapshot, 'to-folder')).toBe(outside)
    expect(await textOf(snapshot, 'to-folder/secret')).toBe('failure: no such file')
    expect(await idOf(snapshot, 'tracked')).toBe(repo.git('rev-parse', 'HEAD:tracked'))
  })

  test('files behind a folder that became a link are gone, even when git takes them for unchanged', async () => {
    const repo = tempRepo()
    repo.write('notes/same', 'same\n')
    repo.write('notes/other', 'other\n')
    repo.commit()
    renameSync(join(repo.dir, 'notes'), join(repo.dir, 'moved'))
    repo.link('notes', 'moved')
    repo.write('moved/other', 'changed\n')
    expect(listed(await workTree(repo))).toEqual(['moved/other', 'moved/same', 'notes'])
  })

  test('a file that became a folder, a folder that became a file, and a file that became a link', async () => {
    const repo = tempRepo()
    for (const name of ['file', 'folder/inside', 'text']) repo.write(name, `${name}\n`)
    repo.commit()
    repo.remove('file')
    repo.write('file/inside', 'x\n')
    repo.remove('folder')
    repo.write('folder', 'y\n')
    repo.remove('text')
    repo.link('text', 'folder')
    const snapshot = await workTree(repo)
    expect([...snapshot.files.values()].map(({ path, mode }) => `${path} ${mode}`)).toEqual([
      'file/inside file',
      'folder file',
      'text link',
    ])
  })

  test('knows executable files', async () => {
    const repo = tempRepo()
    repo.write('tracked', 'x\n')
    repo.write('untracked', 'x\n')
    repo.git('add', 'tracked')
    chmodSync(join(repo.dir, 'tracked'), 0o755)
    chmodSync(join(repo.dir, 'untracked'), 0o755)
    const snapshot = await workTree(repo)
    expect([...snapshot.files.values()].map(({ mode }) => mode)).toEqual(['executable', 'executable'])
  })

  const ODD = [
    '"quoted"',
    'tab\there',
    'line\nbreak',
    'é',
    'e\u0301',
    '-leading',
    ':(top)',
    ' space ',
    '💾',
    '\uFFFD',
  ]

  test('odd names are names like any other', async () => {
    const repo = tempRepo()
    for (const name of ODD) repo.write(`tracked/${name}`, name)
    const oid = repo.commit()
    for (const name of ODD) repo.write(`untracked/${name}`, name)
    const tracked = ODD.map((name) => `tracked/${name}`)
    const untracked = ODD.map((name) => `untracked/${name}`)
    for (const [snapshot, paths] of [
      [await workTree(repo), [...tracked, ...untracked]],
      [await openCommit(repo.dir, oid), tracked],
      [await openStaged(repo.dir), tracked],
    ] as const) {
      expect(new Set(listed(snapshot))).toEqual(new Set(paths))
      for (const path of paths) expect(await textOf(snapshot, path)).toBe(path.slice(path.indexOf('/') + 1))
    }
  })

  test('names that are not UTF-8 are named apart', async () => {
    const repo = tempRepo()
    const odd = (name: string): Buffer =>
      Buffer.concat([Buffer.from(`${repo.dir}/${name}`), Buffer.from([0xff, 0xfe])])
    writeFileSync(odd('tracked'), 'x')
    writeFileSync(odd('deleted'), 'x')
    repo.write('plain', 'x')
    const oid = repo.commit()
    renameSync(odd('deleted'), odd('untracked'))
    const snapshot = await workTree(repo)
    expect(listed(snapshot)).toEqual(['plain'])
    expect([...snapshot.oddPaths].sort()).toEqual(['tracked\uFFFD\uFFFD', 'untracked\uFFFD\uFFFD'])
    for (const stored of [await openStaged(repo.dir), await openCommit(repo.dir, oid)]) {
      expect(listed(stored)).toEqual(['plain'])
      expect([...stored.oddPaths].sort()).toEqual(['deleted\uFFFD\uFFFD', 'tracked\uFFFD\uFFFD'])
    }
  })

  test('a linked work tree has its own files and shares git’s directory', async () => {
    const repo = tempRepo()
    repo.write('file', 'main\n')
    repo.commit()
    const other = join(tempFolder(), 'tree')
    repo.git('worktree', 'add', '--quiet', '-b', 'other', other)
    writeFileSync(join(other, 'file'), 'other\n')
    const repository = await locateRepository(other)
    expect(repository?.top).toBe(other)
    expect(repository?.commonDir).toBe(join(repo.dir, '.git'))
    expect(await textOf(await workTree({ dir: other }), 'file')).toBe('other\n')
  })

  test('a SHA-256 repository', async () => {
    const repo = tempRepo('--object-format=sha256')
    repo.write('clean', 'clean\n')
    repo.write('empty', '')
    const oid = repo.commit()
    repo.write('new', 'new\n')
    repo.git('add', '--intent-to-add', 'new')
    const snapshot = await workTree(repo)
    expect(snapshot.files.get('clean')?.id).toHaveLength(64)
    expect(await idOf(snapshot, 'clean')).toBe(repo.git('rev-parse', 'HEAD:clean'))
    expect(await idOf(snapshot, 'new')).toBe(repo.git('hash-object', 'new'))
    const staged = await openStaged(repo.dir)
    expect(listed(staged)).toEqual(['clean', 'empty'])
    expect(await textOf(staged, 'clean')).toBe('clean\n')
    expect(listed(await openCommit(repo.dir, oid))).toEqual(['clean', 'empty'])
  })

  test('no commit yet', async () => {
    const repo = tempRepo()
    repo.write('staged', 'x\n')
    repo.git('add', 'staged')
    expect(listed(await workTree(repo))).toEqual(['staged'])
    expect(listed(await openStaged(repo.dir))).toEqual(['staged'])
    expect(await openHead(repo.dir)).toBeNull()
  })

  test('line-end conversion: the listing keeps its id, the bytes have their own', async () => {
    const repo = tempRepo()
    repo.git('config', 'core.autocrlf', 'true')
    repo.write('file', 'one\r\ntwo\r\n')
    repo.commit()
    const snapshot = await workTree(repo)
    expect(snapshot.files.get('file')?.id).toBe(blobId(Buffer.from('one\ntwo\n')))
    expect(await idOf(snapshot, 'file')).toBe(blobId(Buffer.from('one\r\ntwo\r\n')))
    expect(await textOf(snapshot, 'file')).toBe('one\r\ntwo\r\n')
    expect(await textOf(await openStaged(repo.dir), 'file')).toBe('one\ntwo\n')
  })

  test.each([
    ['.gitattributes', '*.md filter=lfs diff=lfs\n'],
    ['sub/.gitattributes', '*.md text working-tree-encoding=UTF-16\n'],
    ['.git/info/attributes', '# a comment\n*.md ident\n'],
  ])('conversion by %s: no id of its files is trusted', async (path, attributes) => {
    const repo = tempRepo()
    repo.write('a.md', 'text\n')
    repo.write('b.txt', 'text\n')
    repo.commit()
    expect((await workTree(repo)).files.get('a.md')?.id).not.toBeNull()
    repo.write(path, attributes)
    const { files } = await workTree(repo)
    expect(files.get('a.md')?.id).toBeNull()
    expect(files.get('b.txt')?.id).not.toBeNull()
    repo.write(path, '# *.md filter=lfs\n*.md text eol=lf -filter identity=x\n')
    expect((await workTree(repo)).files.get('a.md')?.id).not.toBeNull()
  })

  test('conversion by the user’s own attributes', async () => {
    const repo = tempRepo()
    repo.write('a.md', 'text\n')
    repo.commit()
    const home = tempFolder()
    writeFileSync(join(home, 'attributes'), '*.md filter=lfs\n')
    writeFileSync(join(home, 'config'), `[core]\n\tattributesFile = ${join(home, 'attributes')}\n`)
    setVariable('GIT_CONFIG_GLOBAL', join(home, 'config'))
    expect((await workTree(repo)).files.get('a.md')?.id).toBeNull()
  })

  test('files left out of the work tree come from git; when they are there, from disk', async () => {
    const repo = tempRepo()
    repo.write('absent', 'absent\n')
    repo.write('present', 'staged\n')
    repo.commit()
    repo.git('update-index', '--skip-worktree', 'absent', 'present')
    repo.remove('absent')
    repo.write('present', 'local\n')
    const snapshot = await workTree(repo)
    expect(listed(snapshot)).toEqual(['absent', 'present'])
    expect(snapshot.files.get('absent')?.id).toBe(repo.git('rev-parse', 'HEAD:absent'))
    expect(await textOf(snapshot, 'absent')).toBe('absent\n')
    expect(snapshot.files.get('present')?.id).toBeNull()
    expect(await textOf(snapshot, 'present')).toBe('local\n')
  })

  test('a sparse checkout holds everything', async () => {
    const repo = tempRepo()
    repo.write('in/file', 'in\n')
    repo.write('out/file', 'out\n')
    repo.commit()
    repo.git('sparse-checkout', 'set', '--cone', '--sparse-index', 'in')
    expect(existsSync(join(repo.dir, 'out'))).toBe(false)
    const snapshot = await workTree(repo)
    expect(listed(snapshot)).toEqual(['in/file', 'out/file'])
    expect(await textOf(snapshot, 'out/file')).toBe('out\n')
  })

  test('files that git has to assume unchanged are looked at', async () => {
    const repo = tempRepo()
    repo.write('edited', 'a\n')
    repo.write('gone', 'b\n')
    repo.commit()
    repo.git('update-index', '--assume-unchanged', 'edited', 'gone')
    repo.write('edited', 'changed\n')
    repo.remove('gone')
    const snapshot = await workTree(repo)
    expect(listed(snapshot)).toEqual(['edited'])
    expect(snapshot.files.get('edited')?.id).toBeNull()
    expect(await textOf(snapshot, 'edited')).toBe('changed\n')
  })

  test('a file over the limit is not read, whatever it is read from', async () => {
    const repo = tempRepo()
    repo.write('large', Buffer.alloc(4 * 1024 * 1024 + 1, 97))
    repo.write('limit', Buffer.alloc(4 * 1024 * 1024, 97))
    const oid = repo.commit()
    for (const snapshot of [await workTree(repo), await openCommit(repo.dir, oid)]) {
      expect(await textOf(snapshot, 'large')).toMatch(/^failure: it is too large/)
      expect((await textOf(snapshot, 'limit')).length).toBe(4 * 1024 * 1024)
    }
  })
})

describe('git processes', () => {
  /** Counts what is started, and lets git do its work. */
  function countedGit(): () => string[] {
    const log = join(tempFolder(), 'log')
    writeFileSync(log, '')
    fakeGit(`echo "$*" >> '${log}'; exec '${realGit()}' "$@"`)
    return () => readFileSync(log, 'utf8').split('\n').slice(0, -1)
  }

  test('places say of what lies there what the whole work tree says', async () => {
    const repo = tempRepo()
    for (const n of [1, 2, 3, 4, 5]) repo.write(`a/file-${n}`, `text ${n}\n`)
    repo.write('.gitignore', 'ignored\n')
    repo.commit()
    repo.write('a/file-1', 'changed\n')
    rmSync(join(repo.dir, 'a/file-2'))
    repo.git('update-index', '--assume-unchanged', 'a/file-3')
    repo.git('update-index', '--skip-worktree', 'a/file-4')
    for (const path of ['a/new', 'a/below/new', 'a/ignored']) repo.write(path, 'new\n')
    const whole = await listWorkTree(repo.dir)
    const below = await listPlaces(repo.dir, { folders: ['a'], files: [] })
    const entries = whole.entries.filter(({ path }) => path.startsWith('a/'))
    expect(entries.map(({ path, state }) => [path, state])).toContainEqual(['a/below/new', 'untracked'])
    expect(new Set(below.entries)).toEqual(new Set(entries))
    expect(below.deleted).toEqual(whole.deleted)
    expect(below.hidesChanges).toBe(true)
  })

  test('a whole check of the work tree takes two, of the staged files too', async () => {
    const repo = tempRepo()
    for (const n of [1, 2, 3]) repo.write(`file-${n}`, `text ${n}\n`)
    repo.git('add', '--all')
    const started = countedGit()
    const tree = await workTree(repo)
    await tree.read(listed(tree))
    expect(started()).toHaveLength(2)
    const staged = await openStaged(repo.dir)
    await staged.read(listed(staged))
    expect(started()).toHaveLength(4)
  })
})

describe('a plain folder', () => {
  test('is walked without links, git directories and packages', async () => {
    const dir = tempFolder()
    const folder = repoAt(dir)
    for (const path of ['b/file', 'a', 'node_modules/x/index.js', 'c/.git/config'])
      folder.write(path, `${path}\n`)
    folder.link('loop', '.')
    const snapshot = await openWorkTree({ root: dir, repository: null })
    expect(listed(snapshot)).toEqual(['a', 'b/file', 'loop'])
    expect(await textOf(snapshot, 'b/file')).toBe('b/file\n')
    expect(await textOf(snapshot, 'loop')).toBe('.')
    expect(await idOf(snapshot, 'a')).toBe(blobId(Buffer.from('a\n')))
  })

  test('names that are not UTF-8 are named apart', async () => {
    const dir = tempFolder()
    writeFileSync(Buffer.concat([Buffer.from(`${dir}/x`), Buffer.from([0xff])]), 'x')
    const snapshot = await openWorkTree({ root: dir, repository: null })
    expect(listed(snapshot)).toEqual([])
    expect(snapshot.oddPaths).toEqual(['x\uFFFD'])
  })
})

describe('the staged files', () => {
  test('are what would be committed, not what is on disk', async () => {
    const repo = tempRepo()
    repo.write('file', 'committed\n')
    repo.write('gone', 'x\n')
    repo.commit()
    repo.write('file', 'staged\n')
    repo.git('rm', '--quiet', '--cached', 'gone')
    repo.git('add', 'file')
    repo.write('file', 'later\n')
    const snapshot = await openStaged(repo.dir)
    expect(listed(snapshot)).toEqual(['file'])
    expect(await textOf(snapshot, 'file')).toBe('staged\n')
    expect(await textOf(snapshot, 'gone')).toBe('failure: no such file')
  })

  test('an intent to add is no content, an empty file is', async () => {
    const repo = tempRepo()
    repo.write('intended', 'text\n')
    repo.write('empty', '')
    repo.git('add', 'empty')
    repo.git('add', '--intent-to-add', 'intended')
    expect(listed(await openStaged(repo.dir))).toEqual(['empty'])
    repo.commit()
    repo.write('later', 'text\n')
    repo.git('add', '--intent-to-add', 'later')
    expect(listed(await openStaged(repo.dir))).toEqual(['empty', 'intended'])
  })

  test('links and modes are as staged', async () => {
    const repo = tempRepo()
    repo.write('tool', 'x\n')
    chmodSync(join(repo.dir, 'tool'), 0o755)
    repo.link('link', 'tool')
    repo.git('add', '--all')
    const snapshot = await openStaged(repo.dir)
    expect([...snapshot.files.values()].map(({ mode }) => mode)).toEqual(['link', 'executable'])
    expect(await textOf(snapshot, 'link')).toBe('tool')
  })

  test('in a hook they come from the index that is committed, elsewhere from the repository’s own', async () => {
    const repo = tempRepo()
    repo.write('own', 'x\n')
    repo.git('add', 'own')
    repo.write('other', 'x\n')
    setVariable('GIT_INDEX_FILE', join(repo.dir, '.git', 'next-index-1.lock'))
    repo.git('add', 'other')
    expect(listed(await openStaged(repo.dir, { hook: true }))).toEqual(['other'])
    expect(listed(await openStaged(repo.dir))).toEqual(['own'])
  })
})

describe('a merge that is not resolved', () => {
  test('is named, and is not a snapshot of what would be committed', async () => {
    const repo = tempRepo()
    conflict(repo)
    expect((await listStaged(repo.dir)).unmerged).toEqual(['both'])
    await expect(openStaged(repo.dir)).rejects.toThrow('both has an unresolved merge conflict')
  })
})

describe('a commit', () => {
  test('holds its own files', async () => {
    const repo = tempRepo()
    repo.write('file', 'one\n')
    const first = repo.commit()
    repo.write('file', 'two\n')
    repo.commit()
    const snapshot = await openCommit(repo.dir, first)
    expect(snapshot.label).toBe(`commit ${first.slice(0, 12)}`)
    expect(await textOf(snapshot, 'file')).toBe('one\n')
    const head = await openHead(repo.dir)
    expect(head && (await textOf(head, 'file'))).toBe('two\n')
  })

  test('replaced objects are seen as they are', async () => {
    const repo = tempRepo()
    repo.write('file', 'true\n')
    const oid = repo.commit()
    repo.write('other', 'false\n')
    repo.git('replace', repo.git('rev-parse', 'HEAD:file'), repo.git('hash-object', '-w', 'other'))
    expect(await textOf(await openCommit(repo.dir, oid), 'file')).toBe('true\n')
  })

  test('an object that git has lost is a failure, not an empty file', async () => {
    const repo = tempRepo()
    repo.write('file', 'text\n')
    const oid = repo.commit()
    const id = repo.git('rev-parse', 'HEAD:file')
    repo.remove(`.git/objects/${id.slice(0, 2)}/${id.slice(2)}`)
    expect(await textOf(await openCommit(repo.dir, oid), 'file')).toMatch(/^failure: git does not have/)
  })
})
