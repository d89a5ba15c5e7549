import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { plainEnvironment } from '../helpers/setup.ts'
import { tempRepo } from '../helpers/temp-repo.ts'

const BUILT = resolve('dist', 'memkeep.cjs')
const LOG =
  '# Decisions\n\n## 2026-01-05: A queue\n\nIn Postgres.\n\n## 2026-02-08: One lockfile\n\nTwo differed.\n'

test('a memkeep of the project alone is called by npx in all advice, that of its hooks too', () => {
  const repo = tempRepo()
  repo.write('docs/decisions.md', LOG)
  repo.write('.gitignore', 'node_modules/\n')
  const bin = join(repo.dir, 'node_modules', '.bin', 'memkeep')
  mkdirSync(join(bin, '..'), { recursive: true })
  symlinkSync(BUILT, bin)
  const env = plainEnvironment()
  const run = (...args: readonly string[]) =>
    execFileSync(bin, args, { cwd: repo.dir, encoding: 'utf8', env })
  expect(run()).toContain('  npx memkeep check ')
  expect(run('explain', 'item-lost')).toContain('`npx memkeep archive FILE --entry TITLE`')
  run('init', '--yes')
  repo.git('add', '--all')
  repo.git('commit', '--quiet', '--message', 'start')
  repo.write('docs/decisions.md', LOG.slice(0, LOG.indexOf('## 2026-02-08')))
  const commit = ['commit', '--quiet', '--all', '--message', 'x']
  const { status, stderr } = spawnSync('git', commit, { cwd: repo.dir, encoding: 'utf8', env })
  expect(status, stderr).toBe(1)
  expect(stderr.replace(/\s+/g, ' ')).toContain('run `npx memkeep archive docs/decisions.md --entry')
  const elsewhere = spawnSync(process.execPath, [BUILT, 'explain', 'item-lost'], { encoding: 'utf8', env })
  expect(elsewhere.stdout).toContain('`memkeep archive FILE --entry TITLE`')
})
