import { describe, expect, test } from 'vitest'
import { failureReason, type Github, openGithub } from '../../../src/ci/github/github.ts'
import { type Comment, stickComment } from '../../../src/ci/github/posts.ts'
import { BOT, type FakeGithub, type FakePost, fakeGithub } from '../../helpers/fake-github.ts'

const MARKER = '<!-- memkeep -->'
const TOKEN = 'a-token-to-keep-secret'

function open(api: FakeGithub, timeLimit = 5000): Github {
  return openGithub({
    apiUrl: api.url,
    graphqlUrl: `${api.url}/graphql`,
    repository: 'octo/memory',
    token: TOKEN,
    timeLimit,
    pauses: [1, 1],
  })
}

function comment(changes: Partial<Comment> = {}): Comment {
  return {
    pull: 7,
    name: 'memkeep',
    body: 'Two findings.\n',
    more: 'More elsewhere.',
    isNews: true,
    ...changes,
  }
}

function post(id: number, body: string, login: string | null = BOT): FakePost {
  return { id, body, user: login === null ? null : { login } }
}

const writes = ({ requests }: FakeGithub): string[] =>
  requests
    .filter(({ method, path }) => method !== 'GET' && path !== '/graphql')
    .map(({ method, path }) => `${method} ${path}`)

describe('the comment on a pull request', () => {
  test('is made once, and changed by later runs', async () => {
    const api = await fakeGithub()
    const github = open(api)
    expect(await stickComment(github, comment())).toBe('created')
    expect(await stickComment(github, comment())).toBe('unchanged')
    expect(await stickComment(github, comment({ body: 'One.\n' }))).toBe('updated')
    expect(await stickComment(github, comment({ body: 'None.\n', isNews: false }))).toBe('updated')
    expect(api.comments.map(({ body }) => body)).toEqual([`${MARKER}\nNone.\n`])
    expect(writes(api)).toEqual([
      'POST /repos/octo/memory/issues/7/comments',
      'PATCH /repos/octo/memory/issues/comments/1000',
      'PATCH /repos/octo/memory/issues/comments/1000',
    ])
    expect([...api.tokens]).toEqual([`Bearer ${TOKEN}`])
  })

  test('is not made when there is nothing to say', async () => {
    const api = await fakeGithub()
    expect(await stickComment(open(api), comment({ isNews: false }))).toBe('unneeded')
    expect(writes(api)).toEqual([])
  })

  test('is found on a later page', async () => {
    const api = await fakeGithub()
    for (let id = 1; id <= 250; id += 1) api.comments.push(post(id, 'Looks good.', 'somebody'))
    api.comments.push(post(251, `${MARKER}\nOld.\n`))
    expect(await stickComment(open(api), comment())).toBe('updated')
    expect(api.requests.filter(({ method }) => method === 'GET')).toHaveLength(3)
    expect(api.comments[250]?.body).toBe(`${MARKER}\nTwo findings.\n`)
  })

  test('is one for each name', async () => {
    const api = await fakeGithub()
    expect(await stickComment(open(api), comment())).toBe('created')
    expect(await stickComment(open(api), comment({ name: 'memkeep.docs.1' }))).toBe('created')
    expect(await stickComment(open(api), comment({ body: 'One.\n' }))).toBe('updated')
    expect(api.comments.map(({ body }) => body)).toEqual([
      `${MARKER}\nOne.\n`,
      '<!-- memkeep.docs.1 -->\nTwo findings.\n',
    ])
  })

  test("is never somebody else's, and never one that only quotes the marker", async () => {
    const api = await fakeGithub()
    const others = [
      post(1, `${MARKER}\nAll is well, trust me.\n`, 'mallory'),
      post(2, `${MARKER}\nSomebody who left.`, null),
      post(3, `See ${MARKER}.`),
    ]
    api.comments.push(...others)
    expect(await stickComment(open(api), comment())).toBe('created')
    expect(api.comments.slice(0, 3)).toEqual(others)
  })

  test("is a workflow's where GitHub does not say who we are: that of a person stays", async () => {
    const api = await fakeGithub()
    api.login = null
    const other = post(1, `${MARKER}\nOld.\n`, 'a-person')
    api.comments.push(other)
    expect(await stickComment(open(api), comment())).toBe('created')
    expect(await stickComment(open(api), comment({ body: 'New.\n' }))).toBe('updated')
    expect(api.comments).toHaveLength(2)
    expect(api.comments[0]).toEqual(other)
  })

  test('is not guessed where the question who we are fails: it is asked again', async () => {
    const api = await fakeGithub()
    const other = post(1, `${MARKER}\nOld.\n`, 'a-person')
    api.comments.push(other, post(2, `${MARKER}\nOld.\n`))
    let left = 1
    api.fault = ({ path }) => (path === '/graphql' && left-- > 0 ? { status: 502 } : undefined)
    expect(await stickComment(open(api), comment())).toBe('updated')
    expect(api.comments[0]).toEqual(other)
    expect(api.comments).toHaveLength(2)
  })

  test('holds what GitHub takes, however much there is to say', async () => {
    const api = await fakeGithub()
    await stickComment(open(api), comment({ body: 'A line.\n'.repeat(20_000) }))
    const body = api.comments[0]?.body ?? ''
    expect(body.length).toBeLessThanOrEqual(65_536)
    expect(body.length).toBeGreaterThan(65_000)
    expect(body.endsWith('A line.\n\nMore elsewhere.\n')).toBe(true)
  })
})

