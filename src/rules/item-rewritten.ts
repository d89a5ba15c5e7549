import type { ItemAt } from '../core/changes/item-changes.ts'
import { type EditedItem, editedItems, lookAlikesIn, rewritingOf } from '../core/changes/rewritten-items.ts'
import { isCalendarDate } from '../core/date.ts'
import type { Change } from '../core/document.ts'
import type { ChangeRule, Found } from '../core/rule.ts'

/** A change that turns what an entry says is seen. */
export const itemRewritten: ChangeRule = {
  id: 'item-rewritten',
  summary: 'An edit of an entry that turns what it says shows its words.',
  why: 'A difference of lines does not show what matters: one "not", another number, a text that is no longer the one below its title. An entry that gets another text under its title, or another title and then another text, is another entry, and the first one is gone without a loss. So the words before and after are named for a text that keeps less than half of its words, a negation that comes or goes, and another number or date; for a title with letters that only look like others; and for another id or day. Where `history` guards the kind, the edit is an error of that rule.',
  howToFix:
    'Read whether the edit is meant. To replace an entry, add a new one and leave the old one, or archive it. `history: { KIND: { mode: append-only } }` in `memkeep.yaml` refuses such edits.',
  severity: 'info',
  severities: ['warning', 'info'],
  fixable: false,
  example: {
    bad: '# before\n### [2026-02-08] Prices are integers\nPrices are whole cents.\n\n# after\n### [2026-02-08] Prices are integers\nPrices are not whole cents.\n',
    good: '# after\n### [2026-02-08] Prices are integers\nPrices are whole cents.\n\n### [2026-04-02] Prices may have fractions\nPrices are not whole cents.\n',
  },
  subject: 'change',
  noted: true,
  check: (change, report) => {
    const edited = editedItems(change)
    for (const one of edited) {
      // What is true now is kept up to date.
      const words = one.before.item.living ? [] : textOf(one, change, edited)
      for (const found of [...identityOf(one), ...words])
        report(one.after.document.path, { place: one.after.item.place, help: HELP, ...found })
    }
  },
}

const HELP = 'Read whether that is meant: to replace an entry, add a new one.'

function isDay(date: unknown): date is string {
  return typeof date === 'string' && isCalendarDate(date)
}

type Said = Omit<Found, 'place' | 'help'>

function identityOf({ before: { item: was }, after: { item: is } }: EditedItem): Said[] {
  const found: Said[] = []
  if (was.id !== undefined && is.id !== undefined && was.id !== is.id) {
    found.push({
      severity: 'warning',
      message: `Item ${nameOf(is)} was ${was.id} and is ${is.id} now: what names the old id leads nowhere`,
    })
  }
  const [then, now] = [was.fields.date, is.fields.date]
  if (isDay(then) && isDay(now) && then !== now)
    found.push({ message: `Item ${nameOf(is)} was of ${then} and is of ${now} now` })
  const alike = lookAlikesIn(was.title, is.title)
  if (alike.length > 0) {
    found.push({
      severity: 'warning',
      message: `The title "${was.title}" is "${is.title}" now, with ${alike.join(', ')} among Latin letters: it looks the same and is found no more`,
    })
  }
  return found
}

function textOf(one: EditedItem, change: Change, edited: readonly EditedItem[]): Said[] {
  const { item } = one.after
  const rewriting = rewritingOf(one, change.texts)
  if (!rewriting || rewriting.what === 'edited') return []
  const words = `was "${rewriting.was}", is "${rewriting.now}"`
  if (rewriting.what === 'said') {
    const what = rewriting.isNegated ? 'a negation' : 'another number'
    return [{ message: `Item ${nameOf(item)} has ${what}: ${words}` }]
  }
  const earlier = change.texts?.earlier?.get(one.before.item)
  if (earlier) {
    return [
      {
        severity: 'warning',
        message: `Item ${nameOf(item)} was "${earlier.title}" before ${earlier.commit.slice(0, 7)}, and has another text now: the first entry is gone; ${words}`,
      },
    ]
  }
  const { kept, of } = rewriting
  return [
    { message: `Item ${nameOf(item)} keeps ${kept} of its ${of} words${sourceOf(one, edited)}: ${words}` },
  ]
}

/** Where its new text was another entry's. */
function sourceOf({ before, after }: EditedItem, edited: readonly EditedItem[]): string {
  const other = edited.find(
    (one) => one.before.item !== before.item && one.before.item.digest === after.item.digest,
  )
  return other ? ` and has the text of ${nameOf(other.before.item)}` : ''
}

function nameOf({ kind, title }: ItemAt['item']): string {
  return `${kind} "${title}"`
}
