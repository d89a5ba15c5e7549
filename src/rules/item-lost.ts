import {
  changedItems,
  howToRestore,
  type ItemAt,
  type ItemChange,
  isBackIn,
  isExpired,
  isKeptInCopy,
  isRemovedBetween,
  keyInComment,
  removalName,
  removedAt,
  removedKind,
  tombstonesIn,
  whereItWas,
  whyUnread,
  writtenDate,
} from '../core/changes/item-changes.ts'
import { archivedIn, shareIn } from '../core/changes/lost-text.ts'
import {
  isMerge,
  type Merge,
  type MergeLoss,
  mergeChanges,
  whereInParent,
} from '../core/changes/merge-changes.ts'
import { countTriples, isCut } from '../core/changes/pair-by-body.ts'
import { isCalendarDate } from '../core/date.ts'
import { type Change, type Document, type Item, type Memory, unreadPaths } from '../core/document.ts'
import { quoteForShell, safePath, shellWord } from '../core/messages.ts'
import type { ChangeRule, Found } from '../core/rule.ts'
import { WHOLE_FILE } from '../core/text.ts'
import { TOMBSTONE_FORM } from '../formats/comments.ts'
import { sketch } from '../formats/hash.ts'
import { normaliseTitle } from '../formats/names.ts'

type Report = (path: string, found: Found) => void

/** What was remembered before is remembered still, was archived, or was removed with a reason. */
export const itemLost: ChangeRule = {
  id: 'item-lost',
  summary: 'An item that was there before the change is still in some file, or has a tombstone.',
  why: 'A merge, a rewrite by an agent or a split file drops an entry without a conflict, and no one misses it until it is needed. A merge is judged for the items of every parent: unless another parent dropped an item, the merge has to keep it, and apart from others. Where several parents added items of one name with different texts, those are several items. Where the `history` setting of a kind is not `free`, the rule `history` reports the loss instead. A tombstone whose reason says nothing, such as "x", is a warning. An edit is not a loss, but one that cuts most of the text of an entry in a log is a warning: whether that was meant is seen only while the text is at hand.',
  howToFix: `Put the item back: \`git show HEAD:FILE\` shows it, and \`git restore --source=HEAD --staged --worktree -- :/FILE\` brings back a file that is gone. An entry of a log that is old news goes to the archive: \`memkeep archive FILE --entry TITLE\`. One that must not stay anywhere, such as a secret, leaves a tombstone in its place: \`${TOMBSTONE_FORM}\`, with the entry's own date and title (write one dash for \`--\` in a title). Its reason shows in the summary of the change, and the tombstone itself must stay. What was committed stays in the history of git: replace a secret that leaked. \`rules: { item-lost: warning }\` in \`memkeep.yaml\` lowers the rule.`,
  severity: 'error',
  severities: ['error', 'warning'],
  fixable: false,
  example: {
    bad: '# before: decisions.md\n### [2026-02-08] XState for workflow orchestration\n\n# after: decisions.md\n(nothing)\n',
    good: '# after: _archive/decisions-2026.md\n### [2026-02-08] XState for workflow orchestration\n\n# or, after: decisions.md\n<!-- memkeep-removed [2026-02-08] XState for workflow orchestration -- it held a password -->\n',
  },
  subject: 'change',
  check: (change, report) => {
    if (isMerge(change)) reportMerge(change, report)
    else {
      reportLosses(change, report)
      reportThinReasons(change, report)
    }
  },
}

/** A shorter reason explains nothing. */
const FEW_LETTERS = 4

/** New tombstones whose reason no one could understand. */
function reportThinReasons({ before, after }: Change, report: Report): void {
  const known = new Set(tombstonesIn(before).map(({ item }) => removalName(item)))
  for (const { item, document } of tombstonesIn(after)) {
    const { reason } = item.fields
    if (typeof reason !== 'string' || known.has(removalName(item))) continue
    if ([...reason.replaceAll(/[^\p{L}\p{N}]/gu, '')].length >= FEW_LETTERS || /\p{sc=Han}/u.test(reason))
      continue
    report(document.path, {
      place: item.place,
      severity: 'warning',
      message: `The reason "${reason}" of the tombstone for "${item.title}" says nothing`,
      help: 'Write in a few words why the entry must not stay: it is all that is left of it.',
    })
  }
}

