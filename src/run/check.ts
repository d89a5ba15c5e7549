import type { Diagnostic } from '../core/diagnostic.ts'
import { UserError } from '../core/errors.ts'
import type { Report, Summary } from '../core/report.ts'
import type { Settings } from '../core/settings.ts'
import { layouts } from '../layouts/index.ts'
import { rules } from '../rules/index.ts'
import type { Sides } from './check-snapshot.ts'
import { openFacts } from './facts.ts'
import { applyFixes } from './fix.ts'
import type { LoadOptions } from './load-documents.ts'
import { loadSettings } from './load-settings.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { openProject } from './project.ts'
import { type CheckSource, openSides } from './sides.ts'
import { wantedPaths } from './wanted-paths.ts'

/** One run of `memkeep check`. */
export type CheckOptions = {
  readonly cwd: string
  /** Findings outside these paths are not reported; none means everything. */
  readonly paths: readonly string[]
  readonly config?: string | undefined
  readonly source: CheckSource
  /** A revision: history since the merge base with it is judged, and findings are marked new or old. */
  readonly base?: string | undefined
  /** Work tree only. */
  readonly fix: boolean
  readonly cache: boolean
  /** `YYYY-MM-DD` */
  readonly today: string
  /** Rules that the environment turns off. */
  readonly skip: readonly string[]
  /** `remark` leaves the line scan out. */
  readonly parser?: 'auto' | 'remark' | undefined
}

/** What a check gives to the command line. */
export type CheckResult = {
  readonly report: Report
  /** Texts for code frames, by path. */
  readonly excerpts: (wanted: readonly Diagnostic[]) => Promise<ReadonlyMap<string, string>>
  /** Reported findings that `--fix` could mend. */
  readonly fixable: number
  /** One-line remarks for people. */
  readonly notes: readonly string[]
}

/** Checks the memory of a repository or folder. Throws `UserError` when there is nothing to check or the request is wrong. */
export async function runCheck(options: CheckOptions): Promise<CheckResult> {
  const started = performance.now()
  const project = await openProject(options.cwd)
  const opened = await openSides(project, options)
  const settings = await loadSettings({ ...options, snapshot: opened.after })
  const { parser = 'auto' } = options
  const facts = await openFacts(options.cache ? project : null, { settings, parser })
  const load: LoadOptions = { layouts, rules, settings, facts, parser }
  const isWanted = wantedPaths(project, options.paths, opened)
  const mended = options.fix ? await applyFixes({ project, sides: opened, isWanted }, load) : NOTHING_MENDED
  const sides = mended.sides ?? opened
  const outcome = await outcomeOf(sides, load, options.cache ? project : null)
  needSomething(outcome, sides, settings)
  await facts.save()
  const diagnostics = relevant(outcome, sides, options).filter(({ path }) => isWanted(path))
  const summary = {
    ...countsOf(diagnostics, outcome),
    fixed: mended.fixed,
    cached: mended.cached ?? outcome.cached,
    seconds: Math.round(performance.now() - started) / 1000,
  }
  return {
    report: { version: 1, diagnostics, summary },
    excerpts: (wanted) => readTexts(sides, wanted),
    fixable: diagnostics.filter(({ fixable }) => fixable).length,
    notes: mended.notes,
  }
}

const NOTHING_MENDED = { fixed: 0, notes: [], sides: null, cached: null }

/** "Checked nothing" is never a pass. */
function needSomething(
  { documents, diagnostics, before }: Outcome,
  { after }: Sides,
  settings: Settings,
): void {
  if (documents > 0 || diagnostics.length > 0 || before > 0) return
  throw new UserError(
    `no memory found in the ${after.label}`,
    `The layouts look below ${layouts.flatMap((layout) => layout.roots(settings)).join(', ')}; memkeep.yaml can move them.`,
  )
}

/** A staged check speaks of what the commit brings: files that it changes, and findings elsewhere that it causes. */
function relevant(
  { diagnostics }: Outcome,
  { before, after }: Sides,
  { source }: CheckOptions,
): Diagnostic[] {
  if (source.kind !== 'staged' || !before) return [...diagnostics]
  return diagnostics.filter(
    ({ path, new: isNew }) => isNew || before.files.get(path)?.id !== after.files.get(path)?.id,
  )
}

function countsOf(
  diagnostics: readonly Diagnostic[],
  { documents, items }: Outcome,
): Omit<Summary, 'fixed' | 'cached' | 'seconds'> {
  const count = (severity: Diagnostic['severity']): number =>
    diagnostics.filter((one) => one.severity === severity).length
  return { documents, items, errors: count('error'), warnings: count('warning'), infos: count('info') }
}

async function readTexts(
  { after }: Sides,
  wanted: readonly Diagnostic[],
): Promise<ReadonlyMap<string, string>> {
  const paths = [...new Set(wanted.map(({ path }) => path))].filter((path) => after.files.has(path))
  const contents = await after.read(paths)
  return new Map(
    [...contents].flatMap(([path, content]) =>
      'bytes' in content
        ? [[path, new TextDecoder('utf-8', { ignoreBOM: true }).decode(content.bytes)] as const]
        : [],
    ),
  )
}
