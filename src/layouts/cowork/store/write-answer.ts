import type { JsonObject } from '../../../core/json.ts'
import type { OperationAnswer, OperationReview } from '../../../core/operation.ts'
import type { PlannedFile } from '../../../core/write-plan.ts'
import { yamlText } from '../../../formats/yaml/yaml-text.ts'

/** What a write did, or would do. */
type Written = {
  /** Of the operation's own: where, which id. */
  readonly data: JsonObject
  /** In the order in which they are written; deletions last. Empty where there is nothing to do. */
  readonly files: readonly (readonly [path: string, file: PlannedFile])[]
  readonly notes?: readonly string[]
  readonly review?: OperationReview
}

/** The answer of an operation that writes: `saved` says whether anything was written. */
export function writeAnswer(args: JsonObject, { data, files, notes = [], review }: Written): OperationAnswer {
  const isDry = args.dry_run === true
  const all: JsonObject = {
    saved: files.length > 0 && !isDry,
    ...data,
    dry_run: isDry,
    ...(notes.length > 0 && { notes }),
  }
  return {
    text: yamlText(all),
    data: all,
    ...(files.length > 0 && { plan: new Map(files) }),
    ...(isDry && { dryRun: true }),
    ...(review && { review }),
  }
}

/** Reads back that an item has its id, and the text that it is to have. */
export function reviewItem(id: string, digest: string): OperationReview {
  return ({ memory }) => {
    const items = memory.documents.flatMap((document) => document.items).filter((item) => item.id === id)
    if (items.length === 1 && items[0]?.digest === digest) return null
    return {
      refusal: `${id} does not read back as it was meant`,
      help: 'Nothing was written. Change the text, then call the operation again.',
    }
  }
}
