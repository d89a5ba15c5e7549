import { UserError } from '../core/errors.ts'
import { safeText } from '../core/safe-text.ts'
import { readSmall } from '../fs/text-files.ts'
import { isObjectId } from '../git/run-git.ts'

/** GitHub's limit: https://docs.github.com/webhooks/webhook-events-and-payloads */
const MOST_BYTES = 25 * 1024 * 1024

/** Variables of the environment by name. */
export type Environment = { readonly [name: string]: string | undefined }

/**
 * The event that started a run in CI, as far as it names what to compare with. Branches are names without
 * `refs/heads/`.
 */
export type CiEvent = NamedEvent &
  (
    | { readonly kind: 'pull-request'; readonly head: string | null; readonly base: Target }
    | {
        readonly kind: 'push'
        /** The branch's commit before the push; null for a new branch. */
        readonly before: string | null
        /** Null for a tag. */
        readonly branch: string | null
        readonly defaultBranch: string | null
      }
    | { readonly kind: 'merge-group'; readonly base: string }
    | { readonly kind: 'other' }
  )

type NamedEvent = {
  /** Empty outside GitHub Actions. */
  readonly name: string
  /** The commit that was checked out, unless the workflow asked for another. */
  readonly sha: string | null
}

/** The target of a pull request. */
type Target = { readonly sha: string | null; readonly branch: string | null }

/**
 * Reads what GitHub Actions says about the event that started a run. The file is untrusted: only full object ids and
 * valid branch names are taken. Throws `UserError` where an event that should name commits does not.
 */
export function readEvent(env: Environment): CiEvent {
  const name = env.GITHUB_EVENT_NAME ?? ''
  const common = { name, sha: oidIn(env.GITHUB_SHA) }
  if (name === 'pull_request_target') {
    throw new UserError(
      'the event pull_request_target is not judged: it checks out the base, and may do what a pull request must not',
      'Run on pull_request, or name what to compare with: --base.',
    )
  }
  if (ABOUT_PULL_REQUESTS.includes(name)) {
    const { pull_request: request } = payload(env)
    const base = part(part(request).base)
    return {
      ...common,
      kind: 'pull-request',
      head: oidIn(part(part(request).head).sha),
      base: { sha: oidIn(base.sha), branch: branchIn(env.GITHUB_BASE_REF) ?? branchIn(base.ref) },
    }
  }
  if (name === 'push') return pushIn(payload(env), common)
  if (name === 'merge_group') {
    const base = oidIn(part(payload(env).merge_group).base_sha)
    if (base === null) throw wrong(env, 'it has no merge_group.base_sha')
    return { ...common, kind: 'merge-group', base }
  }
  return { ...common, kind: 'other' }
}

/** These events contain the pull request, and the runner checks out its merge. */
const ABOUT_PULL_REQUESTS = ['pull_request', 'pull_request_review', 'pull_request_review_comment']

type Fields = { readonly [key: string]: unknown }

function pushIn(event: Fields, common: NamedEvent): CiEvent {
  const { before, ref, deleted } = event
  if (deleted === true) return { ...common, kind: 'other' }
  const old = oidIn(before)
  if (old === null)
    throw new UserError('the push event has no `before`', 'Name what to compare with: --base.')
  const branch = typeof ref === 'string' && ref.startsWith('refs/heads/') ? branchIn(ref.slice(11)) : null
  return {
    ...common,
    kind: 'push',
    before: /^0+$/.test(old) ? null : old,
    branch,
    defaultBranch: branchIn(part(event.repository).default_branch),
  }
}

function payload(env: Environment): Fields {
  const path = env.GITHUB_EVENT_PATH ?? ''
  const text = path === '' ? null : readSmall(path, MOST_BYTES)
  if (text === null || text === '') throw wrong(env, 'the file cannot be read, or is too large')
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    if (isFields(value)) return value
  } catch {
    throw wrong(env, 'it is not JSON')
  }
  throw wrong(env, 'it is no object')
}

function wrong({ GITHUB_EVENT_NAME, GITHUB_EVENT_PATH }: Environment, reason: string): UserError {
  const file = GITHUB_EVENT_PATH ? safeText(GITHUB_EVENT_PATH) : 'GITHUB_EVENT_PATH'
  return new UserError(
    `the event ${safeText(GITHUB_EVENT_NAME ?? '')} cannot be read from ${file}: ${reason}`,
    'GitHub Actions writes this file; elsewhere, name what to compare with: --base.',
  )
}

function part(value: unknown): Fields {
  return isFields(value) ? value : {}
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function oidIn(value: unknown): string | null {
  return typeof value === 'string' && isObjectId(value) ? value : null
}

/** The rules of `git check-ref-format` whose violation would change the meaning of a name. */
function branchIn(value: unknown): string | null {
  if (typeof value !== 'string' || value === '' || value.length > 255) return null
  return /^[-/.]|[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\/|[/.]$/u.test(value) ? null : value
}
