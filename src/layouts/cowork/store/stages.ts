import { safeText } from '../../../core/safe-text.ts'

/** The stages of a development session, in their order. */
const STAGES = ['idea', 'prd', 'design', 'plan', 'coding', 'check'] as const

/** A remark on a stage that is taken though the pipeline does not have it. */
export function stageNotes(stage: string | null): readonly string[] {
  if (stage === null || STAGES.some((one) => one === stage)) return []
  return [`Stage "${safeText(stage)}" is none of ${STAGES.join(', ')}: it is taken as it is.`]
}
