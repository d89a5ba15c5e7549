import type { Comment } from '../../core/source.ts'

/** One end of a block that a tool keeps: `<!-- BEGIN beads -->`, `<!-- OPENSPEC:START -->`, `<!-- toc-end -->`. */
export type BlockMark = {
  /** In lower case. A start may say more behind its name: `beads v:1`. */
  readonly name: string
  readonly isStart: boolean
  /** A tool wrote it: `front-end` and `start date` may be words of people, and are marks only in pairs. */
  readonly isCertain: boolean
  readonly comment: Comment
}

/** `BEGIN name`, `END:name`. */
const IN_FRONT = /^(begin|start|end|stop)(\s*:\s*|\s+)(\S[^\r\n]*)$/i

/** `name START`, `name:end`, `SECTION:NOTES:BEGIN`, `toc-end`. */
const BEHIND = /^(\S[^\r\n]*?)(\s*:\s*|\s+|[-_])(begin|start|end|stop)$/i

const LONGEST = 120

/** Nothing that a model reads has more comments. */
const MOST = 2000

/** The marks of blocks among comments, in order. Comments in code are none. */
export function blockMarks(comments: readonly Comment[]): readonly BlockMark[] {
  return comments.slice(0, MOST).flatMap((comment) => {
    const text = comment.text.trim()
    const mark = text.length > LONGEST ? null : markOf(text)
    return mark ? [{ ...mark, comment }] : []
  })
}

function markOf(text: string): { name: string; isStart: boolean; isCertain: boolean } | null {
  const front = IN_FRONT.exec(text)
  const [, before = '', between = '', last = ''] = BEHIND.exec(text) ?? []
  const [word = last, separator = between, name = before] = front?.slice(1) ?? []
  if (name === '') return null
  return {
    name: plain(name),
    isStart: /^(?:begin|start)$/i.test(word),
    isCertain: separator.includes(':') || /\S:\S/.test(name) || isInCapitals(word, name),
  }
}

/** `END of file` is a remark. */
function isInCapitals(word: string, name: string): boolean {
  return word === word.toUpperCase() && !/^of\s/i.test(name)
}

function plain(name: string): string {
  return name.replaceAll(/\s+/g, ' ').trim().toLowerCase()
}

/** True for the two ends of one block: the start may say more (`BEGIN beads v:1`). */
export function isPair(start: BlockMark, end: BlockMark): boolean {
  return start.name === end.name || start.name.startsWith(`${end.name} `)
}
