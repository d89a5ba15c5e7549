import type { ModelReply } from '../../src/core/model.ts'
import type { Operation } from '../../src/core/operation.ts'
import { appendLine } from './saving/line-log.ts'

const NONE: readonly ModelReply[] = []

/** Asks once for a line, once more if the first answer is no use, and writes the last. */
export const askLine: Operation = {
  ...appendLine,
  name: 'ask_line',
  openWorld: true,
  requests: ({ outside, args }) => {
    const replies = outside?.replies ?? NONE
    const last = replies.at(-1)
    const isGood = last && 'text' in last && last.text.startsWith('- ')
    if (isGood || replies.length === 2) return []
    const user = `try ${replies.length}: ${args.line}`
    return [{ role: 'line', system: 'Write a line.', user, maxOutputTokens: 100 }]
  },
  plan: ({ outside }) => {
    const replies = outside?.replies ?? NONE
    const last = replies.at(-1)
    if (!last || !('text' in last)) return { refusal: 'No line', help: last?.detail ?? '' }
    return {
      text: 'done',
      data: { lines: 1 },
      plan: new Map([['log/a.txt', { kind: 'text', text: last.text }]]),
    }
  },
}
