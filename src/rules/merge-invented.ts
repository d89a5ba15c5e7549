import { isMerge, type Merge, whereInParent } from '../core/changes/merge-changes.ts'
import { type Chosen, mergeInventions, type Resolved } from '../core/changes/merge-inventions.ts'
import { firstNames } from '../core/messages.ts'
import type { ChangeRule, Found } from '../core/rule.ts'

/** A merge chooses between its parents. */
export const mergeInvented: ChangeRule = {
  id: 'merge-invented',
  summary: 'Each item of a merge is as in one parent, or what the edits of both make together.',
  why: 'No one reviews what a merge commit itself changes: its difference to each parent is full of what the other one brought. So an entry that both sides left alone is changed there unseen, and `git merge -s ours`, or a conflict that is resolved in a hurry, throws away an edit that one side made and that nothing contradicts. Where both sides edited an item a person has to decide: what they write that no side had is named and is no error. A changed layout of the same words, a move to another file, a new name for one of two items that both sides added under one, and an item that says of one more that it replaces it are no inventions.',
  howToFix:
    'Write the version of the parent that the finding names: `git show REVISION:FILE` shows it. What the merge was meant to change besides goes into a commit of its own, before the merge or after it; so does undoing an edit of a side. Where the merge is a commit already, put the version back in a commit, and make the change again in the next one.',
  severity: 'error',
  severities: ['error', 'info'],
  fixable: false,
  example: {
    bad: '# both parents\n### [2026-02-08] XState for workflow orchestration\nIt costs nothing.\n\n# the merge\n### [2026-02-08] XState for workflow orchestration\nIt costs 40 euros a month.\n',
    good: '# the merge\n### [2026-02-08] XState for workflow orchestration\nIt costs nothing.\n\n# the next commit\n### [2026-02-08] XState for workflow orchestration\nIt costs 40 euros a month.\n',
  },
  subject: 'change',
  noted: true,
  check: (change, report) => {
    if (!isMerge(change)) return
    const dropped = new Map<string, Chosen[]>()
    for (const one of mergeInventions(change)) {
      const { path } = one.at.document
      if (one.what === 'dropped') {
        const side = JSON.stringify([path, one.version.parent])
        dropped.set(side, [...(dropped.get(side) ?? []), one])
      } else if (one.what === 'changed') report(path, changed(one, change))
      else report(path, one.what === 'added' ? added(one) : resolved(one))
    }
    for (const all of dropped.values()) {
      const findings = all.length > FEW ? [all] : all.map((one) => [one])
      for (const some of findings) reportDropped(some, change, report)
    }
  },
}

/** So many edits of a file are named one by one; more are one finding. */
const FEW = 3

/** Edits of one file that one parent made. What is said of them has one shape, however many are left. */
function reportDropped(
  all: readonly Chosen[],
  merge: Merge,
  report: (path: string, found: Found) => void,
): void {
  const [first] = all
  if (!first) return
  const { at, version, fields } = first
  const parent = version.parent + 1
  const names = all.map((one) => nameOf(one.at.item))
  const what = all.length === 1 ? `an edit (${fields.join(', ')})` : `${all.length} edits`
  report(at.document.path, {
    place: at.item.place,
    message: `The merge throws away ${what} that parent ${parent} alone made: ${firstNames(names, FEW)}`,
    help: `${all.length === 1 ? 'Write that version' : 'Write those versions; of the first'}: ${whereInParent(merge, version)}. To undo an edit, do it in a commit of its own.`,
    alike: { shape: `dropped of parent ${parent}`, count: all.length },
  })
}

function changed({ at, version, isUntouched, fields, words }: Chosen, merge: Merge): Found {
  const who = isUntouched ? 'no parent changed' : `parent ${version.parent + 1} alone wrote`
  return {
    place: at.item.place,
    message: `The merge changes ${nameOf(at.item)} (${fields.join(', ')}), which ${who}${shown(words)}`,
    help: `Write that version: ${whereInParent(merge, version)}. If the change is meant, make it in a commit of its own.`,
    alike: { shape: `changed ${at.item.kind} ${at.item.key}`, count: 1 },
  }
}

function resolved({ at, fields, words }: Resolved): Found {
  return {
    place: at.item.place,
    severity: 'info',
    message: `The merge joins versions of ${nameOf(at.item)} (${fields.join(', ')}) by hand${shown(words)}`,
    help: 'Read whether it says what both sides meant.',
  }
}

function added({ at, words }: Resolved): Found {
  return {
    place: at.item.place,
    severity: 'info',
    message: `The merge brings ${nameOf(at.item)}, which no parent has${shown(words)}`,
    help: 'What is new is easier to find and to undo in a commit of its own.',
  }
}

/** At most so many words, and characters of them, are shown. */
const MOST_WORDS = 12
const MOST_CHARACTERS = 100

function shown(words: readonly string[]): string {
  if (words.length === 0) return ''
  let text = words.slice(0, MOST_WORDS).join(' ')
  const isCut = words.length > MOST_WORDS || text.length > MOST_CHARACTERS
  if (text.length > MOST_CHARACTERS) text = [...text].slice(0, MOST_CHARACTERS).join('')
  return `; words that no parent has: "${text}${isCut ? ' …' : ''}"`
}

function nameOf({ kind, title }: { readonly kind: string; readonly title: string }): string {
  return `${kind} "${title}"`
}
