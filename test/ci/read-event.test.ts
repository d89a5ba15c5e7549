import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readEvent } from '../../src/ci/github/runner.ts'
import { tempFolder } from '../helpers/temp-repo.ts'

const A = 'a'.repeat(40)
const B = 'b'.repeat(40)

/** What is read of an event whose file holds this text. */
function read(name: string, text: string, env: Record<string, string> = {}): unknown {
  const path = join(tempFolder(), 'event.json')
  writeFileSync(path, text)
  return readEvent({ GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: path, ...env })
}

const eventOf = (name: string, payload: unknown, env: Record<string, string> = {}): unknown =>
  read(name, JSON.stringify(payload), env)

describe('events', () => {
  test('of a pull request name both ends', () => {
    const payload = { pull_request: { head: { sha: A }, base: { sha: B, ref: 'main' } } }
    expect(eventOf('pull_request', payload, { GITHUB_SHA: B })).toEqual({
      name: 'pull_request',
      kind: 'pull-request',
      sha: B,
      head: A,
      base: { sha: B, branch: 'main' },
    })
    const env = { GITHUB_BASE_REF: 'release/2' }
    expect(eventOf('pull_request', {}, env)).toMatchObject({
      head: null,
      base: { sha: null, branch: 'release/2' },
    })
  })

  test('of a review are about the pull request', () => {
    const payload = { pull_request: { head: { sha: A }, base: { sha: B, ref: 'main' } } }
    for (const name of ['pull_request_review', 'pull_request_review_comment'])
      expect(eventOf(name, payload)).toMatchObject({ name, kind: 'pull-request', head: A, base: { sha: B } })
  })

  test('that check out the base in the name of a pull request are refused', () => {
    expect(() => eventOf('pull_request_target', {})).toThrow('pull_request_target is not judged')
  })

  test.each([
    ['a branch', 'refs/heads/feat/x', A, { before: A, branch: 'feat/x' }],
    ['a new branch', 'refs/heads/x', '0'.repeat(40), { before: null, branch: 'x' }],
    ['a new branch with long ids', 'refs/heads/x', '0'.repeat(64), { before: null }],
    ['a tag', 'refs/tags/v1', A, { before: A, branch: null }],
  ])('of a push of %s', (_, ref, before, expected) => {
    const payload = { ref, before, repository: { default_branch: 'main' } }
    expect(eventOf('push', payload)).toMatchObject({ kind: 'push', defaultBranch: 'main', ...expected })
  })

  test('of GitLab name both ends of a merge request, and what was pushed', () => {
    const env = { GITLAB_CI: 'true', CI_COMMIT_SHA: A, CI_DEFAULT_BRANCH: 'main' }
    const request = { CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main', CI_MERGE_REQUEST_DIFF_BASE_SHA: B }
    const base = { sha: B, branch: 'main' }
    expect(readEvent({ ...env, ...request })).toEqual({
      name: '',
      kind: 'pull-request',
      sha: A,
      head: A,
      base,
    })
    const merged = { ...request, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: B }
    expect(readEvent({ ...env, ...merged })).toMatchObject({ sha: A, head: B, base })
    const pushed = { ...env, CI_COMMIT_BRANCH: 'x' }
    expect(readEvent({ ...pushed, CI_COMMIT_BEFORE_SHA: B })).toMatchObject({
      kind: 'push',
      before: B,
      branch: 'x',
      defaultBranch: 'main',
    })
    expect(readEvent({ ...pushed, CI_COMMIT_BEFORE_SHA: '0'.repeat(40) })).toMatchObject({ before: null })
    expect(readEvent({ ...env, CI_COMMIT_SHA: 'main; rm', CI_COMMIT_BRANCH: 'a..b' })).toMatchObject({
      sha: null,
      branch: null,
    })
  })

  test('that name no commits, and runs elsewhere, are others', () => {
    expect(eventOf('push', { ref: 'refs/heads/x', before: A, deleted: true })).toMatchObject({
      kind: 'other',
    })
    expect(readEvent({ GITHUB_EVENT_NAME: 'schedule' })).toEqual({
      name: 'schedule',
      sha: null,
      kind: 'other',
    })
    expect(readEvent({})).toEqual({ name: '', sha: null, kind: 'other' })
  })

  test('of a merge queue name what is merged into', () => {
    expect(eventOf('merge_group', { merge_group: { base_sha: A } })).toMatchObject({
      kind: 'merge-group',
      base: A,
    })
  })
})

describe('what is not as GitHub writes it', () => {
  test.each([
    ['an empty file', ''],
    ['no JSON', '{"before":'],
    ['no object', '[]'],
    ['null', 'null'],
    ['no commit', '{"ref":"refs/heads/x"}'],
    ['an option in the place of a commit', '{"before":"--output=x"}'],
    ['a number in the place of a commit', '{"before":1}'],
    ['a short commit', '{"before":"abc"}'],
  ])('%s is an error', (_, text) => {
    expect(() => read('push', text)).toThrow(expect.objectContaining({ name: 'UserError' }))
  })

  test('a file that is missing, or is none, is an error', () => {
    for (const path of [undefined, '', '/no/such/file', tempFolder()]) {
      expect(() => readEvent({ GITHUB_EVENT_NAME: 'push', GITHUB_EVENT_PATH: path })).toThrow(
        /cannot be read/,
      )
    }
  })

  test('a file that is too large is an error', () => {
    expect(() => read('push', `"${'x'.repeat(25 * 1024 * 1024)}"`)).toThrow(/too large/)
  })

  test.each([
    '-x',
    'a..b',
    'a b',
    'a^',
    'a~1',
    'a:b',
    'a?',
    'a*',
    'a[',
    'a\\b',
    '@{-1}',
    'a@{1}',
    '/a',
    'a/',
    'a.',
    '.a',
    'a//b',
    '\u001b[0m',
    'a\nb',
    '',
    'x'.repeat(256),
  ])('%j is no branch', (ref) => {
    const payload = { pull_request: { head: { sha: A }, base: { sha: B, ref } } }
    expect(eventOf('pull_request', payload)).toMatchObject({ base: { branch: null } })
  })
})
