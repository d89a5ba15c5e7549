import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts'
import { safeText } from '../../../core/messages.ts'
import type { Answer, OperationReview, Refusal } from '../../../core/operation.ts'
import {
  anyOf,
  choice,
  closedObject,
  count,
  flag,
  integer,
  list,
  NOTHING,
  type ObjectOf,
  orNull,
  type Schema,
  type TextNotes,
  text,
  typed,
} from '../../../core/schema.ts'
import { findHiddenText } from '../../../formats/hidden-text.ts'
import { writeAnswer as answerWrite, refuse, type Write, type Written } from '../../../stores/answer.ts'

/** A text that says something. */
export function longText(description?: string, more: TextNotes = {}): Schema<string> {
  return text(description, { maxLength: 65_536, ...more })
}

/** One line of text. */
export function line(description?: string, more: TextNotes = {}): Schema<string> {
  return text(description, { maxLength: 200, ...more })
}

/** A line that may also be null, as the seed's default is. */
export function lineOrNull(description: string, more: TextNotes = {}): Schema<string | null> {
  return anyOf([line(), NOTHING], description, {
    'x-form': 'a line of at most 200 characters, or null',
    ...more,
  })
}

/** A list of texts. */
export function texts(description: string, more: TextNotes = {}): Schema<readonly string[]> {
  return list(longText(), description, { maxItems: 100, ...more })
}

/** Words that are looked for. */
export const KEYWORDS = list(line(), 'Words or their parts that all have to be in an item.', {
  maxItems: 20,
})

export const DRY_RUN = flag('Checks everything, shows the change and writes nothing.', { default: false })

export const SESSION = line('The session it is for; the current one when absent.')

const NOTES = list(text(), 'What is not quite as it was asked for, or needs a look.')

/** What every write answers. */
export const WRITTEN = {
  saved: flag('False for a dry run, and where there was nothing to do.'),
  dry_run: flag('Nothing was written, because that was asked for.'),
  notes: NOTES,
}

/** What every read answers. */
export const READ = {
  status: choice(['ok', 'degraded'], '`ok`, or `degraded` where a file or a row was left out.'),
  diagnostics: typed(
    'StoreDiagnostics',
    closedObject(
      ['malformed', 'unreadable', 'files'],
      {
        malformed: count('Rows that no reader can use.'),
        unreadable: count('Files that cannot be read.'),
        files: list(
          typed(
            'UnreadableFile',
            closedObject(
              ['path', 'line', 'reason'],
              {
                path: text('The file, relative to the root of the repository.'),
                line: integer('Where the fault is.', { minimum: 1 }),
                reason: text('What is wrong there.'),
              },
              'A file that cannot be read.',
            ),
          ),
          'Those files.',
        ),
      },
      'What was left out.',
    ),
  ),
  notes: NOTES,
}

/** What a read went on without. */
export type ReadStatus = ObjectOf<typeof READ, 'status' | 'diagnostics'>

/** An entry of the index. */
export const ENTRY = typed(
  'MemoryIndexEntry',
  closedObject(
    ['memory_id', 'category', 'kind', 'title', 'summary', 'iteration_id', 'created_at', 'file', 'scope'],
    {
      memory_id: text('Its id.'),
      category: text('`decision`, `pattern`, `experience` (insights and learnings) or `record` (issues).'),
      kind: text('`decision`, `pattern`, `insight`, `learning` or `issue`.'),
      title: text('What it is about.'),
      summary: text('What it says, at most 200 characters.'),
      stage: orNull(text('The stage it came up at.')),
      importance: orNull(text('`critical`, `important` or `normal`; of insights.')),
      resolved: orNull(flag('Whether it is solved; of issues.')),
      iteration_id: text('The iteration it comes from.'),
      created_at: text('When it was written.'),
      file: text('What `load_memory_detail` takes as `file`.'),
      scope: text('`project` or `session`.'),
    },
    'A decision, a pattern, or an item of a session.',
  ),
)

/** The answer of both forms of a query. */
export const FOUND = typed(
  'FoundMemory',
  closedObject(
    ['results', 'total', 'omitted', 'session', 'status', 'diagnostics'],
    {
      results: list(ENTRY, 'At most as many as the limit.'),
      total: count('How many match.'),
      omitted: count('How many of them are not listed.'),
      session: orNull(text('The session that was searched.')),
      ...READ,
    },
    'What was found, newest first.',
  ),
)

/** Half of a pair of surrogates: no file can hold it. */
const LONE = /\p{Cs}/u

/**
 * Why texts of a call are not written: hidden characters, which JSON can spell as escapes that no reviewer sees. Null for
 * texts that are fine.
 */
export function textFault(texts: { readonly [name: string]: Json | undefined }): Refusal | null {
  for (const [name, value] of Object.entries(texts)) {
    const text = textsIn(value).find((one) => LONE.test(one) || findHiddenText(` ${one}`).length > 0)
    if (text === undefined) continue
    const found = LONE.test(text) ? 'half of a character' : `a hidden ${findHiddenText(` ${text}`)[0]?.name}`
    return refuse(
      `\`${name}\` holds ${safeText(found)}`,
      'Nothing was written. Write what it means in visible characters.',
    )
  }
  return null
}

function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(textsIn)
  return isJsonObject(value) ? Object.entries(value).flatMap(([key, one]) => [key, ...textsIn(one)]) : []
}

/** A text of one line, trimmed; a refusal for a longer or an empty one. */
export function oneLine(name: string, value: string): { readonly text: string } | Refusal {
  const text = value.trim()
  if (text !== '' && !/[\r\n]/.test(text)) return { text }
  return refuse(`\`${name}\` is not one line of text`, 'Say it in one line.')
}

/** The answer of an operation that writes, which always says whether it was a dry run. */
export function writeAnswer<Data extends JsonObject>(
  args: { readonly dry_run?: boolean },
  data: Data,
  write: Write,
): Answer<Written & Data & { readonly dry_run: boolean }> {
  return answerWrite(args, { ...data, dry_run: args.dry_run === true }, write)
}

/** Reads back that an item has its id, and the text that it is to have. */
export function reviewItem(id: string, digest: string): OperationReview {
  return ({ memory }) => {
    const items = memory.documents.flatMap((document) => document.items).filter((item) => item.id === id)
    if (items.length === 1 && items[0]?.digest === digest) return null
    return refuse(
      `${id} does not read back as it was meant`,
      'Nothing was written. Change the text, then call the operation again.',
    )
  }
}
