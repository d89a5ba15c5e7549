import { expect, test } from 'vitest'
import { runCheck } from '../../src/engine/check.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'

// Files that several layouts keep, where a change leaves one of the layouts alone.

const RULES = '# Rules\n\n- Use npm.\n'

/** `openclaw` keeps AGENTS.md where it is on, and the change leaves its files alone. */
function instructed(files: { readonly [path: string]: string } = {}): TempRepo {
  const repo = tempRepo()
  for (const [path, text] of Object.entries({ 'AGENTS.md': RULES, 'docs/AGENTS.md': RULES, ...files }))
    repo.write(path, text)
  repo.commit()
  return repo
}

/** Findings of the staged files: all documents looked at, or only what the change can have made wrong. */
async function rulesOf(cwd: string, paths: readonly string[] = []): Promise<string[]> {
  const source = { kind: 'staged' } as const
  const { report } = await runCheck({
    cwd,
    paths,
    source,
    fix: false,
    cache: false,
    today: '2026-03-09',
    skip: [],
  })
  return report.diagnostics.map(({ rule, path }) => `${path} ${rule}`)
}

test.each([
  ['another spelling next to the file', 'Agents.md', RULES, 'Agents.md path-case'],
  ['what contradicts it', 'CLAUDE.md', '# Rules\n\n- Use pnpm.\n', 'CLAUDE.md statement-conflict'],
])('%s is seen where a layout that could keep the file is not in use', async (_, path, text, expected) => {
  const repo = instructed()
  repo.write(path, text)
  repo.git('add', '--all')
  const found = await rulesOf(repo.dir)
  expect(found.join('\n')).toContain(expected.split(' ')[1])
  expect(found).toEqual(await rulesOf(repo.dir, ['.']))
})

test('a file that a layout in use keeps stays with it', async () => {
  const repo = instructed({ 'SOUL.md': '# Soul\n\nBe kind.\n' })
  repo.write('Agents.md', RULES)
  repo.git('add', '--all')
  expect(await rulesOf(repo.dir)).toEqual(await rulesOf(repo.dir, ['.']))
})
