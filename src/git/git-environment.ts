/** How a git child is to see its surroundings. */
export type GitOptions = {
  /**
   * Inside a git hook: keep the variables by which git names the repository and the index being committed.
   * Everywhere else they are removed: a stray GIT_INDEX_FILE would make every listing empty.
   */
  readonly hook?: boolean | undefined
  /** The command takes no literal pathspecs: its paths must not begin with a colon. */
  readonly magic?: boolean | undefined
  /** More variables for this child. */
  readonly env?: Readonly<Record<string, string>> | undefined
}

/** What `git rev-parse --local-env-vars` lists, over all versions of git. */
const LOCAL = [
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_ATTR_SOURCE',
  'GIT_COMMON_DIR',
  'GIT_CONFIG',
  'GIT_CONFIG_COUNT',
  'GIT_CONFIG_PARAMETERS',
  'GIT_DIR',
  'GIT_GRAFT_FILE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_NAMESPACE',
  'GIT_NO_REPLACE_OBJECTS',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_REPLACE_REF_BASE',
  'GIT_SHALLOW_FILE',
  'GIT_WORK_TREE',
]

/** What a hook must keep to see what its commit sees; the object directories are where a push is in quarantine. */
const KEPT_IN_HOOKS = new Set([
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_DIR',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_WORK_TREE',
])

/** Variables that turn arguments into something else than what they say. */
const MISLEADING = [
  'GIT_GLOB_PATHSPECS',
  'GIT_ICASE_PATHSPECS',
  'GIT_NOGLOB_PATHSPECS',
  'GIT_EXTERNAL_DIFF',
  'GIT_DIFF_OPTS',
]

/**
 * Plain answers in English, no prompt, no lock that is not needed, no replaced objects; and no transport at all: in a
 * partial clone a missing object would be fetched by whatever program the repository's settings name.
 */
const FIXED = {
  LC_ALL: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
} as const

/** The environment for a git child. */
export function gitEnvironment({ hook = false, env = {} }: GitOptions = {}): NodeJS.ProcessEnv {
  const result: NodeJS.ProcessEnv = { ...process.env }
  for (const name of [...LOCAL, ...MISLEADING]) {
    if (!hook || !KEPT_IN_HOOKS.has(name)) delete result[name]
  }
  return Object.assign(result, FIXED, env)
}
