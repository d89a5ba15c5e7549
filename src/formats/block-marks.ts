import type { Comment } from '../core/source.ts'

/** One end of a block that a tool keeps: `<!-- BEGIN beads -->`, `<!-- OPENSPEC:START -->`, `<!-- toc-end -->`. */
export type BlockMark = {
  /** In lower case, with what tells a tool more behind it: `beads v:1`. */
  readonly name: string
  readonly isStart: boolean
  readonly comment: Comment
}

/** `BEGIN name`, `END:name`: what is written in front tells more than what is behind. */
const IN_FRONT = /^(begin|start|end|stop)(?:\s*:\s*|\s+)(\S[^\r\n]*)$/i

/** `name START`, `name:end`, `SECTION:NOTES:BEGIN`, `toc-end`. */
const BEHIND = /^(\S[^\r\n]*?)(\s*:\s*|\s+|[-_])(begin|start|end|stop)$/i

/** Sentences have such words, names of blocks do not. */
const PROSE = /(?:^|\s)(?:the|a|an|of|to|at|in|from|with|this|that|here|where|your|is|are|and|or)(?:\s|$)/i

const LONGEST = 120

/** The marks of blocks among comments, in order. Comments in code are none. */
export function blockMarks(comments: readonly Comment[]): readonly BlockMark[] {
  return comments.flatMap((comment) => {
    const text = comment.text.trim()
    const mark = text.length > LONGEST ? null : markOf(text)
    return mark ? [{ ...mark, comment }] : []
  })
}

function markOf(text: string): { readonly name: string; readonly isStart: boolean } | null {
  const front = IN_FRONT.exec(text)
  const [, word = '', name = ''] = front ?? []
  if (front)
    return isProse(word, name) ? null : { name: plain(name), isStart: /^(?:begin|start)$/i.test(word) }
  const [, before = '', between = '', last = ''] = BEHIND.exec(text) ?? []
  if (before === '' || (between.trim() === '' && isProse(last, before))) return null
  return { name: plain(before), isStart: /^(?:begin|start)$/i.test(last) }
}

/** `end of file`, `where to start`: a sentence. In capitals the word is a mark, whatever is said with it. */
function isProse(word: string, name: string): boolean {
  return PROSE.test(name) && (word !== word.toUpperCase() || /^of\s/i.test(name))
}

function plain(name: string): string {
  return name.replaceAll(/\s+/g, ' ').trim().toLowerCase()
}

/** True for the two ends of one block: the start may say more (`BEGIN beads v:1`). */
export function isPair(start: BlockMark, end: BlockMark): boolean {
  return start.name === end.name || start.name.startsWith(`${end.name} `)
}
