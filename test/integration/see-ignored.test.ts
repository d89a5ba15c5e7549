import { chmodSync, chownSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Layout } from '../../src/core/layout.ts'
import { UserError } from '../../src/core/messages.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import type { FileContent } from '../../src/core/snapshot.ts'
import { runCheck } from '../../src/engine/check.ts'
import type { CheckOptions } from '../../src/engine/check-request.ts'
import { addIgnoredMemory } from '../../src/engine/work-tree.ts'
import { blobId } from '../../src/fs/read-files.ts'
import { layouts as all } from '../../src/layouts/index.ts'
import { openWorkTree } from '../../src/snapshot/open-snapshot.ts'
import { assertReadable, locateRepository, type OpenSnapshot } from '../../src/snapshot/project.ts'
import { type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

/** Layouts whose ignored directories are the given ones. */
function layoutsAt(...roots: readonly string[]): readonly Layout[] {
  const [first] = all
  if (!first) throw new Error('no layout')
  return roots.map((path) => ({ ...first, roots: () => [{ path, git: 'ignored' as const }] }))
}

const DEFAULT_ROOTS = ['m']

async function seen({ dir }: Pick<TempRepo, 'dir'>, roots = DEFAULT_ROOTS): Promise<OpenSnapshot> {
  const tree = await openWorkTree({ root: dir, repository: await locateRepository(dir) })
  return addIgnoredMemory(tree, { root: dir, layouts: layoutsAt(...roots), settings: DEFAULT_SETTINGS })
}

/** Every file below `m`, with a mark for what git does with it, and its mode where it is no plain file. */
function listed({ files }: OpenSnapshot, below = 'm'): string[] {
  return [...files.values()]
    .filter(({ path }) => path === below || path.startsWith(`${below}/`))
    .map(({ path, ignored, untracked, mode }) => {
      const standing = ignored ? 'ignored' : untracked ? 'untracked' : 'tracked'
      return `${standing} ${path}${mode === 'file' ? '' : ` ${mode}`}`
    })
}

async function read(snapshot: OpenSnapshot, path: string): Promise<string> {
  return shown((await snapshot.read([path])).get(path))
}

function shown(content: FileContent | undefined): string {
  if (!content) return 'nothing'
  return 'bytes' in content ? Buffer.from(content.bytes).toString() : `failure: ${content.failure}`
}

/** A repository that ignores `m`. */
function ignoring(): TempRepo {
  const repo = tempRepo()
  repo.write('.gitignore', '/m\n')
  return repo
}

describe('files that git ignores', () => {
  test('are listed in order with the others, marked, and read', async () => {
    const repo = ignoring()
    repo.write('a.txt', 'a')
    repo.write('z.txt', 'z')
    repo.write('m/b.json', 'b')
    repo.write('m/deep/er/c.json', 'c')
    repo.write('other/d.json', 'd')
    const snapshot = await seen(repo)
    expect(listed(snapshot)).toEqual(['ignored m/b.json', 'ignored m/deep/er/c.json'])
    expect([...snapshot.files.keys()]).toEqual([
      '.gitignore',
      'a.txt',
      'm/b.json',
      'm/deep/er/c.json',
      'other/d.json',
      'z.txt',
    ])
    const contents = await snapshot.read(['m/deep/er/c.json', 'z.txt', 'm/b.json', 'm/none', 'none'])
    expect([...contents].map(([path, content]) => `${path} ${shown(content)}`).sort()).toEqual([
      'm/b.json b',
      'm/deep/er/c.json c',
      'm/none failure: no such file',
      'none failure: no such file',
      'z.txt z',
    ])
    const content = contents.get('m/b.json')
    expect(content && 'id' in content ? content.id : null).toBe(blobId(Buffer.from('b'), 'sha1'))
  })

  test('are separated from those that are tracked, staged or not ignored', async () => {
    const repo = tempRepo()
    repo.write('.gitignore', 'm/*.json\n')
    for (const name of ['ignored.json', 'staged.json', 'changed.json', 'gone.json', 'new.md'])
      repo.write(`m/${name}`, name)
    repo.git('add', '--force', 'm/staged.json', 'm/changed.json', 'm/gone.json')
    repo.write('m/changed.json', 'other')
    repo.remove('m/gone.json')
    expect(listed(await seen(repo))).toEqual([
      'tracked m/changed.json',
      'ignored m/ignored.json',
      'untracked m/new.md',
      'tracked m/staged.json',
    ])
  })

  test('are those of all roots, once where one lies in the other or is named twice', async () => {
    const repo = tempRepo()
    repo.write('.gitignore', '*\n')
    repo.write('m/in/a.json', 'a')
    repo.write('n/b.json', 'b')
    repo.write('k/c.json', 'c')
    const snapshot = await seen(repo, ['m', 'm/in', 'n', 'm', 'missing', 'missing/too'])
    expect([...snapshot.files.keys()]).toEqual(['m/in/a.json', 'n/b.json'])
    expect(await read(snapshot, 'm/in/a.json')).toBe('a')
  })

  test('are none where there is nothing, or a file: then the work tree is as it was', async () => {
    const repo = ignoring()
    const { dir } = repo
    const tree = await openWorkTree({ root: dir, repository: await locateRepository(dir) })
    const see = (root: string): OpenSnapshot =>
      addIgnoredMemory(tree, { root: dir, layouts: layoutsAt(root), settings: DEFAULT_SETTINGS })
    expect(see('m')).toBe(tree)
    repo.write('m', 'a file')
    expect([see('m'), see('m/below')]).toEqual([tree, tree])
    repo.remove('m')
    mkdirSync(join(dir, 'm/empty'), { recursive: true })
    expect(see('m')).toBe(tree)
  })

  test('in a folder without git are as they were: everything is', async () => {
    const dir = tempFolder()
    mkdirSync(join(dir, 'm'))
    writeFileSync(join(dir, 'm/a.json'), 'a')
    const snapshot = await seen({ dir })
    expect(listed(snapshot)).toEqual(['ignored m/a.json'])
    expect(await read(snapshot, 'm/a.json')).toBe('a')
  })

  test('are still there next to files that only git has, in a sparse work tree', async () => {
    const repo = tempRepo()
    repo.write('kept/a.txt', 'a')
    repo.write('sparse/b.txt', 'b')
    repo.commit()
    repo.git('sparse-checkout', 'set', '--cone', 'kept')
    repo.write('.git/info/exclude', '/m\n')
    repo.write('m/a.json', 'm')
    const snapshot = await seen(repo)
    expect([await read(snapshot, 'm/a.json'), await read(snapshot, 'sparse/b.txt')]).toEqual(['m', 'b'])
  })
})

describe('links', () => {
  test('in place of the root or of a directory above it are listed themselves, and not followed', async () => {
    const elsewhere = tempFolder()
    mkdirSync(join(elsewhere, 'm'))
    writeFileSync(join(elsewhere, 'm/secret.json'), 'x')
    writeFileSync(join(elsewhere, 'secret.json'), 'x')
    const repo = tempRepo()
    repo.write('.gitignore', '*\n')
    repo.link('m', elsewhere)
    const direct = await seen(repo)
    expect(listed(direct)).toEqual(['ignored m link'])
    expect(await read(direct, 'm')).toBe(elsewhere)
    expect(await read(direct, 'm/secret.json')).toBe('failure: no such file')
    repo.remove('m')
    repo.link('up', elsewhere)
    const above = await seen(repo, ['up/m'])
    expect(listed(above, 'up')).toEqual(['ignored up link'])
  })

  test('that git knows of are not listed twice', async () => {
    const repo = tempRepo()
    repo.link('m', 'nowhere')
    expect(listed(await seen(repo))).toEqual(['untracked m link'])
    repo.commit()
    expect(listed(await seen(repo))).toEqual(['tracked m link'])
  })

  test('below the root are links: to files, to directories, to nothing, in circles', async () => {
    const repo = ignoring()
    repo.write('m/a.json', 'a')
    repo.write('src/app.ts', 'x')
    repo.link('m/file', 'a.json')
    repo.link('m/folder', '../src')
    repo.link('m/broken', 'gone')
    repo.link('m/circle', '.')
    const snapshot = await seen(repo)
    expect(listed(snapshot)).toEqual([
      'ignored m/a.json',
      'ignored m/broken link',
      'ignored m/circle link',
      'ignored m/file link',
      'ignored m/folder link',
    ])
    expect(await read(snapshot, 'm/folder')).toBe('../src')
  })

  test('that take a directory’s place after it was listed lead nowhere', async () => {
    const elsewhere = tempFolder()
    writeFileSync(join(elsewhere, 'a.json'), 'secret')
    const repo = ignoring()
    repo.write('m/d/a.json', 'a')
    const snapshot = await seen(repo)
    repo.remove('m/d')
    symlinkSync(elsewhere, join(repo.dir, 'm/d'))
    expect(await read(snapshot, 'm/d/a.json')).toMatch(/^failure: .*symlink/)
  })
})

describe('what is not to be had', () => {
  test('a file that vanishes, or becomes a directory, after it was listed is a failure, not empty', async () => {
    const repo = ignoring()
    repo.write('m/a.json', 'a')
    repo.write('m/b.json', 'b')
    const snapshot = await seen(repo)
    repo.remove('m/a.json')
    repo.remove('m/b.json')
    mkdirSync(join(repo.dir, 'm/b.json'))
    expect(await read(snapshot, 'm/a.json')).toBe('failure: no such file')
    expect(await read(snapshot, 'm/b.json')).toBe('failure: it is a directory')
  })

  test.skipIf(process.platform === 'win32')('a socket is no file, and nothing waits for it', async () => {
    const repo = ignoring()
    mkdirSync(join(repo.dir, 'm'))
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(join(repo.dir, 'm/socket.json'), resolve))
    onTestFinished(() => {
      server.close()
    })
    expect(listed(await seen(repo))).toEqual([])
  })

  test.skipIf(process.platform === 'win32')('names that are not UTF-8 are reported', async () => {
    const repo = ignoring()
    repo.write('m/a.json', 'a')
    mkdirSync(join(repo.dir, 'm/d'))
    writeFileSync(Buffer.concat([Buffer.from(join(repo.dir, 'm/d/')), Buffer.from([0xff, 0x2e])]), 'x')
    const snapshot = await seen(repo)
    expect(snapshot.oddPaths).toEqual(['m/d/\ufffd.'])
    repo.write('.gitignore', '')
    expect((await seen(repo)).oddPaths).toEqual(['m/d/\ufffd.'])
    rmSync(join(repo.dir, 'm/a.json'))
    repo.write('.gitignore', '/m\n')
    expect((await seen(repo)).oddPaths).toEqual(['m/d/\ufffd.'])
  })

  test('git’s own directories and installed packages inside are not looked into', async () => {
    const repo = ignoring()
    for (const path of [
      '.git/config',
      'node_modules/x/a.json',
      'd/.GIT/b.json',
      'd/Node_Modules/c.json',
      'd/ok.json',
    ])
      repo.write(`m/${path}`, 'x')
    expect(listed(await seen(repo))).toEqual(['ignored m/d/ok.json'])
  })

  test('odd names are only names', async () => {
    const repo = ignoring()
    const names = [
      '"q"',
      'tab\there',
      'line\nbreak',
      'é',
      'e\u0301',
      '-n',
      ':(top)',
      '日本 語',
      '$(x)',
      '*',
      '.hidden',
      '#a',
    ]
    for (const name of names) repo.write(`m/${name}`, name)
    const snapshot = await seen(repo)
    expect([...snapshot.files.keys()].filter((path) => path.startsWith('m/'))).toEqual(
      names.map((name) => `m/${name}`).sort(),
    )
    for (const name of names) expect(await read(snapshot, `m/${name}`)).toBe(name)
  })
})

