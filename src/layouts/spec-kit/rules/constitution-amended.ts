import { changedItems } from '../../../core/changes/item-changes.ts'
import { isMerge } from '../../../core/changes/merge-changes.ts'
import type { Document, Item } from '../../../core/document.ts'
import type { ChangeRule } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { versionLineOf } from '../constitution.ts'

/** Another principle is another version. */
export const constitutionAmended: ChangeRule = {
  id: 'constitution-amended',
  summary: 'A constitution whose principles changed has a higher version.',
  why: 'Plans and reviews name the version that they were checked against. When two texts have one version, a plan counts as checked against rules that came after it.',
  howToFix:
    'Raise the version: the first number where a principle went or says the opposite, the second where one is new, the third where the words are clearer. Write the day into "Last Amended".',
  severity: 'warning',
  fixable: false,
  example: {
    bad: '# before: Version 1.1.0\n### I. Tests first\n\n# after: Version 1.1.0\n### I. Tests first\n### II. No new services\n',
    good: '# before: Version 1.1.0\n### I. Tests first\n\n# after: Version 1.2.0\n### I. Tests first\n### II. No new services\n',
  },
  kinds: ['constitution'],
  subject: 'change',
  check: (change, report) => {
    if (isMerge(change)) return
    const before = new Map(change.before.documents.map((document) => [document.path, document]))
    for (const document of change.after.documents) {
      const old = before.get(document.path)
      if (!old?.complete || !document.complete || document.items.length === 0) continue
      const names = changedNames(old, document)
      const [from, to] = [versionLineOf(old)?.version, versionLineOf(document)?.version]
      if (names.length === 0 || !from || !to || isHigher(to.text, from.text)) continue
      const what =
        names.length === 1 ? `The principle ${names[0]} changed` : `${names.length} principles changed`
      report(document.path, {
        place: to.place ?? WHOLE_FILE,
        message: `${what}, and the version is ${to.text === from.text ? 'still' : `${from.text}, then`} ${to.text}`,
        help: 'Raise the version, and write the day into "Last Amended".',
      })
    }
  },
}

function changedNames(before: Document, after: Document): readonly string[] {
  const name = ({ title }: Item): string => JSON.stringify(title.slice(0, 60))
  return changedItems([before], [after]).flatMap((one) => {
    if (one.type === 'added' || one.type === 'edited') return [name(one.after.item)]
    return one.type === 'removed' ? [name(one.before.item)] : []
  })
}

/** Compares `1.2.0` and `1.10`, number by number. What has no numbers is not compared. */
function isHigher(version: string, than: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(than)]
  if (a.length === 0 || b.length === 0) return true
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}

function numbersOf(version: string): readonly number[] {
  const [numbers = ''] = /\d+(?:\.\d+)*/.exec(version) ?? []
  return numbers === '' ? [] : numbers.split('.').map(Number)
}
