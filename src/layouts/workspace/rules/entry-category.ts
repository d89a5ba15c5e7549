import type { DocumentRule, Found } from '../../../core/rule.ts'
import type { Source } from '../../../core/source.ts'
import { type Place, placeOf } from '../../../core/text.ts'
import type { LabelLine } from '../../../formats/entry-labels.ts'
import { ENTRY_KINDS, entriesOf, exactLabel } from '../entries.ts'

/** Every entry says what it is about. */
export const entryCategory: DocumentRule = {
  id: 'entry-category',
  summary: 'Every entry has a `**Category:**` line with a value.',
  why: 'Agents ask for entries by category, and an entry without one is never among the answers.',
  howToFix:
    'Add `**Category:** …` right under the heading. A label in another form is corrected by `check --fix`.',
  severity: 'error',
  fixable: true,
  example: {
    bad: '### [2026-02-08] XState runs the workflows\n\n**Tags:** xstate\n',
    good: '### [2026-02-08] XState runs the workflows\n\n**Category:** architecture\n**Tags:** xstate\n',
  },
  kinds: ENTRY_KINDS,
  subject: 'document',
  check: (source, report) => {
    for (const { heading, category } of entriesOf(source)?.entries ?? []) {
      if (!category) report(missing(heading.place))
      else if (category.value.text === '') report(empty(source, category))
      else if (!category.isExact) report(exactLabel(source, category, '**Category:**'))
    }
  },
}

function missing(place: Place): Found {
  return {
    place,
    message: 'The entry has no line `**Category:** …` under its heading',
    help: 'Add the line right under the heading, above the text; `general` when nothing else fits.',
  }
}

function empty({ starts }: Source, { line }: LabelLine): Found {
  return {
    place: placeOf(starts, line.start, line.end),
    message: 'The category is empty',
    help: 'Name the category; `general` when nothing else fits.',
  }
}
