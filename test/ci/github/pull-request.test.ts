import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pullRequestOf, runPage, workflowCommand } from '../../../src/ci/github/runner.ts'
import { tempFolder } from '../../helpers/temp-repo.ts'

function read(event: unknown): ReturnType<typeof pullRequestOf> {
  const path = join(tempFolder(), 'event.json')
  writeFileSync(path, typeof event === 'string' ? event : JSON.stringify(event))
  return pullRequestOf({ GITHUB_EVENT_PATH: path })
}

const side = (name: string): object => ({ repo: { full_name: name } })

test.each([
  ['a pull request', { pull_request: { number: 7, head: side('a/b'), base: side('a/b') } }, false],
  ['one from a fork', { pull_request: { number: 7, head: side('c/b'), base: side('a/b') } }, true],
  ['one from a fork that is gone', { pull_request: { number: 7, head: {}, base: side('a/b') } }, true],
])('%s', (_, event, isFromFork) => {
  expect(read(event)).toEqual({ number: 7, isFromFork })
})

test.each([
  { ref: 'refs/heads/main' },
  { pull_request: { number: '7' } },
  { pull_request: { number: 0 } },
  { pull_request: { number: 1.5 } },
  { pull_request: null },
  [],
  '',
  '{',
])('%j is none', (event) => {
  expect(read(event)).toBeNull()
})

test('no event is none', () => {
  expect(pullRequestOf({})).toBeNull()
  expect(pullRequestOf({ GITHUB_EVENT_PATH: '/nonexistent' })).toBeNull()
})

test.each([
  [{ GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'a/b', GITHUB_RUN_ID: '5' }, true],
  [{ GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'a/b)[x', GITHUB_RUN_ID: '5' }, false],
  [{ GITHUB_SERVER_URL: 'javascript:1', GITHUB_REPOSITORY: 'a/b', GITHUB_RUN_ID: '5' }, false],
  [{}, false],
])('the page of the run %j: %j', (env, isPage) => {
  expect(runPage(env)).toBe(isPage ? 'https://github.com/a/b/actions/runs/5' : null)
})

test('a message is one line, and its percent signs are its own', () => {
  expect(workflowCommand('notice', 'a\r\n::error::100%0A ##[error]\u0085b')).toBe(
    '::notice title=memkeep::a\\u000d\\u000a::error::100%250A ##\\u005berror]\\u0085b\n',
  )
})
