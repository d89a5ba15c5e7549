import type { Memory } from '../../../../core/memory.ts'
import type { Refusal } from '../../../../core/operation.ts'
import { safePath, safeText } from '../../../../core/safe-text.ts'
import { isScopeName } from '../../claim.ts'
import { workspaceSettings } from '../../settings.ts'
import { knownScopes, scopeDepth, unknownScope } from '../get-context/scopes.ts'
import type { SaveRequest } from './request.ts'

/** A name that is a folder's on every system, and means the same in a link. */
const PORTABLE = /^(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))[a-z0-9][a-z0-9._-]{0,99}(?<!\.)$/i

/** Where an entry goes, and what is to be said of that. */
type SaveScope = { readonly scope: string; readonly notes: readonly string[] }

/**
 * The scope whose log an entry is saved in: one that has a folder among the resources or in memory. In a repository that has
 * none at all, the first entry makes its own: else a slip of the pen would start a second memory beside the first.
 */
export function saveScope({ workspace, domain }: SaveRequest, memory: Memory): SaveScope | Refusal {
  const known = knownScopes(memory).filter((scope) => scopeDepth(scope) < 3)
  const names = domain === null ? [workspace] : [workspace, domain]
  const scope = names.join('/')
  if (known.length === 0) return firstScope(names)
  if (names.some((name) => name.includes('/')) || !known.includes(scope)) {
    const { refusal, help } = unknownScope({ workspace, domain, repository: null }, known)
    return { refusal, help: [help, ...howToStart(scope, memory, names)].join(' ') }
  }
  const taken = foreignFolder(scope, memory)
  if (taken === null) return { scope, notes: [] }
  return {
    refusal: `${safePath(taken)} is not a folder of this repository: nothing is saved through it`,
    help: 'Save in another scope, or put a folder in its place.',
  }
}

function firstScope(names: readonly string[]): SaveScope | Refusal {
  const wrong = names.find((name) => !PORTABLE.test(name) || !isScopeName(name))
  if (wrong !== undefined) {
    return {
      refusal: `Unexpected name ${safeText(wrong)}, expected one that can name a folder anywhere`,
      help: 'Use letters, digits, `-`, `_` and `.`, with a letter or digit first: `devtools`.',
    }
  }
  const scope = names.join('/')
  return {
    scope,
    notes: [`This is the first workspace memory of the repository: it starts the scope ${scope}.`],
  }
}

function howToStart(scope: string, { settings }: Memory, names: readonly string[]): string[] {
  if (!names.every((name) => PORTABLE.test(name) && isScopeName(name))) return []
  const { resources } = workspaceSettings(settings)
  return [
    `If ${scope} is really new, write ${resources}/${scope}/OVERVIEW.md with its name and description first.`,
  ]
}

/** A link, a submodule or a file where the scope's folder would be; null when there is none. */
function foreignFolder(scope: string, { files, settings }: Memory): string | null {
  const path = `${workspaceSettings(settings).memory}/${scope}`
  const parts = path.split('/')
  return parts.map((_, i) => parts.slice(0, i + 1).join('/')).find((one) => files.has(one)) ?? null
}