describe.skipIf(process.platform === 'win32')('a directory that may not be read is not an empty one', () => {
  /** Runs something as a user whom modes concern: the superuser may read everything. */
  function unprivileged<T>(run: () => T): T {
    const isSuperuser = process.getuid?.() === 0
    if (isSuperuser) process.seteuid?.(STRANGER)
    try {
      return run()
    } finally {
      if (isSuperuser) process.seteuid?.(0)
    }
  }

  const STRANGER = 65_534

  /** A folder with `m/d/a.json`, in which one directory has another mode. */
  function lockedFolder(locked: string, mode: number): string {
    const dir = tempFolder()
    chmodSync(dir, 0o755)
    mkdirSync(join(dir, 'm/d'), { recursive: true })
    writeFileSync(join(dir, 'm/d/a.json'), 'a')
    const isSuperuser = process.getuid?.() === 0
    if (isSuperuser) for (const path of ['m', 'm/d']) chownSync(join(dir, path), STRANGER, STRANGER)
    chmodSync(join(dir, locked), mode)
    onTestFinished(() => chmodSync(join(dir, locked), 0o755))
    return dir
  }

  const empty: OpenSnapshot = { label: 'work tree', files: new Map(), read: async () => new Map() }

  test.each([
    ['m', 0o000, 'm', /m cannot be listed \(EACCES\)/],
    ['m/d', 0o000, 'm', /m\/d cannot be listed \(EACCES\)/],
    ['m/d', 0o444, 'm', /m\/d cannot be listed \(EACCES\)/],
    ['m', 0o000, 'm/d', /m\/d cannot be looked at \(EACCES\)/],
  ])('%s with mode %o, asked for %s', (locked, mode, root, message) => {
    const dir = lockedFolder(locked, mode)
    const see = (): OpenSnapshot =>
      addIgnoredMemory(empty, { root: dir, layouts: layoutsAt(root), settings: DEFAULT_SETTINGS })
    expect(() => unprivileged(see)).toThrow(UserError)
    expect(() => unprivileged(see)).toThrow(message)
  })

  test('one that may be read is', () => {
    const dir = lockedFolder('m', 0o755)
    const see = (): OpenSnapshot =>
      addIgnoredMemory(empty, { root: dir, layouts: layoutsAt('m'), settings: DEFAULT_SETTINGS })
    expect(listed(unprivileged(see))).toEqual(['ignored m/d/a.json'])
  })

  test('what git could not open is still known of', async () => {
    const unseen = ['m/d']
    const tree: OpenSnapshot = { ...empty, unseen }
    const dir = lockedFolder('m', 0o755)
    const layouts = layoutsAt('m')
    const snapshot = addIgnoredMemory(tree, { root: dir, layouts, settings: DEFAULT_SETTINGS })
    expect(() => assertReadable(snapshot, layouts, DEFAULT_SETTINGS)).toThrow(
      'the directory m/d cannot be read',
    )
  })
})

