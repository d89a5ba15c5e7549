import type { Refusal } from '../../../../core/operation.ts'
import { safeText } from '../../../../core/safe-text.ts'
import { lineStarts, placeOf } from '../../../../core/text.ts'
import { findHiddenText } from '../../../../formats/hidden-text.ts'

const HELP = 'Delete it, or write what it stands for in characters that can be seen.'

/** Says where a text holds what no reader can see, or half of a character; null when it holds neither. */
export function unseenFault(name: string, text: string): Refusal | null {
  const half = /\p{Cs}/u.exec(text)
  if (half) {
    return {
      refusal: `Unexpected half of a character in ${where(name, text, half.index)}`,
      help: 'Delete it.',
    }
  }
  const [hidden] = findHiddenText(text)
  if (!hidden) return null
  const reads = hidden.decoded === undefined ? '' : `, which reads "${hidden.decoded}"`
  return {
    refusal: safeText(`Unexpected ${hidden.name} in ${where(name, text, hidden.range.start)}${reads}`),
    help: HELP,
  }
}

function where(name: string, text: string, offset: number): string {
  const { line, column } = placeOf(lineStarts(text), offset)
  return `${name}, line ${line}, column ${column}`
}
