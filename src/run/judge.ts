import type { Diagnostic } from '../core/diagnostic.ts'
import { UserError } from '../core/errors.ts'
import type { Summary } from '../core/report.ts'
import type { Settings } from '../core/settings.ts'
import { layouts } from '../layouts/index.ts'
import { rules } from '../rules/index.ts'
import type { CheckOptions, CheckResult } from './check.ts'
import type { Sides } from './check-snapshot.ts'
import { openFacts } from './facts.ts'
import { applyFixes } from './fix.ts'
import type { LoadOptions } from './load-documents.ts'
import { loadSettings } from './load-settings.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import type { Project } from './project.ts'
import { wantedPaths } from './wanted-paths.ts'

/** A check whose two sides are open. */
export type Opened = {
  readonly project: Project
  readonly sides: Sides
  readonly options: CheckOptions
  /** When the run started, on the clock of `performance.now()`. */
  readonly started: number
}

/** Judges two open sides: settings, fixes if asked for, findings, report. Throws `UserError` when there is nothing to check. */
export async function judge({ project, sides: opened, options, started }: Opened): Promise<CheckResult> {
  const keptIn = options.cache ? project : null
  const { parser = 'auto' } = options
  const settings = await loadSettings({ ...options, snapshot: opened.after })
  const facts = await openFacts(keptIn, { settings, parser })
  const load: LoadOptions = { layouts, rules, settings, facts, parser }
  const isWanted = wantedPaths(project, options.paths, opened)
  const mended = options.fix ? await applyFixes({ project, sides: opened, isWanted }, load) : NOTHING_MENDED
  const sides = mended.sides ?? opened
  const outcome = await outcomeOf(sides, load, keptIn)
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
