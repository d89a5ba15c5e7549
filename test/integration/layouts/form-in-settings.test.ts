import { describe, expect, test } from 'vitest'
import { residentCommand } from '../../helpers/resident/resident.ts'
import { setVariable } from '../../helpers/temp-repo.ts'
import { ci } from '../ci/ci-repo.ts'
import { hookCommit, type TopicRepo, topicRepos } from './topic-repo.ts'

// Settings that give a log a form, in one commit and one pull request.

const PATH = 'docs/decisions.md'

const LOG = `# Decisions

## 2026-01-05: A queue in Postgres

Nothing else has to run.

## 2026-01-06: One lockfile

Two disagreed.

## 2026-01-07: Whole cents

Rounding happens once.
`

const form = (entries: string): string =>
  `# Logs of this project\nlogs:\n  - path: ${PATH}\n    entries: "${entries}"\n`

const copied = topicRepos((repo) => repo.write(PATH, LOG), 'main')

async function proposed(
  now: string,
  before?: string,
): Promise<{ repo: TopicRepo; code: number | null; found: readonly string[]; messages: readonly string[] }> {
  const repo = copied()
  setVariable('MEMKEEP_BIN', residentCommand())
  if (before !== undefined) {
    repo.write('memkeep.yaml', before)
    repo.git('add', '-A')
    repo.git('commit', '-qm', 'settings', '--no-verify')
  }
  repo.git('checkout', '-q', '-b', 'topic')
  repo.write('memkeep.yaml', now)
  repo.git('add', '-A')
  const { code } = hookCommit(repo)
  if (code !== 0) repo.git('commit', '-qm', 'change', '--no-verify')
  const ran = await ci(repo, null, '--base', 'main')
  expect(ran.code, ran.err).toBe(code)
  return { repo, code, found: ran.found, messages: ran.messages }
}

describe('a form in the settings', () => {
  test('that finds no entry is an error at its place, and a right one is the way out', async () => {
    const { repo, code, found, messages } = await proposed(form('### [{date}] {title}'))
    expect(code).toBe(1)
    expect(found).toContain('memkeep.yaml:4 error loosened')
    expect(messages).toContain(
      `The form "### [{date}] {title}" finds none of the 3 entries of ${PATH}: 3 lose their guard`,
    )
    repo.write('memkeep.yaml', form('## {date}: {title}'))
    repo.git('add', '-A')
    expect(hookCommit(repo).code).toBe(0)
    expect((await ci(repo, null, '--base', 'main')).code).toBe(0)
  })

  test('that finds fewer than the one before is an error', async () => {
    const { code, messages } = await proposed(form('## {date}: A {title}'), form('## {date}: {title}'))
    expect(code).toBe(1)
    expect(messages).toContain(
      `The form "## {date}: A {title}" finds only 1 of the 3 entries of ${PATH}: 2 lose their guard`,
    )
  })

  test('that puts a wrong one right passes in a change of nothing else, with a warning', async () => {
    const inner = LOG.replaceAll('## 2026', '### 2026').replace('# Decisions\n', '# Decisions\n\n# Rules\n')
    const change = async (more: string): Promise<number | null> => {
      const repo = copied()
      setVariable('MEMKEEP_BIN', residentCommand())
      repo.write(PATH, inner)
      repo.write('memkeep.yaml', form('# {title}'))
      repo.git('add', '-A')
      repo.git('commit', '-qm', 'settings', '--no-verify')
      repo.write('memkeep.yaml', form('### {date}: {title}'))
      if (more !== '') repo.write('notes.txt', more)
      repo.git('add', '-A')
      return hookCommit(repo).code
    }
    expect(await change('')).toBe(0)
    expect(await change('Something else.\n')).toBe(1)
  })

  test('that finds fewer than were found by themselves says how many', async () => {
    const { code, messages } = await proposed(form('## {date}: A {title}'))
    expect(code).toBe(0)
    expect(messages).toContain(
      `This change may allow itself more than before: logs. 2 of 3 entries of ${PATH} lose their guard`,
    )
  })

  test('that only writes down what was found is no loosening', async () => {
    const { code, found } = await proposed(form('## {date}: {title}'))
    expect([code, found]).toEqual([0, []])
  })
})

test('a note that settings make a log of is no loss', () => {
  const repo = copied()
  setVariable('MEMKEEP_BIN', residentCommand())
  const history = '.squad/agents/flight/history.md'
  repo.write(history, '# History\n\n### A queue\n\nIn Postgres.\n\n### Whole cents\n\nAlways.\n')
  repo.git('add', '-A')
  repo.git('commit', '-qm', 'history', '--no-verify')
  repo.write('memkeep.yaml', `logs:\n  - path: ${history}\n    entries: "### {title}"\n`)
  repo.git('add', '-A')
  const { code, said } = hookCommit(repo)
  expect(said).not.toContain('is gone')
  expect(code).toBe(0)
})

test('a log that the settings leave out says how many entries lose their guard', async () => {
  const { code, messages } = await proposed(`logs: [{ path: ${PATH}, ignore: true }]\n`)
  expect(code).toBe(0)
  expect(messages).toContain(
    `This change may allow itself more than before: logs. 3 of 3 entries of ${PATH} lose their guard`,
  )
})
