import type { Document } from '../../../core/document.ts'
import type { JsonObject } from '../../../core/json.ts'
import type { Place } from '../../../core/text.ts'
import { digest } from '../../../formats/hash.ts'

/** A key that the format does not derive, such as a tag's description: a person's, so a rebuild keeps it. */
export type KeptKey = {
  readonly key: string
  /** Its value as one line of YAML, as written where that was one line. */
  readonly yaml: string
}

/** A derived value as the file has it. */
export type IndexValue = {
  /** As JSON, to compare with; `null` when the key is missing. */
  readonly json: string
  /** Null when the key is missing. */
  readonly place: Place | null
}

/** One row of `tags` or `categories`, as the file has it. */
export type IndexRow = {
  readonly name: string
  /** Where the name is, or the row where that is not known. */
  readonly place: Place | null
  readonly usedIn: IndexValue
  readonly count: IndexValue
  readonly kept: readonly KeptKey[]
  /** What a person wrote of what it means; absent where that is no text, or none. */
  readonly meaning?: string
}

/** A comment and the key that it belongs to. */
export type IndexComment = {
  /** A JSON pointer with row names for row numbers: `/tags/pnpm/count`. Or `TOP` or `END`. */
  readonly anchor: string
  /** It follows its key on one line; else it is alone on a line above its key. */
  readonly trailing: boolean
  /** With the `#`, without white space at the end. */
  readonly text: string
}

/** Anchors of comments that belong to the file as a whole. */
export const TOP = 'top'
export const END = 'end'

/** The sections that hold rows. */
export const ROW_SECTIONS = ['tags', 'categories'] as const

/** What a rebuild must know of the index that is there. */
export type IndexFacts = {
  /** Of the text with line ends normalised and without a byte order mark: equal digests are equal texts. */
  readonly digest: string
  readonly tags: readonly IndexRow[]
  readonly categories: readonly IndexRow[]
  /** Every other derived value by JSON pointer. */
  readonly values: { readonly [pointer: string]: IndexValue }
  readonly kept: { readonly root: readonly KeptKey[]; readonly summary: readonly KeptKey[] }
  readonly comments: readonly IndexComment[]
  /** False when something in it has a shape that a rebuild cannot carry over. */
  readonly complete: boolean
}

/** What was read of a memory index; null when it could not be parsed, or could not be carried over whole. */
export function indexFactsOf(document: Document | undefined): IndexFacts | null {
  const facts = (document?.facts ?? null) as IndexFacts | null
  return facts?.complete ? facts : null
}

/** True when the index holds something that a person wrote and that no rebuild could bring back. */
export function hasOwnWords({ tags, categories, kept, comments }: IndexFacts): boolean {
  const rows = [...tags, ...categories]
  return (
    comments.length + kept.root.length + kept.summary.length > 0 || rows.some((row) => row.kept.length > 0)
  )
}

const usedIn: JsonObject = {
  type: 'array',
  items: { enum: ['decisions', 'lessons'] },
  description: 'The kinds of files that use it.',
}

const count: JsonObject = { type: 'integer', minimum: 0, description: 'Entries that use it, each once.' }

const text = (description: string): JsonObject => ({ type: 'string', description })

const rows = (description: string, properties: JsonObject): JsonObject => ({
  type: ['array', 'null'],
  description,
  items: { type: 'object', required: ['name'], properties: { ...properties, used_in: usedIn, count } },
})

/** JSON Schema of `_index.yaml`. Keys that it does not name are allowed: a rebuild keeps them. */
export const memoryIndexSchema: JsonObject = {
  type: 'object',
  description: 'What the memory of one workspace holds; derived from its decisions and lessons.',
  properties: {
    workspace: text('The name of the workspace.'),
    last_updated: {
      type: ['string', 'null'],
      description: 'The date of the newest entry, YYYY-MM-DD; null when there is none.',
    },
    tags: rows('Every tag in use, and every tag with a description, in order of names.', {
      name: text('The tag as entries write it.'),
      description: {
        type: ['string', 'null'],
        description: 'What the tag means; written by people and kept by every rebuild.',
      },
    }),
    categories: rows('Every category in use, in order of names.', {
      name: text('The category as entries write it.'),
    }),
    summary: {
      type: ['object', 'null'],
      description: 'Totals.',
      properties: {
        total_decisions: {
          type: 'integer',
          minimum: 0,
          description: 'Decisions of the workspace and its domains.',
        },
        total_lessons: {
          type: 'integer',
          minimum: 0,
          description: 'Lessons of the workspace and its domains.',
        },
        domains_with_memory: {
          type: 'array',
          items: { type: 'string' },
          description: 'Domains that have a decisions or lessons file.',
        },
      },
    },
  },
}

/**
 * Identity of an index's text, whatever its line ends and byte order mark. White space at the end counts here, and
 * the plain digest passes over it; hence the mark.
 */
export function indexDigest(text: string): string {
  return digest(`${text.replace(/^\uFEFF/, '')}.`)
}
