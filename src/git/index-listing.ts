import { type FileListing, lazyListing, type SnapshotFile } from '../core/snapshot.ts'

/** Before the path of an entry: `H <mode> `, the id, ` 0TAB`. */
const BEFORE_ID = 'H 100644 '.length
const AFTER_ID = ' 0\t'.length

/** An entry that is cached, merged, and nothing else; by the length of ids. */
const PLAIN = {
  40: {
    first: /^H (?:100[0-7]{3}|120000|160000) [0-9a-f]{40} 0\t[^\0]/,
    other: /\0(?!H (?:100[0-7]{3}|120000|160000) [0-9a-f]{40} 0\t[^\0]|$)/,
  },
  64: {
    first: /^H (?:100[0-7]{3}|120000|160000) [0-9a-f]{64} 0\t[^\0]/,
    other: /\0(?!H (?:100[0-7]{3}|120000|160000) [0-9a-f]{64} 0\t[^\0]|$)/,
  },
}

/** From here on the order of UTF-16 is not that of UTF-8, in which git lists. */
const REORDERED = /[\ud800-\uffff]/

/** What `git ls-files -z -v -s` printed, in order, each entry merged and in the work tree; null where it is anything else. */
export function indexListing(text: string, parse: (record: string) => SnapshotFile): FileListing | null {
  if (text === '') return new Map()
  const idEnd = text.indexOf(' ', BEFORE_ID)
  const plain = idEnd - BEFORE_ID === 64 ? PLAIN[64] : PLAIN[40]
  if (!text.endsWith('\0') || !plain.first.test(text) || plain.other.test(text) || REORDERED.test(text))
    return null
  const header = idEnd + AFTER_ID
  const endOf = (start: number): number => text.indexOf('\0', start)
  /** The first entry whose path is not before the given one. */
  const search = (path: string): number => {
    let low = 0
    let high = text.length
    while (low < high) {
      const middle = (low + high) >> 1
      const start = middle === 0 ? 0 : text.lastIndexOf('\0', middle - 1) + 1
      const end = endOf(start)
      if (text.slice(start + header, end) < path) low = end + 1
      else high = start
    }
    return low
  }
  return lazyListing({
    get: (path) => {
      const start = search(path)
      return text.startsWith(`${path}\0`, start + header) ? parse(text.slice(start, endOf(start))) : undefined
    },
    below: (folder) => {
      const files: SnapshotFile[] = []
      for (let start = search(`${folder}/`); text.startsWith(`${folder}/`, start + header); ) {
        const end = endOf(start)
        files.push(parse(text.slice(start, end)))
        start = end + 1
      }
      return files
    },
    all: () => {
      const files = text.slice(0, -1).split('\0').map(parse)
      return new Map(files.map((file) => [file.path, file]))
    },
  })
}
