import type { LogForm } from '../../core/log-shape.ts'
import type { Sides } from '../../core/merge-sides.ts'
import type { EntryForm } from '../../core/settings.ts'
import { lineAt } from '../../core/text.ts'
import { findConflicts } from '../conflict-markers.ts'
import type { LogText } from '../entry-log.ts'
import { patternFor, shapeInWords } from '../logs/describe-shape.ts'
import { shapedLog } from '../logs/shaped-log.ts'
import { openBlocks } from '../unread-headings.ts'
import { readLogText, sureShape } from './log-pieces.ts'

/** The sides of a merge as people call them. */
export const SIDE_NAMES: Sides<string> = {
  base: 'the common version',
  ours: 'our version',
  theirs: 'their version',
}

/** Why three versions of a log were not joined by their entries, in words that go behind "because". */
export function whyUnmerged(sides: Sides<string>, form: EntryForm | LogForm): string {
  const read = {
    base: readLogText(sides.base),
    ours: readLogText(sides.ours),
    theirs: readLogText(sides.theirs),
  }
  for (const side of ['ours', 'theirs', 'base'] as const) {
    const log = read[side]
    const name = SIDE_NAMES[side]
    if (!log) return `${name} takes too long to parse`
    const trouble = troubleIn(log)
    if (trouble !== null) return `${name} ${trouble}`
  }
  const forms = typeof form === 'object' && read.ours && read.theirs && formsOf(read.ours, read.theirs, form)
  return forms || 'the joined entries would not read as the two sides have them'
}

function troubleIn({ text, markdown, starts }: LogText): string | null {
  const [conflict] = findConflicts(text, starts, markdown)
  if (conflict) return `has marks of an unresolved conflict at line ${conflict.firstLine}`
  const [open] = openBlocks(markdown)
  if (!open) return null
  const what = open.type === 'fence' ? 'a code fence' : 'HTML'
  return `has ${what} at line ${lineAt(starts, open.start)} that nothing closes`
}

function formsOf(ours: LogText, theirs: LogText, form: LogForm): string | null {
  const [own, other] = [formIn(ours, form), formIn(theirs, form)]
  if (own === null || other === null)
    return `${own === null ? SIDE_NAMES.ours : SIDE_NAMES.theirs} shows no sure form of entries`
  return own === other ? null : `our version has entries of the form ${own}, and their version of ${other}`
}

/** The form of the entries as settings take it, or as near as words say it; null for a text that shows none. */
function formIn(log: LogText, form: LogForm): string | null {
  const shape = sureShape(log, form)
  if (!shape) return null
  const pattern = patternFor(log, shape, shapedLog(log, shape))
  return pattern === null ? shapeInWords(shape) : JSON.stringify(pattern)
}
