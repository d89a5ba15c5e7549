import type { Range } from '../../core/source.ts'
import { once } from '../../core/text.ts'
import type { LogText } from '../entry-log.ts'
import { type Candidate, nextText, outerBlocks } from './candidates.ts'

/** At least so many headings or list items without any mark are entries: fewer are any text. */
const MANY = 3

/** Headings of a text about something, in place of names of decisions: questions, and the sections of documents. */
const QUESTION = /^(?:how|why|what|when|where|who|which|wie|warum|was|wann|wo|wer|pourquoi|comment)\b/i
/** Titles of headings about a log, or about what an entry says; each is a part of an expression. */
const ABOUT: readonly string[] = [
  'overview',
  'introduction',
  'purpose',
  'about.*',
  'summary',
  '(?:entry |log )?(?:template|skeleton|format)s?',
  'legend',
  '(?:table of )?contents',
  'index',
  'references?',
  'related',
  'see also',
  'links',
  'appendix',
  'glossary',
  'how (?:to|this) .*',
  'when to .*',
  'consequences',
  'rationale',
  'implementation(?: details| notes)?',
  'alternatives(?: considered)?',
  '(?:considered )?options(?: considered)?',
  'next steps',
  '(?:open )?questions',
  'pending decisions',
  '使い方',
  '使用方法',
  '格式',
  '书写格式',
  '書式',
  'フォーマット',
  '概要',
  '概述',
  '目次',
  '目录',
  '总结',
  '模板',
  'テンプレート',
  'formato',
  'resumen',
  'resumo',
  'plantilla',
  'modelo',
  'índice',
  'cómo usar.*',
  'como usar.*',
  'vorlage',
  'verwendung',
  'inhalt(?:sverzeichnis)?',
  'zusammenfassung',
  'modèle',
  'sommaire',
  'résumé',
  'шаблон',
  'оглавление',
  'как .*',
]

/** Further titles of the sections of any document. */
const OF_DOCUMENTS: readonly string[] = [
  'background',
  'context',
  'scope',
  'goals?',
  'usage',
  'conventions?',
  'guidelines',
  'instruction(?:s)',
  'definitions?',
  'status(?: .*)?',
  'governance',
  'conclusion',
  'problem',
  'solution',
  'decisions?(?: outcome)?',
  'notes?',
  '説明',
  '说明',
  'aufbau',
  'формат',
]

const titled = (titles: readonly string[]): RegExp => new RegExp(`^(?:${titles.join('|')})[\\s:：.]*$`, 'iu')

const SECTION = once(() => titled([...ABOUT, ...OF_DOCUMENTS]))
const ASIDE = once(() => titled([...ABOUT, 'формат.*', 'обоснование']))

/** The text of a heading without a number, signs and emphasis in front. */
function plainTitle(text: string): string {
  return text.replace(/^[^\p{L}]+/u, '').replaceAll(/[*_`]/g, '')
}

/** True for a heading that is no entry by what it says: a section of any document. */
export function isSectionTitle(text: string): boolean {
  return SECTION().test(plainTitle(text))
}

/** True for a heading about the log, or about what an entry says: in a log without marks neither it nor a list below it is an entry. */
export function isAsideTitle(text: string): boolean {
  return ASIDE().test(plainTitle(text))
}

/** A line of a fence that shows how an entry starts: `## [LRN-YYYYMMDD-XXX] category`, `## <title>`. */
const SKELETON = /^(?:#{1,6}|[-*+])[ \t].*(?:YYYY|XXX|NNN|<[^<>\r\n]+>|\{[^{}\r\n]+\})/m

/** True for a log that shows how an entry is to be written: what has another form is about the log. */
export function showsSkeleton({ text, markdown }: LogText): boolean {
  return markdown.blocks.some(
    ({ type, start, end }) => type === 'fence' && SKELETON.test(text.slice(start, end)),
  )
}

/** True where headings of one depth are names of decisions, as far as one can see without any mark. */
export function areNames(log: LogText, headings: readonly Candidate[]): boolean {
  if (headings.length < MANY) return false
  const others = headings.filter(
    ({ text }) => QUESTION.test(plainTitle(text.text)) || isSectionTitle(text.text),
  )
  const full = headings.filter((one) => hasText(log, one))
  return others.length * 2 < headings.length && full.length * 2 > headings.length
}

/** A list item that is a link is a row of an index. */
const LINK = /^[*_\s]*\[[^\]]*\]\([^)]*\)/

/** More text between a heading and the list below it is what the heading is about, and the list a part of it. */
const FEW_WORDS = 160

/**
 * True where list items are the entries: there are several below most headings, or without any heading, and they hold most of
 * the text.
 */
export function areListed(
  log: LogText,
  headings: readonly Candidate[],
  bullets: readonly Candidate[],
): boolean {
  const own = bullets.filter(({ text }) => !LINK.test(text.text))
  if (own.length < Math.max(MANY, headings.length * 2, bullets.length / 2)) return false
  const lists = outerBlocks(log.markdown.blocks).filter(({ type }) => type === 'list')
  const from = headings[0]?.start ?? log.markdown.start
  const lengthOf = (ranges: readonly Range[]): number =>
    ranges.reduce((sum, { start, end }) => sum + (start >= from ? end - start : 0), 0)
  const listed = lengthOf(lists)
  const text = log.text.slice(from).trimEnd().length - lengthOf(log.markdown.headings)
  const ends = headings.map((_, i) => headings[i + 1]?.start ?? log.text.length)
  const topics = headings.filter(({ heading }, i) =>
    lists.some(({ start }) => {
      const isBelow = start > heading.end && start < (ends[i] ?? 0)
      return isBelow && log.text.slice(heading.end, start).trim().length <= FEW_WORDS
    }),
  )
  return listed >= text * 0.5 && topics.length >= headings.length * 0.6
}

/** True for a heading with text of its own below it, and not only another heading. */
export function hasText({ text, markdown }: LogText, { heading }: Candidate): boolean {
  const at = nextText(text, heading.end)
  return at < text.length && !markdown.headings.some((other) => other.topLevel && other.start === at)
}
