import type { Memory } from '../../../../core/document.ts'
import { safePath, safeText } from '../../../../core/messages.ts'
import type { Refusal } from '../../../../core/operation.ts'
import { oncePer } from '../../../../core/text.ts'
import { byNearness, nearest } from '../../../../formats/names.ts'
import { refuse } from '../../../../stores/answer.ts'
import { isScopeName } from '../../claim.ts'
import { workspaceSettings } from '../../settings.ts'
import type { ContextArguments } from './schemas.ts'

/** How many scopes a refusal names. */
const MAX_NAMED_SCOPES = 40

/**
 * Finds the scope that is asked for among those that exist: `devtools`, `devtools/common`, `devtools/common/cli`. A
 * repository without its domain is found where only one domain has it. No path is made of a name that does not exist.
 */
export function resolveScope(
  asked: ContextArguments['scope'],
  memory: Memory,
): { readonly scope: string } | Refusal {
  const known = knownScopes(memory)
  const { workspace, domain, repository } = asked
  const isMeant = (scope: string): boolean => {
    const [first, second, third] = scope.split('/')
    const isInDomain = second === domain || (domain === undefined && repository !== undefined)
    return first === workspace && isInDomain && third === repository
  }
  const [found, ...others] = known.filter(isMeant)
  if (known.length === 0) return refuseEmptyMemory(memory)
  if (found === undefined) return refuseUnknownScope(asked, known)
  if (others.length === 0) return { scope: found }
  return refuse(
    `Repository ${shown(repository ?? '')} needs its domain: several have one of this name`,
    `Name the domain too: ${listed([found, ...others])}.`,
  )
}

/** Every scope that has a folder among the resources or a folder of memory, found once per memory. */
export const knownScopes = oncePer((memory: Memory): readonly string[] => {
  const { resources, memory: logs } = workspaceSettings(memory.settings)
  const found = [...foldersIn(memory, `${resources}/`, 3), ...foldersIn(memory, `${logs}/`, 2)]
  return [...new Set(found)].sort()
})

/** The folders of scopes below a root. Paths are sorted, so the files of the folder that was found last are skipped. */
function foldersIn({ files }: Memory, root: string, depth: number): ReadonlySet<string> {
  const known = new Set<string>()
  let last = ' '
  for (const { path, mode } of files.values()) {
    if (path.startsWith(last) || !path.startsWith(root)) continue
    const whole = mode === 'submodule' ? `${path}/` : path
    for (let level = 0, from = root.length; level < depth; level++) {
      const end = whole.indexOf('/', from)
      if (end < 0 || !isScopeName(whole.slice(from, end))) break
      known.add(whole.slice(root.length, end))
      from = end + 1
      if (level === depth - 1) last = whole.slice(0, from)
    }
  }
  return known
}

function refuseEmptyMemory({ settings }: Memory): Refusal {
  const { resources } = workspaceSettings(settings)
  return refuse(
    'This repository has no workspace memory yet',
    `Save a first decision or lesson, or write ${resources}/WORKSPACE/OVERVIEW.md with its name and description. Memory of other layouts is read in its files.`,
  )
}

/** Refuses an unknown scope, and names the nearest one. */
export function refuseUnknownScope(
  { workspace, domain, repository }: ContextArguments['scope'],
  known: readonly string[],
): Refusal {
  const given = Object.entries({ workspace, domain, repository }).filter(([, name]) => name !== undefined)
  const fields = given.map(([field, name = '']) => `${field}: ${shown(name)}`)
  const asked = given.map(([, name]) => name).join('/')
  const inside = known.filter((scope) => scope.split('/', 1)[0] === workspace)
  const outside = known.filter((scope) => !inside.includes(scope))
  const nearby = [...byNearness(asked, inside), ...byNearness(asked, outside)]
  // The scope around what was asked for is no guess: it was named.
  const meant = nearest(
    asked,
    nearby.filter((scope) => !asked.startsWith(`${scope}/`)),
  )
  const guess = meant === undefined ? '' : `; did you mean ${shown(meant)}?`
  return refuse(
    `Scope {${fields.join(', ')}} does not exist${guess}`,
    `Scopes are workspace/domain/repository, each part in a separate field; there are ${listed(nearby)}.`,
  )
}

function listed(scopes: readonly string[]): string {
  const named = scopes.slice(0, MAX_NAMED_SCOPES).map(shown)
  const more = scopes.length > MAX_NAMED_SCOPES ? [`${scopes.length - MAX_NAMED_SCOPES} more`] : []
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

/** The paths of overviews and logs that belong to a scope and do not exist. */
export function expectedFiles(memory: Memory, scope: string): readonly string[] {
  const { resources, memory: logs } = workspaceSettings(memory.settings)
  return knownScopes(memory)
    .filter((one) => isWithin(one, scope) || isWithin(scope, one))
    .flatMap((one) => [
      `${resources}/${one}/OVERVIEW.md`,
      ...(scopeDepth(one) < 3 ? [`${logs}/${one}/decisions.md`, `${logs}/${one}/lessons.md`] : []),
    ])
    .filter((path) => !memory.files.has(path))
}

/** Unseen is not empty: a note for each file whose place something else takes. */
export function hiddenNotes(hidden: ReadonlyMap<string, string> = new Map()): string[] {
  // What is above several files is said once.
  const paths = new Map(
    [...hidden].reverse().map((pair) => [pair[1].endsWith('above it') ? pair[1] : pair[0], pair]),
  )
  return [...paths.values()]
    .reverse()
    .map(
      ([path, what]) =>
        `${safePath(path)} cannot be read: ${safeText(what)}. What is missing here may lie behind it.`,
    )
}
