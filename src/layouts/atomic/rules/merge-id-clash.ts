import { changedFields, type ItemAt, whereItWas } from '../../../core/changes/item-changes.ts'
import { isMerge, mergeChanges } from '../../../core/changes/merge-changes.ts'
import { similarity } from '../../../core/changes/pair-by-body.ts'
import type { Item, Memory } from '../../../core/document.ts'
import type { ChangeRule, Found } from '../../../core/rule.ts'
import { normaliseTitle } from '../../../formats/names.ts'

/** At least this share of two bodies in common makes two items one, whatever their titles. */
const MOST = 0.5

/** A merge keeps both of two items to which its sides gave one id. */
export const mergeIdClash: ChangeRule = {
  id: 'merge-id-clash',
  summary: 'Where two sides of a merge gave one id to different items, the merge keeps both.',
  why: 'Two branches that number their items both write `dec-0008`, often into files of one name. Resolving the conflict by taking one side deletes the item of the other, and nothing shows that it was there.',
  howToFix:
    'Keep both, each in a separate file, and give one of them a new id. In the merge itself that is no edit.',
  severity: 'error',
  fixable: false,
  example: {
    bad: '# ours: decisions/dec-0008.md\nid: dec-0008\ntitle: Queue in Postgres\n\n# theirs: decisions/dec-0008.md\nid: dec-0008\ntitle: Prices are integers\n\n# the merge: decisions/dec-0008.md\nid: dec-0008\ntitle: Queue in Postgres\n',
    good: '# the merge: decisions/dec-0008.md\nid: dec-0008\ntitle: Queue in Postgres\n\n# the merge: decisions/dec-0009.md\nid: dec-0009\ntitle: Prices are integers\n',
  },
  subject: 'change',
  check: (change, report) => {
    if (!isMerge(change)) return
    const { versions } = mergeChanges(change)
    const parents = [change.before, ...change.merge.others]
    const old = namesIn(change.merge.bases.map(({ memory }) => memory))
    for (const document of change.after.documents) {
      for (const item of document.items) {
        const own = versions.get(item) ?? []
        if (own.length < 2 || old.has(nameOf(item))) continue
        const lost = lostVersion({ item, document }, own, change.after)
        if (lost) report(document.path, clash(item, lost, parents))
      }
    }
  },
}

/** What the ancestors have is one item, whatever the sides made of it. */
function namesIn(memories: readonly Memory[]): ReadonlySet<string> {
  return new Set(memories.flatMap(({ documents }) => documents.flatMap(({ items }) => items.map(nameOf))))
}

function nameOf({ kind, key }: Item): string {
  return JSON.stringify([kind, key])
}

/** A parent's item of the same id whose words are nowhere in the result. */
function lostVersion(at: ItemAt, versions: readonly ItemAt[], after: Memory): ItemAt | null {
  const { item } = at
  const isKept = isFrozen(at, after) ? isUnchanged : isAlike
  const lost = versions.filter((version) => !isKept(version.item, item))
  return lost.find(({ item: other }) => !isElsewhere(other, item, after)) ?? null
}

/** Where a body may never change, every difference makes another item. */
function isFrozen({ document }: ItemAt, { histories }: Memory): boolean {
  const { mode = 'free', editable = [] } = histories[document.kind] ?? {}
  return mode !== 'free' && !editable.includes('body')
}

function isUnchanged(before: Item, after: Item): boolean {
  return changedFields(before, after).every((field) => field === 'file')
}

function isAlike(a: Item, b: Item): boolean {
  const isSameBody = a.digest === b.digest || similarity(a.sketch, b.sketch) >= MOST
  return isSameBody || normaliseTitle(a.title) === normaliseTitle(b.title)
}

function isElsewhere(lost: Item, kept: Item, { documents }: Memory): boolean {
  return documents.some(({ items }) =>
    items.some((one) => one !== kept && one.kind === lost.kind && isAlike(one, lost)),
  )
}

function clash(item: Item, at: ItemAt, parents: readonly Memory[]): Found {
  const { item: lost, document } = at
  const parent = parents.find(({ documents }) => documents.includes(document))
  return {
    place: item.place,
    message: `The merge loses ${lost.kind} "${lost.title}": the other side has "${item.title}" under the id ${item.id ?? item.key}`,
    help: `Keep both, and give the one that no other branch has yet a new id: ${parent ? whereItWas(at, parent) : `it was in ${document.path}`}.`,
  }
}
