import type { LayoutTools } from '../../../core/layout-tools.ts'
import { workspace } from '../layout.ts'
import { getContext } from './get-context.ts'
import { reviewSession } from './review-session.ts'
import { saveMemory } from './save-memory.ts'

/** What agents get of this layout: the context of a workspace, the saving of entries, and the review of a session. */
export const workspaceTools: LayoutTools = {
  layout: workspace,
  tools: [getContext, saveMemory],
  resources: ['overview', 'decisions', 'lessons'],
  prompts: [reviewSession],
}
