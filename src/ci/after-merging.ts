import type { Diagnostic } from '../core/diagnostic.ts'

/** Names of branches that a shell takes as they stand. */
const PLAIN_NAME = /^[A-Za-z0-9_][A-Za-z0-9_./-]{0,100}$/

/**
 * A finding of a merge as one of the branch: nothing on the branch can mend it before the merge is there, so what to do
 * begins with merging.
 */
export function afterMerging(found: Diagnostic, target: string): Diagnostic {
  return {
    ...found,
    message: `After merging with ${target}: ${found.message}`,
    help: helpOf(found, target),
    fixable: false,
    new: true,
  }
}

function helpOf({ rule, help }: Diagnostic, target: string): string {
  const command = PLAIN_NAME.test(target) ? ` (\`git merge ${target}\`)` : ''
  if (rule === 'derived-fresh') {
    const rebuilt =
      "memkeep's merge driver rebuilds the file; without it, run `memkeep index` after the merge"
    return `Merge ${target} into this branch${command}: ${rebuilt}.`
  }
  const mend = help === '' ? '.' : `: ${help}`
  return `Merge ${target} into this branch and mend it there${mend}`
}