describe('a whole check', () => {
  const ROOT = '.agent-memory'

  async function places(
    { dir }: Pick<TempRepo, 'dir'>,
    options: Partial<CheckOptions> = {},
  ): Promise<string[]> {
    const source = { kind: 'work-tree' } as const
    const base = { cwd: dir, paths: [], source, fix: false, cache: true, today: '2026-06-01', skip: [] }
    const { report } = await runCheck({ ...base, ...options })
    return report.diagnostics.map(({ path, rule }) => `${path} ${rule}`)
  }

  test.skipIf(process.platform === 'win32')(
    'reports names and links in an ignored root, twice the same',
    async () => {
      const repo = tempRepo()
      repo.write('.gitignore', `${ROOT}\n`)
      repo.write(`${ROOT}/working/README.md`, 'x')
      writeFileSync(
        Buffer.concat([Buffer.from(join(repo.dir, `${ROOT}/working/`)), Buffer.from([0xff])]),
        'x',
      )
      for (const _ of [1, 2]) expect(await places(repo)).toEqual([`${ROOT}/working/\ufffd unreadable`])
      repo.remove(ROOT)
      repo.link(ROOT, tempFolder())
      for (const _ of [1, 2]) expect(await places(repo)).toEqual([`${ROOT} unreadable`])
    },
  )

  test('in a repository with SHA-256 ids', async () => {
    const repo = tempRepo('--object-format=sha256')
    repo.write('.gitignore', `${ROOT}\n`)
    repo.write(`${ROOT}/working/x.json`, '{')
    for (const _ of [1, 2]) expect(await places(repo)).toEqual([`${ROOT}/working/x.json syntax`])
    repo.git('add', '--force', ROOT)
    // What is still ignored says whose folder it is.
    repo.write(`${ROOT}/.lock`, '')
    expect(await places(repo)).toEqual([`${ROOT} root-ignored`, `${ROOT}/working/x.json syntax`])
  })

  test('from a directory below, and from within the ignored one', async () => {
    const repo = tempRepo()
    repo.write('.gitignore', `${ROOT}\n`)
    repo.write(`${ROOT}/working/x.json`, '{')
    mkdirSync(join(repo.dir, 'src'))
    for (const folder of ['src', `${ROOT}/working`])
      expect(await places({ dir: join(repo.dir, folder) })).toEqual([`${ROOT}/working/x.json syntax`])
  })
})