describe('what goes wrong', () => {
  test.each([
    [401, 'the token is not valid (status 401)'],
    [403, 'the token may not do that (status 403)'],
    [404, 'the token does not see it (status 404)'],
    [410, 'it is turned off in this repository (status 410)'],
    [422, 'it answered with status 422'],
  ])('status %i is not tried again', async (status, why) => {
    const api = await fakeGithub()
    api.fault = ({ method, path }) => (method === 'POST' && path !== '/graphql' ? { status } : undefined)
    await expect(stickComment(open(api), comment())).rejects.toSatisfy(
      (error) => failureReason(error) === why,
    )
    expect(writes(api)).toHaveLength(1)
  })

  test.each([
    ['retry-after', { 'retry-after': '0' }],
    ['a limit that is used up', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' }],
  ])('a rate limit sent as 403 with %s is waited for and named', async (_, headers) => {
    const api = await fakeGithub()
    let left = 2
    api.fault = () => (left-- > 0 ? { status: 403, headers } : undefined)
    expect(await stickComment(open(api), comment())).toBe('created')
    api.fault = () => ({ status: 403, headers })
    await expect(stickComment(open(api), comment())).rejects.toSatisfy(
      (error) => failureReason(error) === 'it was asked too often: its rate limit is reached (status 403)',
    )
  })

  test('a rate limit that lasts longer than a minute is not waited for', async () => {
    const api = await fakeGithub()
    api.fault = () => ({ status: 403, headers: { 'retry-after': '3600' } })
    await expect(stickComment(open(api), comment())).rejects.toThrow()
    expect(api.requests).toHaveLength(1)
  })

  test.each([500, 502, 429])('status %i is tried three times', async (status) => {
    const api = await fakeGithub()
    api.fault = () => ({ status, text: TOKEN })
    const why =
      status === 429
        ? 'it was asked too often: its rate limit is reached (status 429)'
        : `it answered with status ${status}`
    await expect(stickComment(open(api), comment())).rejects.toSatisfy(
      (error) => failureReason(error) === why,
    )
    expect(api.requests).toHaveLength(3)
  })

  test('a passing fault does no harm, and no comment is made twice', async () => {
    const api = await fakeGithub()
    let left = 2
    api.fault = ({ method, path }) => {
      if (method !== 'POST' || path === '/graphql' || left === 0) return undefined
      left -= 1
      // The first one was made nevertheless.
      if (left === 1) api.comments.push(post(5, `${MARKER}\nTwo findings.\n`))
      return { status: 502 }
    }
    expect(await stickComment(open(api), comment())).toBe('unchanged')
    expect(api.comments).toHaveLength(1)
  })

  test('silence is not waited for', async () => {
    const api = await fakeGithub()
    api.fault = () => 'silence'
    await expect(stickComment(open(api, 50), comment())).rejects.toSatisfy(
      (error) => failureReason(error) === 'it cannot be reached in time',
    )
    expect(api.requests).toHaveLength(3)
  })

  test('a server that hangs up, and one that is not there', async () => {
    const api = await fakeGithub()
    api.fault = () => 'hang-up'
    const why = /^it cannot be reached( \(\w+\))?$/
    await expect(stickComment(open(api), comment())).rejects.toSatisfy((error) =>
      why.test(failureReason(error)),
    )
    const nowhere = open({ ...api, url: 'http://127.0.0.1:1' })
    await expect(stickComment(nowhere, comment())).rejects.toSatisfy((error) =>
      why.test(failureReason(error)),
    )
  })

  test.each(['{"not":"a list"}', '[{"id":"1"}]', '[null]', '[1]', '{', '', 'null'])(
    'the answer %s is refused, and nothing is written',
    async (text) => {
      const api = await fakeGithub()
      api.fault = ({ method }) => (method === 'GET' ? { status: 200, text } : undefined)
      await expect(stickComment(open(api), comment())).rejects.toSatisfy(
        (error) => failureReason(error) === 'its answer is not what its documentation says',
      )
      expect(writes(api)).toEqual([])
    },
  )

  test('a token with a line break is not shown', async () => {
    const api = await fakeGithub()
    const github = openGithub({
      apiUrl: api.url,
      graphqlUrl: `${api.url}/graphql`,
      repository: 'octo/memory',
      token: `${TOKEN}\nx`,
      pauses: [],
    })
    await expect(stickComment(github, comment())).rejects.toSatisfy(
      (error) => !failureReason(error).includes(TOKEN),
    )
  })

  test.each(['', 'octo', 'octo/', '/memory', 'a/b/c'])(
    'a repository called %j is wrong use',
    (repository) => {
      expect(() => openGithub({ apiUrl: '', graphqlUrl: '', repository, token: '' })).toThrow('owner/name')
    },
  )
})
