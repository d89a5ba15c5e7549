import { mergeBases } from '../../git/merge-bases.ts'
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
  return judgeSides({ after, before, merge }, load)
}

async function startsOf({ project, found }: OpenedCi): Promise<MergeSnapshots | null> {
  const { base, target, head } = found
  if (!base || !target) return null
  const all = await mergeBases(project.root, [target.oid, head])
  const others = all.filter((oid) => oid !== base.oid)
  return others.length > 0 ? openMergeSides(project.root, [base.oid, ...others]) : null
}
