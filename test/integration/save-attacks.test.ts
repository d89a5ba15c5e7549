import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type FsPort, NODE_FS } from '../../src/fs/atomic-write.ts'
import { readFiles } from '../../src/fs/read-files.ts'
import { applyWritePlan } from '../../src/fs/write-plan.ts'
import type { OperationResult } from '../../src/operations/operation-call.ts'
import { runOperation } from '../../src/operations/run-operation.ts'
import { wrappedFs } from '../helpers/faulty-fs.ts'
import { LONG } from '../helpers/runs.ts'
import { appendLine, lineLog } from '../helpers/saving/line-log.ts'
import { repoAt, tempFolder } from '../helpers/temp-repo.ts'

const SECRET = '- secret of others.\n'

/** A root with symlinks that lead out, next to a folder that must stay as it is. */
function trap({ git = false } = {}): { root: string; outside: string } {
  const base = tempFolder()
  const [root, outside] = [join(base, 'root'), join(base, 'outside')]
  mkdirSync(join(outside, 'deep'), { recursive: true })
  mkdirSync(root)
  for (const path of ['secret.txt', 'deep/secret.txt', 'a.txt']) writeFileSync(join(outside, path), SECRET)
  const files = repoAt(root)
  if (git) files.git('init', '--quiet')
  files.write('log/a.txt', '- own text.\n')
  files.write('log/dir/a.txt', '- own text.\n')
  files.link('log/out', '../../outside')
  files.link('log/absolute', outside)
  files.link('log/to-file.txt', '../../outside/secret.txt')
  files.link('log/dangling.txt', '../../outside/new.txt')
  files.link('log/dir/up', '../..')
  files.link('log/inside', 'dir')
  files.link('log/loop', 'loop')
  files.link('log/loop.txt', 'loop.txt')
  return { root, outside }
}

/** Everything below a folder, links not followed, and what is in it. */
function picture(folder: string, at = ''): readonly string[] {
  return readdirSync(join(folder, at))
    .sort()
    .flatMap((name) => {
      const path = join(at, name)
      const stats = lstatSync(join(folder, path))
      if (stats.isDirectory()) return [path, ...picture(folder, path)]
      const held = stats.isSymbolicLink()
        ? readlinkSync(join(folder, path))
        : readFileSync(join(folder, path), 'utf8')
      return [`${path}: ${held}`]
    })
}

function save(cwd: string, log: string, fs: FsPort = NODE_FS): Promise<OperationResult> {
  const options = { cwd, cache: false, today: '2026-06-01', ports: { fs } }
  return runOperation({ operation: appendLine, layout: lineLog }, { log, line: 'evil text.' }, options)
}

const REFUSED = [
  '../a',
  '../../outside/secret',
  '../../outside/new',
  '../log/a',
  'dir/../../../outside/secret',
  'dir/../a',
  './a',
  'dir/./a',
  'dir//a',
  '/a',
  '/etc/passwd',
  '//server/share/a',
  '..\\..\\outside\\secret',
  '\\\\server\\share\\a',
  '\\\\?\\C:\\a',
  'C:/a',
  'C:a',
  'a\0',
  '\0',
  '../../outside/secret.txt\0',
  'con',
  'NUL',
  'dir/aux',
  'COM1',
  'lpt9',
  'com¹',
  'a:stream',
  'a::$DATA',
  'dir:$INDEX_ALLOCATION/a',
  'dir./a',
  'dir /a',
  '.. /a',
  '.../a',
  '.git/a',
  '.GIT/hooks/a',
  '.git./a',
  'git~1/a',
  '.g\u200cit/a',
  'out/secret',
  'out/new',
  'out/deep/secret',
  'absolute/secret',
  'absolute/new/deeper',
  'to-file',
  'to-file.txt/a',
  'dangling',
  'dir/up/log/a',
  'dir/up/../outside/secret',
  'inside/a',
  'inside/new',
  'loop',
  'loop/a',
  'a.txt/below',
]

/** Odd names that lead nowhere else: they may be written, where they say. */
const HARMLESS = [
  '',
  '.',
  '..',
  'A',
  'DIR/a',
  '%2e%2e/%2e%2e/outside/secret',
  '．．/a',
  '~/a',
  '$HOME/a',
  '-rf',
  '--output=x',
  'x y',
  '\u202ea',
  'a\nb',
]

