/** Characters read of a paragraph: the purpose of a document is at its start. */
export const MOST_READ = 4_000

/** A code span, or a character escaped by a backslash. */
const LITERAL = /\\([!-/:-@[-`{-~])|(?<!`)(`+)(?!`)([\s\S]*?[^`])\2(?!`)/g
/** The placeholder of one of those while the marks around it are removed. */
const SHELF = /\ue000(\d+)\ue001/g
/** Invisible characters, which must not be copied to another place. */
const HIDDEN =
  /\u00ad|\u061c|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]|(?![\t\n\r])\p{Cc}/gu
const INLINE_TAGS =
  /<\/?(?:a|b|br|code|del|details|div|em|i|img|ins|kbd|mark|p|s|small|span|strong|sub|summary|sup|u)(?:\s[^<>]*)?\/?>/gi
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&nbsp;', ' '],
])

/** What a reader sees of a piece of inline Markdown, in one line: no emphasis, links by their text, images left out. */
export function plainText(markdown: string): string {
  const literals: string[] = []
  const shelved = markdown
    .slice(0, MOST_READ)
    .replace(SHELF, ' ')
    .replace(HIDDEN, '')
    .replace(LITERAL, (_, escaped: string | undefined, _ticks, code = '') => {
      literals.push(escaped ?? (/^ .* $/s.test(code) && code.trim() !== '' ? code.slice(1, -1) : code))
      return `\ue000${literals.length - 1}\ue001`
    })
  return withoutStars(withoutMarks(shelved))
    .replace(SHELF, (_, index: string) => literals[Number(index)] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

function withoutMarks(text: string): string {
  return text
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/!\[[^[\]]*\](?:\([^()]*\)|\[[^[\]]*\])/g, '')
    .replace(/\[\^[^[\]]*\]/g, '')
    .replace(/\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1')
    .replace(/<(https?:\/\/[^<>\s]*)>/g, '$1')
    .replace(INLINE_TAGS, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES.get(entity) ?? entity)
}

function withoutStars(text: string): string {
  return text
    .replace(/\*\*(?=\S)|(?<=\S)\*\*|(?<![\p{L}\p{N}_])__(?=\S)|(?<=\S)__(?![\p{L}\p{N}_])|~~/gu, '')
    .replace(/(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*]*[^\s*])\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/(?<![\p{L}\p{N}_])_(?=[^\s_])([^_]*[^\s_])_(?![\p{L}\p{N}_])/gu, '$1')
}
