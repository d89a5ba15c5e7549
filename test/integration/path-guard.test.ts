import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PlannedFile } from '../../src/core/write-plan.ts'
import { resolveInside } from '../../src/fs/paths.ts'
import { readFiles } from '../../src/fs/read-files.ts'
import { applyWritePlan } from '../../src/fs/write-plan.ts'
import { runs } from '../helpers/runs.ts'
import { repoAt, tempFolder } from '../helpers/temp-repo.ts'

/** A root with symlinks that lead out, next to a folder that must stay as it is. */
function trap(): { root: string; outside: string } {
  const base = tempFolder()
  const root = join(base, 'root')
  const outside = join(base, 'outside')
  mkdirSync(root)
  mkdirSync(outside)
  writeFileSync(join(outside, 'secret'), 'secret')
  const files = repoAt(root)
  files.write('dir/file', 'text')
  files.write('file', 'text')
  files.link('out', '../outside')
  files.link('absolute', outside)
  files.link('to-file', '../outside/secret')
  files.link('dangling', '../outside/new')
  files.link('dir/up', '..')
  files.link('inside', 'dir')
  files.link('loop', 'loop')
  files.write('.git/config', '')
  return { root, outside }
}

/** Every name inside; Node's own recursive listing would follow the links for ever. */
function namesIn(root: string): string[] {
  return ['', 'dir', '.git'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name)),
  )
}

const ATTACKS = [
  '',
  '.',
  '..',
  './file',
  '../outside/secret',
  '../root/file',
  'dir/..',
  'dir/../../outside/secret',
  'dir/./file',
  'dir//file',
  'dir/',
  '/',
  '/etc/passwd',
  '//server/share/file',
  '///etc/passwd',
  '\\etc\\passwd',
  '\\\\server\\share',
  '\\\\?\\C:\\file',
  '..\\outside\\secret',
  'dir\\..\\..\\outside',
  'C:/file',
  'C:file',
  'c:\\file',
  'file\0',
  'fi\0le',
  '\0',
  '.git',
  '.git/config',
  '.GIT/config',
  '.Git/hooks/pre-commit',
  '.git./config',
  '.git /config',
  '.git::$INDEX_ALLOCATION/config',
  'GIT~1/config',
  '.g\u200cit/config',
  '.git\ufeff/config',
  'dir/.git/hooks/post-checkout',
  'out',
  'out/secret',
  'out/new',
  'out/new/deeper',
  'absolute/secret',
  'to-file',
  'to-file/deeper',
  'dangling',
  'dangling/new',
  'dir/up/file',
  'dir/up/dir/up/file',
  'inside/file',
  'loop',
  'loop/file',
  'file/below',
  'file/below/deeper',
]

const ONLY_WINDOWS = [
  'con',
  'NUL',
  'aux.md',
  'dir/COM1',
  'lpt9.txt',
  'com¹',
  'con .md',
  'CONOUT$',
  'file:stream',
  'file::$DATA',
  'dir:stream/file',
  ':(top)',
  'file.',
  'file ',
  'dir./file',
]

describe('the path guard', () => {
  test('lets plain paths through', () => {
    const { root } = trap()
    for (const path of [
      'file',
      'dir/file',
      'dir/new',
      'new/deep/file',
      'é',
      '.gitignore',
      '.github/x',
      'com.md',
      '...x',
    ]) {
      expect(resolveInside(root, path)).toEqual({ path: join(root, path) })
    }
  })

  test('has seen more than forty attacks', () => {
    expect(new Set([...ATTACKS, ...ONLY_WINDOWS]).size).toBeGreaterThanOrEqual(60)
  })

  test.each(ATTACKS)('refuses %j for reading and writing', (path) => {
    const { root } = trap()
    expect(resolveInside(root, path)).toHaveProperty('refused')
    expect(resolveInside(root, path, { purpose: 'read' })).toHaveProperty('refused')
  })

  test.each(ONLY_WINDOWS)('refuses %j for writing', (path) => {
    expect(resolveInside(trap().root, path)).toHaveProperty('refused')
  })

  test.each([...ATTACKS, ...ONLY_WINDOWS])(
    'a plan for %j touches nothing outside, and nothing of git',
    (path) => {
      const { root, outside } = trap()
      const before = namesIn(root)
      const files: PlannedFile[] = [
        { kind: 'text', text: 'evil' },
        { kind: 'link', target: 'file' },
        { kind: 'delete' },
      ]
      for (const planned of files) {
        for (const bytes of [null, Buffer.from('secret')]) {
          const { written } = applyWritePlan(root, new Map([[path, planned]]), new Map([[path, bytes]]))
          // Deleting what is not there is done already.
          expect(planned.kind === 'delete' && bytes === null ? [] : written).toEqual([])
        }
      }
      expect(readdirSync(outside)).toEqual(['secret'])
      expect(namesIn(root)).toEqual(before)
      expect(resolveInside(root, 'file')).toHaveProperty('path')
    },
  )

  test.each(ATTACKS)('reading %j shows nothing of outside', async (path) => {
    const { root } = trap()
    const content = (await readFiles(root, [path])).get(path)
    const shown = content && 'bytes' in content ? Buffer.from(content.bytes).toString('utf8') : ''
    expect(['', '../outside', '../outside/secret', '../outside/new', 'loop']).toContain(shown)
  })

  test('no path at all leads outside', () => {
    const { root } = trap()
    const part = fc.constantFrom(
      '..',
      '.',
      '',
      'dir',
      'out',
      'up',
      'file',
      '.git',
      'inside',
      'new',
      '\\',
      '\0',
      'C:',
      '~',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const guarded = resolveInside(root, parts.join('/'))
        return 'refused' in guarded || guarded.path.startsWith(`${root}/`)
      }),
      { numRuns: runs(1000) },
    )
  })

  test('a link’s target must stay inside', () => {
    const { root } = trap()
    for (const target of [
      '../outside',
      '/etc/passwd',
      '..',
      'dir/../../outside',
      'C:/x',
      '..\\x',
      '',
      'a\0',
    ]) {
      const plan = new Map([['fresh', { kind: 'link', target } as const]])
      expect(applyWritePlan(root, plan, new Map()).written).toEqual([])
    }
    const plan = new Map([['dir/fresh', { kind: 'link', target: '../file' } as const]])
    expect(applyWritePlan(root, plan, new Map()).written).toEqual(['dir/fresh'])
  })
})
