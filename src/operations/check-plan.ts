import { join } from 'node:path'
import type { Diagnostic } from '../core/diagnostic.ts'
import { isKept, rootPaths } from '../core/layout.ts'
import { safePath, safeText } from '../core/messages.ts'
import type { OperationReview, Refusal } from '../core/operation.ts'
import type { Settings } from '../core/settings.ts'
import {
  type MovingPlan,
  overlay,
  type PlannedFile,
  plannedPaths,
  type WritePlan,
} from '../core/write-plan.ts'
import { checkMemory, loadSide } from '../engine/check-memory.ts'
import { claimFiles, ignoredBelow } from '../engine/claims.ts'
import { type MemoryContext, withFocus, withSides } from '../engine/context.ts'
import { type PlannedTexts, plannedTexts, planRebuild } from '../engine/derived-files.ts'
import { readSources } from '../engine/documents/load-documents.ts'
import { focusOf } from '../engine/focus.ts'
import { isListed } from '../engine/last-report/cache-preconditions.ts'
import type { Move } from '../engine/locked-write.ts'
import { resolveInside } from '../fs/paths.ts'
import { blobId, kindAt } from '../fs/read-files.ts'
import type { Expected } from '../fs/write-plan.ts'
import { ignoredPaths } from '../git/path-status.ts'
import type { OpenSnapshot } from '../snapshot/project.ts'
import { withIgnoreFile } from './local-memory.ts'
import type { OperationCall } from './operation-call.ts'
import type { OperationMemory } from './operation-memory.ts'
import { refuseSecretsIn, refuseSecretWord } from './read-input.ts'

/** What a plan is made from, and how its result is looked at. */
type PlanBasis = {
  readonly seen: OperationMemory
  /** The memory that the plan was made from, where that is an earlier one: its files must be as they were then. */
  readonly madeFrom?: OperationMemory
  /** The operation's own check of the result. */
  readonly review?: OperationReview | undefined
}

/**
 * A plan with the derived files that follow from it, checked as a hook checks a commit, for files that have exactly the bytes
 * that it was made for. Null when a file changed since it was read.
 */
export async function checkPlan(
  asked: MovingPlan,
  { seen, madeFrom = seen, review }: PlanBasis,
  call: OperationCall,
): Promise<Move | Refusal | null> {
  const before = await bytesOf(plannedPaths(asked), madeFrom)
  if (!before || 'refusal' in before) return before
  const { settings } = seen.load
  const local = await withIgnoreFile(asked, { settings, files: seen.snapshot.files }, call)
  if ('refusal' in local) return local
  const { plan: move, isIgnored } = local
  const rebuild = await rebuildOf(move, seen, carriedOut(seen.snapshot, move, isIgnored))
  const beforeRebuild = await bytesOf([...rebuild.keys()], seen)
  if (!beforeRebuild || 'refusal' in beforeRebuild) return beforeRebuild
  const planned: Planned = { move, rebuild, seen, review, call, isIgnored }
  const fault =
    strayPath(planned) ??
    strayMove(planned) ??
    leftOut(planned) ??
    unreadable(planned) ??
    (await ignored(planned)) ??
    (await checkFault(planned)) ??
    (await refuseSecretWord(call.args, settings))
  return fault ?? { move, rebuild, before: new Map([...before, ...beforeRebuild]) }
}

/** What would be written. */
type Planned = {
  readonly move: MovingPlan
  /** The derived files that follow from it. */
  readonly rebuild: WritePlan
  readonly seen: OperationMemory
  readonly review: OperationReview | undefined
  readonly call: OperationCall
  /** Which of the new files git ignores. */
  readonly isIgnored: (path: string) => boolean
}

/** What a plan changes, for people to look at. What is moved unread is not shown. */
export function textsOf({ move, rebuild, before }: Move): PlannedTexts {
  const texts = [...move].flatMap(([path, file]): [string, PlannedFile][] =>
    file.kind === 'move' ? [] : [[path, file]],
  )
  return plannedTexts(new Map([...texts, ...rebuild]), before)
}

/**
 * The bytes that a plan was made for, null for a file that does not exist. Null when a file differs from what was
 * read; a refusal when one could not be read at all: it is not known what would be lost.
 */
