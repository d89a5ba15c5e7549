import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fixStaged } from '../../src/commit/fix-staged.ts'
import { completeOptions } from '../../src/engine/complete-options.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'

const POOL = Array.from({ length: 30 }, (_, i) => `line ${i} of the pool\n`).join('')
const TEXT =
  '---\r\ndescription: pool\r\nabout: src/pool.ts\r\n---\r\n\r\nThe pool is in `src/pool.ts`,  really.\t\r\n'

function repoWith(files: { readonly [path: string]: string }): TempRepo {
  const repo = tempRepo()
  for (const [path, text] of Object.entries({ 'src/pool.ts': POOL, ...files })) repo.write(path, text)
  repo.commit()
  repo.git('mv', 'src/pool.ts', 'src/db.ts')
  return repo
}

function fix({ dir }: TempRepo): ReturnType<typeof fixStaged> {
  const asked = completeOptions({ cwd: dir, source: { kind: 'staged' }, today: '2026-06-01', skip: [] })
  return fixStaged({ ...asked, fix: true })
}

const staged = (repo: TempRepo, path: string): string => repo.git('cat-file', 'blob', `:${path}`)
const onDisk = ({ dir }: TempRepo, path: string): string => readFileSync(join(dir, path), 'utf8')

test('a rename that is staged is followed in what is staged and in the work tree, and nothing else changes', async () => {
  const repo = repoWith({ 'AGENTS.md': TEXT, 'README.md': 'See src/pool.ts.\n' })
  const { fixedFiles, report } = await fix(repo)
  expect(fixedFiles).toEqual(['AGENTS.md'])
  expect(report.diagnostics).toEqual([])
  expect(report.summary.fixed).toBeGreaterThan(0)
  expect(onDisk(repo, 'AGENTS.md')).toBe(TEXT.replaceAll('src/pool.ts', 'src/db.ts'))
  expect(repo.git('diff', '--name-only')).toBe('')
  expect(repo.git('diff', '--cached', '--name-only', '-M').split('\n')).toEqual(['AGENTS.md', 'src/db.ts'])
  expect(await fix(repo)).toMatchObject({ fixedFiles: [] })
})

test('an edit of the file that is not staged stays so', async () => {
  const repo = repoWith({ 'AGENTS.md': TEXT })
  repo.write('AGENTS.md', `${TEXT}Not staged.\n`)
  const { notes } = await fix(repo)
  expect(onDisk(repo, 'AGENTS.md')).toBe(`${TEXT}Not staged.\n`)
  expect(`${staged(repo, 'AGENTS.md')}`.includes('src/db.ts')).toBe(true)
  expect(notes.join()).toContain('AGENTS.md is fixed where it is staged; in the work tree it has other edits')
})

test('what was dead before the commit is left to another one', async () => {
  const repo = tempRepo()
  for (const path of ['src/a.ts', 'src/b.ts']) repo.write(path, `${path}\n${POOL}`)
  repo.write('AGENTS.md', 'See `src/a.ts`.\n')
  repo.write('CLAUDE.md', 'See `src/b.ts`.\n')
  repo.commit()
  repo.git('mv', 'src/a.ts', 'src/c.ts')
  repo.commit()
  repo.git('mv', 'src/b.ts', 'src/d.ts')
  expect((await fix(repo)).fixedFiles).toEqual(['CLAUDE.md'])
})
