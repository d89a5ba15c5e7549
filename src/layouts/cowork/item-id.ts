/** Letters, digits and a few marks that no file system and no Markdown takes for anything else. */
const FORM = /^(dec|pat)-([\p{L}\p{N}_][\p{L}\p{M}\p{N}._ -]*)-(\d+|\d{8}T\d{6}Z?)$/u

/** File systems take names of 255 bytes; `.md` and a temporary name need some of them. */
const MOST_BYTES = 200

/** What an id of a decision or pattern says. */
export type ItemId = { readonly prefix: 'dec' | 'pat'; readonly iteration: string }

/**
 * Reads `dec-{iteration}-{timestamp}` or `pat-…`; the timestamp is a Unix time or `YYYYMMDDTHHMMSSZ`. Null for another
 * form, and for what cannot be the name of a file, as every id is.
 */
export function readItemId(id: string): ItemId | null {
  if (new TextEncoder().encode(id).length > MOST_BYTES) return null
  const [, prefix, iteration = ''] = FORM.exec(id) ?? []
  return prefix === 'dec' || prefix === 'pat' ? { prefix, iteration } : null
}
