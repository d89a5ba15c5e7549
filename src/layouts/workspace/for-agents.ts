// Generated from the listing of this folder by `npm run generate`: do not edit.
import { getContext } from './operations/get-context.ts'
import { saveMemory } from './operations/save-memory.ts'
import { reviewSession } from './prompts/review-session.ts'

/** What agents get of this layout: a bundle loads it when one of these is called or listed. */
export const workspaceForAgents = {
  operations: { getContext, saveMemory },
  prompts: { reviewSession },
}
