import { simpleGit } from 'simple-git'
import { safeText, UserError } from '../core/messages.ts'
import { FETCH_HINT, isShallow } from './history.ts'
import { gitEnvironment, gitFailure, gitNonsense, gitNotStarted, isObjectId } from './run-git.ts'

/** The commit that a revision names, as a full object id. Throws `UserError` when there is none. */
export async function resolveRevision(top: string, revision: string): Promise<string> {
  if (/^$|^[-^]|\0/.test(revision)) {
    throw new UserError(
      `${safeText(JSON.stringify(revision))} is not a name of a branch, a tag or a commit`,
      'Give a name that `git log` knows.',
    )
  }
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]
  const { code, text, stderr } = await ask(top, args)
  if (code === 0 && isObjectId(text)) return text
  if (code === 0) throw gitNonsense(args, text)
  // With --quiet git prints nothing about an unknown name. What it prints is another failure, unless that is about
  // the name too.
  if (code !== 1 && stderr !== '' && !isUnknownName(stderr)) throw gitFailure(top, args, { code, stderr })
  throw new UserError(
    `unknown revision ${safeText(revision)}`,
    (await isShallow(top)) ? FETCH_HINT : 'Give a branch, a tag or a commit of this repository.',
  )
}

/** The best common ancestor of two commits, given by full object id. Throws `UserError` when none is known. */
export async function mergeBase(top: string, a: string, b: string): Promise<string> {
  const args = ['merge-base', a, b]
  if (!isObjectId(a) || !isObjectId(b)) throw gitNonsense(args, 'revisions that are not resolved')
  const { code, text, stderr } = await ask(top, args)
  const [first = ''] = text.split('\n')
  if (code === 0 && isObjectId(first)) return first
  if (code === 0) throw gitNonsense(args, text)
  if (code !== 1) throw gitFailure(top, args, { code, stderr })
  throw new UserError(
    `${a.slice(0, 12)} and ${b.slice(0, 12)} have no common history here`,
    (await isShallow(top)) ? FETCH_HINT : 'Fetch the whole history (`fetch-depth: 0`), or give another base.',
  )
}

/** For `<name>@{…}` and `:/text` git prints an error even with --quiet. */
function isUnknownName(stderr: string): boolean {
  return /^fatal: (?:Needed a single revision|log for .* only (?:has|goes back)|no such branch|ambiguous argument|upstream branch|no upstream)/m.test(
    stderr,
  )
}

type Answer = { readonly code: number | null; readonly text: string; readonly stderr: string }

/**
 * simple-git takes a failure without output for success, so its judgement is replaced: only the exit code counts
 * here.
 */
async function ask(top: string, args: readonly string[]): Promise<Answer> {
  const end: { code: number | null; stderr: string } = { code: null, stderr: '' }
  const env = porcelainEnvironment()
  const git = simpleGit({
    baseDir: top,
    allowEnvironment: Object.keys(env),
    unsafe: { allowUnsafeConfigPaths: true },
    completion: { onExit: false },
    errors: (_, { exitCode, stdErr }) => {
      end.code = exitCode
      end.stderr = Buffer.concat(stdErr).toString('utf8')
      return undefined
    },
  })
  const text = await git.env(env).raw([...args])
  if (end.stderr.startsWith('Error: spawn git ')) {
    throw gitNotStarted(top, Object.assign(new Error(end.stderr), { code: spawnCode(end.stderr) }))
  }
  return { ...end, text: text.trim() }
}

function spawnCode(stderr: string): string {
  return /^Error: spawn git (\w+)/.exec(stderr)?.[1] ?? 'unknown'
}

/** Settings that decide which repository and whose configuration git sees. */
const KEPT =
  /^GIT_(?:CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)|CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM|NO_REPLACE_OBJECTS|ALLOW_PROTOCOL|NO_LAZY_FETCH|OPTIONAL_LOCKS|TERMINAL_PROMPT)$/

/** Variables by which programs could be started; simple-git refuses to run while one is passed on. */
const REFUSED = /^(?:EDITOR|VISUAL|PAGER|PREFIX|SSH_ASKPASS)$/i

function porcelainEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(gitEnvironment()).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined &&
        !REFUSED.test(entry[0]) &&
        (!/^GIT_/i.test(entry[0]) || KEPT.test(entry[0])),
    ),
  )
}
