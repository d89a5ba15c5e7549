import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A comment or an issue, as the API gives it. */
export type FakePost = {
  readonly id: number
  readonly number?: number
  readonly title?: string
  readonly body: string
  readonly user: { readonly login: string } | null
  readonly labels?: readonly string[]
  readonly pull_request?: object
}

/** One request that was received. */
type FakeRequest = { readonly method: string; readonly path: string; readonly body: unknown }

/** What takes the place of the answer to a request: a status, a text, or silence. */
type Fault =
  | {
      readonly status: number
      readonly text?: string
      readonly headers?: { readonly [name: string]: string }
    }
  | 'silence'
  | 'hang-up'

/** GitHub's API, as far as the action uses it. */
export type FakeGithub = {
  readonly url: string
  /** What was asked, in order. */
  readonly requests: FakeRequest[]
  /** Every authorization that came with a request. */
  readonly tokens: Set<string>
  readonly comments: FakePost[]
  readonly issues: FakePost[]
  readonly labels: Set<string>
  /** Decides what goes wrong; undefined for what does not. */
  fault: (request: FakeRequest) => Fault | undefined
  /** Whose token it is; null when GitHub does not say. */
  login: string | null
}

/** The user of a workflow's own token. */
export const BOT = 'github-actions[bot]'

/** Starts the API on the loopback; it ends with the test. */
export async function fakeGithub(): Promise<FakeGithub> {
  const server = createServer((request, response) => {
    answer(github, request, response).catch((error) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const github: FakeGithub = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    tokens: new Set(),
    comments: [],
    issues: [],
    labels: new Set(),
    fault: () => undefined,
    login: BOT,
  }
  return github
}

async function answer(github: FakeGithub, from: IncomingMessage, to: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of from) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  const request = {
    method: from.method ?? '',
    path: from.url ?? '',
    body: text === '' ? null : JSON.parse(text),
  }
  github.requests.push(request)
  github.tokens.add(from.headers.authorization ?? '')
  const fault = github.fault(request)
  if (fault === 'silence') return
  if (fault === 'hang-up') return void to.destroy()
  const [status, data] = fault ? [fault.status, fault.text ?? { message: 'a fault' }] : route(github, request)
  to.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...fault?.headers })
  to.end(typeof data === 'string' ? data : JSON.stringify(data))
}

type Answer = readonly [status: number, data: unknown]

function route(github: FakeGithub, { method, path, body }: FakeRequest): Answer {
  const url = new URL(path, github.url)
  const at = `${method} ${url.pathname.replace('/repos/octo/memory', '')}`
  const sent = body as { body?: string; title?: string; labels?: string[]; name?: string }
  const by = { login: github.login ?? BOT }
  if (at === 'POST /graphql') {
    return github.login === null ? [200, { errors: [{}] }] : [200, { data: { viewer: by } }]
  }
  if (at === 'GET /issues/7/comments') return [200, pageOf(github.comments, url)]
  if (at === 'POST /issues/7/comments')
    return [201, add(github.comments, { body: sent.body ?? '', user: by })]
  if (at === 'GET /issues') {
    const label = url.searchParams.get('labels') ?? ''
    return [
      200,
      pageOf(
        github.issues.filter(({ labels }) => labels?.includes(label)),
        url,
      ),
    ]
  }
  if (at === 'POST /issues') {
    const labels = (sent.labels ?? []).filter((name) => github.labels.has(name))
    const { title = '', body: text = '' } = sent
    return [
      201,
      add(github.issues, { number: github.issues.length + 1, title, body: text, user: by, labels }),
    ]
  }
  if (at === 'POST /labels') {
    github.labels.add(sent.name ?? '')
    return [201, {}]
  }
  const [, kind = '', name = ''] = /^\w+ \/(issues\/comments|issues|labels)\/([\w-]+)$/.exec(at) ?? []
  if (method === 'GET' && kind === 'labels') return github.labels.has(name) ? [200, {}] : [404, {}]
  const posts = kind === 'issues' ? github.issues : github.comments
  const i = posts.findIndex(({ id, number }) => String(kind === 'issues' ? number : id) === name)
  const post = posts[i]
  if (method !== 'PATCH' || !post) return [404, { message: 'Not Found' }]
  posts[i] = { ...post, ...sent }
  return [200, posts[i]]
}

function add(posts: FakePost[], post: Omit<FakePost, 'id'>): FakePost {
  const made = { id: 1000 + posts.length, ...post }
  posts.push(made)
  return made
}

function pageOf(posts: readonly FakePost[], { searchParams }: URL): readonly FakePost[] {
  const size = Number(searchParams.get('per_page') ?? 30)
  const page = Number(searchParams.get('page') ?? 1)
  return posts.slice((page - 1) * size, page * size)
}
