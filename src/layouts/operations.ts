// Generated from the listing of this folder by `npm run generate`: do not edit.
import type { LayoutOperations } from '../core/operation.ts'
import { workspace } from './workspace/layout.ts'
import { getContext } from './workspace/operations/get-context.ts'
import { saveMemory } from './workspace/operations/save-memory.ts'
import { reviewSession } from './workspace/prompts/review-session.ts'

/** What agents get of every layout that has something for them: checks and hooks load none of it. */
export const layoutOperations: readonly LayoutOperations[] = [
  { layout: workspace, operations: [getContext, saveMemory], prompts: [reviewSession] },
]
