import { describe, expect, test } from 'vitest'
import { failureReason, type Github, openGithub } from '../../../src/ci/github/github.ts'
import { reviewIssue } from '../../../src/ci/github/posts.ts'
import { BOT, type FakeGithub, fakeGithub } from '../../helpers/fake-github.ts'

const MARKER = '<!-- memkeep review -->'
const LABEL = 'memkeep-review'
const REVIEW = {
  name: 'memkeep',
  title: 'Review of the memory, 2026 Q4',
  body: 'All is well.\n',
  more: 'More elsewhere.',
}

function open(api: FakeGithub): Github {
  const { url } = api
  return openGithub({
    apiUrl: `${url}/`,
    graphqlUrl: `${url}/graphql`,
    repository: 'octo/memory',
    token: 't',
    pauses: [1],
  })
}

describe('the issue of the review', () => {
  test('is one for each name', async () => {
    const api = await fakeGithub()
    await reviewIssue(open(api), REVIEW)
    await reviewIssue(open(api), { ...REVIEW, name: 'memkeep.docs.1' })
    expect(api.issues.map(({ body }) => body)).toEqual([
      `${MARKER}\nAll is well.\n`,
      '<!-- memkeep.docs.1 review -->\nAll is well.\n',
    ])
    expect(await reviewIssue(open(api), REVIEW)).toEqual({ did: 'updated', number: 1 })
  })

  test('is opened with its label, and updated as long as it is open', async () => {
    const api = await fakeGithub()
    expect(await reviewIssue(open(api), REVIEW)).toEqual({ did: 'opened', number: 1 })
    expect(api.issues).toMatchObject([
      { title: REVIEW.title, body: `${MARKER}\nAll is well.\n`, labels: [LABEL] },
    ])
    const later = { ...REVIEW, title: 'Review of the memory, 2027 Q1', body: 'Two plans are old.\n' }
    expect(await reviewIssue(open(api), later)).toEqual({ did: 'updated', number: 1 })
    expect(api.issues).toMatchObject([{ title: later.title, body: `${MARKER}\nTwo plans are old.\n` }])
    expect(api.requests.filter(({ path }) => path.includes('/labels'))).toHaveLength(2)
    expect(api.requests[0]?.path).toBe(
      '/repos/octo/memory/issues?state=open&labels=memkeep-review&per_page=100&page=1',
    )
  })

  test("is neither somebody else's nor a pull request", async () => {
    const api = await fakeGithub()
    api.labels.add(LABEL)
    const own = { title: 'x', body: MARKER, labels: [LABEL] }
    api.issues.push(
      { ...own, id: 1, number: 1, user: { login: 'mallory' } },
      { ...own, id: 2, number: 2, user: { login: BOT }, pull_request: {} },
    )
    expect(await reviewIssue(open(api), REVIEW)).toEqual({ did: 'opened', number: 3 })
    expect(api.issues.slice(0, 2).map(({ body }) => body)).toEqual([MARKER, MARKER])
  })

  test.each([
    [403, 'the token may not do that (status 403)', 1],
    [410, 'it is turned off in this repository (status 410)', 1],
    [503, 'it answered with status 503', 2],
  ])('status %i is an error', async (status, why, tries) => {
    const api = await fakeGithub()
    api.fault = ({ path, method }) => (method === 'POST' && path.endsWith('/issues') ? { status } : undefined)
    await expect(reviewIssue(open(api), REVIEW)).rejects.toSatisfy((error) => failureReason(error) === why)
    const made = api.requests.filter(({ path, method }) => method === 'POST' && path.endsWith('/issues'))
    expect(made).toHaveLength(tries)
  })

  test('a label that cannot be asked for is an error, too: without it the issue is not found again', async () => {
    const api = await fakeGithub()
    api.fault = ({ path }) => (path.includes('/labels/') ? { status: 403 } : undefined)
    await expect(reviewIssue(open(api), REVIEW)).rejects.toThrow()
    expect(api.issues).toEqual([])
  })
})
