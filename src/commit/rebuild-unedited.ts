import { safeText } from '../core/safe-text.ts'
import type { WritePlan } from '../core/write-plan.ts'
import { checkSnapshot } from '../engine/check-snapshot.ts'
import { derivedPlan } from '../engine/derived-plan.ts'
import { bytesBefore } from '../engine/fix-plan.ts'
import { withLayoutsOn } from '../engine/layouts-on.ts'
import { openLoad } from '../engine/open-load.ts'
import { staleParts } from '../engine/stale-parts.ts'
import { blobId } from '../fs/blob-id.ts'
import { generatedIds } from '../fs/generated-ids.ts'
import { applyWritePlan } from '../fs/write-plan.ts'
import { changedPaths } from '../git/changed-paths.ts'
import type { GitOptions } from '../git/git-environment.ts'
import { skippedPaths } from '../git/stage-blobs.ts'
import { needSeen } from '../snapshot/need-seen.ts'
import { openWorkTree } from '../snapshot/open-snapshot.ts'
import { writingIn } from '../snapshot/project.ts'
import type { RealSnapshot } from '../snapshot/real-snapshot.ts'
import type { HookRequest } from './hook-request.ts'
import type { HookProject } from './open-hook-project.ts'

const GIT: GitOptions = { hook: true }

/**
 * Rebuilds what is derived and stale in the work tree, where nobody has touched it: file, staged file and last commit
 * are one. Every other stale file is left. Gives a line of remarks for each outcome, and nothing when all is fresh.
 */
export async function rebuildUnedited(project: HookProject, request: HookRequest): Promise<string[]> {
  const tree = await openWorkTree({ ...project, git: GIT })
  const plan = await stalePlan(project, tree, request)
  if (plan.size === 0) return []
  const paths = [...plan.keys()]
  const edited = await changedPaths(project.root, paths, GIT)
  const skipped = await skippedPaths(project.root, paths, GIT)
  const ours = new Map([...plan].filter(([path]) => !edited.has(path) && !skipped.has(path)))
  remember(project, ours)
  const { written, refused } = applyWritePlan(
    project.root,
    ours,
    await bytesBefore(tree, ours),
    writingIn(project),
  )
  return [
    ...(written.length > 0 ? [`rebuilt ${listed(written)}: commit the change`] : []),
    ...[...edited].map(left),
    ...refused.map(({ path, reason }) => `${safeText(path)} is stale and was left as it is: ${reason}`),
  ]
}

async function stalePlan(project: HookProject, tree: RealSnapshot, request: HookRequest): Promise<WritePlan> {
  const known = await openLoad(project, { ...request, git: GIT, snapshot: tree, root: project.root })
  needSeen(tree, known.layouts, known.settings)
  const sides = { after: tree, before: null, merge: null, today: request.today }
  const load = await withLayoutsOn(known, sides)
  const { focus } = await staleParts(sides, load, request.cache ? project : null)
  const { memories } = await checkSnapshot(sides, { ...load, focus })
  await load.facts.save()
  return derivedPlan({ snapshot: tree, memories }, load)
}

/** A later commit may replace what was written here: it is nobody's work. */
function remember({ repository }: HookProject, plan: WritePlan): void {
  const texts = [...plan.values()].flatMap((file) => (file.kind === 'text' ? [Buffer.from(file.text)] : []))
  generatedIds(repository.gitDir).add(texts.flatMap((text) => [blobId(text), blobId(text, 'sha256')]))
}

function left(path: string): string {
  return `${safeText(path)} is stale, and has changes of its own that were left: see \`memkeep index --check\``
}

function listed(paths: readonly string[]): string {
  const [first = '', ...others] = paths.map(safeText)
  return others.length > 2
    ? `${first} and ${others.length} more derived files`
    : [first, ...others].join(', ')
}
