import { type Json, type JsonObject, textList } from '../../../core/json.ts'
import type { OperationInput } from '../../../core/operation.ts'
import type { ListName } from '../project-facts.ts'
import { type MemoryEntry, textOf } from './entries.ts'
import { withoutNothing } from './iteration-file.ts'

/** What a promotion makes of an item. */
type Promotion = {
  readonly id: string
  readonly list: ListName
  readonly title: string
  readonly entry: MemoryEntry
}

/** The first block of code in a text: its content. */
const FENCED = /^ {0,3}(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^ {0,3}\1[`~]*[ \t]*$/m

/** The row of a decision or a pattern, with where it came from: the fields of its model, and then those of its own. */
export function promotedRow(
  { id, list, title, entry }: Promotion,
  { args, now }: OperationInput,
): JsonObject {
  const stage = textOf(entry.row.stage)
  const reason = textOf(args.reason)
  const origin = {
    iteration_id: entry.iteration,
    created_at: now,
    promoted_at: now,
    promoted_from: { session: entry.iteration, memory_id: entry.id, created_at: entry.createdAt },
    reason,
    stage: stage || undefined,
  }
  if (list === 'decisions') {
    const context = stage === '' ? reason : `${reason}\n\nStage: ${stage}`
    const consequences = textList(args.consequences)
    return withoutNothing({ id, title, context, decision: entry.content, consequences, ...origin })
  }
  const tags: readonly Json[] = Array.isArray(args.tags) ? textList(args.tags) : stage === '' ? [] : [stage]
  const code = FENCED.exec(entry.content.replaceAll('\r\n', '\n'))?.[2]?.replace(/\n$/, '') ?? null
  return withoutNothing({
    id,
    name: title,
    description: entry.content,
    usage: [reason],
    tags,
    code_example: code,
    ...origin,
  })
}
