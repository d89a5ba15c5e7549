/** One end of a block that a tool keeps: `<!-- BEGIN beads -->`, `<!-- OPENSPEC:START -->`, `<!-- toc-end -->`. */
export type BlockMark = {
  /** In lower case. A start may say more behind its name: `beads v:1`. */
  readonly name: string
  readonly isStart: boolean
  /** A tool wrote it: `front-end` and `start date` may be words of people, and are marks only in pairs. */
  readonly isCertain: boolean
}

/** `BEGIN name`, `END:name`. */
const IN_FRONT = /^(begin|start|end|stop)(\s*:\s*|\s+)(\S[^\r\n]*)$/i

/** `name START`, `name:end`, `SECTION:NOTES:BEGIN`, `toc-end`; a remark may be behind it: `nav:start (written by a tool)`. */
const BEHIND = /^(\S[^\r\n]*?)(\s*:\s*|\s+|[-_])(begin|start|end|stop)(?:\s+[(–—-][^\r\n]*)?$/i

const LONGEST = 400

/** Reads the text of a comment, between its marks; null for what is no end of a block. */
export function readBlockMark(comment: string): BlockMark | null {
  const text = comment.trim()
  if (text.length > LONGEST) return null
  const front = IN_FRONT.exec(text)
  const [, before = '', between = '', last = ''] = BEHIND.exec(text) ?? []
  const [word = last, separator = between, name = before] = front?.slice(1) ?? []
  if (name === '') return null
  return {
    name: name.replaceAll(/\s+/g, ' ').trim().toLowerCase(),
    isStart: /^(?:begin|start)$/i.test(word),
    isCertain: separator.includes(':') || /\S:\S/.test(name) || isInCapitals(word, name),
  }
}

/** `END of file` is a remark. */
function isInCapitals(word: string, name: string): boolean {
  return word === word.toUpperCase() && !/^of\s/i.test(name)
}

/** True for the two ends of one block: the start may say more (`BEGIN beads v:1`). */
export function isPair(start: BlockMark, end: BlockMark): boolean {
  return start.name === end.name || start.name.startsWith(`${end.name} `)
}
