import { HOOK_NAMES } from '../../core/installed.ts'
import type { Spliced } from '../hooks/marked-block.ts'
import { shimFile } from '../hooks/shim-files.ts'
import type { Manager } from './detect.ts'
import { lefthookLines, withLefthook } from './lefthook.ts'
import { preCommitLines, withPreCommit } from './pre-commit.ts'
import { simpleGitHooksCommand, withSimpleGitHooks } from './simple-git-hooks.ts'

/** How a manager's settings get our part, and the lines to add where that is not safe. */
export type Form = { readonly splice: (text: string) => Spliced; readonly byHand: readonly string[] }

/** The form for a manager and its file; a program is never run, and what is not YAML or JSON is not edited. */
export function managerForm(kind: Extract<Manager, { readonly file: string }>['kind'], file: string): Form {
  const foreign =
    (form: string) =>
    (text: string): Spliced =>
      HOOK_NAMES.every((name) => text.includes(shimFile(name)))
        ? { text }
        : { byHand: `${form} is not edited by memkeep` }
  switch (kind) {
    case 'lefthook': {
      const splice = /\.ya?ml$/.test(file) ? withLefthook : foreign('this form of settings')
      return { splice, byHand: lefthookLines() }
    }
    case 'pre-commit':
    case 'prek': {
      const splice = /\.ya?ml$/.test(file) ? withPreCommit : foreign('TOML')
      return { splice, byHand: preCommitLines() }
    }
    default: {
      const splice = file.endsWith('.json')
        ? (text: string) => withSimpleGitHooks(text, file)
        : foreign('a program')
      return {
        splice,
        byHand: HOOK_NAMES.map(
          (name) => `${JSON.stringify(name)}: ${JSON.stringify(simpleGitHooksCommand(name))},`,
        ),
      }
    }
  }
}
