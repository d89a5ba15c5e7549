import { type Choice, type ChoiceReader, languagesIn, numberOf } from './choice.ts'

/** Says something of a few places, and not of the code. */
const ELSEWHERE =
  /\b(?:lists?|bullets?|nested|sub-?items?|commit|subject|body|title|message|docstrings?|comments?|prose|description|summary|excerpt|output|quot(?:e|ed|ing) (?:paths?|the|all|any|user|source)|escap\w*|jsx|attributes?|terminal|screen|names?|labels?|preview|snippets?|response|reply|rows?|columns? of)\b/i

/** It depends, or was. */
const OPEN =
  /\b(?:\d or \d|if|when|unless|except|legacy|existing|either|example|e\.g|was|were|used to|\w*migrat\w*)\b|\?/i

/** What follows says why, or where it does not hold. */
const MORE = /,? (?:so that|because|except|unless)\b.*|, [\w ]{1,40} included\b/i

/** A clause by itself: what depends in one says nothing of the others. */
const CLAUSE = /(?<=[;.])\s+|\s[—–]\s/

/** The choices of a text, each about the language that is named with it; none where a language has two, or nothing says which is meant. */
function perLanguage(
  text: string,
  read: (part: string, clause: string) => readonly string[],
  topic: Choice['topic'],
): readonly Choice[] {
  const named = languagesIn(text)
  return text.split(CLAUSE).flatMap((clause) => {
    const main = clause.replace(/,? \(?including\b[^,;)]*/i, '').replace(MORE, '')
    if (clause.length > 200 || ELSEWHERE.test(main) || OPEN.test(main)) return []
    const values = [...new Set(read(clause, clause))]
    const own = languagesIn(clause)
    if (values.length === 0 || (own.length === 0 && named.length > 1)) return []
    const languages = own.length > 0 ? own : named
    if (values.length === 1)
      return (languages.length > 0 ? languages : ['']).flatMap((of) => asChoice(topic, of, values))
    const parts = clause.split(/[,;()]| and | - /)
    const pairs = parts.map((part) => ({
      languages: languagesIn(part),
      values: [...new Set(read(part, clause))],
    }))
    const isClear = pairs.every(
      (one) => one.values.length === 0 || (one.values.length === 1 && one.languages.length > 0),
    )
    return isClear
      ? pairs.flatMap((one) => one.languages.flatMap((of) => asChoice(topic, of, one.values)))
      : []
  })
}

function asChoice(topic: Choice['topic'], of: string, values: readonly string[]): readonly Choice[] {
  return values.map((value) => ({ topic, of, value, how: 'says' }))
}

const NUMBER = '(\\d{1,2}|two|four|eight|three)'

/** Reads how code is indented: `tabs`, `2 spaces`, or `spaces` of any number. */
export const saidIndentation: ChoiceReader = (text) => perLanguage(text, indentations, 'indentation')

function indentations(text: string, clause: string): readonly string[] {
  const isAbout = /\bindent\w*/i.test(clause)
  const widths = [...text.matchAll(new RegExp(`\\b${NUMBER}[ -]spaces?\\b`, 'gi'))].flatMap(
    ([, width = '']) =>
      isAbout || /\bspaces?,? (?:not|no|instead of|over|rather than) tabs\b/i.test(text)
        ? [`${numberOf(width)} spaces`]
        : [],
  )
  if (widths.length > 0) return widths
  if (
    /\bspaces?,? (?:not|no|never|instead of|over|rather than) (?:hard )?tabs?\b|\b(?:no|never use|don'?t use|avoid) tabs\b/i.test(
      text,
    )
  )
    return ['spaces']
  const isTabs =
    /\b(?:hard )?tabs?,? (?:not|no|never|instead of|over|rather than) spaces?\b/i.test(text) ||
    (isAbout &&
      /\b(?:use|uses|with|using|by|prefer|:) ?(?:hard |real )?tabs\b|\btabs (?:for|as|to) indent/i.test(
        text,
      ) &&
      !/\bspaces?\b/i.test(
        text.replaceAll(
          /,? ?\b(?:not|never|no|instead of|over|rather than) (?:with |use |using )?spaces?\b/gi,
          '',
        ),
      )) ||
    /\bindent(?:ation)?(?: style)?: ?(?:hard )?tabs?\b/i.test(text)
  return isTabs ? ['tabs'] : []
}