function reportLosses({ before, after, around }: Change, report: Report): void {
  const unread = unreadPaths(after)
  const isRemoved = isRemovedBetween(before, after)
  const isBack = isBackIn(after)
  const isLeft = isLeftIn(after)
  const isArchived = archivedIn(after)
  const changes = changedItems(before.documents, after.documents)
  for (const change of changes) {
    if (change.type === 'edited') reportCut(change, changes, { before, after }, report)
    if (change.type !== 'removed' || isRemoved(change.before) || isBack(change.before)) continue
    if (isLeft(change.before) || isListed(change.before, around) || isReadElsewhere(change.before, around))
      continue
    const { item, document } = change.before
    // Items that are not known are not lost: the file has its own finding.
    if (unread.has(document.path) || !isFree(change.before, after) || isExpired(change.before, after))
      continue
    if (isKeptInCopy(change.before, after)) continue
    // Entries of a log have commands that archive them and tombstones.
    if (after.histories[document.kind]?.tombstones !== true) {
      if (isArchived(document) || isJoined(change.before, after)) continue
    }
    const unreadNow = removedKind(item) === null ? whyUnread(change.before, after) : null
    if (unreadNow) {
      const { what, heading } = unreadNow
      const help = `Write the heading again in the form of the others: ${whereItWas(change.before, before)}.`
      report(document.path, { place: heading.place, message: `Item ${nameOf(item)} ${what}`, help })
      continue
    }
    const { path, place, between } = removedAt(change.before, after)
    const meant = tombstoneFor(change.before, before, after)
    if (meant) {
      report(path, { place, ...otherTitle(item, meant) })
      continue
    }
    const isTombstone = removedKind(item) !== null
    report(path, {
      place,
      message: `Item ${nameOf(item)} is gone${isTombstone ? '' : ', without an archived copy or a tombstone'}${between}`,
      help: waysOut(change.before, before, after),
    })
  }
}

/** A new tombstone whose title begins with that of an item and goes on: who wrote it copied more of the text than is read as the title. */
function tombstoneFor({ item, document }: ItemAt, before: Memory, after: Memory): ItemAt | undefined {
  const known = new Set(tombstonesIn(before).map((one) => removalName(one.item)))
  const key = keyInComment(item.key)
  return tombstonesIn(after).find(
    (one) =>
      removedKind(one.item) === item.kind &&
      one.document.scope === document.scope &&
      one.item.key.startsWith(key) &&
      !known.has(removalName(one.item)),
  )
}

function otherTitle(item: Item, meant: ItemAt): { readonly message: string; readonly help: string } {
  const { title, fields, place } = meant.item
  const date = writtenDate(item)
  const day = typeof date === 'string' && isCalendarDate(date) ? `[${date}] ` : ''
  return {
    message: `Item ${nameOf(item)} is gone, and the tombstone in line ${place.line} of ${safePath(meant.document.path)} names "${title}"`,
    help: `Write the title in the tombstone as it is read from the item: \`<!-- memkeep-removed ${day}${keyInComment(item.title)} -- ${fields.reason} -->\`.`,
  }
}

type Edited = { readonly before: ItemAt; readonly after: ItemAt }

/** An entry of a log that keeps its name and loses most of its text, where no other item has that now. */
function reportCut(
  { before, after: { item, document } }: Edited,
  changes: readonly ItemChange[],
  sides: { readonly before: Memory; readonly after: Memory },
  report: Report,
): void {
  const { after } = sides
  const { tombstones } = after.histories[before.document.kind] ?? {}
  // An item that is a file may be written anew, but not be emptied unseen.
  const isEmptied = item.sketch.length === 0 && document.sections === undefined
  if ((tombstones !== true && !isEmptied) || removedKind(item) !== null || !isFree(before, after)) return
  // In another form of the log, what was the text of an entry may be its title.
  const others = (): readonly (readonly number[])[] =>
    changes.flatMap((one) =>
      one.type === 'removed' ? [] : [sketch(one.after.item.title), one.after.item.sketch],
    )
  if (!isCut(before.item.sketch, item.sketch, others)) return
  const what = item.sketch.length === 0 ? 'all' : 'most'
  report(document.path, {
    place: item.place,
    severity: 'warning',
    message: `Item ${nameOf(before.item)} lost ${what} of its text`,
    help: `Put the text back if that is not meant: ${whereItWas(before, sides.before)}. \`history: { ${before.document.kind}: { mode: append-only } }\` in memkeep.yaml makes such an edit an error.`,
  })
}

/** True for one of two copies of an item with an id: the other has its key and its body, as where a move that was cut off is finished. */
function isLeftIn({ documents }: Memory): (one: ItemAt) => boolean {
  const nameOfBody = ({ kind, key, digest }: Item): string => JSON.stringify([kind, key, digest])
  let left: ReadonlySet<string> | null = null
  return ({ item }) => {
    if (item.id === undefined) return false
    left ??= new Set(documents.flatMap(({ items }) => items.map(nameOfBody)))
    return left.has(nameOfBody(item))
  }
}

/** True for a line of a list of records, which has their title and no text: the record itself is there. */
function isListed({ item, document }: ItemAt, around: readonly Document[] = []): boolean {
  // A body may begin with the line that has the title, its date and its number.
  if (countTriples(item.sketch) > item.title.split(/\s+/).length + FEW_BESIDES) return false
  const title = normaliseTitle(item.title)
  return around.some(
    ({ layout, items }) =>
      layout !== document.layout && items.some((one) => namesRecord(title, normaliseTitle(one.title))),
  )
}

