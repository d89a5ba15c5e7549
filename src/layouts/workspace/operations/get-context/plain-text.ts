/** A text as it is given to an agent: LF as line end, no byte order mark, no blank lines at either end. */
export function plainText(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
}
