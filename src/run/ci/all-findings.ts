import { compareDiagnostics, type Diagnostic } from '../../core/diagnostic.ts'
import { safeText } from '../../core/safe-text.ts'
import { withoutKnownFindings } from '../known-findings.ts'
import { SETTINGS_FILE } from '../load-settings.ts'
import { mergeHarm } from '../merge-harm.ts'
import { needMemory } from '../need-memory.ts'
import { countsBefore } from './counts-before.ts'
import { hiddenFolders } from './hidden-folders.ts'
import { indexChanged } from './index-changed.ts'
import { judgeChange } from './judge-change.ts'
import { lostHooks } from './lost-hooks.ts'
import { type MergeResult, mergeResult } from './merge-result.ts'
import type { OpenedCi } from './open-ci.ts'
import { risenCounts } from './risen-counts.ts'

/** Everything that was found, in total order, and what goes with it. */
export type AllFindings = {
  readonly diagnostics: readonly Diagnostic[]
  /** How many known findings were taken out; null where no file counts them. */
  readonly known: number | null
  readonly indexChanged: boolean
  readonly notices: readonly string[]
} & Pick<MergeResult, 'unmerged'>

/**
 * What is wrong in the head, what merges on the way there did, what merging it with its target comes to, and what became
 * of the baseline. Throws `UserError` where there was no memory to look at.
 */
export async function allFindings(opened: OpenedCi): Promise<AllFindings> {
  const { after, before, load, found } = opened
  const checked = await judgeChange(opened)
  needMemory({
    label: after.snapshot.label,
    settings: load.settings,
    documents: checked.documents.length + checked.gone.length,
    findings: checked.diagnostics.length,
  })
  const merges = await mergesIn(opened)
  const hidden = before ? await hiddenFolders(before, after, load) : []
  const risen = await risenCounts(before?.snapshot ?? null, after.snapshot, load)
  const own = await withoutKnownFindings(
    [...checked.diagnostics, ...onlyNew(hidden, checked.diagnostics), ...merges.diagnostics],
    {
      snapshot: after.snapshot,
      load,
      isWhole: true,
      onlyOld: risen.isFirst,
      most: before && (await countsBefore(before, after.snapshot, load)),
    },
  )
  const merged = await mergedIn(opened, checked.diagnostics)
  const known = bySettings(own.diagnostics, opened)
  return {
    diagnostics: [...known, ...merged.diagnostics, ...risen.diagnostics].sort(compareDiagnostics),
    known: own.known,
    indexChanged: indexChanged(before, after, checked.diagnostics),
    ...(merged.unmerged && { unmerged: merged.unmerged }),
    notices: [
      ...relaxedNotice(opened),
      ...found.notices,
      ...merges.notices,
      ...merged.notices,
      ...risen.notices,
      ...(await lostHooks(before?.snapshot ?? null, after.snapshot)),
    ],
  }
}

/** A root that is one has been told of. */
function onlyNew(hidden: readonly Diagnostic[], found: readonly Diagnostic[]): Diagnostic[] {
  const told = new Set(found.flatMap(({ path, rule }) => (rule === 'unreadable' ? [path] : [])))
  return hidden.filter(({ path }) => !told.has(path))
}

/** What was there before is as the head's own settings have it. */
function bySettings(found: readonly Diagnostic[], { own, relaxed }: OpenedCi): readonly Diagnostic[] {
  if (relaxed.length === 0) return found
  return found.flatMap((one) => {
    const severity = one.new ? one.severity : (own.rules[one.rule] ?? one.severity)
    return severity === 'off' ? [] : [{ ...one, severity }]
  })
}

function relaxedNotice({ relaxed, found }: OpenedCi): readonly string[] {
  if (relaxed.length === 0) return []
  const more = relaxed.length > SHOWN ? ` and ${relaxed.length - SHOWN} more` : ''
  const what = relaxed.slice(0, SHOWN).map(safeText).join(', ')
  return [
    `${SETTINGS_FILE} allows more than in ${safeText(found.base?.name ?? '')} (${what}${more}), which holds only from the next change on: let what is to be allowed come first, by itself`,
  ]
}

/** So many settings are named. */
const SHOWN = 5

type Part = { readonly diagnostics: readonly Diagnostic[]; readonly notices: readonly string[] }

const NOTHING: Part = { diagnostics: [], notices: [] }

/** Without a base nobody knows which merges are this run's. */
async function mergesIn({ project, found, after, load, paths, today }: OpenedCi): Promise<Part> {
  if (!found.base) return NOTHING
  const range = { tip: found.head, base: found.base.oid }
  const history = { top: project.root, range, tip: after.snapshot, today, git: {}, paths }
  const { diagnostics, notes } = await mergeHarm(history, load)
  return { diagnostics, notices: notes }
}

async function mergedIn(
  { project, found, after, loadFor, today }: OpenedCi,
  diagnostics: readonly Diagnostic[],
): Promise<MergeResult> {
  const { target, head } = found
  if (!target) return NOTHING
  const { snapshot } = after
  return mergeResult({ top: project.root, target, head, snapshot, found: diagnostics, today, loadFor })
}
