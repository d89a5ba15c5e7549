import {
  changedItems,
  howToRestore,
  type ItemAt,
  type ItemChange,
  isGained,
  isKeptInCopy,
  isRemovedBetween,
  knownChanges,
  removedAt,
  whereItWas,
  whyUnread,
} from '../core/changes/item-changes.ts'
import { archivedIn } from '../core/changes/lost-text.ts'
import { isMerge, type Merge, mergeChanges } from '../core/changes/merge-changes.ts'
import { displacedItems } from '../core/changes/merged-items.ts'
import type { Document, Item, Memory } from '../core/document.ts'
import { shellWord } from '../core/messages.ts'
import type { ChangeRule, Found } from '../core/rule.ts'
import type { HistorySetting } from '../core/settings.ts'

type Ranks = ReadonlyMap<Item, { readonly rank: number; readonly document: Document }>
type Report = (path: string, found: Found) => void

const HELP = 'Restore what it said, and write a new item that replaces it'

/** Items are changed only in the ways that their kind allows. */
export const history: ChangeRule = {
  id: 'history',
  summary: 'Items change only as the history of their kind allows.',
  why: 'A decision that is edited afterwards no longer says what was decided, and work that followed from it can no longer be explained. Each kind has its own history; the logs of the workspace layout are `free` until `memkeep.yaml` sets another mode, so there the rule finds nothing without settings.',
  howToFix:
    'Restore the item and write a new one that replaces it. Moving an item unchanged, into an archive too, is fine, unless its kind fixes the file as well. In a log an entry that must not stay anywhere, such as a secret, may go if a tombstone `<!-- memkeep-removed [YYYY-MM-DD] Title -- reason -->` is in its place. To set a mode (`free`, `append-only` or `immutable`) and what stays editable, write in `memkeep.yaml`: `history: { decisions: { mode: immutable, editable: [tags] } }`. What `--fix` or a migration changes in old items is an edit too: before that, name the fields it is about as `editable`, and take them out again afterwards.',
  severity: 'error',
  fixable: false,
  example: {
    bad: '# before\n### [2026-02-08] XState for workflow orchestration\n\n# after\n### [2026-02-08] Inngest for workflow orchestration\n',
    good: '# after\n### [2026-02-08] XState for workflow orchestration\n\n### [2026-04-02] Inngest replaces XState\n',
  },
  subject: 'change',
  check: (change, report) => {
    const { histories } = change.after
    if (Object.values(histories).every(({ mode }) => mode === 'free')) return
    if (isMerge(change)) return reportMerge(change, report)
    const changes = changedItems(change.before.documents, change.after.documents)
    const isRemoved = isRemovedBetween(change.before, change.after)
    for (const one of changes) {
      // What must not stay anywhere, such as a secret, goes even from here, with a reason that everybody can read.
      if (one.type === 'removed' && (isRemoved(one.before) || isKeptInCopy(one.before, change.after)))
        continue
      reportChange(one, change, report)
    }
    const ranks = ranksOf(changes)
    for (const document of appendOnly(change.after)) reportOrder(document, ranks, report)
  },
}

/** What a side did was judged with the side's commits: here only what differs from every parent counts. */
function reportMerge(merge: Merge, report: Report): void {
  const { lost, versions } = mergeChanges(merge)
  const { after } = merge
  const parents = [merge.before, ...merge.merge.others]
  for (const { at, gutted, parent } of lost) {
    if (!gutted) reportRemoval(at, { before: parents[parent] ?? merge.before, after }, report)
  }
  for (const document of after.documents) {
    for (const item of document.items) {
      const [first, ...others] = versions.get(item) ?? []
      if (first) reportEdit([first, ...others], { item, document }, { after, report })
    }
  }
  for (const document of appendOnly(after)) {
    for (const { item, isNew } of displacedItems(document, versions)) {
      report(document.path, isNew ? newAmongOld(item) : outOfOrder(item))
    }
  }
}

/** A file that holds items of several kinds, such as the lists of a JSON file, grows at the end of each. */
function appendOnly({ documents, histories }: Memory): readonly Document[] {
  return documents
    .filter(({ kind }) => histories[kind]?.mode === 'append-only')
    .flatMap((document) => {
      const kinds = new Set(document.items.map(({ kind }) => kind))
      return [...kinds].map((kind) => ({
        ...document,
        items: document.items.filter((one) => one.kind === kind),
      }))
    })
}

