import { lineAt } from '../../src/core/text.ts'
import { lineRange } from '../../src/formats/entry-labels.ts'
import type { Entry } from '../../src/formats/entry-log.ts'
import { countBefore } from '../../src/formats/markdown/outline.ts'
import { cleanTag } from '../../src/formats/names.ts'
import type { LogText } from './log-text.ts'

/** A value that the text of an entry names, and where. */
type Named<T> = { readonly value: T; readonly offset: number }

/** What an entry's text says of its category and its tags. */
export type EntryEvidence = {
  readonly category: Named<string> | null
  readonly tags: Named<readonly string[]> | null
}

const LINE =
  /^ {0,3}(?:[-*+] {1,3})?(?:[*_]{1,3}(?<bold>[\p{L} ]{3,12})(?::[*_]{1,3}|[*_]{1,3} ?:)|(?<plain>[\p{L} ]{3,12}):)[ \t]+(?<value>\S.*)$/u
const CATEGORY: ReadonlySet<string> = new Set(['category', 'type', 'kind', 'topic', 'area'])
const TAGS: ReadonlySet<string> = new Set(['tags', 'labels', 'keywords'])
const HASHTAGS = /^ {0,3}#[\p{L}][\p{L}\p{N}_-]*(?:[ \t,]+#[\p{L}][\p{L}\p{N}_-]*)*[ \t]*$/u
const CATEGORY_VALUE = /^[\p{L}][\p{L}\p{N} /&-]*$/u
const MOST_WORDS = 3

/** Looks through an entry's body, but not its code, quotes and HTML, for lines that name its category or tags. */
export function entryEvidence(log: LogText, { body }: Entry): EntryEvidence {
  let category: EntryEvidence['category'] = null
  let tags: EntryEvidence['tags'] = null
  for (const { offset, content } of plainLines(log, body)) {
    const groups = LINE.exec(content)?.groups
    const label = (groups?.bold ?? groups?.plain ?? '').trim().toLowerCase()
    const value = (groups?.value ?? '').trim()
    if (CATEGORY.has(label)) category ??= named(categoryIn(value), offset)
    if (TAGS.has(label)) tags ??= named(tagsIn(value), offset)
    if (HASHTAGS.test(content)) tags ??= named(tagsIn(content.trim()), offset)
  }
  return { category, tags }
}

/** Splits a value into tags in their one spelling; null when one of them cannot be a tag. */
export function tagsIn(value: string): readonly string[] | null {
  const inner = /^\[.*\]$/.test(value) ? value.slice(1, -1) : value
  const hashed = inner.startsWith('#') && !inner.includes(',')
  const parts = inner.split(hashed ? /[ \t]+/ : ',').map((part) => part.trim())
  const tags = parts
    .filter((part) => part !== '')
    .map((part) => (wordsIn(part) > MOST_WORDS ? null : cleanTag(part)))
  const known = tags.filter((tag) => tag !== null)
  return known.length === tags.length && known.length > 0 ? [...new Set(known)] : null
}

function categoryIn(value: string): string | null {
  const plain = value.replace(/^[`"'*_]+|[`"'*_.]+$/g, '')
  if (!CATEGORY_VALUE.test(plain) || wordsIn(plain) > MOST_WORDS) return null
  return (plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join('-')
}

function named<T>(value: T | null, offset: number): Named<T> | null {
  return value === null ? null : { value, offset }
}

function wordsIn(text: string): number {
  return text.split(/\s+/).length
}

function* plainLines(
  { text, starts, markdown }: LogText,
  { start, end }: { readonly start: number; readonly end: number },
): Generator<{ readonly offset: number; readonly content: string }> {
  const { blocks } = markdown
  const inBody = blocks.slice(countBefore(blocks, start), countBefore(blocks, end))
  const opaque = inBody.filter(({ type }) => type !== 'list')
  let next = 0
  let opaqueEnd = start
  for (let number = lineAt(starts, start); ; number++) {
    const line = lineRange(text, starts, number)
    if (!line || line.start >= end) return
    for (let block = opaque[next]; block && block.start < line.end; block = opaque[++next]) {
      opaqueEnd = Math.max(opaqueEnd, block.end)
    }
    if (line.start < opaqueEnd) continue
    yield { offset: line.start, content: text.slice(line.start, line.end) }
  }
}

/** Words that head the sections of logs, and the category of each; the name of a category is its own word. */
const TOPICS: ReadonlyMap<string, string> = new Map([
  ...[
    ...['architecture', 'tooling', 'convention', 'dependency', 'debugging', 'performance', 'configuration'],
    ...[
      'integration',
      'general',
      'security',
      'testing',
      'database',
      'api',
      'frontend',
      'backend',
      'infrastructure',
    ],
    ...[
      'deployment',
      'documentation',
      'process',
      'workflow',
      'design',
      'release',
      'observability',
      'accessibility',
    ],
    ...['ci', 'ui', 'build', 'data', 'authentication', 'reliability', 'operations', 'migration'],
  ].map((topic) => [topic, topic] as const),
  ['architectural decisions', 'architecture'],
  ['architecture decisions', 'architecture'],
  ['architecture patterns', 'architecture'],
  ['tools', 'tooling'],
  ['conventions', 'convention'],
  ['coding conventions', 'convention'],
  ['code style', 'convention'],
  ['style', 'convention'],
  ['dependencies', 'dependency'],
  ['config', 'configuration'],
  ['integrations', 'integration'],
  ['tests', 'testing'],
  ['apis', 'api'],
  ['databases', 'database'],
  ['docs', 'documentation'],
  ['workflows', 'workflow'],
  ['releases', 'release'],
  ['cicd', 'ci'],
  ['ux', 'ui'],
  ['auth', 'authentication'],
])

/** The category that a section's heading names; null for a general one such as `Learnings` or `2026`. */
export function topicOf(heading: string): string | null {
  const words = heading
    .toLowerCase()
    .replaceAll('/', '')
    .match(/[\p{L}\p{N}]+/gu)
  return (words && TOPICS.get(words.join(' '))) ?? null
}

/** The topic that a title starts with: `Tooling: pnpm for all packages`. */
export function topicOfTitle(title: string): string | null {
  const prefix = /^([^:—–]{2,40}?)(?::|\s[—–-])\s/.exec(title)?.[1]
  return prefix === undefined ? null : topicOf(prefix)
}
