import { expect, test } from 'vitest'
import { memkeep } from '../helpers/setup.ts'
import { tempRepo } from '../helpers/temp-repo.ts'

test('a layout that is turned off takes nothing, on the command line as over the protocol', async () => {
  const repo = tempRepo()
  repo.write('memkeep.yaml', 'layouts: { atomic: off }\n')
  repo.commit()
  const fact = JSON.stringify({ title: 'A fact', content: 'It would be read by nothing.' })
  const { code, err } = await memkeep(repo.dir, ['tool', 'write_fact', '--json', fact])
  expect([code, err]).toEqual([1, expect.stringContaining('memkeep.yaml turns the layout atomic off')])
  expect(err).toContain('layouts: { atomic: on }')
  expect(repo.git('status', '--porcelain')).toBe('')
})

test('what an agent imports that is no memory has no size in the report, not the size 0', async () => {
  const repo = tempRepo()
  repo.write('CLAUDE.md', '# Shop\n\nSee @docs/style.md\n')
  repo.write('docs/style.md', 'Plain words.\n'.repeat(600))
  repo.commit()
  const { out } = await memkeep(repo.dir, ['report', '--format', 'markdown'])
  expect(out).toContain('2. `docs/style.md`: not read')
  const report = JSON.parse((await memkeep(repo.dir, ['report', '--format', 'json'])).out)
  expect(JSON.stringify(report)).toContain('"path":"docs/style.md","size":null')
})
