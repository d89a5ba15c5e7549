import { digest } from '../../../../formats/hash.ts'
import {
  type EntryChanges,
  SECTION_IDS,
  type SectionId,
  type Update,
  type UpdateProblem,
} from '../../dsl/grammar.ts'
import { parseUpdate } from '../../dsl/parse-update.ts'
import { readAnswer } from '../../dsl/read-answer.ts'
import type { Refused, Said } from '../../store/change-task.ts'

/** A text that is to be applied, read. */
export type SaidText = Said & {
  /** What it is, for a note. */
  readonly what: string
  readonly digest: string
}

/** A text of any of the sections. */
export function readWhole(text: string, what: string): SaidText {
  const { update, problems } = parseUpdate(text)
  const named = problems.flatMap(({ section }) => section ?? [])
  return {
    what,
    digest: digest(text),
    update,
    sections: SECTION_IDS.filter((id) => update[id] !== null || named.includes(id)),
    refused: problems.map((one) => refusedOf(one)),
    notes: [],
  }
}

/** Answers of models, each for its own section. */
export function readSections(sections: { readonly [id in SectionId]?: string }): readonly SaidText[] {
  return SECTION_IDS.flatMap((id): SaidText[] => {
    const text = sections[id]
    if (text === undefined) return []
    const { update, problems, notes } = readAnswer(id, text)
    return [
      {
        what: `The answer for ${id}`,
        digest: digest(`${id}\n${text}`),
        update,
        sections: [id],
        refused: problems.map((one) => refusedOf(one)),
        notes: notes.map((note) => `${id}: ${note}`),
      },
    ]
  })
}

/** What is wrong in a text, by its line. */
export function refusedOf({ section, line, message, help }: UpdateProblem): Refused {
  return { section, id: null, line, message, help }
}

/** Several texts as one: the last progress counts, and each id is archived once. */
export function joinUpdates(texts: readonly Said[]): Said {
  const updates = texts.map(({ update }) => update)
  const update: Update = {
    progress: updates.reduce<Update['progress']>((last, one) => one.progress ?? last, null),
    learnings: joinChanges(updates.map((one) => one.learnings)),
    verbatim: joinChanges(updates.map((one) => one.verbatim)),
  }
  return {
    update,
    sections: [...new Set(texts.flatMap(({ sections }) => sections))],
    refused: texts.flatMap(({ refused }) => refused),
    notes: texts.flatMap(({ notes }) => notes),
  }
}

function joinChanges<T>(all: readonly (EntryChanges<T> | null)[]): EntryChanges<T> | null {
  const given = all.flatMap((one) => one ?? [])
  if (given.length === 0) return null
  const archive = given.flatMap((one) => one.archive)
  return {
    add: given.flatMap(({ add }) => add),
    archive: archive.filter(({ id }, i) => archive.findIndex((one) => one.id === id) === i),
  }
}
