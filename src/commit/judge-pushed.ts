import { compareDiagnostics } from '../core/diagnostic.ts'
import type { CheckResult } from '../engine/check-request.ts'
import { loadSides } from '../engine/check-snapshot.ts'
import { hookPaths } from '../engine/hook-paths.ts'
import { judgeChange } from '../engine/judge-change.ts'
import { mergeHarm } from '../engine/merge-harm.ts'
import { openMemory } from '../engine/open-memory.ts'
import { isAnsweredFor } from '../engine/staged-findings.ts'
import type { GitOptions } from '../git/run-git.ts'
import { sameBelow } from '../snapshot/same-below.ts'
import { checkResult } from './check-result.ts'
import type { HookRequest } from './hook-request.ts'
import type { HookProject } from './open-hook-project.ts'
import { openPushed } from './open-pushed.ts'
import type { PushedRef } from './pushed-refs.ts'

/** What was found in one pushed ref; `check` is null when it brings nothing to check. */
export type Verdict = {
  readonly name: string
  readonly check: CheckResult | null
  /** Errors that are this push's. */
  readonly errors: number
  readonly notes: readonly string[]
}

/** A ref, and the remote that it goes to, by name or address. */
export type Pushed = { readonly ref: PushedRef; readonly remote: string }

/** More merges in one push are not looked at: the newest ones are. */
const MOST_MERGES = 50

/** Git's variables may name the repository; the refs that are pushed are in it. */
const GIT: GitOptions = { hook: true }

/** Judges one pushed ref: its tip, compared with what the remote has, and the merges on the way there. */
export async function judgePushed(project: HookProject, pushed: Pushed, hook: HookRequest): Promise<Verdict> {
  const started = performance.now()
  const { name } = pushed.ref
  const { sides: opened, range, notes } = await openPushed(project.root, pushed, GIT)
  if (!opened || !range) return { name, check: null, errors: 0, notes }
  const { before, after } = opened
  // What is pushed was committed already, and may hold the change that allowed what its later commits do.
  const request = { ...hook, project, git: GIT, sides: { before, after }, onlyChange: true, isLetIn: true }
  const memory = await openMemory(request)
  const { today } = memory
  const paths = hookPaths([...memory.layouts, ...(memory.unsigned ?? [])], memory.settings)
  const history = { top: project.root, range, tip: after, today, git: GIT, paths, most: MOST_MERGES }
  const harm = await mergeHarm(history, { ...memory, focus: null, isLetIn: false })
  const said = [...notes, ...harm.notes]
  const isSame = before !== null && sameBelow(paths, before, after)
  if (isSame && harm.diagnostics.length === 0) return { name, check: null, errors: 0, notes: said }
  const checked = await judgeChange(await loadSides(memory, memory), memory, { isWhole: false })
  await memory.facts.save()
  const { documents, gone, diagnostics: found, known } = checked
  if (documents.length + gone.length + found.length + harm.diagnostics.length === 0)
    return {
      name,
      check: null,
      errors: 0,
      notes: memory.focus ? said : [...said, `${name} holds no memory: nothing in it was checked`],
    }
  const own = found.filter(isAnsweredFor)
  const diagnostics = [...own, ...harm.diagnostics].sort(compareDiagnostics)
  const errors = diagnostics.filter((one) => one.severity === 'error' && one.new).length
  return {
    name,
    check: checkResult({ sides: memory, checked, diagnostics, known, started }),
    errors,
    notes: said,
  }
}
