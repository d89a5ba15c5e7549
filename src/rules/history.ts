import type { Document } from '../core/document.ts'
import type { Item } from '../core/item.ts'
import { changedFields, type ItemAt, type ItemChange, itemChanges } from '../core/item-changes.ts'
import type { Change, Memory } from '../core/memory.ts'
import { removedAt } from '../core/removed-at.ts'
import type { ChangeRule, Found } from '../core/rule.ts'
import type { HistorySetting } from '../core/settings.ts'

type Ranks = ReadonlyMap<Item, { readonly rank: number; readonly document: Document }>
type Report = (path: string, found: Found) => void

const HELP = 'Restore what it said, and write a new item that replaces it.'

/** Items are changed only in the ways that their kind allows. */
export const history: ChangeRule = {
  id: 'history',
  summary: 'Items change only as the history of their kind allows.',
  why: 'A decision that is edited afterwards no longer says what was decided, and work that followed from it can no longer be explained. The history of a log is `free` until `memkeep.yaml` sets another mode, so without settings this rule finds nothing.',
  mend: 'Restore the item and write a new one that replaces it. Moving an item unchanged, into an archive too, is always fine. To set a mode (`free`, `append-only` or `immutable`) and what stays editable, write in `memkeep.yaml`: `history: { decisions: { mode: immutable, editable: [tags] } }`.',
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
    const changes = itemChanges(change.before.documents, change.after.documents)
    for (const one of changes) reportChange(one, change, report)
    const ranks = ranksOf(changes)
    for (const document of change.after.documents) {
      if (histories[document.kind]?.mode === 'append-only') reportOrder(document, ranks, report)
    }
  },
}

function settingOf({ document }: ItemAt, { histories }: Memory): HistorySetting | null {
  const setting = histories[document.kind]
  return setting && setting.mode !== 'free' ? setting : null
}

function reportChange(one: ItemChange, { after }: Change, report: Report): void {
  if (one.type === 'added') return
  const setting = settingOf(one.before, after)
  if (!setting) return
  const { item, document } = one.before
  const name = nameOf(item)
  if (one.type === 'removed') {
    const { path, place } = removedAt(one.before, after)
    const message = `Unexpected removal of ${name}, expected it to stay: its history is ${setting.mode}`
    const help = `Restore it from ${document.path}:${item.place.line}, or move it unchanged to an archive.`
    report(path, { place, message, help })
    return
  }
  const fields = changedFields(item, one.after.item).filter((field) => !setting.editable.includes(field))
  if (fields.length === 0) return
  report(one.after.document.path, {
    place: one.after.item.place,
    message: `Unexpected change of ${fields.join(', ')} in ${name}, expected no change: its history is ${setting.mode}`,
    help: HELP,
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
    message: `Unexpected new ${nameOf(item)} above older ones, expected it at the end: its history is append-only`,
    help: 'Move it to the end of the file.',
  }
}

function outOfOrder(item: Item): Found {
  return {
    place: item.place,
    message: `Unexpected new position of ${nameOf(item)}, expected the order of before: its history is append-only`,
    help: 'Put it back where it was.',
  }
}

function nameOf({ kind, title }: Item): string {
  return `${kind} "${title}"`
}

/** For every surviving item of after: where it stood, and its rank among all items of before. */
function ranksOf(changes: readonly ItemChange[]): Ranks {
  return new Map(
    changes.flatMap((one, rank) =>
      one.type === 'same' || one.type === 'edited'
        ? [[one.after.item, { rank, document: one.before.document }] as const]
        : [],
    ),
  )
}