/** True where the same file, byte for byte, is another layout's now, as where settings say that a note is a log. */
function isReadElsewhere({ document }: ItemAt, around: readonly Document[] = []): boolean {
  return around.some(
    ({ path, id, items }) => path === document.path && id === document.id && items.length > 0,
  )
}

/** So much of a text that was joined with another one is there. */
const JOINED = 0.9

/** True where another part of the same file has the text now. */
function isJoined({ item, document }: ItemAt, { documents }: Memory): boolean {
  const now = documents.find(({ path }) => path === document.path)
  return now?.items.some((other) => shareIn(item.sketch, other.sketch, 0) >= JOINED) ?? false
}

/** A list may write the number of a record before its title. */
function namesRecord(line: string, title: string): boolean {
  return line === title || (title.length >= FEW_IN_TITLE && line.endsWith(` ${title}`))
}

const FEW_IN_TITLE = 8
const FEW_BESIDES = 4

/** What to do; where an entry can be archived by itself or leave a tombstone, how that is done with this one. */
function waysOut(at: ItemAt, before: Memory, after: Memory): string {
  const { item, document } = at
  const restore = howToRestore(at, before, after)
  if (removedKind(item) !== null) return `${restore}.`
  const { tombstones, archiveWith } = after.histories[document.kind] ?? {}
  if (archiveWith !== undefined && item.id !== undefined) {
    return `${restore}. To archive it, restore it and run \`${archiveWith} ${shellWord(item.id)}\`.`
  }
  const isGone = !after.files.has(document.path)
  if (!tombstones || (tombstones === 'only' && isGone)) {
    return isGone
      ? `${restore}. If it is over, move the file as it is to a folder \`archive\` instead.`
      : `${restore}.`
  }
  const date = writtenDate(item)
  const written = typeof date === 'string' ? date : ''
  const isReal = isCalendarDate(written)
  const day = isReal ? `[${written}] ` : ''
  const entry = quoteForShell(`${day}${item.title}`)
  const archive = `memkeep archive ${shellWord(document.path)} --entry ${entry}`
  const tombstone = `<!-- memkeep-removed ${day}${keyInComment(item.title)} -- reason -->`
  // What an archive loses cannot be archived again.
  if (tombstones === 'only' || document.archive) {
    return `${restore}. If it was taken out on purpose, write in its place \`${tombstone}\`, with the reason.`
  }
  const first = isReal || written === '' ? 'restore it' : 'restore it, correct its date'
  return `${restore}. To archive it, ${first} and run \`${archive}\`. If it must not stay anywhere, write in its place \`${tombstone}\`, with the reason.`
}

function reportMerge(merge: Merge, report: Report): void {
  const { lost, unknown } = mergeChanges(merge)
  for (const { path, parent } of unknown) report(path, unreadSide(parent))
  for (const loss of lost) {
    if (!isFree(loss.at, merge.after)) continue
    const { item, document } = loss.at
    const where = whereInParent(merge, { ...loss.at, parent: loss.parent })
    if (loss.rival && merge.after.histories[document.kind]?.ephemeral === true) continue
    if (loss.into) report(loss.into.document.path, fusion(loss, loss.into, where))
    else if (loss.rival) report(...replaced(loss, merge.after, where))
    else {
      const { path, place } = removedAt(loss.at, merge.after)
      report(path, {
        place,
        message: `The merge lost ${nameOf(item)}, which no parent had dropped`,
        help: `Restore it: ${where}.`,
      })
    }
  }
}

function unreadSide(parent: number): Found {
  return {
    place: WHOLE_FILE,
    severity: 'warning',
    message: `The file cannot be read in parent ${parent + 1} of the merge: what the merge lost of it is not known`,
    help: 'Compare the two by hand: `git diff` of that parent and the merge shows them.',
  }
}

function fusion({ at }: MergeLoss, { item }: ItemAt, where: string): Found {
  return {
    place: item.place,
    message: `The merge put the words of ${nameOf(at.item)} into ${nameOf(item)}`,
    help: `Take them apart: ${where}.`,
  }
}

/** Two parents added items of one name, and the merge took one of them. */
function replaced({ at }: MergeLoss, after: Memory, where: string): [path: string, found: Found] {
  const { path, place } = removedAt(at, after)
  const message = `The merge lost the text of ${nameOf(at.item)}: both sides added one of that name, and it holds only the other's`
  return [path, { place, message, help: `Put it back under a name of its own: ${where}.` }]
}

function isFree({ document }: ItemAt, { histories }: Memory): boolean {
  return (histories[document.kind]?.mode ?? 'free') === 'free'
}

function nameOf(item: Item): string {
  const { kind, title, key } = item
  const date = writtenDate(item)
  // An item that may have a date and has none is known by its title, as one whose key is its title.
  if (date === null || date === title || key === normaliseTitle(title)) return `${kind} "${title}"`
  return `${kind} "${title}" (${date ?? key})`
}
