/** Longer paragraphs are read up to here: what a document is for stands at its start. */
const MOST = 4_000

const CODE = /(?<!`)(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g
/** Stands for a code span while the marks around it are taken off. */
const SHELF = /\ue000(\d+)\ue001/g
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
  const codes: string[] = []
  const shelved = markdown
    .slice(0, MOST)
    .replace(SHELF, ' ')
    .replace(CODE, (_, _ticks, code: string) => {
      codes.push(/^ .* $/s.test(code) && code.trim() !== '' ? code.slice(1, -1) : code)
      return `\ue000${codes.length - 1}\ue001`
    })
  return withoutStars(withoutMarks(shelved))
    .replace(SHELF, (_, index: string) => codes[Number(index)] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

function withoutMarks(text: string): string {
  return text
    .replace(/!\[[^[\]]*\](?:\([^()]*\)|\[[^[\]]*\])/g, '')
    .replace(/\[\^[^[\]]*\]/g, '')
    .replace(/\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1')
    .replace(/<(https?:\/\/[^<>\s]*)>/g, '$1')
    .replace(INLINE_TAGS, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES.get(entity) ?? entity)
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
}

function withoutStars(text: string): string {
  return text
    .replace(/\*\*(?=\S)|(?<=\S)\*\*|(?<![\p{L}\p{N}_])__(?=\S)|(?<=\S)__(?![\p{L}\p{N}_])|~~/gu, '')
    .replace(/(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*]*[^\s*])\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/(?<![\p{L}\p{N}_])_(?=[^\s_])([^_]*[^\s_])_(?![\p{L}\p{N}_])/gu, '$1')
}
