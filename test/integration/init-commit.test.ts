import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runCheck } from '../../src/engine/check.ts'
import { runInit } from '../../src/setup/init.ts'
import { rowsOf } from '../helpers/runs.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'

const EXAMPLES = join(dirname(fileURLToPath(import.meta.url)), '../../examples')
const LAYOUTS = readdirSync(EXAMPLES, { withFileTypes: true }).filter((one) => one.isDirectory())

async function findings(repo: TempRepo, kind: 'staged' | 'work-tree'): Promise<string[]> {
  const options = { paths: [], fix: false, cache: false, today: '2026-06-01', skip: [] }
  const { report } = await runCheck({ ...options, cwd: repo.dir, source: { kind } })
  return report.diagnostics.map(({ path, rule, message }) => `${path} ${rule} ${message}`)
}

function withExample(name: string): TempRepo {
  const repo = tempRepo()
  cpSync(join(EXAMPLES, name), repo.dir, { recursive: true })
  for (const one of ['memkeep.yaml', '.gitattributes']) rmSync(join(repo.dir, one), { force: true })
  return repo
}

test.each(rowsOf(LAYOUTS, 3).map(({ name }) => name))(
  'the commit of what init wrote allows nothing that was refused before: %s',
  async (name) => {
    const repo = withExample(name)
    repo.commit('memory')
    const before = await findings(repo, 'work-tree').catch((): string[] => [])
    await runInit({ cwd: repo.dir, from: repo.dir, dryRun: false, env: {} })
    expect(existsSync(join(repo.dir, 'memkeep.yaml'))).toBe(true)
    repo.git('add', '--all')
    const fresh = (await findings(repo, 'staged')).filter((one) => !before.includes(one))
    expect(fresh).toEqual([])
  },
)

test('nor does it where the memory itself is new', async () => {
  const repo = tempRepo()
  repo.write('src/app.ts', 'export {}\n')
  repo.commit('code')
  cpSync(join(EXAMPLES, 'log'), repo.dir, { recursive: true })
  rmSync(join(repo.dir, 'memkeep.yaml'), { force: true })
  repo.git('add', '--all')
  await runInit({ cwd: repo.dir, from: repo.dir, dryRun: false, env: {} })
  repo.git('add', '--all')
  expect((await findings(repo, 'staged')).filter((one) => one.includes(' loosened '))).toEqual([])
})

test('a form of entries that hides some of before is loosened', async () => {
  const repo = tempRepo()
  repo.write('DECISIONS.md', '# Log\n\n## 2026-01-05: A\n\nx\n\n## 2026-01-06: B\n\ny\n')
  repo.commit('memory')
  repo.write('memkeep.yaml', 'logs:\n  - { path: DECISIONS.md, entries: "- {date}: {title}" }\n')
  repo.git('add', '--all')
  const loosened = (await findings(repo, 'staged')).filter((one) => one.includes(' loosened '))
  // What a change may do by it, of the settings as a whole; and that the form finds nothing, at its place.
  expect(loosened).toHaveLength(2)
})
