import { expect, test } from 'vitest'
import { runCheck } from '../../src/engine/check.ts'
import { looksLike } from '../../src/rules/engine-rules.ts'
import { tempRepo } from '../helpers/temp-repo.ts'

// When a layout is on is tried on repositories: test/integration/layouts-on.test.ts.

const SOURCE = { kind: 'work-tree' } as const

async function found(settings: string): Promise<string[]> {
  const repo = tempRepo()
  repo.write(
    'resources/workspaces/shop/OVERVIEW.md',
    '---\nname: Shop\ndescription: Storefront.\n---\n\n# Shop\n',
  )
  repo.write('memory/tasks/a.md', '# A task of some other tool\n\nBefore May.\n')
  if (settings !== '') repo.write('memkeep.yaml', settings)
  repo.commit()
  const options = {
    cwd: repo.dir,
    paths: [],
    source: SOURCE,
    fix: false,
    cache: false,
    today: '2026-03-01',
    skip: [],
  }
  const { report } = await runCheck(options)
  return report.diagnostics.map(({ rule, severity, path }) => `${severity} ${rule} ${path}`)
}

test("'looks-like' names files of a layout that is not in use, once", async () => {
  expect(await found('')).toEqual([`${looksLike.severity} looks-like memory/tasks/a.md`])
})

test('says nothing of a layout that settings turn off, and checks one that they turn on', async () => {
  expect(await found('layouts: { atomic: off }\n')).toEqual([])
  const judged = await found('layouts: { atomic: on }\n')
  expect(judged).toContain('error schema memory/tasks/a.md')
  expect(judged.join()).not.toContain('looks-like')
})

test('a file that proves nothing because it is too large to read is a warning with that reason', async () => {
  const repo = tempRepo()
  repo.write('AGENTS.md', '# A\n')
  repo.write('DECISIONS.md', `# D\n\n${'## [2026-01-01] Title\n\nBody.\n\n'.repeat(200_000)}`)
  repo.commit()
  const { report } = await runCheck({
    cwd: repo.dir,
    paths: [],
    source: SOURCE,
    fix: false,
    cache: false,
    today: '2026-03-01',
    skip: [],
  })
  expect(report.diagnostics).toMatchObject([
    { path: 'DECISIONS.md', rule: 'looks-like', severity: 'warning' },
  ])
  expect(report.diagnostics[0]?.message).toMatch(
    /was not read: it is too large to read \(6000005 bytes, the limit is \d+\)$/,
  )
})
