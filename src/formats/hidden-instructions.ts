import type { Markdown, Range } from '../core/source.ts'
import { proseOf } from './free-text.ts'

/** Words that a page does not show and that a model reads like all others. */
export type HiddenWords = {
  readonly range: Range
  readonly words: string
  /** In a comment, as a label of a link that is used nowhere, or in an element without a size, a colour or a place. */
  readonly where: 'comment' | 'label' | 'element'
  /** Somebody shall do something; else it is prose. An element is hidden on purpose. */
  readonly asks: boolean
}

/**
 * Finds text of a Markdown file that no page shows: comments that ask somebody to do something or are prose, and all of what is in
 * an element that is not displayed. Marks of tools, hints of templates and short remarks are none.
 */
export function findHiddenInstructions(text: string, markdown: Markdown): HiddenWords[] {
  const comments = markdown.comments.map(
    ({ start, end, text: words }): HiddenWords => ({
      range: { start, end },
      words: oneLine(words),
      where: 'comment',
      asks: asksForSomething(words),
    }),
  )
  const prose = !LABEL_OR_STYLE.test(text) ? '' : proseOf(text, markdown)
  const found = [...comments, ...matches(prose, LABEL, 'label')].filter(({ words }) => isForReaders(words))
  return [
    ...found,
    ...matches(prose, ELEMENT, 'element').filter(({ words }) => wordsOf(words).length >= LEAST_SAID),
  ]
}

function matches(prose: string, pattern: RegExp, where: HiddenWords['where']): HiddenWords[] {
  return [...prose.matchAll(pattern)].map(({ 0: whole, index, groups }) => {
    const words = oneLine((groups?.words ?? '').replace(/<[^<>]{0,200}>/g, ' '))
    return {
      range: { start: index, end: index + whole.length },
      words,
      where,
      asks: where === 'element' || asksForSomething(words),
    }
  })
}

const LABEL_OR_STYLE = /^ {0,3}\[[^\]\n]{0,40}\]: *(?:#|<>)|<[a-z][^<>]{0,200}\b(?:style|hidden)\b/im

/** `[//]: # (words)`: the usual comment of those who do not want one of HTML. */
const LABEL =
  /^ {0,3}\[(?:\/\/|comment|_|\.)[^\]\n]{0,40}\]: {0,4}(?:#|<>) {1,4}["'(](?<words>[^\n]{1,2000})["')][ \t]*\r?$/gim

/** What hides an element: not displayed, without a size, without a colour of its own. */
const HIDING =
  'display\\s{0,3}:\\s{0,3}none|visibility\\s{0,3}:\\s{0,3}hidden|opacity\\s{0,3}:\\s{0,3}0(?:\\.0+)?\\s{0,3}[;"\']|font-size\\s{0,3}:\\s{0,3}[01](?:px|pt|em|rem|%)?\\s{0,3}[;"\']|(?:height|width)\\s{0,3}:\\s{0,3}0(?:px)?\\s{0,3}[;"\']|(?<!-)color\\s{0,3}:\\s{0,3}(?:white|transparent|#fff(?:fff)?)\\b'
const ELEMENT = new RegExp(
  `<(?!(?:img|input|br|hr|source|link|meta)\\b)(?<tag>[a-z][a-z0-9]{0,20})(?=[\\s][^<>]{0,300}(?:style\\s{0,3}=\\s{0,3}["'][^"'<>]{0,200}(?:${HIDING})|\\bhidden(?=[\\s>=])))[^<>]{1,600}>(?<words>[^<]{1,4000}(?:<(?!/\\k<tag>)[^<]{0,1000}){0,20})`,
  'gi',
)

function isForReaders(words: string): boolean {
  const said = wordsOf(words).length
  if (said < LEAST_SAID || OWN.test(words)) return false
  if (HARMFUL.test(words)) return true
  return MARK.test(words) || HINT.test(words) ? false : said >= LEAST_PROSE || TO_AGENTS.test(words)
}

function asksForSomething(words: string): boolean {
  return HARMFUL.test(words) || TO_AGENTS.test(oneLine(words))
}

/** What is shorter asks for nothing. */
const LEAST_SAID = 4
const LEAST_PROSE = 25

const OWN = /^memkeep-/

/** Tools' own: what they write, what turns them on and off, where a part begins and ends, where a file is from. */
const MARK =
  /^[\w./:-]{1,60}:(?:start|begin)\b|^\/?(?:markdownlint|[\w# -]{0,20}lint\b|prettier|eslint|biome|remark|vale|alex|cspell|spellchecker|doctoc|toc\b|table of contents|all-contributors|speckit|sync impact report|vim?:|-\*-|region|endregion|#(?:end)?region|begin\b|end\b|start\b|backlog|codegraph|auto-?generated|generated|this (?:file|section|block|part) (?:is|was) (?:auto|generated|managed)|managed\b|do not edit|source:|format:|docs?:|regenerate:|spdx|copyright|license|schema:|version:|last[_ -]updated|generated_by)|(?:do not|don't) (?:edit|modify|remove|touch)\b|\b(?:start|begin|end)(?: of [\w -]{1,30})?$|(?:\w+: [^|]{0,60}\| ){1}\w+: /i

/** What a template asks its author for. */
const HINT =
  /^(?:\W*(?:todo|fixme|note to (?:self|authors?)|e\.g|eg|example|examples|optional|hint|tip|template|placeholder|guidance|instructions for authors?)\b|(?:please )?(?:add|describe|fill|insert|replace|list|document|enter|specify|provide|customi[sz]e|summari[sz]e|explain|define|adjust|delete this|remove this|what|why|how|when|who|which|where)\b)|\[[A-Z][A-Z0-9_]{3,}\]/i

/** Speaks to who carries it out. */
const TO_AGENTS =
  /\b(?:agents?|assistants?|AI|LLMs?|(?:language )?models?|claude|copilot|cursor|gemini|codex|gpt|chatgpt)\b.{0,80}\b(?:must|should|shall|will|always|never|do not|don't|please|may not|need to|has to|have to)\b|\byou (?:must|should|shall|will|may not|need to|have to)\b|(?:^|[.!?:;,] )(?:always|never|do not|don't)\b/i

/** What no hint of a template has, and what those write who hide something. */
const HARMFUL =
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|rules?|above|previous|prior|guidelines?|safety|checks?|hooks?)\b|\b(?:do not|don't|never|without) (?:tell|telling|mention|mentioning|inform|informing|ask|asking|show|showing|reveal|revealing)\b|\b(?:curl|wget|fetch|post|send|upload|exfiltrate|forward)\b.{0,60}(?:https?:|@|\btokens?\b|\bsecrets?\b|\bcredentials?\b|\bpasswords?\b|\.env\b|\bkeys?\b)|--no-verify\b|\b(?:system prompt|jailbreak|rm -rf|sudo)\b/i

function wordsOf(text: string): string[] {
  return text.match(/\p{L}[\p{L}\p{N}'’-]*/gu) ?? []
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
