import { expect, test } from 'vitest'
import type { MemoryFiles } from '../../src/core/report.ts'
import { memkeep } from '../helpers/setup.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'

const GUIDE = 'docs/guide.md'
const TEXT =
  '# Guide\n\n## Deploy\n\nThe deploy waits for the migration, and a person looks at the first minute of it.\n'
const SECRET = `\nThe key is ghp_${'a1B2c3D4e5F6'.repeat(3)}.\n`

async function kinds({ dir }: TempRepo): Promise<{ readonly [path: string]: string }> {
  const { out } = await memkeep(dir, ['files', '--format', 'json'])
  const { files } = JSON.parse(out) as MemoryFiles
  return Object.fromEntries(files.map(({ path, kind }) => [path, kind]))
}

function linked(target: string): TempRepo {
  const repo = tempRepo()
  repo.write(GUIDE, TEXT)
  repo.link('CLAUDE.md', target)
  return repo
}

test('a page behind a symlink is read as the instructions of that agent, and loaded once', async () => {
  const repo = linked(GUIDE)
  expect(await kinds(repo)).toEqual({ 'CLAUDE.md': 'instruction-link', [GUIDE]: 'claude-md' })
  expect((await memkeep(repo.dir, ['check'])).out).not.toContain('instruction-link')
  const { out } = await memkeep(repo.dir, ['report', '--format', 'json'])
  const { overviews } = JSON.parse(out) as {
    overviews: { loads?: { files: { path: string }[] }[] }[]
  }
  const loads = overviews.flatMap((one) => one.loads ?? [])
  expect(loads.map(({ files }) => files.map(({ path }) => path))).toEqual([['CLAUDE.md']])
})

test('a secret in it is found, and a loss of its text', async () => {
  const repo = linked(GUIDE)
  repo.commit('first')
  repo.write(GUIDE, `# Guide\n${SECRET}`)
  const { out } = await memkeep(repo.dir, ['check', '--base', 'HEAD'])
  expect(out).toContain('no-secret')
  expect(out).toContain('file-lost')
})

test('a page of several links is judged once, by the one nearest to the top', async () => {
  const repo = linked(GUIDE)
  repo.link('api/AGENTS.md', '../docs/guide.md')
  repo.link('GEMINI.md', GUIDE)
  expect((await kinds(repo))[GUIDE]).toBe('claude-md')
})

test('what is an instruction file already is judged as that, in a circle of links and outside nothing is read', async () => {
  const repo = linked('AGENTS.md')
  repo.write('AGENTS.md', TEXT)
  expect(await kinds(repo)).toEqual({ 'AGENTS.md': 'agents-md', 'CLAUDE.md': 'instruction-link' })
  const circle = linked('GEMINI.md')
  circle.link('GEMINI.md', 'CLAUDE.md')
  expect(await kinds(circle)).toEqual({ 'CLAUDE.md': 'instruction-link', 'GEMINI.md': 'instruction-link' })
  for (const target of ['../outside.md', '/etc/hosts.md', 'docs/guide.txt', 'docs'])
    expect(await kinds(linked(target))).toEqual({ 'CLAUDE.md': 'instruction-link' })
})
