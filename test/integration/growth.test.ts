import { expect, test } from 'vitest'
import { runCi } from '../../src/ci/ci.ts'
import { growthOf } from '../../src/engine/growth.ts'
import { runReport } from '../../src/maintain/report.ts'
import { memoryMarkdown } from '../../src/reporters/memory-markdown.ts'
import { stepSummary } from '../../src/reporters/step-summary.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'

const TODAY = '2026-06-01'

const RULE = 'Every answer of the server has a request id, and every log line has it as well.\n'

function grown(times: number): TempRepo {
  const repo = tempRepo()
  for (let i = 1; i <= times; i++) {
    repo.write('CLAUDE.md', `# A\n\n${RULE.repeat(i)}`)
    repo.commit(`Add rule ${i}`)
  }
  return repo
}

const reportOf = ({ dir }: TempRepo) => runReport({ cwd: dir, cache: true, today: TODAY, skip: [] })

test('tokens at the start by commit: the first, the last and some between, and now', async () => {
  const repo = grown(9)
  repo.write('web/CLAUDE.md', `# Web\n\n${RULE}`)
  repo.write('src/a.ts', '')
  repo.commit('Change what is loaded nowhere else')
  repo.write('CLAUDE.md', '# A\n')
  const { atStart: growth = [], ...report } = await reportOf(repo)
  expect(growth.map(({ agent }) => agent)).toEqual(['Claude Code'])
  const [{ commits, now } = { commits: [], now: 0 }] = growth
  const tokens = commits.map((one) => one.tokens)
  expect(tokens).toHaveLength(6)
  expect(tokens).toEqual(tokens.toSorted((a, b) => a - b))
  expect(commits[0]?.commit).toBe(repo.git('rev-parse', 'HEAD~9').trim())
  expect(commits.at(-1)?.commit).toBe(repo.git('rev-parse', 'HEAD~1').trim())
  expect(now).toBeLessThan(tokens[0] ?? 0)
  expect(memoryMarkdown({ ...report, atStart: growth })).toMatch(
    /\n## What agents start with, over time\n\n- `Claude Code`: \d{4}-\d\d-\d\d \d+ \(`[0-9a-f]{8}`\), .*, now \d+ tokens, estimated\n/,
  )
  expect(memoryMarkdown(report)).not.toContain('over time')
})

test('settings that cannot be read leave their commit out; nothing loaded is no growth', async () => {
  const repo = grown(2)
  repo.write('memkeep.yaml', 'nonsense: [\n')
  repo.write('CLAUDE.md', '# B\n')
  repo.commit('Break the settings')
  repo.remove('memkeep.yaml')
  repo.write('CLAUDE.md', '# C\n')
  repo.commit('Take them out')
  const { atStart: growth = [] } = await reportOf(repo)
  expect(growth[0]?.commits).toHaveLength(3)
  expect(await growthOf([], { cwd: repo.dir, cache: false, today: TODAY })).toEqual([])
})

test('CI says what a change adds to every session, and nothing where it adds nothing', async () => {
  const repo = grown(2)
  const options = { env: {}, failOn: 'new', cache: false, today: TODAY, skip: [], cwd: repo.dir } as const
  const more = await runCi({ ...options, base: 'HEAD^' })
  const [{ agent, before, after } = { agent: '', before: 0, after: 0 }, ...others] = more.atStart ?? []
  expect([agent, others]).toEqual(['Claude Code', []])
  expect(after).toBeGreaterThan(before)
  expect(stepSummary(more)).toContain(
    `- +${after - before} tokens for \`Claude Code\` at every start, estimated: ${after} now`,
  )
  repo.write('web/CLAUDE.md', `# Web\n\n${RULE}`)
  repo.commit('Add a file that is loaded in a folder')
  expect(await runCi({ ...options, base: 'HEAD^' })).not.toHaveProperty('atStart')
  repo.write('CLAUDE.md', '# A\n')
  repo.commit('Take rules out')
  expect(stepSummary(await runCi({ ...options, base: 'HEAD^' }))).toMatch(/- −\d+ tokens for/)
  repo.write('AGENTS.md', `# A\n\n${RULE}`)
  repo.commit('Add an agent')
  expect((await runCi({ ...options, base: 'HEAD^' })).atStart).toMatchObject([{ agent: 'Codex', before: 0 }])
})
