import type { Diagnostic } from '../../core/diagnostic.ts'
import { mergeBases } from '../../git/merge-bases.ts'
import { itemLost } from '../../rules/item-lost.ts'
import { type Checked, judgeSides } from '../check-snapshot.ts'
import { type MergeSnapshots, openMergeSides } from '../merge-sides.ts'
import type { OpenedCi } from './open-ci.ts'

/**
 * Judges the head and what became of its base. After a criss-cross it started from several commits, of which each may lack
 * what another has: then it is judged as what came of all of them, as a merge is.
 */
export async function judgeChange(opened: OpenedCi): Promise<Checked> {
  const { after, before, load } = opened
  const merge = before && (await startsOf(opened))
  const checked = await judgeSides({ after, before, merge }, load)
  // Settings that say something of the rule say it of both.
  if (!merge || load.settings.rules[itemLost.id] !== undefined) return checked
  return { ...checked, diagnostics: checked.diagnostics.map(asChange) }
}

async function startsOf({ project, found }: OpenedCi): Promise<MergeSnapshots | null> {
  const { base, target, head } = found
  if (!base || !target) return null
  const all = await mergeBases(project.root, [target.oid, head])
  const others = all.filter((oid) => oid !== base.oid)
  return others.length > 0 ? openMergeSides(project.root, [base.oid, ...others]) : null
}

/** What no merge may do by itself a person may have done here. */
function asChange(one: Diagnostic): Diagnostic {
  return one.rule === itemLost.id && one.severity === 'error' ? { ...one, severity: itemLost.severity } : one
}
