import type { Refusal } from '../core/operation.ts'
import { safeText } from '../core/safe-text.ts'
import { lineStarts, placeOf } from '../core/text.ts'
import { findHiddenText } from './hidden-text.ts'

const HELP_UNSEEN = 'Delete it, or write what it means in visible characters.'

/** Says where a text holds what no reader can see, or half of a character; null when it holds neither. */
export function findUnseenText(name: string, text: string): Refusal | null {
  const half = /\p{Cs}/u.exec(text)
  if (half) {
    return {
      refusal: `Half of a character is in ${placeIn(name, text, half.index)}`,
      help: 'Delete it.',
    }
  }
  const [hidden] = findHiddenText(text)
  if (!hidden) return null
  const reads = hidden.decoded === undefined ? '' : `, which reads "${hidden.decoded}"`
  return {
    refusal: safeText(`Hidden text: ${hidden.name} in ${placeIn(name, text, hidden.range.start)}${reads}`),
    help: HELP_UNSEEN,
  }
}

function placeIn(name: string, text: string, offset: number): string {
  const { line, column } = placeOf(lineStarts(text), offset)
  return `${name}, line ${line}, column ${column}`
}
