/** Shorter words make a plural of another word: `js` is not more than one `j`, `news` is long enough. */
const SHORTEST_SINGULAR = 3

/** Words of their own that look like plurals. */
const NO_PLURAL: readonly string[] = ['https', 'news', 'windows']

/** A tag without case and separators; one between two digits stays, because `1.10` is not `110`. */
export function foldTag(tag: string): string {
  return tag.toLowerCase().replace(/(?<!\d)[-._]+|[-._]+(?!\d)/g, '')
}

/** What a folded word could be the plural of. */
export function singularsOf(word: string): string[] {
  if (NO_PLURAL.includes(word)) return []
  const endings: readonly (readonly [RegExp, string])[] = [
    [/ies$/, 'y'],
    [/(?<=s|x|z|ch|sh)es$/, ''],
    [/(?<!s)s$/, ''],
  ]
  return endings
    .filter(([ending]) => ending.test(word))
    .map(([ending, singular]) => word.replace(ending, singular))
    .filter(({ length }) => length >= SHORTEST_SINGULAR)
}

/** True for two tags that differ only in case, separators or plural. */
export function isNearTag(a: string, b: string): boolean {
  const [left, right] = [foldTag(a), foldTag(b)]
  return left === right || singularsOf(left).includes(right) || singularsOf(right).includes(left)
}
