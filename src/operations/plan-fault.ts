import { join } from 'node:path'
import type { Diagnostic } from '../core/diagnostic.ts'
import { safePath, safeText } from '../core/messages.ts'
import type { OperationReview, Refusal } from '../core/operation.ts'
import { filesBelow } from '../core/snapshot.ts'
import { type MovingPlan, type PlannedFile, plannedPaths, type WritePlan } from '../core/write-plan.ts'
import { checkMemory } from '../engine/check-memory.ts'
import { claimFiles, ignoredBelow } from '../engine/claims.ts'
import type { MemoryContext } from '../engine/context.ts'
import { readSources } from '../engine/documents/load-documents.ts'
import { focusOf } from '../engine/focus.ts'
import { isListed } from '../engine/last-report/cache-preconditions.ts'
import { resolveInside } from '../fs/paths.ts'
import { kindAt } from '../fs/read-files.ts'
import { ignoredPaths } from '../git/path-status.ts'
import type { OpenSnapshot } from '../snapshot/project.ts'
import { isOwn, type OperationCall, type OperationMemory } from './operation-call.ts'

/** What an operation would write, and the derived files that follow from it. */
type Judged = {
  readonly seen: OperationMemory
  readonly move: MovingPlan
  readonly rebuild: WritePlan
  /** Gives the work tree with a plan carried out. */
  readonly planned: (plan: MovingPlan) => OpenSnapshot
  /** The operation's own check of the result. */
  readonly review: OperationReview | undefined
}

/** At most so many errors are reported; the others appear once these are fixed. */
const MOST_REPORTED = 3

/** Why a plan must not be carried out, as a refusal; null when it is right. */
export async function planFault(judged: Judged, call: OperationCall): Promise<Refusal | null> {
  return (
    strayPath(judged, call) ??
    strayMove(judged, call) ??
    leftOut(judged, call) ??
    unreadable(judged) ??
    (await ignored(judged, call)) ??
    (await checkFault(judged, call))
  )
}

function strayPath({ seen, move }: Judged, { layout, project }: OperationCall): Refusal | null {
  const { settings } = seen.load
  for (const [path, file] of move) {
    const guarded = resolveInside(project.root, path, {
      linkItself: file.kind === 'link' || file.kind === 'delete',
    })
    const why =
      'refused' in guarded
        ? guarded.refused
        : layout.claim(path, file.kind === 'link' ? 'link' : 'file', settings) === null &&
            !layout.keeps?.(path, settings)
          ? `it is no file of the ${layout.id} layout`
          : null
    if (why !== null) {
      return {
        refusal: `${safePath(path)} is not written to: ${safeText(why)}`,
        help: 'Nothing was written. Name a scope that is there, by its plain name.',
      }
    }
  }
  return null
}

/**
 * Only what cannot be read is moved unread: from its place to one that is not checked, and back. Anything else would be a way
 * around the check.
 */
function strayMove({ seen, move }: Judged, { layout }: OperationCall): Refusal | null {
  const { settings } = seen.load
  for (const [path, file] of move) {
    if (file.kind !== 'move') continue
    const keeps = (one: string): boolean => layout.keeps?.(one, settings) === true
    const isUnread = seen.documents.get(file.from)?.complete === false
    const mode = seen.snapshot.files.get(file.from)?.mode
    const isFile = (mode === 'file' || mode === 'executable') && !seen.snapshot.files.has(path)
    if (isFile && ((isUnread && keeps(path)) || keeps(file.from))) continue
    return {
      refusal: `${safePath(file.from)} is not moved to ${safePath(path)} unread`,
      help: 'Nothing was written. Only a file that cannot be read is moved, and only to a place that is free.',
    }
  }
  return null
}

/** Git has the content, but the work tree has no file that could be changed. */
function leftOut({ seen, move }: Judged, { project }: OperationCall): Refusal | null {
  const path = plannedPaths(move).find(
    (one) => seen.snapshot.files.has(one) && kindAt(join(project.root, one)) === 'nothing',
  )
  if (path === undefined) return null
  return {
    refusal: `${safePath(path)} is left out of the work tree, as by a sparse checkout`,
    help: 'Nothing was written. Bring it into the work tree (`git sparse-checkout add` with its folder, or `git update-index --no-skip-worktree`), then call the tool again.',
  }
}

/** Unreadable is not empty: the file may hold anything. */
function unreadable({ seen, move }: Judged): Refusal | null {
  const path = [...move.keys()].find((one) => seen.documents.get(one)?.complete === false)
  if (path === undefined) return null
  const findings = seen.documents.get(path)?.findings ?? []
  const [finding] = findings.filter(({ severity }) => severity === 'error')
  const why = finding ? `:${finding.place.line} ${finding.message}` : ''
  return {
    refusal: `${safePath(path)} cannot be read whole, so nothing is written to it${safeText(why)}`,
    help: safeText(`Fix the file first${finding ? `: ${finding.help}` : '.'}`),
  }
}

