import { changedItems } from '../core/changes/item-changes.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { changeRuleIds } from '../core/layout.ts'
import { isUserError } from '../core/messages.ts'
import { loadSides, rulesAtWork } from '../engine/check-memory.ts'
import { withFocus, withSides } from '../engine/context.ts'
import { differing, focusOnFiles } from '../engine/focus.ts'
import { type JudgedStaged, judgeChange } from '../engine/judge-change.ts'
import type { OpenMemory } from '../engine/open-memory.ts'
import { headCommit, mainBranches, mergeBases } from '../git/history.ts'
import { openCommit } from '../snapshot/open-snapshot.ts'
import type { OpenSnapshot } from '../snapshot/project.ts'
import type { HookProject } from './hook-request.ts'

/**
 * The findings without those of the change to a file that is put right: it was wrong at HEAD, and is right by what CI compares with,
 * the commit where the branch left the main one. So a commit that went past the hook is no dead end. A file that loses items counts only
 * where it has its content of that commit again.
 */
export async function withoutPutRight(
  project: HookProject,
  judged: JudgedStaged,
  memory: OpenMemory,
): Promise<readonly Diagnostic[]> {
  try {
    return await judgedByForkPoints(project, judged, memory)
  } catch (error) {
    // A shallow or partial clone may not know it: then HEAD alone counts.
    if (isUserError(error)) return judged.diagnostics
    throw error
  }
}

async function judgedByForkPoints(
  { repository: { top } }: HookProject,
  { diagnostics, loaded }: JudgedStaged,
  memory: OpenMemory,
): Promise<readonly Diagnostic[]> {
  const { before: head } = loaded
  const ofChange = changeRuleIds(rulesAtWork(loaded.after, memory))
  const tip = await headCommit(top)
  if (!head || tip === null) return diagnostics
  const paths = new Set(diagnostics.filter(({ rule }) => ofChange.has(rule)).map(({ path }) => path))
  const lossy = new Set(
    changedItems(head.documents, loaded.after.documents).flatMap((change) =>
      change.type === 'removed' ? [change.before.document.path] : [],
    ),
  )
  // What neither the branch nor the commit touched can say nothing of these paths.
  const wrongIn = async (after: OpenSnapshot, base: OpenSnapshot): Promise<ReadonlySet<string>> => {
    const sides = withSides(memory, { after, before: base, merge: null, changed: undefined })
    const view = withFocus(sides, focusOnFiles([...paths, ...differing(base, after)], memory))
    const judged = await judgeChange(await loadSides(view), view, { isWhole: false })
    const wrong = judged.diagnostics.filter(
      ({ rule, severity }) => severity === 'error' || (severity === 'warning' && ofChange.has(rule)),
    )
    return new Set(wrong.map(({ path }) => path))
  }
  for (const base of await forkPoints(top, tip)) {
    const main = await openCommit(top, base)
    const may = [...paths].filter((path) => {
      const [then, was, is] = [main, head.snapshot, memory.after].map(({ files }) => files.get(path)?.id)
      const isRestored = is !== undefined && is === then
      // What the branch left alone is not wrong by it.
      return was !== then && (isRestored || !lossy.has(path))
    })
    if (may.length === 0) continue
    const wasWrong = await wrongIn(head.snapshot, main)
    const isWrong = await wrongIn(memory.after, main)
    for (const path of may) if (wasWrong.has(path) && !isWrong.has(path)) paths.delete(path)
  }
  return diagnostics.filter(({ rule, path }) => !ofChange.has(rule) || paths.has(path))
}

async function forkPoints(top: string, head: string): Promise<readonly string[]> {
  const bases = new Set<string>()
  for (const tip of await mainBranches(top)) {
    for (const base of await mergeBases(top, [head, tip])) if (base !== head) bases.add(base)
  }
  return [...bases]
}
