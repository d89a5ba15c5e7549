/** How much of a list is shown: lines, and bytes of UTF-8 with the line breaks. */
export type Room = { readonly lines: number; readonly bytes: number }

const encoder = new TextEncoder()

/** The bytes that a text takes in a file. */
export function byteLength(text: string): number {
  return encoder.encode(text).length
}

/** The first lines that there is room for, and how many are left out; `more` is the line that says so. */
export function cutLines(
  lines: Iterable<string>,
  room: Room,
  { total, more }: { readonly total: number; readonly more: (left: number) => string },
): string[] {
  const shown: string[] = []
  let bytes = 0
  for (const line of lines) {
    bytes += byteLength(line) + 1
    if (shown.length >= room.lines || bytes > room.bytes) break
    shown.push(line)
  }
  return shown.length < total ? [...shown, more(total - shown.length)] : shown
}

/** Names in one line, the first ones that there is room for, and how many more there are. */
export function cutNames(names: readonly string[], show: (name: string) => string, room: Room): string {
  const shown = (function* (): Generator<string> {
    for (const name of names) yield show(name)
  })()
  return cutLines(shown, room, { total: names.length, more: (left) => `${left} more` }).join(', ')
}