async function bytesOf(
  paths: readonly string[],
  { snapshot, documents }: OperationMemory,
): Promise<Expected | Refusal | null> {
  const bytes = new Map<string, Uint8Array | null>()
  const read = await snapshot.read(paths.filter((path) => snapshot.files.has(path)))
  for (const path of paths) {
    const [content, document] = [read.get(path), documents.get(path)]
    if (content && 'failure' in content) {
      if (document?.complete !== false) return null
      return {
        refusal: `${safePath(path)} cannot be read: ${safeText(content.failure)}`,
        help: 'Nothing was written. Fix the file or move it away, then call the tool again.',
      }
    }
    if (content && document && document.id !== content.id) return null
    bytes.set(path, content?.bytes ?? null)
  }
  return bytes
}

/** The work tree after a plan, with contents under git's ids: the next call knows their facts. */
function carriedOut(
  snapshot: OpenSnapshot,
  plan: MovingPlan,
  isIgnored: (path: string) => boolean,
): OpenSnapshot {
  const after = overlay(snapshot, plan, isIgnored)
  return {
    ...after,
    read: async (paths) => {
      const contents = new Map(await after.read(paths))
      for (const [path, content] of contents) {
        if (plan.has(path) && 'bytes' in content)
          contents.set(path, { ...content, id: blobId(content.bytes) })
      }
      return contents
    },
  }
}

/** How the parts are read that a plan touches. */
function planningFor(
  move: MovingPlan,
  { snapshot, load, planning }: OperationMemory,
  after: OpenSnapshot,
): MemoryContext {
  const focus = focusOf({ before: snapshot, after, merge: null, changed: plannedPaths(move) }, load)
  return withFocus(planning, focus)
}

/** The derived files of the parts that a plan touches. A symlink in the place of one belongs to somebody and is left alone. */
async function rebuildOf(move: MovingPlan, seen: OperationMemory, after: OpenSnapshot): Promise<WritePlan> {
  const planning = planningFor(move, seen, after)
  const stale = await planRebuild(seen.side, await loadSide(after, planning), planning)
  return new Map(
    [...stale].filter(([path]) => !move.has(path) && seen.snapshot.files.get(path)?.mode !== 'link'),
  )
}

function strayPath({ move, call: { layout, project }, seen }: Planned): Refusal | null {
  const { settings } = seen.load
  for (const [path, { kind }] of move) {
    const guarded = resolveInside(project.root, path, { linkItself: kind === 'link' || kind === 'delete' })
    const isOwn =
      layout.claim(path, kind === 'link' ? 'link' : 'file', settings) !== null ||
      isKept(layout, path, settings)
    if ('path' in guarded && isOwn) continue
    const why = 'refused' in guarded ? guarded.refused : `it is no file of the ${layout.id} layout`
    return {
      refusal: `${safePath(path)} is not written to: ${safeText(why)}`,
      help: 'Nothing was written. Name a scope that is there, by its plain name.',
    }
  }
  return null
}

/**
 * Only what cannot be read is moved unread: from its place to one that is not checked, and back. Anything else would be a way
 * around the check.
 */
function strayMove({ move, call: { layout }, seen }: Planned): Refusal | null {
  const {
    snapshot: { files },
    documents,
    load: { settings },
  } = seen
  for (const [path, file] of move) {
    if (file.kind !== 'move') continue
    const mode = files.get(file.from)?.mode
    const isFile = (mode === 'file' || mode === 'executable') && !files.has(path)
    const isUnread = documents.get(file.from)?.complete === false
    if (isFile && ((isUnread && isKept(layout, path, settings)) || isKept(layout, file.from, settings)))
      continue
    return {
      refusal: `${safePath(file.from)} is not moved to ${safePath(path)} unread`,
      help: 'Nothing was written. Only a file that cannot be read is moved, and only to a place that is free.',
    }
  }
  return null
}

/** Git has the content, but the work tree has no file that could be changed. */
function leftOut({ move, call, seen: { snapshot } }: Planned): Refusal | null {
  const path = plannedPaths(move).find(
    (path) => snapshot.files.has(path) && kindAt(join(call.project.root, path)) === 'nothing',
  )
  if (path === undefined) return null
  return {
    refusal: `${safePath(path)} is left out of the work tree, as by a sparse checkout`,
    help: 'Nothing was written. Bring it into the work tree (`git sparse-checkout add` with its folder, or `git update-index --no-skip-worktree`), then call the tool again.',
  }
}

