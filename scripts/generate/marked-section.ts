/**
 * Replaces the text between `<!-- generated:NAME -->` and `<!-- /generated:NAME -->`.
 * Throws when the text lacks the markers: then nothing would report a stale table.
 */
export function replaceSection(text: string, name: string, content: string, path: string): string {
  const open = `<!-- generated:${name} -->`
  const close = `<!-- /generated:${name} -->`
  const start = text.indexOf(open)
  const end = text.indexOf(close, start)
  if (start < 0 || end < 0) throw new Error(`${path} lacks ${open} … ${close}`)
  return `${text.slice(0, start + open.length)}\n${content}\n${text.slice(end)}`
}