function settingOf({ document }: ItemAt, { histories }: Memory): HistorySetting | null {
  const setting = histories[document.kind]
  return setting && setting.mode !== 'free' ? setting : null
}

function reportChange(one: ItemChange, sides: Sides, report: Report): void {
  if (one.type === 'removed') reportRemoval(one.before, sides, report)
  else if (one.type !== 'added') reportEdit([one.before], one.after, { ...sides, report })
}

type Sides = { readonly before: Memory; readonly after: Memory }

function reportRemoval(at: ItemAt, { before, after }: Sides, report: Report): void {
  const setting = settingOf(at, after)
  if (!setting) return
  const unread = whyUnread(at, after)
  const { path } = at.document
  const removed = removedAt(at, after)
  const place = unread?.heading.place ?? removed.place
  const message = `Item ${nameOf(at.item)} ${unread?.what ?? 'is removed'}, but its history is ${setting.mode}${unread ? '' : removed.between}`
  const isFixed = 'file' in at.item.fields && !setting.editable.includes('file')
  if (!isFixed && archivedIn(after)(at.document)) return
  const command =
    setting.archiveWith && at.item.id
      ? `it may move unchanged to an archive with \`${setting.archiveWith} ${shellWord(at.item.id)}\``
      : after.files.has(path)
        ? 'it may move unchanged to an archive'
        : 'move the file as it is to a folder `archive` instead'
  const orMove = isFixed ? '' : ` If it is over, ${command}.`
  const help = `${howToRestore(at, before, after)}.${orMove}`
  report(path, { place, message, help })
}

/** `before` is absent where the item has several versions. */
type To = { readonly before?: Memory; readonly after: Memory; readonly report: Report }

/** A field counts as changed when it is as in none of the versions before. */
function reportEdit(
  versions: readonly [ItemAt, ...ItemAt[]],
  { item, document }: ItemAt,
  { before, after, report }: To,
): void {
  const [first, ...others] = versions
  const setting = settingOf(first, after)
  if (!setting) return
  const fields = knownChanges(first.item, item).filter(
    (field) =>
      !setting.editable.includes(field) &&
      others.every((other) => knownChanges(other.item, item).includes(field)) &&
      !(before === undefined && isGained(field, first.item, item)),
  )
  if (fields.length === 0) return
  report(document.path, {
    place: item.place,
    message: `Item ${nameOf(first.item)} differs in ${fields.join(', ')}, but its history is ${setting.mode}`,
    help: before ? `${HELP}: ${whereItWas(first, before)}.` : `${HELP}.`,
  })
}

/** Items that were in this file before keep their order, and new ones follow them. */
function reportOrder({ path, items }: Document, ranks: Ranks, report: Report): void {
  const isOld = (item: Item): boolean => ranks.get(item)?.document.path === path
  const lastOld = items.findLastIndex(isOld)
  let highest = -1
  for (const [index, item] of items.entries()) {
    const rank = ranks.get(item)?.rank
    if (rank === undefined && index < lastOld) report(path, newAmongOld(item))
    if (rank === undefined || !isOld(item)) continue
    if (rank < highest) report(path, outOfOrder(item))
    highest = Math.max(highest, rank)
  }
}

function newAmongOld(item: Item): Found {
  return {
    place: item.place,
    message: `New item ${nameOf(item)} is above older ones, but its history is append-only`,
    help: 'Move it to the end of the file.',
  }
}

function outOfOrder(item: Item): Found {
  return {
    place: item.place,
    message: `Item ${nameOf(item)} is at another position, but its history is append-only`,
    help: 'Put it back where it was.',
  }
}

function nameOf({ kind, title }: Item): string {
  return `${kind} "${title}"`
}

/** For every surviving item of after: where it was, and its rank among all items of before. */
function ranksOf(changes: readonly ItemChange[]): Ranks {
  return new Map(
    changes.flatMap((one, rank) =>
      one.type === 'same' || one.type === 'edited'
        ? [[one.after.item, { rank, document: one.before.document }] as const]
        : [],
    ),
  )
}