/** Reads which quotes strings have: `single quotes` or `double quotes`. */
export const saidQuotes: ChoiceReader = (text) => perLanguage(text, quotes, 'quotes')

function quotes(text: string): readonly string[] {
  const rest = text.replaceAll(
    /,? ?\(?(?:not|never|no|instead of|over|rather than) (?:single|double)[- ]?quot\w+\)?|[,;] ?(?:single|double)[- ]?quot\w+ (?:only|just)\b.*/gi,
    '',
  )
  const isRule =
    /\b(?:write|use|uses|using|prefer|always|strings?|format\w*|prettier|style)\b|\bquotes?(?: style)?:/i.test(
      rest,
    )
  const found = [
    ...rest.matchAll(/\b(single|double)[- ]?quot(?:es?|ed)\b|\bquotes?(?: style)?: ?(single|double)\b/gi),
  ]
  return isRule ? found.map(([, one, other]) => `${(one ?? other ?? '').toLowerCase()} quotes`) : []
}

/** Reads whether statements of code end in semicolons: `semicolons` or `no semicolons`. */
export const saidSemicolons: ChoiceReader = (text) => perLanguage(text, semicolons, 'semicolon style')

const WITHOUT_SEMICOLONS =
  /\b(?:no|without|omit|avoid|skip|never (?:use|add|write|put)|(?:don'?t|do not) (?:use|add|write|put)) (?:any |trailing )?semi-?colons?\b|\bsemi-?colons?: ?(?:false|no|none|never|off|as-?needed|omit\w*)\b|\bsemi-?colon-?(?:free|less)\b/i

const WITH_SEMICOLONS =
  /\b(?:use|uses|with|add|always|require\w*|include|keep|(?:ends?|terminat\w+) (?:[\w ]{1,20} )?(?:with|in)) (?:an? |trailing )?semi-?colons?\b|\bsemi-?colons?(?:: ?(?:true|yes|always|required)\b| (?:are )?(?:required|mandatory|always\b|at (?:the )?ends?\b))/i

/** After some things only. */
const OF_SOME =
  /\bsemi-?colons? (?:in|after|for) (?!(?:type|java)script\b|[jt]sx?\b|(?:source )?code\b|all\b|any\b|every|each\b|statements?\b)/i

function semicolons(text: string): readonly string[] {
  // What they are put between is no code, a free choice is none, and types are not all of the code.
  if (
    OF_SOME.test(text) ||
    /\b(?:separat\w*|delimit\w*|between|join\w*|chain\w*|split\w*|or not|optional\w*)\b/i.test(text)
  )
    return []
  if (WITHOUT_SEMICOLONS.test(text)) return ['no semicolons']
  return WITH_SEMICOLONS.test(text) ? ['semicolons'] : []
}

const WIDTHS: readonly RegExp[] = [
  /\b(?:line|row)[ -]?(?:length|width)s?\b[^.\d]{0,30}?(\d{2,3})\b/gi,
  /\bprint ?width\b[^.\d]{0,20}?(\d{2,3})\b/gi,
  /\b(\d{2,3})[ -]?(?:char(?:acter)?s?|columns?)[ -](?:line|(?:per|a|each) line|lines|width)\b/gi,
  /\b(?:wrap|break|limit|keep)\w*\b[^.\d]{0,20}\bat (\d{2,3}) ?(?:char(?:acter)?s?|columns?)\b/gi,
  /\blines?\b[^.\d]{0,40}?\b(?:under|below|within|to|at|exceed|than|most|max(?:imum)?|of|≤|<=?|~|around)\s*~?(\d{2,3}) ?(?:char(?:acter)?s?|columns?)\b/gi,
  /\b(?:max(?:imum)?|limit)\b[^.\d]{0,15}?(\d{2,3}) ?(?:char(?:acter)?s?|columns?) (?:per|a|each) line\b/gi,
]

/** Reads how wide a line of code may be. */
export const saidWidth: ChoiceReader = (text) =>
  perLanguage(
    text,
    (part) => [...new Set(WIDTHS.flatMap((form) => [...part.matchAll(form)].map(([, width = '']) => width)))],
    'line width',
  ).filter(({ value }) => Number(value) >= 60 && Number(value) <= 200)
