import { safeText } from '../../../core/messages.ts'
import { findHiddenText } from '../../../formats/hidden-text.ts'
import type { EntryChanges, Progress, Refusal, SectionId, Update } from './grammar.ts'

/** How long the parts of an update should be: characters, and for snippets bytes. */
export const MOST = { bullet: 100, insight: 500, reason: 300, label: 120, snippet: 6 * 1024 } as const

/** How many learnings one update should add. */
export const MOST_LEARNINGS = 3

/** The size of a part, in what its limit is in. */
export function sizeOf(what: keyof typeof MOST, text: string): number {
  return what === 'snippet' ? new TextEncoder().encode(text).length : [...text].length
}

/** An update without what must not be kept, and what its writer should know of the rest. */
type Limited = {
  readonly update: Update
  readonly refused: readonly Refusal[]
  readonly notes: readonly string[]
}

/**
 * Takes out of an update the snippets that are too large and the texts with characters that cannot be seen; lists what is
 * longer than it should be. Sizes are for the reader of every prompt: all but that of a snippet are advice.
 */
export function limitUpdate(
  { progress, learnings, verbatim }: Update,
  isSecret: (text: string) => boolean,
): Limited {
  const refused: Refusal[] = []
  const notes: string[] = []
  const isKept = (section: SectionId, parts: readonly Part[]): boolean => {
    const fault = faultOf(parts, isSecret)
    if (fault) refused.push({ section, id: null, ...fault })
    else notes.push(...parts.flatMap(noteOf))
    return fault === null
  }
  const limitList = <T extends EntryTexts>(
    section: SectionId,
    changes: EntryChanges<T> | null,
  ): EntryChanges<T> | null =>
    changes && {
      add: changes.add.filter((added) => isKept(section, partsOf(added))),
      archive: changes.archive.filter((archiving) => isKept(section, partsOf(archiving))),
    }
  const bullets = bulletsOf(progress).map((text): Part => ({ what: 'bullet', text }))
  const update: Update = {
    progress: isKept('progress', bullets) ? progress : null,
    learnings: limitList('learnings', learnings),
    verbatim: limitList('verbatim', verbatim),
  }
  return { update, refused, notes: [...notes, ...notesOn(update)] }
}

/** A text of an update, and what it is. */
type Part = { readonly what: keyof typeof MOST; readonly text: string }

/** The texts of an entry that is added, or archived. */
export type EntryTexts = {
  readonly reason: string
  readonly insight?: string
  readonly label?: string
  readonly snippet?: string
}

/** The fields of an entry that are texts. */
export const ENTRY_TEXTS = ['reason', 'insight', 'label', 'snippet'] as const

/** The texts of an entry, each with what it is. */
export function partsOf(entry: EntryTexts): readonly Part[] {
  return ENTRY_TEXTS.flatMap((what) => {
    const text = entry[what]
    return text === undefined ? [] : [{ what, text }]
  })
}

function bulletsOf(progress: Progress | null): readonly string[] {
  return progress ? [...progress.completed, ...progress.in_progress, ...progress.remaining] : []
}

/** Why a bullet is not kept, by the first of its texts that must not be. */
function faultOf(
  parts: readonly Part[],
  isSecret: (text: string) => boolean,
): { readonly message: string; readonly help: string } | null {
  for (const { what, text } of parts) {
    const [hidden] = findHiddenText(text).filter(({ severity }) => severity === 'error')
    if (hidden) {
      return {
        message: `The ${what} ${shown(text)} holds what cannot be seen: ${hidden.name}`,
        help: 'Write it without that character.',
      }
    }
    if (isSecret(text))
      return { message: `The ${what} holds a secret`, help: 'Leave it out: say where it is kept instead.' }
    const size = sizeOf(what, text)
    if (what !== 'snippet' || size <= MOST.snippet) continue
    const label = parts.find((part) => part.what === 'label')?.text ?? ''
    return {
      message: `The snippet ${shown(label)} has ${size} bytes, and at most ${MOST.snippet} are kept`,
      help: 'Keep the lines that are needed, or the path of the file.',
    }
  }
  return null
}

function noteOf({ what, text }: Part): string[] {
  const size = sizeOf(what, text)
  return size <= MOST[what]
    ? []
    : [`The ${what} ${shown(text)} has ${size} characters; ${MOST[what]} are enough for most.`]
}

function notesOn({ progress, learnings, verbatim }: Update): string[] {
  const reasons = [...(learnings?.add ?? []), ...(verbatim?.add ?? [])].map(({ reason }) => reason)
  const added = learnings?.add.length ?? 0
  return [
    ...bulletsOf(progress)
      .filter((text) => /^because\b/.test(text))
      .map((text) => `The bullet ${shown(text)} starts with a reason, which progress has not.`),
    ...reasons
      .filter((text) => !/\s/.test(text))
      .map((text) => `The reason ${shown(text)} is one word: it ended at the first colon.`),
    ...(added > MOST_LEARNINGS
      ? [`The update adds ${added} learnings; ${MOST_LEARNINGS} are enough for most.`]
      : []),
  ]
}

function shown(text: string): string {
  return JSON.stringify(safeText(text.length > 30 ? `${text.slice(0, 30)}…` : text))
}
