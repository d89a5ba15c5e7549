import { plainBreaks } from './line-break.ts'

/** The sections of a text by the headings above them: for each path of headings the texts that stand there, in order. */
export type TextSections = ReadonlyMap<string, readonly string[]>

/** One section: the headings that it stands under, its own among them, and its lines. */
type Section = { readonly above: readonly (string | undefined)[]; readonly lines: readonly string[] }

const FENCE = /^ {0,3}(`{3,}(?!.*`)|~{3,})/
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/
const BREAK = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/

/**
 * Cuts any text at its `#` headings outside fences. It needs no parser, so it works where that gave up and says
 * something that the parser did not say. Blank lines and thematic breaks at the end of a section are left out. A text's
 * only title may be another one in another version: it stands for itself.
 */
export function textSections(text: string): TextSections {
  const found = cut(plainBreaks(text.replace(/^\uFEFF/, '')).split('\n'))
  const hasOneTitle = found.filter(({ above }) => above.length === 1).length === 1
  const sections = new Map<string, string[]>()
  for (const { above, lines } of found) {
    const end = lines.findLastIndex((line) => line !== '' && !BREAK.test(line)) + 1
    if (end === 0) continue
    const path = JSON.stringify(above.map((heading, i) => (i === 0 && hasOneTitle ? '#' : (heading ?? ''))))
    const section = lines.slice(0, end).join('\n')
    const there = sections.get(path)
    if (there) there.push(section)
    else sections.set(path, [section])
  }
  return sections
}

function cut(lines: readonly string[]): Section[] {
  const sections: Section[] = []
  let section = { above: [] as (string | undefined)[], lines: [] as string[] }
  let fence = ''
  for (const line of lines) {
    const [, marks = ''] = FENCE.exec(line) ?? []
    const [, signs, title = ''] = (fence === '' && marks === '' && HEADING.exec(line)) || []
    if (fence === '') fence = marks
    else if (marks.startsWith(fence) && line.trim() === marks) fence = ''
    if (signs) {
      sections.push(section)
      const above = Array.from({ length: signs.length - 1 }, (_, i) => section.above[i])
      section = { above: [...above, `${signs} ${title}`], lines: [] }
    }
    section.lines.push(line.trimEnd())
  }
  return [...sections, section]
}
