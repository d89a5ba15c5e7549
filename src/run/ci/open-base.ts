import { mergeBases } from '../../git/merge-bases.ts'
import { mergeTree } from '../../git/merge-tree.ts'
import { MERGE_SETTINGS } from '../../hooks/merge-driver.ts'
import { openCommit } from '../open-snapshot.ts'
import type { OpenSnapshot } from '../real-snapshot.ts'
import type { CiBase } from './find-base.ts'

/** What the head is compared with; null where there is nothing. */
export type OpenBase = { readonly snapshot: OpenSnapshot | null; readonly notices: readonly string[] }

/** Both sides of a conflict are kept: what either had must not look as if it had never been there. */
const AS_UNION = [
  'merge.default=union',
  ...[...MERGE_SETTINGS.keys()]
    .filter((key) => key.endsWith('.driver'))
    .map((key) => `${key}=git merge-file -q --union --marker-size=%L %A %O %B`),
]

/**
 * Opens what the head started from. After a criss-cross that is several commits, of which each may lack what another has:
 * then it is what merging them comes to, as it is for git.
 */
export async function openBase(top: string, { base, target, head }: CiBase): Promise<OpenBase> {
  if (!base) return { snapshot: null, notices: [] }
  const bases = target ? await mergeBases(top, [target.oid, head]) : []
  const [other, ...more] = bases.filter((oid) => oid !== base.oid)
  if (other === undefined) return { snapshot: await openCommit(top, base.oid), notices: [] }
  const made = await mergeTree(top, other, { into: base.oid, settings: AS_UNION, strict: true })
  const left = made ? more.length : more.length + 1
  return {
    snapshot: await openCommit(top, made?.tree ?? base.oid),
    notices:
      left === 0
        ? []
        : [
            `the branches have ${bases.length} merge bases, and ${left} of them had to be left out of the comparison`,
          ],
  }
}
