const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const DAY = '\\d{1,2}(?:st|nd|rd|th)?'
const YEAR = '(?:19|20)\\d{2}'
const GAP = '(?:,?\\s+|[-/.])'
const STARTS = '(?<![\\p{L}\\p{N}])'
const ENDS = '(?![\\p{L}\\p{N}])'

/** Days as people write them; a month or a year alone is no day. */
const DATES = [
  // 2026-03-01, 2026/3/1, 2026.3.1, with a time behind it: 2026-07-25-190410, 2026-07-25T19:04Z
  '\\d{4}([-/.])\\d{1,2}\\1\\d{1,2}(?:[-_T]\\d{1,6}Z?)?',
  // 2/27/2025, 27.2.2025, 27-02-2025
  '\\d{1,2}([-/.])\\d{1,2}\\2\\d{4}',
  // 2/27/25, 26-01-05
  '\\d{1,2}\\/\\d{1,2}\\/\\d{2}',
  '\\d{2}-\\d{2}-\\d{2}',
  // 20260301, 20260301T1904, 20260301190410
  `${YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])(?:[-_T]?\\d{4}(?:\\d{2})?Z?)?`,
  // March 1, 2026; 1st of March 2026; 1-Mar-2026; 2026 March 1
  `${MONTH}${GAP}${DAY}${GAP}${YEAR}`,
  `${DAY}${GAP}(?:of\\s+)?${MONTH}${GAP}${YEAR}`,
  `${YEAR}${GAP}${MONTH}${GAP}${DAY}`,
]

const DATE = new RegExp(`${STARTS}(?:${DATES.join('|')})${ENDS}`, 'iu')

/** LRN-20260101-001, ADR-12, D-007. One digit is enough at the start of a text only: UTF-8 is no id. */
const ID = new RegExp(
  `^[^\\p{L}\\p{N}]*[A-Z][A-Z0-9]{0,9}-\\d+(?:-\\d+)*${ENDS}|${STARTS}[A-Z][A-Z0-9]{0,9}-(?:\\d+-)*\\d{2,}${ENDS}`,
  'u',
)

/** Where the first day or id of a text stands, in any usual form; null where it holds none. */
export function dateOrIdIn(text: string): { readonly start: number; readonly end: number } | null {
  const found = [DATE.exec(text), ID.exec(text)].filter((match) => match !== null)
  const first = found.sort((a, b) => a.index - b.index)[0]
  return first ? { start: first.index, end: first.index + first[0].length } : null
}
