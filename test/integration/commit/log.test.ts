import { expect, test } from 'vitest'
import { type CommitRepo, commitRepo } from './commit-repo.ts'

const PATH = 'docs/decisions.md'
const QUEUE = `## 2026-01-05: A queue in Postgres

Nothing else has to run, and the team knows how to back it up and restore it in minutes.
`
const LOCK = `## 2026-02-08: One lockfile for all packages

Two lockfiles drifted apart twice in January, and the build broke each time that happened.
`
const LOG = `# Decisions\n\n${QUEUE}\n${LOCK}`

/** A repository with a log; `text` is staged in its place. */
function staged(text: string): CommitRepo {
  const repo = commitRepo({ files: { [PATH]: LOG } })
  repo.stage({ [PATH]: text })
  return repo
}

test('a heading without a date that a commit adds to a dated log is a warning, and is none in the next one', () => {
  const added = `${LOG}\n## A note on retries\n\nWe retry three times.\n`
  const repo = staged(added)
  const said = repo.passes()
  expect(said).toMatch(/11:1 +warning +Heading `## A note on retries` is not read as an entry/)
  expect(said).toContain('`## YYYY-MM-DD: Title`')
  repo.stage({ [PATH]: `${added}\n## 2026-03-01: Logs are JSON\n\nEvery line has a level.\n` })
  expect(repo.passes()).not.toContain('warning')
})

test('an entry that is cut to a word is named, with the setting that refuses it; an edit that keeps its text is not', () => {
  const repo = staged(LOG.replace(/Nothing else.*/, 'Gone.'))
  const said = repo.passes()
  expect(said).toMatch(/3:1 +warning +Item entry "A queue in Postgres" \(2026-01-05\) lost most of its text/)
  expect(said.replace(/\s+/g, ' ')).toContain('`history: { log: { mode: append-only } }` in memkeep.yaml')
  repo.stage({ [PATH]: LOG.replace(/Nothing else.*/, 'Gone.').replace('drifted apart', 'differed') })
  expect(repo.passes()).not.toContain('warning')
})

test('the setting that the warning names refuses the same commit', () => {
  const settings = 'history: { log: { mode: append-only } }\n'
  const repo = commitRepo({ files: { [PATH]: LOG, 'memkeep.yaml': settings } })
  repo.stage({ [PATH]: LOG.replace(/Nothing else.*/, 'Gone.') })
  expect(repo.stops()).toContain('differs in body, but its history is append-only')
})
