import { type LastReport, openLastReport, type WorkTreeState } from '../../cache/last-report.ts'
import { openPrintedText, type PrintedText } from '../../cache/printed-text.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import type { Report } from '../../core/report.ts'
import { differences } from '../../git/list-work-tree.ts'
import type { Repository } from '../../git/repository.ts'
import { type Project, readTextsOnDisk } from '../../snapshot/project.ts'
import type { CheckOptions, CheckResult } from '../check-request.ts'
import { noteRedacted } from '../redacted.ts'
import { SETTINGS_FILE } from '../settings/load-settings.ts'
import { BUILD, millisecondsSince, VERSION } from '../this-run.ts'
import { areMet } from './cache-preconditions.ts'
import { openPrinting, type Printing } from './printing.ts'
import { type AskedState, askState, isSameState, isStill, type Since } from './work-tree-state.ts'

/** A check of everything that git lists in a repository. */
export type WholeCheck = {
  readonly project: Project & { readonly repository: NonNullable<Project['repository']> }
  readonly options: CheckOptions
  /** When the run started, on the run's clock. */
  readonly started: number
}

/** What git says of a work tree, and how much of the last report still holds. */
export type AskedWorkTree = AskedState & {
  /** The last report, where it still holds. */
  readonly last: LastReport | null
  /** Else the part of it that still holds; null when none does. */
  readonly since: Since | null
}

const version = `${VERSION} ${BUILD}`

/** True when a report may be kept, or be known: nothing is asked but the work tree, and nothing is written. */
export function isPlain({ source, base, config, paths, cache, openFacts, ...rest }: CheckOptions): boolean {
  const isWhole = source.kind === 'work-tree' && paths.length === 0 && base === undefined
  const isOrdinary = config === undefined && !openFacts && !rest.fix && !rest.ignoreSuppressions
  return isWhole && isOrdinary && cache
}

/** Asks git how a work tree differs from its index; meanwhile the last report is read. */
export async function askWorkTree({ project, options }: WholeCheck): Promise<AskedWorkTree> {
  const { repository } = project
  const asking = askState(repository, options)
  const found = openLastReport(repository.gitDir, version).get()
  const last = found && areMet(found.preconditions, project) ? found : null
  const asked = await asking
  const { state } = asked
  const isKnown = last !== null && state !== null && isSameState(last.state, state)
  return {
    ...asked,
    last: isKnown ? last : null,
    since: last && state && !isKnown ? sinceLast(last, state) : null,
  }
}

/** The stored report of an unchanged work tree. `judged` runs the check for what is not stored. */
export function knownReport(
  last: LastReport,
  { project: { root, repository }, started }: WholeCheck,
  judged: () => Promise<CheckResult>,
): CheckResult {
  const { state, summary, fixable, diagnostics } = last
  const seconds = Math.round(millisecondsSince(started)) / 1000
  let read: readonly Diagnostic[] | undefined
  const report: Report = {
    version: 1,
    get diagnostics() {
      read ??= diagnostics()
      return read
    },
    summary: { ...summary, cached: summary.documents, seconds },
  }
  return {
    report: noteRedacted(report),
    printed: openPrinting(printedText(repository, state), last),
    excerpts: (wanted) => readTextsOnDisk(root, wanted),
    fixes: async (wanted) => (await judged()).fixes(wanted),
    fixable,
    fixedFiles: [],
    notes: [],
  }
}

/** Keeps a report, where the same work tree has the same one; gives where it is kept as it is printed. */
export async function keepReport(
  { project: { repository }, options }: WholeCheck,
  asked: AskedWorkTree,
  { report, fixable, notes, lasting, judged }: CheckResult,
): Promise<Printing | undefined> {
  const { state, since } = asked
  if (state === null || notes.length > 0) return undefined
  const kept = lasting?.()
  // A file may have changed while it was judged.
  if (!kept || !(await isStill(asked, repository, options))) return undefined
  const { preconditions, parts, besides } = kept
  openLastReport(repository.gitDir, version).put({
    state,
    preconditions,
    summary: report.summary,
    fixable,
    besides,
    diagnostics: () => report.diagnostics,
    parts: () => parts,
  })
  const text = printedText(repository, state, since?.state)
  // What was judged now is not printed from an earlier run.
  return { ...openPrinting(text, { parts: () => parts, besides, judged, since }), get: () => null }
}

function printedText({ gitDir }: Repository, state: WorkTreeState, earlier?: WorkTreeState): PrintedText {
  const names = { state: JSON.stringify(state), earlier: earlier ? JSON.stringify(earlier) : null }
  return openPrintedText(gitDir, version, names)
}

/** Null where more has changed than contents, or where settings or attributes have. */
function sinceLast(last: LastReport, now: WorkTreeState): Since | null {
  const { state: before, preconditions, besides } = last
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
  if (changed.some(concernsOthers)) return null
  const parts = last.parts()
  // Every layout that is on has a part.
  const layouts = new Set(parts.map(([name]) => name.slice(0, name.indexOf(' '))))
  return { state: before, changed, parts, layouts, preconditions, besides }
}

/** Git's answer without the contents that differ from the index. */
function otherDifferences({ status }: WorkTreeState): string {
  return differences(Buffer.from(status, 'latin1'))
    .flatMap(({ besides }) => (besides === '' ? [] : besides))
    .join('\0')
}

function concernsOthers(path: string): boolean {
  return path === SETTINGS_FILE || path.endsWith('.gitattributes')
}
