import { safeText } from '../core/safe-text.ts'
import type { WritePlan } from '../core/write-plan.ts'
import { checkSnapshot } from '../engine/check-snapshot.ts'
import { derivedPlan } from '../engine/derived-plan.ts'
import { bytesBefore } from '../engine/fix-plan.ts'
import { type OpenMemory, openMemory } from '../engine/open-memory.ts'
import { staleParts } from '../engine/stale-parts.ts'
import { generatedIds } from '../fs/generated-files.ts'
import { blobId } from '../fs/read-files.ts'
import { applyWritePlan } from '../fs/write-plan.ts'
import { skippedPaths } from '../git/change-index.ts'
import { changedPaths } from '../git/path-status.ts'
import type { GitOptions } from '../git/run-git.ts'
import { writingIn } from '../snapshot/project.ts'
import type { HookRequest } from './hook-request.ts'
import type { HookProject } from './open-hook-project.ts'

const GIT: GitOptions = { hook: true }

/**
 * Rebuilds what is derived and stale in the work tree, where nobody has touched it: file, staged file and last commit
 * are one. Every other stale file is left. Gives a line of remarks for each outcome, and nothing when all is fresh.
 */
export async function rebuildUnedited(project: HookProject, request: HookRequest): Promise<string[]> {
  const memory = await openMemory({ ...request, project, git: GIT })
  const plan = await stalePlan(memory, request)
  if (plan.size === 0) return []
  const paths = [...plan.keys()]
  const edited = await changedPaths(project.root, paths, GIT)
  const skipped = await skippedPaths(project.root, paths, GIT)
  const ours = new Map([...plan].filter(([path]) => !edited.has(path) && !skipped.has(path)))
  remember(project, ours)
  const { written, refused } = applyWritePlan(
    project.root,
    ours,
    await bytesBefore(memory.after, ours),
    writingIn(project),
  )
  return [
    ...(written.length > 0 ? [`rebuilt ${listed(written)}: commit the change`] : []),
    ...[...edited].map(left),
    ...refused.map(({ path, reason }) => `${safeText(path)} is stale and was left as it is: ${reason}`),
  ]
}

async function stalePlan(memory: OpenMemory, { cache }: HookRequest): Promise<WritePlan> {
  const { focus } = await staleParts(memory, memory, cache ? memory.project : null)
  const { memories } = await checkSnapshot(memory, { ...memory, focus })
  await memory.facts.save()
  return derivedPlan({ snapshot: memory.after, memories }, memory)
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
