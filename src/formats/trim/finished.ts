import { type Block, type Entry, entriesOf, type Line, sectionsOf } from './blocks.ts'

const BOX = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\[([ xX~-])\]/

/** A list of boxes with fewer characters behind each is a legend. */
const LEAST_CHARACTERS = 12

/** Below such a heading a checked box is no work: it is asked for again each time, or shows how one looks. */
const AGAIN =
  /\b(?:check ?lists?|templates?|examples?|formats?|legend|definition of done|done when|criteria|before|requirements?|verif\w+|conventions?|rules?|syntax|symbols?|status markers?)\b/i

/** The items of a list whose boxes are checked, with what is below them. */
export function checkedIn(block: Block): readonly Entry[] {
  if (block.form !== 'list' || AGAIN.test(block.lines[0]?.under ?? '')) return []
  const found: Entry[] = []
  const entries = entriesOf(block)
  let under: { readonly indent: number; readonly from: number } | null = null
  const close = (): void => {
    under = null
  }
  for (const entry of entries) {
    const { indent, text } = entry.first
    const box = BOX.exec(text)?.[1]?.toLowerCase()
    if (under !== null && indent > under.indent) {
      // What is still open below it keeps all of it.
      if (box === ' ' || box === '~' || box === '-') {
        found.length = under.from
        close()
      } else found.push(entry)
      continue
    }
    close()
    if (box !== 'x') continue
    under = { indent, from: found.length }
    found.push(entry)
  }
  return found.some(({ text }) => text.length >= LEAST_CHARACTERS) ? found : []
}

const DONE =
  /^(?:recently )?(?:completed?|done|finished|shipped|implemented|resolved|delivered)(?: (?:tasks?|work|features?|items?|phases?|milestones?|so far|issues|bugs|fixes|recently))*$/i

/** `Phase 2: Login ✅`, `Migration (completed)` */
const DONE_AT_END =
  /[([—–:-]\s*(?:completed?|done|shipped|finished|resolved)\b[^()[\]]{0,30}[)\]]?$|\b(?:phase|step|milestone|sprint|stage|v\d)\b.*✅$/iu

const HISTORY =
  /^(?:(?:recent|latest|last|major|key|notable|important) )+(?:changes?|updates?|fixes|improvements?|additions?|work|progress|accomplishments?)$|^change ?log$|^(?:version|revision|session|development|update|change|project) (?:history|log)$|^what'?s new$/i

/** The sections of a text that keep what is done: of those inside each other the outer one. */
export function doneSections(lines: readonly Line[]): readonly (readonly Line[])[] {
  let until = 0
  return sectionsOf(lines).flatMap((section) => {
    const own = section.lines.filter(({ form }) => form !== 'blank')
    const [first] = own
    if (!first || first.number <= until || own.length < 2) return []
    const title = section.title.replaceAll(/[*_`#]/g, '').trim()
    const words = title.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').replace(/\s*\([^)]*\)$/, '')
    const isDone = DONE.test(words) || DONE_AT_END.test(title) || HISTORY.test(words)
    if (
      !isDone ||
      AGAIN.test(title) ||
      own.some(({ text }) => /^\s*(?:[-*+]|\d{1,9}[.)])\s+\[ \]/.test(text))
    )
      return []
    until = own.at(-1)?.number ?? 0
    return [section.lines]
  })
}
