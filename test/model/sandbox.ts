import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BlobStore, openBlobs } from './blob-store.ts'
import { type Ended, type GitInput, mustGit, tryGit } from './git.ts'
import type { Random } from './random.ts'

/** How a repository is set up; every part changes what git does around a commit. */
export type Variant = {
  /** Work files have CRLF, blobs LF. */
  readonly autocrlf: boolean
  readonly safecrlf: boolean
  readonly splitIndex: boolean
  readonly untrackedCache: boolean
  readonly indexVersion4: boolean
  /** Work happens in a linked work tree. */
  readonly linked: boolean
  /** There is no commit yet. */
  readonly unborn: boolean
}

/** A repository whose pre-commit hook is the command under test. */
export type Sandbox = {
  /** The folder that holds everything of it. */
  readonly base: string
  /** The top of the work tree. */
  readonly dir: string
  /** Git's directory of this work tree, and the one that all share. */
  readonly gitDir: string
  readonly commonDir: string
  readonly variant: Variant
  readonly blobs: BlobStore
  readonly git: (args: readonly string[], given?: GitInput) => Promise<Buffer>
  readonly tryGit: (args: readonly string[], given?: GitInput) => Promise<Ended>
  readonly dispose: () => Promise<void>
}

/** A repository as git sets it up by default. */
export const PLAIN_VARIANT: Variant = {
  autocrlf: false,
  safecrlf: false,
  splitIndex: false,
  untrackedCache: false,
  indexVersion4: false,
  linked: false,
  unborn: false,
}

/** One set-up by chance. */
export function randomVariant(random: Random): Variant {
  const autocrlf = random.chance(0.25)
  const linked = random.chance(0.25)
  const variant = {
    autocrlf,
    safecrlf: autocrlf && random.chance(0.5),
    splitIndex: random.chance(0.2),
    untrackedCache: random.chance(0.2),
    indexVersion4: random.chance(0.2),
    linked,
  }
  // Git 2.39 itself crashes in a first `commit -a` with a split index when any hook stages something.
  return { ...variant, unborn: !linked && random.chance(0.2) && !variant.splitIndex }
}

/** The pre-commit hook as it is installed, but that people prune logs; `before` are shell lines that run first. */
export function preCommitHook(memkeep: string, before = ''): string {
  return `#!/bin/sh\n${before}MEMKEEP_SKIP=item-lost exec '${memkeep}' hook pre-commit "$@"\n`
}

/** A commit-msg hook that aborts the commit when it is asked to: the pre-commit hook has done its work by then. */
const COMMIT_MSG = '#!/bin/sh\n[ -z "$MODEL_ABORT" ]\n'

const SETTINGS = 'layouts: { workspace: on }\n'

/** Makes a repository in the temporary directory, with one empty commit or with none. */
export async function openSandbox(preCommit: string, variant: Variant): Promise<Sandbox> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'memkeep-model-')))
  const main = join(base, 'main')
  const dir = variant.linked ? join(base, 'linked') : main
  const commonDir = join(main, '.git')
  const gitDir = variant.linked ? join(commonDir, 'worktrees', 'linked') : commonDir
  await mustGit(base, ['init', '--quiet', '--initial-branch=main', '--template=', main])
  writeFileSync(join(commonDir, 'config'), settings(variant))
  // A repository may have no entry yet.
  writeFileSync(join(main, 'memkeep.yaml'), variant.autocrlf ? SETTINGS.replace('\n', '\r\n') : SETTINGS)
  await mustGit(main, ['add', 'memkeep.yaml'])
  if (!variant.unborn) await mustGit(main, ['commit', '--quiet', '--message', 'start'])
  if (variant.linked) await mustGit(main, ['worktree', 'add', '--quiet', dir])
  mkdirSync(join(commonDir, 'hooks'), { recursive: true })
  writeFileSync(join(commonDir, 'hooks', 'pre-commit'), preCommit, { mode: 0o755 })
  writeFileSync(join(commonDir, 'hooks', 'commit-msg'), COMMIT_MSG, { mode: 0o755 })
  const blobs = openBlobs(commonDir)
  return {
    base,
    dir,
    gitDir,
    commonDir,
    variant,
    blobs,
    git: (args, given) => mustGit(dir, args, given),
    tryGit: (args, given) => tryGit(dir, args, given),
    dispose: async () => {
      await blobs.close()
      rmSync(base, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

function settings({ autocrlf, safecrlf, splitIndex, untrackedCache, indexVersion4 }: Variant): string {
  return [
    '[core]',
    '\trepositoryformatversion = 0',
    '\tbare = false',
    `\tautocrlf = ${autocrlf}`,
    `\tsafecrlf = ${safecrlf}`,
    `\tsplitIndex = ${splitIndex}`,
    `\tuntrackedCache = ${untrackedCache}`,
    ...(indexVersion4 ? ['[index]', '\tversion = 4'] : []),
    '[user]',
    '\tname = Test',
    '\temail = test@example.com',
    '[gc]',
    '\tauto = 0',
    '[commit]',
    '\tgpgSign = false',
    '',
  ].join('\n')
}
