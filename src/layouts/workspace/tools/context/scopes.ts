import type { Memory } from '../../../../core/memory.ts'
import { safeText } from '../../../../core/safe-text.ts'
import { byNearness, nearest } from '../../../../formats/nearest.ts'
import { isScopeName } from '../../claim.ts'
import { workspaceSettings } from '../../settings.ts'
import type { AskedScope } from './request.ts'

/** Why a scope is not taken, and which there are. */
type Refused = { readonly refusal: string; readonly help: string }

/** So many scopes are named in a refusal. */
const NAMED = 40

/**
 * Finds the scope that is asked for among those that exist: `devtools`, `devtools/common`, `devtools/common/cli`. A
 * repository without its domain is found where only one domain has it. What does not exist is never made a path of.
 */
export function resolveScope(asked: AskedScope, memory: Memory): { readonly scope: string } | Refused {
  const known = [...knownScopes(memory)]
  const { workspace, domain, repository } = asked
  const isMeant = (scope: string): boolean => {
    const [first, second, third] = scope.split('/')
    const isInDomain = domain === null ? repository !== null || second === undefined : second === domain
    return first === workspace && isInDomain && third === (repository ?? undefined)
  }
  const [found, ...others] = known.filter(isMeant)
  if (found === undefined) return unknownScope(asked, known)
  if (others.length === 0) return { scope: found }
  return {
    refusal: `Unexpected repository ${shown(repository ?? '')} without its domain: several have one of this name`,
    help: `Name the domain too: ${listed([found, ...others])}.`,
  }
}

/** Every scope that has a folder among the resources or a folder of memory, in no order. */
function knownScopes({ files, settings }: Memory): ReadonlySet<string> {
  const { resources, memory } = workspaceSettings(settings)
  const known = new Set<string>()
  for (const { path, mode } of files.values()) {
    const isFolder = mode === 'submodule'
    addScopes(known, isFolder ? `${path}/` : path, { prefix: `${resources}/`, depth: 3 })
    addScopes(known, isFolder ? `${path}/` : path, { prefix: `${memory}/`, depth: 2 })
  }
  return known
}

/** It is asked of every file: a path is taken apart only as far as its scope goes. */
function addScopes(
  known: Set<string>,
  path: string,
  { prefix, depth }: { prefix: string; depth: number },
): void {
  if (!path.startsWith(prefix)) return
  for (let level = 0, from = prefix.length; level < depth; level++) {
    const end = path.indexOf('/', from)
    if (end < 0 || !isScopeName(path.slice(from, end))) return
    known.add(path.slice(prefix.length, end))
    from = end + 1
  }
}

function unknownScope({ workspace, domain, repository }: AskedScope, known: readonly string[]): Refused {
  if (known.length === 0) {
    return {
      refusal: 'Unexpected request: this repository has no workspace memory yet',
      help: 'Save a first memory, or add an OVERVIEW.md to a folder of the workspace.',
    }
  }
  const asked = [workspace, domain, repository].filter((one) => one !== null).join('/')
  const sorted = [...known].sort()
  const inside = sorted.filter((scope) => scope.split('/', 1)[0] === workspace)
  const outside = sorted.filter((scope) => !inside.includes(scope))
  const nearby = [...byNearness(asked, inside), ...byNearness(asked, outside)]
  const meant = nearest(asked, nearby)
  const guess = meant === undefined ? '' : `; did you mean ${shown(meant)}?`
  return {
    refusal: `Unexpected scope ${shown(asked)}, expected one that exists${guess}`,
    help: `Scopes are workspace/domain/repository, each part in a field of its own; there are ${listed(nearby)}.`,
  }
}

function listed(scopes: readonly string[]): string {
  const named = scopes.slice(0, NAMED).map(shown)
  const more = scopes.length > NAMED ? [`${scopes.length - NAMED} more`] : []
  return [...named, ...more].join(', ')
}

function shown(name: string): string {
  return safeText(name.length > 200 ? `${name.slice(0, 200)}…` : name)
}

/** True for a scope itself and every scope below it. */
export function isWithin(scope: string, outer: string): boolean {
  return scope === outer || scope.startsWith(`${outer}/`)
}

/** How far in a scope lies: 1 for a workspace, 3 for a repository. */
export function scopeDepth(scope: string): number {
  return scope.split('/').length
}
