import { describe, expect, test } from 'vitest'
import { residentCommand } from '../../helpers/resident/resident.ts'
import { setVariable } from '../../helpers/temp-repo.ts'
import { ci } from '../ci/ci-repo.ts'
import { hookCommit, type TopicRepo, topicRepos } from './topic-repo.ts'

// A log that is written again in another form, in one commit and one pull request.

const PATH = 'docs/decisions.md'
const WORKSPACE = 'user/memory/workspaces/shop/decisions.md'

const ENTRIES: readonly (readonly [day: string, title: string, body: string])[] = [
  ['2026-01-05', 'A queue in Postgres', 'Nothing else has to run, and jobs are in the backups.'],
  ['2026-01-06', 'One lockfile for all packages', 'Two of them disagreed about the compiler.'],
  ['2026-02-03', 'Whole cents in prices', 'Rounding happens once, at the very end.'],
]

type Write = (entries: typeof ENTRIES) => string

const headings: Write = (all) =>
  all.map(([day, title, body]) => `## ${day}: ${title}\n\n${body}\n`).join('\n')
const brackets: Write = (all) =>
  all.map(([day, title, body]) => `### [${day}] ${title}\n\n${body}\n`).join('\n')
const bullets: Write = (all) => all.map(([day, title, body]) => `- ${day}: ${title}. ${body}\n`).join('')
const rows: Write = (all) =>
  `| Date | What | Why |\n| --- | --- | --- |\n${all.map(([day, title, body]) => `| ${day} | ${title} | ${body} |\n`).join('')}`
const byMonth: Write = (all) =>
  ['2026-01', '2026-02']
    .map((month) => `## ${month}\n\n${bullets(all.filter(([day]) => day.startsWith(month)))}`)
    .join('\n')
const workspace: Write = (all) =>
  all
    .map(([day, title, body]) => `### [${day}] ${title}\n\n**Category:** tooling\n\n${body}\n\n---\n`)
    .join('\n')

const log = (text: string): string => `# Decisions\n\n${text}`

const copied = topicRepos((repo) => repo.write('src/app.ts', 'export {}\n'), 'main')

/** A branch of a repository with a log in its first form. */
function repository(text: string, settings?: string): TopicRepo {
  const repo = copied()
  setVariable('MEMKEEP_BIN', residentCommand())
  repo.write(PATH, text)
  if (settings) repo.write('memkeep.yaml', settings)
  repo.git('add', '-A')
  repo.git('commit', '-qm', 'memory', '--no-verify')
  repo.git('checkout', '-q', '-b', 'topic')
  return repo
}

/** Commits through the hook; where that refuses, past it. Gives what the hook said and what CI finds of the branch. */
async function proposed(
  repo: TopicRepo,
): Promise<{ code: number | null; said: string; found: readonly string[]; messages: readonly string[] }> {
  repo.git('add', '-A')
  const commit = hookCommit(repo)
  if (commit.code !== 0) repo.git('commit', '-qm', 'change', '--no-verify')
  const ran = await ci(repo, null, '--base', 'main')
  expect(ran.code, ran.err).toBe(commit.code)
  return { ...commit, found: ran.found, messages: ran.messages }
}

const FORMS: readonly (readonly [name: string, from: Write, to: Write, named: string | null])[] = [
  [
    'headings with brackets',
    headings,
    brackets,
    'they were "## {date}: {title}" and are now "### [{date}] {title}"',
  ],
  [
    'headings instead of list items',
    bullets,
    headings,
    'they were "- {date}: {title}" and are now "## {date}: {title}"',
  ],
  [
    'headings instead of rows',
    rows,
    brackets,
    'they were "| {date} | {title} |" and are now "### [{date}] {title}"',
  ],
  // The items are read as before.
  ['list items by month', bullets, byMonth, null],
]

describe.each(['free', 'append-only', 'immutable'])('a log of history %s', (history) => {
  const settings = history === 'free' ? undefined : `logs: [{ path: ${PATH}, history: ${history} }]\n`

  test.each(FORMS)('gets %s', async (_, from, to, named) => {
    const repo = repository(log(from(ENTRIES)), settings)
    repo.write(PATH, log(to(ENTRIES)))
    const whole = await proposed(repo)
    expect(whole.code, whole.said).toBe(0)
    expect(whole.found.filter((one) => / (?:warning|error) /.test(one))).toEqual([])
    if (named !== null) expect(whole.messages).toContain(`All 3 entries are kept; ${named}`)
    if (named !== null) expect(whole.said).toContain('All 3 entries are kept')
  })

  test.each(FORMS)('gets %s, and loses an entry', async (_, from, to) => {
    const repo = repository(log(from(ENTRIES)), settings)
    repo.write(PATH, log(to(ENTRIES.filter((__, i) => i !== 1))))
    const less = await proposed(repo)
    expect(less.code).toBe(1)
    const lost = less.messages.filter((one) => /is gone|is removed/.test(one))
    expect(lost).toHaveLength(1)
    expect(lost[0]).toContain('"One lockfile for all packages"')
  })
})

test('the settings name the new form in the same change', async () => {
  const form = (entries: string): string => `logs: [{ path: ${PATH}, entries: "${entries}" }]\n`
  const repo = repository(log(headings(ENTRIES)), form('## {date}: {title}'))
  repo.write(PATH, log(brackets(ENTRIES)))
  repo.write('memkeep.yaml', form('### [{date}] {title}'))
  const { code, said, found } = await proposed(repo)
  expect(code, said).toBe(0)
  expect(found.filter((one) => one.startsWith(PATH))).toEqual([`${PATH}:1 info log-form`])
})

test('a log that moves into the workspace is kept there', async () => {
  const repo = repository(log(headings(ENTRIES)))
  repo.git('rm', '-q', PATH)
  repo.write(WORKSPACE, log(workspace(ENTRIES)))
  const { code, said } = await proposed(repo)
  expect(code, said).toBe(0)
  repo.write(WORKSPACE, log(workspace(ENTRIES.slice(1))))
  repo.git('add', '-A')
  expect(hookCommit(repo).said).toMatch(/decision "A queue in Postgres" \(2026-01-05\) is gone/)
})

test('a branch in the old form is merged into the new one', async () => {
  const repo = repository(log(headings(ENTRIES)))
  repo.write(PATH, log(brackets(ENTRIES)))
  await proposed(repo)
  repo.git('checkout', '-q', 'main')
  const more = [...ENTRIES, ['2026-02-04', 'The zone of a test is local', 'Set it in every test.']] as const
  repo.write(PATH, log(headings(more)))
  repo.git('commit', '-qam', 'one more', '--no-verify')
  repo.git('checkout', '-q', 'topic')
  repo.git('merge', '-q', '--no-commit', 'main')
  repo.write(PATH, log(brackets(more)))
  repo.git('add', '-A')
  const commit = hookCommit(repo)
  expect(commit.code, commit.said).toBe(0)
  expect(commit.said).not.toMatch(/error|merge-doubled|item-lost/)
  expect((await ci(repo, null, '--base', 'main')).code).toBe(0)
})