describe('a path that an agent gives', () => {
  test('is tried in more than forty bad ways', () => {
    expect(new Set(REFUSED).size).toBeGreaterThanOrEqual(40)
  })

  test.each(REFUSED)(
    '%j is refused: nothing is written anywhere, and nothing outside is read',
    async (log) => {
      const { root, outside } = trap()
      const [before, around] = [picture(root), picture(outside)]
      const result = await save(root, log)
      expect(result).toMatchObject({ refusal: expect.stringMatching(/./), help: expect.stringMatching(/./) })
      expect(JSON.stringify(result)).not.toContain('secret of others')
      expect(picture(root)).toEqual(before)
      expect(picture(outside)).toEqual(around)
    },
  )

  test.each([
    '../../outside/secret',
    'out/secret',
    'to-file',
    'dangling',
    'inside/a',
    '.git/a',
    'dir/up/log/a',
  ])('%j is refused in a repository, too', async (log) => {
    const { root, outside } = trap({ git: true })
    const [before, around] = [picture(join(root, 'log')), picture(outside)]
    const result = await save(root, log)
    expect(result).toHaveProperty('refusal')
    expect(JSON.stringify(result)).not.toContain('secret of others')
    expect(picture(join(root, 'log'))).toEqual(before)
    expect(picture(outside)).toEqual(around)
    expect(existsSync(join(root, '.git/a.txt'))).toBe(false)
  })

  test.each(HARMLESS)('%j touches nothing outside', async (log) => {
    const { root, outside } = trap()
    const around = picture(outside)
    const result = await save(root, log)
    expect(JSON.stringify(result)).not.toContain('secret of others')
    expect(picture(outside)).toEqual(around)
  })
})

type Swap = { readonly name: string; readonly there: (root: string, outside: string) => void }

/** What somebody puts in the place of what was looked at. */
const SWAPS: readonly Swap[] = [
  {
    name: 'its folder is now a link to the outside',
    there: (root, outside) => {
      renameSync(join(root, 'log/dir'), join(root, 'was'))
      symlinkSync(outside, join(root, 'log/dir'))
    },
  },
  {
    name: 'the folder above is now a link to the outside',
    there: (root, outside) => {
      renameSync(join(root, 'log'), join(root, 'was'))
      symlinkSync(join(outside, 'log'), join(root, 'log'))
    },
  },
  {
    name: 'the file is now a link to the outside',
    there: (root, outside) => {
      rmSync(join(root, 'log/dir/a.txt'))
      symlinkSync(join(outside, 'a.txt'), join(root, 'log/dir/a.txt'))
    },
  },
]

/** A scene that is the same inside and outside, so that only the place differs. */
function twins(): { root: string; outside: string } {
  const base = tempFolder()
  const [root, outside] = [join(base, 'root'), join(base, 'outside')]
  for (const path of [join(root, 'log/dir'), join(outside, 'log/dir')]) mkdirSync(path, { recursive: true })
  for (const path of ['log/dir/a.txt', 'a.txt', 'log/a.txt']) {
    writeFileSync(join(outside, path), '- own text.\n')
  }
  writeFileSync(join(root, 'log/dir/a.txt'), '- own text.\n')
  return { root, outside }
}

/** Swaps at the k-th call and, when `back`, puts all back after so many more calls. */
function swapping(
  { root, outside }: { root: string; outside: string },
  swap: Swap,
  [k, back]: [number, number],
): { port: FsPort; calls: () => number } {
  let calls = 0
  const undo = (): void => {
    if (!existsSync(join(root, 'was'))) return
    const place = lstatSync(join(root, 'log')).isSymbolicLink() ? 'log' : 'log/dir'
    rmSync(join(root, place))
    renameSync(join(root, 'was'), join(root, place))
  }
  const port = wrappedFs((_, call) => {
    calls += 1
    if (calls === k) swap.there(root, outside)
    if (back > 0 && calls === k + back) undo()
    return call()
  })
  return { port, calls: () => calls }
}

describe.skipIf(process.platform !== 'linux').each(SWAPS)('between a look and the deed $name', (swap) => {
  test.each(LONG ? [0, 1, 2, 3] : [0, 1])(
    'at any call of a write, back after %i calls: nothing outside is written',
    (back) => {
      for (let k = 1, over = false; !over; k += 1) {
        const scene = twins()
        const around = picture(scene.outside)
        const { port, calls } = swapping(scene, swap, [k, back])
        for (const [path, before] of [
          ['log/dir/a.txt', '- own text.\n'],
          ['log/dir/new/b.txt', null],
        ] as const) {
          const plan = new Map([[path, { kind: 'text', text: 'evil\n' } as const]])
          applyWritePlan(scene.root, plan, new Map([[path, before === null ? null : Buffer.from(before)]]), {
            fs: port,
          })
        }
        expect([k, picture(scene.outside)]).toEqual([k, around])
        over = calls() < k
      }
    },
  )

  test('at any call of a reading: nothing outside is read', async () => {
    for (let k = 1, over = false; !over; k += 1) {
      for (const back of [0, 1, 2]) {
        const scene = twins()
        for (const path of ['log/dir/a.txt', 'a.txt']) writeFileSync(join(scene.outside, path), SECRET)
        const { port, calls } = swapping(scene, swap, [k, back])
        const contents = await readFiles(scene.root, ['log/dir/a.txt'], { fs: port })
        const shown = [...contents.values()].map((one) =>
          'bytes' in one ? Buffer.from(one.bytes).toString() : '',
        )
        expect([k, back, shown.join('')]).not.toEqual([k, back, expect.stringContaining('secret')])
        over = calls() < k
      }
    }
  })
})
