import type { Refusal } from '../../../core/operation.ts'
import { choice, list, number, type ObjectOf, text } from '../../../core/schema.ts'
import { refuse } from '../../../stores/answer.ts'
import { KIND_SYNONYMS, KINDS } from '../record.ts'

/** A tag or an entity. */
export const LABEL = text(undefined, { minLength: 1, maxLength: 100 })

/** What a record consists of, as the arguments of those who write one. */
export const RECORD_ARGUMENTS = {
  kind: choice(
    KINDS,
    '`fact`: what is true. `decision`: what was chosen, and why. `procedure`: how something is done. `note`: all else. Only facts and decisions can become `durable`.',
    {
      'x-synonyms': KIND_SYNONYMS,
    },
  ),
  summary: text(
    'One line that says it all, with the words that a later search will have. 200 characters at most.',
    {
      minLength: 1,
      maxLength: 200,
    },
  ),
  content: text('The memory itself, complete. No secrets.', {
    minLength: 1,
    maxLength: 65_536,
    'x-flag': { stdin: 'the content' },
  }),
  tags: list(LABEL, 'Words to filter by: `crm`, `odata`.', { maxItems: 20 }),
  entities: list(LABEL, 'What it is about: tables, modules, services, as they are spelled there.', {
    maxItems: 20,
  }),
  confidence: number('How sure it is, from 0 to 1. 0.5 when absent.', { minimum: 0, maximum: 1 }),
  source: text('Where it came from: a file, a person, a test run. The caller when absent.', {
    minLength: 1,
    maxLength: 255,
  }),
}

type RecordArguments = ObjectOf<typeof RECORD_ARGUMENTS>

/** The fields of a record as its file keeps them, in their order; undefined where they are not given. */
export function keptFields({
  kind,
  summary,
  content,
  tags,
  entities,
  confidence,
  source,
}: RecordArguments): RecordArguments {
  return {
    kind,
    summary: summary?.trim(),
    content,
    tags: tags && labels(tags).map((tag) => tag.toLowerCase()),
    entities: entities && labels(entities),
    confidence,
    source,
  }
}

/** Tags or entities: trimmed, each once, in the order given. Case does not make another one. */
function labels(given: readonly string[]): readonly string[] {
  const seen = new Map<string, string>()
  for (const label of given.map((one) => one.trim())) {
    if (label !== '' && !seen.has(label.toLowerCase())) seen.set(label.toLowerCase(), label)
  }
  return [...seen.values()]
}

/** Why the texts of a record are refused. */
export function textFault({ summary, content }: RecordArguments): Refusal | null {
  if (summary !== undefined && (summary === '' || /[\r\n]/.test(summary))) {
    return refuse('The summary is not one line of text', 'Say it in one line; details belong in `content`.')
  }
  return content?.trim() === ''
    ? refuse('The content is empty', 'Give the memory itself as `content`.')
    : null
}

/** True for the kinds that `durable` holds. */
export function isLasting(kind: string | undefined): boolean {
  return kind === 'fact' || kind === 'decision'
}
