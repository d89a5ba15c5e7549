const TAG = /^[a-z0-9][a-z0-9.+#-]*$/

/** Marks that people put around a tag; they say nothing. */
const WRAPPERS: ReadonlySet<string> = new Set([...'`"\'[]()*_#'])

/** A tag in the one spelling; null when that is for a person to find. */
export function cleanTag(written: string): string | null {
  let start = 0
  let end = written.length
  while (start < end && WRAPPERS.has(written.charAt(start))) start++
  while (end > start && WRAPPERS.has(written.charAt(end - 1)) && written.charAt(end - 1) !== '#') end--
  const words = written
    .slice(start, end)
    .toLowerCase()
    .split(/[\s_]+/)
  if (words.slice(1).some((word) => word.startsWith('#'))) return null
  const clean = words.join('-')
  return TAG.test(clean) ? clean : null
}
