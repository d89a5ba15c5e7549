import { join, relative } from 'node:path'
import type { Ended } from './git.ts'
import { type Picture, stagedEntry, type Tree } from './picture.ts'
import type { Sandbox } from './sandbox.ts'

/** One way to commit. */
export type CommitForm = {
  readonly kind: 'plain' | 'all' | 'include' | 'only'
  readonly amend: boolean
  readonly allowEmpty: boolean
  /** Files or folders, from the top; only for `include` and `only`. */
  readonly paths: readonly string[]
  /** What makes git give up after the pre-commit hook has passed. */
  readonly abort: 'message' | 'editor' | null
  /** The folder in which git is started, from the top. */
  readonly cwd: string
}

/** What a commit would hold and would leave staged, were there no hook. */
export type Predicted = {
  readonly commit: Tree
  readonly index: Tree
  readonly intended: ReadonlySet<string>
}

/** The form as git's arguments; its paths as seen from where git is started. */
export function commitArguments({ kind, amend, allowEmpty, paths, abort, cwd }: CommitForm): string[] {
  return [
    'commit',
    ...(amend ? ['--amend'] : []),
    ...(allowEmpty ? ['--allow-empty'] : []),
    ...(abort === 'editor' ? ['--edit'] : []),
    ...['--message', 'change'],
    ...{ plain: [], all: ['--all'], include: ['--include'], only: [] }[kind],
    ...(paths.length > 0 ? ['--', ...paths.map((path) => relative(cwd, path) || '.')] : []),
  ]
}

/** Runs the commit. */
export function runCommit(sandbox: Sandbox, form: CommitForm): Promise<Ended> {
  const env = {
    GIT_EDITOR: form.abort === 'editor' ? 'false' : 'true',
    MODEL_ABORT: form.abort === 'message' ? '1' : '',
  }
  return sandbox.tryGit(['-C', join(sandbox.dir, form.cwd), ...commitArguments(form)], { env })
}

/** What git itself does with this form, after its documentation. */
export function predict(form: CommitForm, picture: Picture, sandbox: Sandbox): Predicted {
  const { head, index, intended } = picture
  if (form.kind === 'plain') return { commit: index, index, intended }
  const tracked = new Set([...index.keys(), ...intended])
  if (form.kind === 'only') for (const path of head.keys()) tracked.add(path)
  const chosen = [...tracked].filter((path) => form.kind === 'all' || isUnder(path, form.paths))
  const staged = withWork(index, chosen, { picture, sandbox })
  return {
    commit: form.kind === 'only' ? withWork(head, chosen, { picture, sandbox }) : staged,
    index: staged,
    intended: new Set([...intended].filter((path) => !chosen.includes(path))),
  }
}

function isUnder(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`))
}

function withWork(
  tree: Tree,
  paths: readonly string[],
  { picture, sandbox }: { picture: Picture; sandbox: Sandbox },
): Tree {
  const result = new Map(tree)
  for (const path of paths) {
    const bytes = picture.work.get(path)
    if (bytes) result.set(path, stagedEntry(bytes, sandbox))
    else result.delete(path)
  }
  return result
}
