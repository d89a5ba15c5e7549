import { expect, test } from 'vitest'
import { main } from '../../src/cli/main.ts'
import type { TrimReport } from '../../src/core/trim.ts'
import { runTrim } from '../../src/maintain/trim.ts'
import { fakeIo } from '../cli/fake-io.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'

const RULES = [
  '- Every answer of the server has a request id, and every log line has it as well.',
  '- Every table has a column for the tenant, and every query of it asks for one.',
  '- Every date is kept in UTC, and is shown in the time zone of the person who looks.',
]

const DONE = '- [x] Move the login of all people to the new service, with its tests\n'

const trimOf = ({ dir }: TempRepo): Promise<TrimReport> =>
  runTrim({ cwd: dir, cache: true, today: '2026-06-01', skip: [] })

const lines = ({ trims }: TrimReport): readonly string[] =>
  trims.map(({ path, line, kind, truth, agents }) => `${path}:${line} ${kind} ${truth} (${agents})`)

test('what agents load at start, the most first: of links their files, of imports their pages', async () => {
  const repo = tempRepo()
  repo.write('AGENTS.md', `# A\n\n${RULES.join('\n')}\n`)
  repo.write('CLAUDE.md', `# B\n\n@AGENTS.md\n@docs/plan.md\n\n${RULES.join('\n')}\n`)
  repo.write('docs/plan.md', `# Plan\n\n${DONE}`)
  repo.write('web/GEMINI.md', `# Web\n\n${DONE}`)
  repo.link('GEMINI.md', 'AGENTS.md')
  repo.commit()
  const found = await trimOf(repo)
  expect(lines(found)).toEqual([
    'CLAUDE.md:6 repeated AGENTS.md:3 (Claude Code)',
    'docs/plan.md:1 finished  (Claude Code)',
  ])
  const claude = found.agents.find(({ agent }) => agent === 'Claude Code')
  expect(claude?.saves).toBe(found.trims.reduce((sum, { tokens }) => sum + tokens, 0))
  expect(claude?.tokens).toBeGreaterThan((claude?.saves ?? 0) * 1.5)
  expect(found.agents.map(({ agent }) => agent)).toEqual(['Claude Code', 'Codex', 'Gemini CLI'])
  expect(repo.git('status', '--porcelain')).toBe('')
})

test('what is loaded twice and could go anyway is counted once', async () => {
  const repo = tempRepo()
  const text = `# A\n\n## Completed\n\n${RULES.join('\n')}\n`
  repo.write('AGENTS.md', text)
  repo.write('CLAUDE.md', `@AGENTS.md\n\n${text}`)
  repo.commit()
  expect(lines(await trimOf(repo))).toEqual([
    'AGENTS.md:3 finished  (Claude Code,Codex)',
    'CLAUDE.md:5 finished  (Claude Code)',
  ])
})

test('nothing outside of the repository is read', async () => {
  const repo = tempRepo()
  repo.write('CLAUDE.md', '# A\n\n@../outside.md\n@/etc/hosts\n')
  repo.link('.claude/rules/a.md', '../../../outside.md')
  repo.commit()
  expect(lines(await trimOf(repo))).toEqual([])
})

test('text, JSON, and what it has not', async () => {
  const repo = tempRepo()
  repo.write('AGENTS.md', `# A\n\n${DONE}\nText.\n`)
  repo.commit()
  const run = async (...argv: readonly string[]) => {
    const io = fakeIo()
    const code = await main(['report', '--trim', '-C', repo.dir, ...argv], io)
    return { code, ...io.printed }
  }
  const text = await run()
  expect(text.code).toBe(0)
  expect(text.out).toMatch(
    /^# What could go\n\n`[^`]+`: 1 proposal\. Tokens, estimated, that each session saves of those that it starts with: `?Codex`? \d+ of \d+\.\n\n- \d+ tokens: `AGENTS\.md:3` 1 note about finished work, which git's history keeps \(`?Codex`?\)\n$/,
  )
  expect(JSON.parse((await run('--format', 'json')).out)).toMatchObject({
    version: 1,
    agents: [{ agent: 'Codex' }],
    trims: [{ path: 'AGENTS.md', line: 3, ranges: [[3, 3]], kind: 'finished', count: 1, truth: [] }],
  })
  expect((await run('--format', 'html')).err).toContain('--trim is text or JSON')
  expect((await run('a', 'b')).err).toContain('--trim is of one repository')
})
