import { isJsonObject, type JsonObject } from '../../../../core/json.ts'
import { strings, textOf } from '../get-context/request.ts'

/** What is to be saved, as it was asked for. */
export type SaveRequest = {
  readonly workspace: string
  readonly domain: string | null
  readonly kind: 'decision' | 'lesson'
  readonly title: string
  readonly content: string
  readonly category: string | null
  readonly tags: readonly string[]
  readonly dryRun: boolean
  readonly allowDuplicate: boolean
}

/** Reads arguments that fit the input schema. */
export function readSaveRequest(args: JsonObject): SaveRequest {
  const scope = isJsonObject(args.scope) ? args.scope : {}
  return {
    workspace: textOf(scope.workspace) ?? '',
    domain: textOf(scope.domain),
    kind: args.type === 'lesson' ? 'lesson' : 'decision',
    title: textOf(args.title) ?? '',
    content: textOf(args.content) ?? '',
    category: textOf(args.category),
    tags: strings(args.tags),
    dryRun: args.dry_run === true,
    allowDuplicate: args.allow_duplicate === true,
  }
}