/** A new file that git ignores is in no commit, and gone with the next cleaning. */
async function ignored({ seen, move }: Judged, { project, layout }: OperationCall): Promise<Refusal | null> {
  if (!project.repository) return null
  const { settings } = seen.load
  const known = (layout.localRoots?.(settings) ?? []).filter((root) => !isListed(seen.snapshot.files, root))
  const local = [...ignoredBelow(layout, settings), ...known.map((root) => `${root}/`)]
  const fresh = [...move.keys()].filter(
    (path) => !seen.snapshot.files.has(path) && !local.some((prefix) => path.startsWith(prefix)),
  )
  const [path] = await ignoredPaths(project.repository.top, fresh)
  if (path === undefined) return null
  return {
    refusal: `git ignores ${safePath(path)}: what is saved there would be in no commit`,
    help: 'Nothing was written. Take the path out of the ignore rules, then call the tool again.',
  }
}

/** The operation's own check comes first, because it knows the arguments best; then the check of the hook. */
async function checkFault(judged: Judged, call: OperationCall): Promise<Refusal | null> {
  const { seen, move, rebuild, planned, review } = judged
  const plan: MovingPlan = new Map([...move, ...rebuild])
  const [before, after, changed] = [seen.snapshot, planned(plan), plannedPaths(plan)]
  const focus = focusOf({ before, after, merge: null, changed }, seen.load)
  const load: MemoryContext = { ...seen.planning, focus }
  const sides = { after, before, merge: null, changed, today: seen.memory.today }
  const { diagnostics, memories } = await checkMemory({ ...load, ...sides })
  // What is moved unread has the faults that it had.
  const findings = diagnostics.filter((one) => one.new && move.get(one.path)?.kind !== 'move')
  const memory = memories.get(call.layout)
  if (!review || !memory) return newErrors(findings)
  const files = new Map([...after.files].filter(([path]) => move.has(path)))
  const { sources } = await readSources(claimFiles({ ...after, files }, load), after, load)
  return review({ memory, sources, findings }) ?? newErrors(findings)
}

function newErrors(findings: readonly Diagnostic[]): Refusal | null {
  const errors = findings.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return null
  const more = errors.length - MOST_REPORTED
  const listed = errors.slice(0, MOST_REPORTED).map(describe)
  return {
    refusal: `This would break the memory: ${[...listed, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')}`,
    help: `Nothing was written. ${[...new Set(errors.slice(0, MOST_REPORTED).map(({ help }) => safeText(help)))].join(' ')}`,
  }
}

function describe({ path, line, rule, message }: Diagnostic): string {
  return `${safePath(path)}:${line} ${safeText(message)} (${rule})`
}

/** A plan, and which of its new files git ignores when it is carried out. */
type LocalPlan = { readonly plan: MovingPlan; readonly isIgnored: (path: string) => boolean }

/**
 * Memory that a layout keeps out of git stays out of it: where git would add what is written, an ignore file comes first. It
 * ignores the whole directory, so that a directory with anything else in it is refused. One that is there is left as it is.
 */
export async function withIgnoreFile(
  plan: MovingPlan,
  { snapshot, load: { settings } }: OperationMemory,
  { layout, project: { root: top, repository } }: OperationCall,
): Promise<LocalPlan | Refusal> {
  const roots = layout.ignoredRoots?.(settings) ?? []
  const rootOf = (path: string): string | undefined => roots.find((root) => path.startsWith(`${root}/`))
  // Git fails for a path behind a symlink, which is refused later.
  const fresh = plannedPaths(plan).filter(
    (path) => !snapshot.files.has(path) && rootOf(path) !== undefined && 'path' in resolveInside(top, path),
  )
  if (fresh.length === 0) return { plan, isIgnored: () => false }
  if (!repository) return { plan, isIgnored: (path) => rootOf(path) !== undefined }
  const known = new Set(await ignoredPaths(repository.top, fresh))
  const bare = new Set(fresh.flatMap((path) => (known.has(path) ? [] : (rootOf(path) ?? []))))
  const added = [...bare].filter((root) => !snapshot.files.has(ignoreFileOf(root)))
  for (const root of added) {
    const foreign = filesBelow(snapshot.files, root).find((file) => !isOwn(file, layout, settings))
    if (foreign) {
      return {
        refusal: `Git does not ignore ${safePath(root)}, and it holds ${safePath(foreign.path)}, which is no memory of the ${layout.id} layout`,
        help: `Nothing was written. Add \`/${safePath(root)}/\` to the .gitignore at the top, or move the file away.`,
      }
    }
  }
  const files = added.map((root): [string, PlannedFile] => [
    ignoreFileOf(root),
    { kind: 'text', text: '*\n' },
  ])
  return {
    plan: files.length === 0 ? plan : new Map([...files, ...plan]),
    isIgnored: (path) => known.has(path) || added.includes(rootOf(path) ?? ''),
  }
}

function ignoreFileOf(root: string): string {
  return `${root}/.gitignore`
}
