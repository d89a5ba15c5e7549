import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../src/core/settings.ts'
import { shim } from '../../../src/core/shim.ts'
import { hookPaths } from '../../../src/engine/settings/load-settings.ts'
import { layouts } from '../../../src/layouts/index.ts'
import { residentCommand } from '../../helpers/resident/resident.ts'
import { arm, type CommitRepo, commitRepo } from './commit-repo.ts'

const lines = (name: string): string => Array.from({ length: 20 }, (_, i) => `${name} ${i}\n`).join('')

/** A repository with the hook file as it is installed, and a command that notes each start. */
function cited(): { repo: CommitRepo; commit: () => { said: string; started: boolean } } {
  const repo = commitRepo({
    files: {
      'AGENTS.md': '# A\n\nSee `src/a.ts` and all of `lib/`.\n',
      'src/a.ts': lines('a'),
      'src/b.ts': lines('b'),
      'lib/c.ts': lines('c'),
      'lib/d.ts': lines('d'),
    },
  })
  arm(repo.gitDir, `#!/bin/sh\n${shim('pre-commit', hookPaths(layouts, DEFAULT_SETTINGS))}`)
  const bin = join(repo.gitDir, 'bin')
  const log = join(repo.gitDir, 'started')
  writeFileSync(bin, `#!/bin/sh\necho x >>'${log}'\nexec '${residentCommand()}' "$@"\n`, { mode: 0o755 })
  const commit = (): { said: string; started: boolean } => {
    rmSync(log, { force: true })
    const { code, stderr } = repo.run(['commit', '--quiet', '--message', 'x'], { env: { MEMKEEP_BIN: bin } })
    expect(code, stderr).toBe(0)
    return { said: stderr, started: existsSync(log) }
  }
  repo.memkeep(['check'])
  return { repo, commit }
}

test('a commit that takes away what memory cites is named, though it touches no memory', () => {
  const { repo, commit } = cited()
  repo.git('mv', 'src/a.ts', 'src/z.ts')
  expect(commit().said).toContain('`src/a.ts` is now `src/z.ts` (renamed by this change)')
  repo.git('rm', '-q', '-r', 'lib')
  expect(commit().said).toContain('`lib` was removed by this change')
})

test('any other commit without memory starts nothing', () => {
  const { repo, commit } = cited()
  repo.git('rm', '-q', 'src/b.ts')
  expect(commit()).toEqual({ said: '', started: false })
  repo.stage({ 'src/e.ts': 'new\n', 'src/a.ts': 'changed\n' })
  expect(commit()).toEqual({ said: '', started: false })
})

test('without a list memkeep is asked, and leaves one', () => {
  const { repo, commit } = cited()
  rmSync(join(repo.gitDir, 'memkeep/cited'))
  repo.git('rm', '-q', 'src/b.ts')
  expect(commit()).toEqual({ said: '', started: true })
  repo.git('rm', '-q', 'lib/d.ts')
  expect(commit()).toEqual({ said: '', started: true })
  repo.stage({ 'src/y.ts': 'y\n' })
  repo.git('commit', '--quiet', '--no-verify', '-m', 'y')
  repo.git('rm', '-q', 'src/y.ts')
  expect(commit()).toEqual({ said: '', started: false })
})

test('a place of what was not there when the list was made is found by its end', () => {
  const { repo, commit } = cited()
  repo.stage({ 'docs/notes/AGENTS.md': '# B\n\nSee `parts/z.ts`.\n' })
  commit()
  repo.memkeep(['check'])
  repo.stage({ 'docs/parts/z.ts': lines('z') })
  repo.git('commit', '--quiet', '--no-verify', '-m', 'z')
  repo.git('rm', '-q', 'docs/parts/z.ts')
  expect(commit().started).toBe(true)
})

test('what a commit begins to cite is in the list', () => {
  const { repo, commit } = cited()
  repo.stage({ 'AGENTS.md': '# A\n\nSee `src/a.ts` and `src/b.ts`.\n' })
  expect(commit().started).toBe(true)
  repo.git('rm', '-q', 'src/b.ts')
  expect(commit().said).toContain('`src/b.ts` was removed by this change')
})

test('the same staged state is named again, after a commit was taken back', () => {
  const { repo, commit } = cited()
  const move = (name: string): { said: string; started: boolean } => {
    repo.git('mv', 'src/a.ts', name)
    return commit()
  }
  expect(move('src/z.ts').said).toContain('`src/a.ts` is now `src/z.ts`')
  repo.git('reset', '--quiet', '--soft', 'HEAD~1')
  expect(commit().said).toContain('`src/a.ts` is now `src/z.ts`')
  repo.memkeep(['check'])
  repo.git('reset', '--quiet', '--hard', 'HEAD~1')
  expect(move('src/y.ts').said).toContain('`src/a.ts` is now `src/y.ts`')
})

test('what is cited and is not there is in the list of a clone that sees it first', () => {
  const { repo, commit } = cited()
  const loses = (): void => {
    repo.git('mv', 'src/a.ts', 'src/y.ts')
    repo.git('rm', '-q', '-r', 'lib')
    const { said } = commit()
    expect(said).toContain('`src/a.ts` is now `src/y.ts`')
    expect(said).toContain('`lib` was removed by this change')
  }
  loses()
  rmSync(join(repo.gitDir, 'memkeep'), { recursive: true })
  repo.memkeep(['check'])
  repo.git('reset', '--quiet', '--hard', 'HEAD~1')
  loses()
})
