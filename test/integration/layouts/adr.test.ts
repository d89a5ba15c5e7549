import { expect, test } from 'vitest'
import { residentCommand } from '../../helpers/resident/resident.ts'
import { setVariable } from '../../helpers/temp-repo.ts'
import { hookCommit, type TopicRepo, topicRepos } from './topic-repo.ts'

const copied = topicRepos((repo) => repo.write('src/app.ts', 'export {}\n'), 'main')

function commitAll(repo: TopicRepo): ReturnType<typeof hookCommit> {
  setVariable('MEMKEEP_BIN', residentCommand())
  repo.git('add', '-A')
  return hookCommit(repo)
}

const matter = (id: string, title: string): string =>
  `---\nid: ${id}\nstatus: accepted\ndate: 2026-01-05\n---\n\n# ${id}: ${title}\n\nWhy ${title}.\n`
const prose = (_: string, title: string): string => `# ${title}\n\nWhy ${title}, in one paragraph.\n`
const nygard = (id: string, title: string): string =>
  `# ${id}: ${title}\n\n## Status: Accepted\n\n## Context\n\nWhy ${title}.\n\n## Decision\n\n${title}.\n`
const labels = (id: string, title: string): string =>
  `## ${id} ${title}\n\n**Why:** ${title}.\n\n**Cost:** two days.\n`

test.each([
  ['docs/adr/{}-a-file.md', ['0001', '0002', '0003'], prose],
  ['.agents/decisions/{}-a-file.md', ['D-001', 'D-002', 'D-003'], matter],
  ['docs/architecture/{}.md', ['ADR-001', 'ADR-002', 'ADR-003'], nygard],
  ['docs/04-decisions/{} a file.md', ['DEC-012', 'DEC-013', 'DEC-014'], labels],
])('a lost record of %s is refused with its title, and a new one passes', (form, [a, b, c], write) => {
  const repo = copied()
  const put = (id = '', title = ''): void => repo.write(form.replace('{}', id), write(id, title))
  put(a, 'A queue in Postgres')
  put(b, 'One lockfile')
  repo.git('add', '-A')
  repo.git('commit', '-qm', 'memory', '--no-verify')

  put(c, 'Whole cents')
  expect(commitAll(repo)).toMatchObject({ code: 0 })

  repo.remove(form.replace('{}', a ?? ''))
  const lost = commitAll(repo)
  expect([lost.code, lost.said]).toEqual([1, expect.stringMatching(/A queue in Postgres.* is gone/)])
})
