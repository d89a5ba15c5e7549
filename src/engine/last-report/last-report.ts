import {
  type CachePreconditions,
  type LastReport,
  openLastReport,
  type WorkTreeState,
} from '../../cache/last-report.ts'
import { openPrintedText, type PrintedText } from '../../cache/printed-text.ts'
import { manifestKind } from '../../formats/citations/manifest-scripts.ts'
import { isReadConfig } from '../../formats/configured/config-files.ts'
import { differences } from '../../git/list-work-tree.ts'
import type { Repository } from '../../git/repository.ts'
import { readTextsOnDisk } from '../../snapshot/project.ts'
import type { CheckOptions, CheckResult, CheckRun } from '../check-request.ts'
import { unprovenNotes } from '../citations/unproven-notes.ts'
import type { Earlier } from '../context.ts'
import type { JudgedCheck } from '../judge.ts'
import { noteRedacted } from '../redacted.ts'
import { BUILD, millisecondsSince, VERSION } from '../this-run.ts'
import { areMet, cachePreconditions } from './cache-preconditions.ts'
import { type AskedState, askState, isSameState, isStill } from './work-tree-state.ts'

/** Judges what is not known. `asked`: git's answer about the work tree; `since`: how much of an earlier judgement still holds. */
type Judge = (asked?: AskedState, since?: Earlier | null) => Promise<JudgedCheck>

const version = `${VERSION} ${BUILD}`

/** The result of a check: what is known of this state of the work tree, or else what is judged now, which is kept for the next run. */
export async function checkSinceLast(run: CheckRun, judge: Judge): Promise<CheckResult> {
  const { project, options } = run
  const { repository } = project
  if (!repository || !isPlain(options)) return (await judge()).result
  const asking = askState(repository, options)
  // It is read while git answers.
  const kept = openLastReport(repository.gitDir, version)
  const found = kept.get()
  const last = found && areMet(found.preconditions, project) ? found : null
  const asked = await asking
  const { state } = asked
  const isSame = last !== null && state !== null && isSameState(last.state, state)
  const since = last && state && !isSame ? sinceLast(last, state) : null
  if (isSame) return knownResult(last, run, async () => (await judge(asked, since)).result)
  const judged = await judge(asked, since)
  const report = state && (await reportToKeep(judged, { run, asked, state, since }))
  if (!report) return judged.result
  kept.put(report)
  // What was judged now is not printed from an earlier run.
  const printed = { ...printedText(repository, state), get: () => null }
  return { ...judged.result, printed }
}

/** True when a report may be kept, or be known: nothing is asked but the work tree, and nothing is written. */
function isPlain({ source, base, config, paths, cache, openFacts, ...rest }: CheckOptions): boolean {
  const isWhole = source.kind === 'work-tree' && paths.length === 0 && base === undefined
  const isOrdinary = config === undefined && !openFacts && !rest.fix && !rest.ignoreSuppressions
  return isWhole && isOrdinary && cache
}

/** The stored report of an unchanged work tree. `judged` runs the check for what is not stored. */
function knownResult(
  last: LastReport,
  { project: { root, repository }, started }: CheckRun,
  judged: () => Promise<CheckResult>,
): CheckResult {
  const { state, summary, fixable, diagnostics, unproven } = last
  const seconds = Math.round(millisecondsSince(started)) / 1000
  return {
    report: noteRedacted({
      version: 1,
      get diagnostics() {
        return diagnostics()
      },
      summary: { ...summary, cached: summary.documents, seconds },
    }),
    printed: repository ? printedText(repository, state) : undefined,
    excerpts: (wanted) => readTextsOnDisk(root, wanted),
    fixes: async (wanted) => (await judged()).fixes(wanted),
    fixable,
    fixedFiles: [],
    notes: unprovenNotes(unproven),
  }
}

function printedText({ gitDir }: Repository, state: WorkTreeState): PrintedText {
  return openPrintedText(gitDir, version, JSON.stringify(state))
}

type Asked = {
  readonly run: CheckRun
  readonly asked: AskedState
  readonly state: WorkTreeState
  readonly since: Since | null
}

/** What is kept of a check; null where the same work tree may get another report. */
async function reportToKeep(
  { result, memory, outcome }: JudgedCheck,
  { run: { project, options }, asked, state, since }: Asked,
): Promise<LastReport | null> {
  const { parts, besides = null, repeatable, unproven } = outcome
  const isPlain = result.notes.length === unprovenNotes(unproven).length
  if (!project.repository || !parts || !repeatable || !isPlain) return null
  const preconditions = cachePreconditions(memory.after, project, memory, since?.preconditions)
  // A file may have changed while it was judged.
  if (!preconditions || !(await isStill(asked, project.repository, options))) return null
  const { report, fixable } = result
  return {
    state,
    preconditions,
    summary: report.summary,
    fixable,
    unproven,
    besides,
    diagnostics: () => report.diagnostics,
    parts: () => parts,
  }
}

/** What of the last report still holds, and what it depends on. */
type Since = Earlier & { readonly state: WorkTreeState; readonly preconditions: CachePreconditions }

/** Null where more has changed than contents, or where settings or attributes have. */
function sinceLast(last: LastReport, now: WorkTreeState): Since | null {
  const { state: before, preconditions, besides, unproven } = last
  if (before.basis !== now.basis || otherDifferences(before) !== otherDifferences(now)) return null
  const known = new Map(before.named.map(([path, ...content]) => [path, content]))
  const changed: string[] = []
  for (const [path, mode, id] of now.named) {
    const [oldMode = mode, oldId] = known.get(path) ?? []
    if (mode !== oldMode) return null
    if (id !== oldId) changed.push(path)
    known.delete(path)
  }
  changed.push(...known.keys())
  if (changed.some((path) => preconditions.settings.includes(path) || concernsOthers(path))) return null
  const parts = last.parts()
  // Every layout that is on has a part.
  const layouts = new Set(parts.map(([name]) => name.slice(0, name.indexOf(' '))))
  return { state: before, changed, parts, layouts, preconditions, besides, unproven }
}

/** Git's answer without the contents that differ from the index. */
function otherDifferences({ status }: WorkTreeState): string {
  return differences(Buffer.from(status, 'latin1'))
    .flatMap(({ besides }) => (besides === '' ? [] : besides))
    .join('\0')
}

/** Text of any part may name the scripts of a manifest, or be held against the configuration of a tool. */
function concernsOthers(path: string): boolean {
  return path.endsWith('.gitattributes') || manifestKind(path) !== null || isReadConfig(path)
}
