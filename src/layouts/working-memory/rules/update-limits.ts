import { isJsonObject } from '../../../core/json.ts'
import type { DocumentRule } from '../../../core/rule.ts'
import type { Source } from '../../../core/source.ts'
import { type Place, placeOf } from '../../../core/text.ts'
import { type EntryChanges, LISTS, type SectionId } from '../dsl/grammar.ts'
import { ENTRY_TEXTS, type EntryTexts, MOST, MOST_LEARNINGS, partsOf, sizeOf } from '../dsl/limits.ts'
import { type Bullet, outline } from '../dsl/outline.ts'
import { PROGRESS, placeIn, stateEntries, textOf, updateOf } from '../read-files.ts'

/** A text that has a limit, and where it is. */
type Part = { readonly place: Place; readonly what: keyof typeof MOST; readonly text: string }

/** What an update adds is short and little, and so is what a state holds that was written by hand. */
export const updateLimits: DocumentRule = {
  id: 'update-limits',
  summary: 'An update adds at most three learnings; its texts and those of a state are short.',
  why: 'The state goes into every prompt of the task. A learning that needs a page is read as little as a list of twenty.',
  howToFix:
    'Keep what is certain and of high value: bullets of 100 characters, insights of 500, reasons of 300, labels of 120, snippets of 6 KiB.',
  severity: 'info',
  fixable: false,
  example: {
    bad: 'KEY_LEARNINGS:\n  ADD:   with 7 bullets\n',
    good: 'KEY_LEARNINGS:\n  ADD:   with 2 bullets\n',
  },
  kinds: ['task-update', 'task-state'],
  subject: 'document',
  check: (source, report) => {
    const isState = source.data !== null
    for (const { place, what, text } of isState ? stateParts(source) : updateParts(source)) {
      const size = sizeOf(what, text)
      if (size <= MOST[what]) continue
      report({
        place,
        message: `The ${what} has ${size} ${what === 'snippet' ? 'bytes' : 'characters'}, the limit is ${MOST[what]}`,
        help: 'Say it in fewer words.',
      })
    }
    if (isState) return
    const added = updateOf(source).update.learnings?.add.length ?? 0
    const fourth = bulletsOf(source, 'learnings', 'ADD')[MOST_LEARNINGS]
    if (added <= MOST_LEARNINGS || !fourth) return
    report({
      place: placeAt(source, fourth),
      message: `The update adds ${added} learnings, the limit is ${MOST_LEARNINGS}`,
      help: 'Keep those that are certain and of high value.',
    })
  },
}

function updateParts(source: Source): Part[] {
  return [...progressParts(source), ...entryParts(source, 'learnings'), ...entryParts(source, 'verbatim')]
}

/** The texts of a state that go into a prompt: its progress, and the entries that are not archived. */
function stateParts(source: Source): Part[] {
  const { data, starts } = source
  const progress = isJsonObject(data?.value) ? data.value.current_progress : undefined
  if (!data) return []
  const bullets = PROGRESS.flatMap((field): Part[] => {
    const list = isJsonObject(progress) ? progress[field] : undefined
    return (Array.isArray(list) ? list : []).flatMap((text, i) =>
      typeof text === 'string'
        ? [
            {
              place: placeIn(data, `/current_progress/${field}`, { starts, field: String(i) }),
              what: 'bullet',
              text,
            },
          ]
        : [],
    )
  })
  const entries = stateEntries(source).flatMap(({ fields, pointer }): Part[] =>
    isJsonObject(fields.archived)
      ? []
      : ENTRY_TEXTS.flatMap((what) => {
          const text = textOf(fields, what)
          return text === undefined
            ? []
            : [{ place: placeIn(data, pointer, { starts, field: what }), what, text }]
        }),
  )
  return [...bullets, ...entries]
}

/** In a section that was read, each bullet gave one text. */
function progressParts(source: Source): Part[] {
  const { progress } = updateOf(source).update
  if (!progress) return []
  const texts = [progress.completed, progress.in_progress, progress.remaining]
  return LISTS.progress.flatMap((name, list) =>
    bulletsOf(source, 'progress', name).map((bullet, i) => ({
      place: placeAt(source, bullet),
      what: 'bullet' as const,
      text: texts[list]?.[i] ?? '',
    })),
  )
}

function entryParts(source: Source, id: 'learnings' | 'verbatim'): Part[] {
  const changes: EntryChanges<EntryTexts> | null = updateOf(source).update[id]
  if (!changes) return []
  const read = (name: string, entries: readonly EntryTexts[]): Part[] =>
    bulletsOf(source, id, name).flatMap((bullet, i) =>
      entries
        .slice(i, i + 1)
        .flatMap((entry) => partsOf(entry).map((part) => ({ place: placeAt(source, bullet), ...part }))),
    )
  return [...read('ADD', changes.add), ...read('ARCHIVE', changes.archive)]
}

function bulletsOf({ text }: Source, id: SectionId, name: string): readonly Bullet[] {
  const section = outline(text).sections.find((one) => one.id === id)
  return section?.lists.find((list) => list.name === name)?.bullets ?? []
}

function placeAt({ starts }: Source, { start, end }: Bullet): Place {
  return placeOf(starts, start - 1, end)
}
