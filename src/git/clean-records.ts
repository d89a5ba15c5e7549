/** What `git ls-files` lists of a clean file, up to its path. */
const CLEAN = /^H \d{6} [0-9a-f]+ 0$/

/** Each is searched for alone: git lists more of them as quickly. */
const MOST = 64

/**
 * What git would list of a work tree of which all was clean, now that the contents of some files differ: their records stand
 * there again, as changed. Null when one of them was not listed, and when they are many.
 */
export function withChanged(listed: Buffer, paths: readonly string[]): Buffer | null {
  if (paths.length > MOST) return null
  const pieces: Buffer[] = []
  let from = 0
  for (const record of paths.map((path) => recordOf(listed, path)).sort((a, b) => a.end - b.end)) {
    if (record.end === 0) return null
    pieces.push(
      listed.subarray(from, record.end),
      Buffer.from('C'),
      listed.subarray(record.start + 1, record.end),
    )
    from = record.end
  }
  return pieces.length === 0 ? listed : Buffer.concat([...pieces, listed.subarray(from)])
}

/** The records of some files, as git lists them; those that are not there are left out. */
export function recordsOf(listed: Buffer, paths: readonly string[]): Buffer {
  const ranges = paths.map((path) => recordOf(listed, path))
  return Buffer.concat(ranges.map(({ start, end }) => listed.subarray(start, end)))
}

type Range = { readonly start: number; readonly end: number }

/** The record of a clean file with the zero byte behind it; empty when there is none. A path may hold a tab. */
function recordOf(listed: Buffer, path: string): Range {
  const wanted = Buffer.from(`\t${path}\0`)
  for (let at = listed.indexOf(wanted); at !== -1; at = listed.indexOf(wanted, at + 1)) {
    const start = listed.lastIndexOf(0, at) + 1
    if (CLEAN.test(listed.toString('latin1', start, at))) return { start, end: at + wanted.length }
  }
  return { start: 0, end: 0 }
}