/** Unreadable is not empty: the file may hold anything. */
function unreadable({ move, seen: { documents } }: Planned): Refusal | null {
  const path = [...move.keys()].find((path) => documents.get(path)?.complete === false)
  if (path === undefined) return null
  const finding = documents.get(path)?.findings.find(({ severity }) => severity === 'error')
  const why = finding ? `:${finding.place.line} ${finding.message}` : ''
  return {
    refusal: `${safePath(path)} cannot be read whole, so nothing is written to it${safeText(why)}`,
    help: safeText(`Fix the file first${finding ? `: ${finding.help}` : '.'}`),
  }
}

/** A new file that git ignores is in no commit, and gone with the next cleaning. */
async function ignored({ move, call, seen }: Planned): Promise<Refusal | null> {
  const {
    layout,
    project: { repository },
  } = call
  const {
    snapshot: { files },
    load: { settings },
  } = seen
  if (!repository) return null
  const localRoots = rootPaths(layout, settings, 'local').filter((root) => !isListed(files, root))
  const local = [...ignoredBelow(layout, settings), ...localRoots.map((root) => `${root}/`)]
  const fresh = [...move.keys()].filter(
    (path) => !files.has(path) && !local.some((prefix) => path.startsWith(prefix)),
  )
  const [path] = await ignoredPaths(repository.top, fresh)
  if (path === undefined) return null
  return {
    refusal: `git ignores ${safePath(path)}: what is saved there would be in no commit`,
    help: 'Nothing was written. Take the path out of the ignore rules, then call the tool again.',
  }
}

/** The operation's own check comes first, because it knows the arguments best; then the check of the hook. */
async function checkFault({
  move,
  rebuild,
  seen,
  review,
  call,
  isIgnored,
}: Planned): Promise<Refusal | null> {
  const plan: MovingPlan = new Map([...move, ...rebuild])
  const [before, after, changed] = [
    seen.snapshot,
    carriedOut(seen.snapshot, plan, isIgnored),
    plannedPaths(plan),
  ]
  const planning = planningFor(plan, seen, after)
  const { diagnostics, memories } = await checkMemory(withSides(planning, { after, before, changed }))
  // What is moved unread has the faults that it had, and a file that an operation deletes is meant to go.
  const findings = diagnostics.filter(
    ({ new: isNew, path, rule }) => isNew && move.get(path)?.kind !== 'move' && rule !== FILE_LOST,
  )
  const memory = memories.get(call.layout)
  const fault = async (): Promise<Refusal | null> =>
    (await secretFault(findings, call, seen.load.settings)) ?? newErrors(findings)
  if (!review || !memory) return fault()
  const files = new Map([...after.files].filter(([path]) => move.has(path)))
  const { sources } = await readSources(claimFiles({ ...after, files }, planning), after, planning)
  return review({ memory, sources, findings }) ?? fault()
}

/** The rule about files of the memory that go. */
const FILE_LOST = 'file-lost'

/** Where the arguments hold a secret: the lines of a file that was not written say nothing to an agent. */
async function secretFault(
  findings: readonly Diagnostic[],
  { args }: OperationCall,
  settings: Settings,
): Promise<Refusal | null> {
  const isFound = findings.some(({ rule, severity }) => rule === 'no-secret' && severity === 'error')
  return isFound ? refuseSecretsIn(args, settings) : null
}

function helpFor(findings: readonly Diagnostic[]): string {
  return `Nothing was written. ${[...new Set(findings.map(({ help }) => safeText(help)))].join(' ')}`
}

/** At most so many errors are reported; the others appear once these are fixed. */
const MOST_REPORTED = 3

function newErrors(findings: readonly Diagnostic[]): Refusal | null {
  const errors = findings.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return null
  const reported = errors.slice(0, MOST_REPORTED)
  const texts = reported.map(
    ({ path, line, rule, message }) => `${safePath(path)}:${line} ${safeText(message)} (${rule})`,
  )
  if (errors.length > MOST_REPORTED) texts.push(`and ${errors.length - MOST_REPORTED} more`)
  return {
    refusal: `This would break the memory: ${texts.join('; ')}`,
    help: helpFor(reported),
  }
}
