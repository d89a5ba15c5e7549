import { plainText } from './plain-text.ts'

/** Arrows and marks of trade are pictographs to Unicode, and text to people. */
const EMOJI =
  /(?![\u2190-\u21ff©®™])(?:\p{Extended_Pictographic}|\p{Regional_Indicator})(?:\ufe0f|\u200d|[\u{1f3fb}-\u{1f3ff}]|\p{Extended_Pictographic})*/gu
const DATE = /(?:\(|\[)?\b20\d\d[-/.](?:0[1-9]|1[0-2])[-/.](?:0[1-9]|[12]\d|3[01])\b(?:\)|\])?/g
/** `ABC-123: `, `[ABC-123]`, `#123`, at the start; bare, a colon or dash sets it off, for `UTF-8` is none. */
const TICKET_FIRST =
  /^(?:[[(](?:[A-Z][A-Z0-9]{1,9}-\d+(?:\.\d+)*|#\d+)[\])]\s*(?:[:|–—-]\s*)?|[A-Z][A-Z0-9]{1,9}-\d+(?:\.\d+)*(?:\s*[:|]|\s+[–—-])\s+|#\d+(?:\s*[:|–—-])?\s+)/
const TICKET_LAST = /\s*(?:[-–—|:]\s*)?[[(](?:[A-Z][A-Z0-9]{1,9}-\d+(?:\.\d+)*|(?:PR )?#\d+)[\])]$/
/** What says that it is a plan, and not which. */
const KIND_FIRST =
  /^(?:(?:implementation|development|project|technical|feature|design|execution|migration)\s+)?(?:plan|rfc|spec|design doc|task|epic|proposal|brainstorm|feature|prd)\s*(?::|\s[–—-])\s+/i
const KIND_LAST = /\s+[–—-]\s+(?:implementation\s+)?plan$/i
/** `feat:`, `fix(scope):`. */
const COMMIT_TYPE =
  /^(?:feat|fix|refactor|chore|docs|perf|test|build|ci|style|revert)(?:\(([^()]+)\))?!?:\s+/i
const EDGES = /^[\s:|–—-]+|[\s:|–—-]+$/g

/**
 * A title without what is not its name: markup, emoji, dates, ticket numbers, `Plan:` and its like, the type of a commit
 * message (its scope stays). Empty where nothing else is there.
 */
export function cleanTitle(markdown: string): string {
  let title = plainText(markdown)
    .replace(EMOJI, ' ')
    .replace(DATE, ' ')
    .replace(/\(\s*\)|\[\s*\]/g, ' ')
  for (let before = ''; before !== title; ) {
    before = title
    title = title
      .replace(/\s+/g, ' ')
      .replace(EDGES, '')
      .replace(TICKET_FIRST, '')
      .replace(TICKET_LAST, '')
      .replace(KIND_FIRST, '')
      .replace(KIND_LAST, '')
      .replace(COMMIT_TYPE, (_, scope: string | undefined) => (scope ? `${scope}: ` : ''))
  }
  return title
}
