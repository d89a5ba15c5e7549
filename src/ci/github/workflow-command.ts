import { safeText } from '../../core/safe-text.ts'

/** One line that GitHub's runner shows beside a run. */
export function workflowCommand(level: 'notice' | 'error', message: string): string {
  return `::${level} title=memkeep::${safeText(message).replaceAll('%', '%25')}\n`
}
