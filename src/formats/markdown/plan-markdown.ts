import { lineStarts } from '../../core/place.ts'
import { emptyOutline, type Lines, type Outline } from './outline.ts'
import type { Zone } from './scan.ts'
import { scanBlocks } from './scan-blocks.ts'

/** `auto`: a line scan where it is sure, remark elsewhere; `remark`: remark for the whole text. Results are equal. */
export type Engine = 'auto' | 'remark'

/** What a line scan found out already, and the parts of the text that remark has to parse, in source order. */
export type Plan = { readonly lines: Lines; readonly outline: Outline; readonly zones: readonly Zone[] }

/** What may be the label of a link definition, at the start of a line in any container. */
const LABEL = /(?:^|[\r\n])[ \t>+*\-\d.)]*\[(?![ \t\r\n]*\])(?:[^[\]\\]|\\[\s\S]){1,999}\]:/

/** Decides what of a text a line scan can settle; `remark` leaves all of it to remark. */
export function planMarkdown(text: string, start: number, engine: Engine): Plan {
  const lines = { text, starts: lineStarts(text), from: start }
  if (engine === 'auto') {
    const { outline, zones } = scanBlocks(lines)
    if (!zones.some((zone) => mayDefine(text, zone))) return { lines, outline, zones }
  }
  return { lines, outline: emptyOutline(), zones: [{ start, end: text.length, type: 'inline' }] }
}

/** A definition makes references of brackets anywhere, and no link can stand around a reference: no part stands alone. */
function mayDefine(text: string, { start, end }: Zone): boolean {
  return LABEL.test(text.slice(start, end))
}
