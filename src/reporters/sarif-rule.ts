import type { ReportingDescriptor } from 'sarif'
import type { Severity } from '../core/diagnostic.ts'
import type { Rule } from '../core/rule.ts'
import { safeText } from '../core/safe-text.ts'
import { markdownFence } from './markdown-code.ts'

/** How SARIF calls severities. */
export const SARIF_LEVELS: { readonly [severity in Severity]: 'error' | 'warning' | 'note' } = {
  error: 'error',
  warning: 'warning',
  info: 'note',
}

/** A rule's texts as SARIF has them, for whoever reads a result far from a terminal. */
export function sarifRule({ id, summary, why, mend, severity, example }: Rule): ReportingDescriptor {
  const parts = [why, `To mend: ${mend}`]
  return {
    id,
    shortDescription: { text: sentence(summary) },
    fullDescription: { text: sentence(why) },
    help: {
      text: parts.join('\n\n'),
      markdown: [
        why,
        `**To mend:** ${mend}`,
        'Not accepted:',
        markdownFence(example.bad),
        'Accepted:',
        markdownFence(example.good),
      ].join('\n\n'),
    },
    defaultConfiguration: { level: SARIF_LEVELS[severity] },
  }
}

/** Summaries are written for tables: small and without a full stop. */
function sentence(text: string): string {
  const plain = safeText(text)
  const ended = /[.!?]$/.test(plain) ? plain : `${plain}.`
  return ended.charAt(0).toUpperCase() + ended.slice(1)
}
