import { placeOf } from '../../core/place.ts'
import type { Found } from '../../core/rule.ts'
import type { Source } from '../../core/source.ts'
import type { LabelLine } from '../../formats/entry-labels.ts'

/** Reports a label that is not in exactly the format's form, with the splice that corrects it; the value stays. */
export function exactLabel({ text, starts }: Source, { line, value }: LabelLine, label: string): Found {
  const written = text.slice(line.start, value.start).trim()
  const tail = text.slice(value.end, line.end).trim()
  return {
    place: placeOf(starts, line.start, value.start),
    message: `Unexpected ${written}${tail === '' ? '' : ` … ${tail}`}, expected ${label} at the start of the line`,
    help: `Write the line as \`${label} …\`.`,
    edits: [
      { start: line.start, end: value.start, text: `${label} ` },
      ...(tail === '' ? [] : [{ start: value.end, end: line.end, text: '' }]),
    ],
  }
}
