import { type HookName, PRE_COMMIT_HOOKS } from '../../core/installed.ts'
import { isJsonObject, valueAt } from '../../core/json.ts'
import { readYamlSettings } from '../../formats/yaml/edit-yaml.ts'
import {
  guardedCommand,
  NOT_AS_IT_SHOULD,
  type Spliced,
  UNREADABLE_YAML,
  withBlock,
  withoutBlocks,
} from '../hooks/marked-block.ts'

/** Gives the settings of pre-commit (or prek) one local repository, last, with a hook for every stage. */
export function withPreCommit(text: string): Spliced {
  const bare = withoutBlocks(text)
  if ('byHand' in bare) return bare
  const settings = readYamlSettings(bare.text)
  if (!settings) return UNREADABLE_YAML
  const spot = Array.isArray(valueAt(settings.value, ['repos'])) ? settings.spot(['repos']) : null
  if (!spot) return { byHand: 'its list of `repos` is not written as a plain block' }
  const result = withBlock(text, preCommitLines(), spot)
  return 'byHand' in result || reads(result.text, settings.value) ? result : NOT_AS_IT_SHOULD
}

/** What to add to the list of `repos`, in YAML. */
export function preCommitLines(): readonly string[] {
  return ['- repo: local', '  hooks:', ...PRE_COMMIT_HOOKS.flatMap(hookLines)]
}

/**
 * The first lines of the file that pre-commit calls: the framework passes git's arguments and input in variables. A
 * push of all refs names no commits.
 */
export function preCommitPrelude(name: HookName): readonly string[] {
  return PRELUDES[name] ?? []
}

function hookLines(name: HookName): string[] {
  return [
    `  - id: memkeep-${name}`,
    `    name: memkeep ${name}`,
    `    entry: ${guardedCommand(name)}`,
    '    language: system',
    '    always_run: true',
    '    pass_filenames: false',
    // Otherwise the output of a hook that lets a commit pass is not shown.
    '    verbose: true',
    `    stages: [${name}]`,
  ]
}

/** True when the text holds everything from before, and one more repository in the list. */
function reads(text: string, before: unknown): boolean {
  const value = readYamlSettings(text)?.value
  const added = readYamlSettings(preCommitLines().join('\n'))?.value
  if (!isJsonObject(value) || !Array.isArray(value.repos) || !Array.isArray(added)) return false
  const ours = JSON.stringify(added[0])
  const repos = value.repos.filter((one) => JSON.stringify(one) !== ours)
  const isOne = repos.length === value.repos.length - 1
  return isOne && JSON.stringify({ ...value, repos }) === JSON.stringify(before)
}

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: these are the shell's.

const PRELUDES: { readonly [name in HookName]?: readonly string[] } = {
  'pre-push': [
    'set -- "${PRE_COMMIT_REMOTE_NAME-}" "${PRE_COMMIT_REMOTE_URL-}"',
    'exec <<PUSHED',
    `\${PRE_COMMIT_LOCAL_BRANCH:-HEAD} \${PRE_COMMIT_TO_REF:-$(git rev-parse HEAD)} \${PRE_COMMIT_REMOTE_BRANCH:-HEAD} \${PRE_COMMIT_FROM_REF:-${'0'.repeat(40)}}`,
    'PUSHED',
  ],
  'post-merge': ['set -- "${PRE_COMMIT_IS_SQUASH_MERGE:-0}"'],
  'post-checkout': [
    'set -- "${PRE_COMMIT_FROM_REF-}" "${PRE_COMMIT_TO_REF-}" "${PRE_COMMIT_CHECKOUT_TYPE-}"',
  ],
  'post-rewrite': [
    'set -- "${PRE_COMMIT_REWRITE_COMMAND-}"',
    "case $1 in rebase) before=ORIG_HEAD ;; *) before='HEAD@{1}' ;; esac",
    'exec <<REWRITTEN',
    '$(git rev-parse --verify --quiet "$before") $(git rev-parse HEAD)',
    'REWRITTEN',
  ],
}

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: these were the shell's.
