import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect } from 'vitest'
import { runCi } from '../../src/ci/ci.ts'
import { prePush } from '../../src/commit/pre-push.ts'
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import { runCheck } from '../../src/engine/check.ts'
import { fingerprint } from '../../src/formats/hash.ts'
import { sampleSecrets } from './sample-secrets.ts'
import { type TempRepo, tempRepo } from './temp-repo.ts'

const [KEY = ''] = sampleSecrets(11).map(({ secret }) => secret)

/** Without the index, which would have to follow each step. */
const SETTINGS = 'rules: { derived-fresh: off }\n'

/** What the memory is after a commit: whether it has a secret, lacks an entry, and has settings that allow one of them. */
type Step = { readonly secret: boolean; readonly lost: boolean; readonly loose: boolean }

/** A pull request of one to five commits. */
type Request = {
  readonly steps: readonly Step[]
  /** Where the secret is, while it is there. */
  readonly place: 'rules' | 'file' | 'name' | 'message'
  readonly loosening: string
  /** The commits are on a side of a merge. */
  readonly merged: boolean
}

const requests: fc.Arbitrary<Request> = fc.record({
  steps: fc.array(fc.record({ secret: fc.boolean(), lost: fc.boolean(), loose: fc.boolean() }), {
    minLength: 1,
    maxLength: 5,
  }),
  place: fc.constantFrom('rules', 'file', 'name', 'message'),
  loosening: fc.constantFrom(
    'rules: { derived-fresh: off, item-lost: off }\n',
    `${SETTINGS}secrets: { allow: ['${fingerprint(KEY)}'] }\n`,
  ),
  merged: fc.boolean(),
})

const entry = (day: number, title: string, body: string): string =>
  `### [2026-02-0${day}] ${title}\n\n**Category:** convention\n**Tags:** money\n\n${body}\n\n---\n`

const KEPT = entry(1, 'Prices are integers', 'Floating point lost a cent in 1 of 40,000 orders last year.')
const LOST = entry(
  2,
  'Refunds need an account',
  'A refund goes to a verified address, which only an account has.',
)

const START: Step = { secret: false, lost: false, loose: false }

/** Every file of the memory at one moment. */
function filesOf(
  { secret, lost, loose }: Step,
  at: number,
  { place, loosening }: Request,
): Map<string, string> {
  const key = (here: Request['place']): string =>
    secret && place === here ? `\nIt is ${KEY} for now.\n` : ''
  const settings = loose ? loosening : SETTINGS
  return new Map([
    ['memkeep.yaml', settings],
    ['CLAUDE.md', `# Rules\n\nStep ${at} is done.\n${key('rules')}`],
    ['user/memory/workspaces/shop/decisions.md', `# Decisions\n\n${KEPT}${lost ? '' : `\n${LOST}`}`],
    ...(key('file') === '' ? [] : [['.claude/rules/keys.md', key('file')] as const]),
    ...(secret && place === 'name' ? [[`.claude/rules/${KEY}.md`, '# Keys\n'] as const] : []),
  ])
}

/** What `git fast-import` reads: a base, and a branch `topic-N` for each request. */
function streamOf(all: readonly Request[]): string {
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`
  const commit = (
    ref: string,
    message: string,
    files: ReadonlyMap<string, string>,
    parents: string,
  ): string =>
    [
      `commit refs/heads/${ref}\n`,
      'committer Test <test@example.com> 1780000000 +0000\n',
      data(message),
      parents,
      'deleteall\n',
      ...[...files].map(([path, text]) => `M 100644 inline ${path}\n${data(text)}`),
    ].join('')
  const first = all[0]
  if (!first) return ''
  const base = commit('main', 'First', filesOf(START, 0, first), '')
  const branches = all.map((request, i) => {
    const { steps, place, merged } = request
    const chain = steps.map((step, at) => {
      const message = step.secret && place === 'message' ? `Go on with ${KEY}` : 'Go on'
      const from = at === 0 ? 'from refs/heads/main\n' : ''
      return commit(`${merged ? 'side' : 'topic'}-${i}`, message, filesOf(step, at + 1, request), from)
    })
    const end = filesOf(steps.at(-1) ?? START, steps.length, request)
    const parents = `from refs/heads/main\nmerge refs/heads/side-${i}\n`
    return [...chain, ...(merged ? [commit(`topic-${i}`, 'Merge', end, parents)] : [])].join('')
  })
  return [base, ...branches].join('')
}

/** How often each rule has an error; `loosened` whatever its severity. */
function countsOf(diagnostics: readonly Diagnostic[]): { readonly [rule: string]: number } {
  const counts: { [rule: string]: number } = {}
  for (const { rule, severity } of diagnostics) {
    if (severity === 'error' || rule === 'loosened') counts[rule] = (counts[rule] ?? 0) + 1
  }
  return counts
}

/** A secret is for ever, in whatever commit it is; a loss and a loosening are what the tip has of them. */
function expectedOf({ steps }: Request): { readonly [rule: string]: number } {
  const end = steps.at(-1) ?? START
  return {
    ...(steps.some(({ secret }) => secret) && { 'no-secret': 1 }),
    ...(end.lost && { 'item-lost': 1 }),
    ...(end.loose && { loosened: 1 }),
  }
}

/** Makes pull requests and judges each by `memkeep ci`, and by `check --base` or, for secrets that nothing allows, before its push. */
export async function judgeRequests(count: number, seed: number): Promise<void> {
  const all = fc.sample(requests, { numRuns: count, seed })
  const repo = tempRepo()
  execFileSync('git', ['fast-import', '--quiet'], { cwd: repo.dir, input: streamOf(all) })
  for (const [i, request] of all.entries()) {
    const shown = JSON.stringify({ seed, i, request })
    const expected = expectedOf(request)
    repo.git('symbolic-ref', 'HEAD', `refs/heads/topic-${i}`)
    expect([shown, countsOf(await inCi(repo))]).toEqual([shown, expected])
    // The two others in turn.
    if (i % 2 === 0) {
      expect([shown, countsOf(await checked(repo, i))]).toEqual([shown, expected])
      continue
    }
    const isAllowed = request.loosening.includes('secrets') && request.steps.at(-1)?.loose === true
    if (isAllowed) continue
    const secrets = (await beforePush(repo)).filter(({ rule }) => rule === 'no-secret')
    expect([shown, secrets.length]).toEqual([shown, expected['no-secret'] ?? 0])
  }
}

const COMMON = { cache: false, today: '2026-06-01', skip: [] }

async function checked({ dir }: TempRepo, i: number): Promise<readonly Diagnostic[]> {
  const source = { kind: 'revision', revision: `topic-${i}` } as const
  return (await runCheck({ ...COMMON, cwd: dir, source, base: 'main' })).report.diagnostics
}

async function inCi({ dir }: TempRepo): Promise<readonly Diagnostic[]> {
  return (await runCi({ ...COMMON, cwd: dir, env: {}, failOn: 'new', base: 'main' })).report.diagnostics
}

async function beforePush({ dir, git }: TempRepo): Promise<readonly Diagnostic[]> {
  const line = `refs/heads/topic ${git('rev-parse', 'HEAD')} refs/heads/topic ${git('rev-parse', 'main')}\n`
  const { check } = await prePush({ ...COMMON, cwd: dir, args: ['origin', ''], stdin: async () => line })
  return check?.report.diagnostics ?? []
}
