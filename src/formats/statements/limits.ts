import type { ChoiceReader } from './choice.ts'
import { languagesIn } from './choice.ts'

const BRANCH = '(main|master|develop|development|dev|trunk|staging)'

const BRANCHES: readonly RegExp[] = [
  // `gh pr create --base dev`, `base: dev`, `PRs go against dev`
  new RegExp(`--base[ =]${BRANCH}\\b(?![-/])`, 'i'),
  new RegExp(
    `\\b(?:PRs?|pull requests?)\\b[^.;]{0,60}\\b(?:against|contra|base|targets?|targeting)[ :]+${BRANCH}\\b(?![-/])`,
    'i',
  ),
  new RegExp(`\\bbase (?:branch )?(?:of|for) (?:\\w+ )?(?:PRs?|pull requests?) is ${BRANCH}\\b(?![-/])`, 'i'),
  new RegExp(
    `\\b(?:default|base|main) branch(?: in this repo(?:sitory)?| of this repo(?:sitory)?| here)?\\s*(?:[:=|—–]|is)\\s*${BRANCH}\\b(?![-/])`,
    'i',
  ),
]

/** Reads which branch the others are based on. */
export const saidBranch: ChoiceReader = (text) => {
  // What follows says why, or what other branches are for.
  const [clause = ''] = text.split(/;\s/)
  if (clause.length > 160 || /\b(?:if|when|unless|not|never|hotfix\w*|release\w*|or)\b/i.test(clause))
    return []
  const value = BRANCHES.map((form) => form.exec(clause)?.[1]).find((one) => one !== undefined)
  return value === undefined
    ? []
    : [{ topic: 'base branch', of: '', value: value.toLowerCase(), how: 'says' }]
}

const MOST =
  '(?:under|below|max(?:imum)?(?: of)?|at most|no more than|fewer than|less than|not exceed|(?:must|should) not exceed|≤|<=?|limit(?:ed)?(?: to)?|to)'

const SIZES = [
  ['longest file', 'files?'],
  ['longest function', '(?:functions?|methods?)'],
].map(
  ([topic, noun]) =>
    [
      topic === 'longest file' ? ('longest file' as const) : ('longest function' as const),
      [
        new RegExp(`\\b${noun}\\b[^.\\d]{0,30}?${MOST}\\s*~?(\\d{2,4}) (?:lines|LOC)\\b`, 'i'),
        new RegExp(
          `\\b(?:max(?:imum)?|at most|no more than)\\s*~?(\\d{2,4}) (?:lines|LOC) (?:per|in a|for each) ${noun}\\b`,
          'i',
        ),
        new RegExp(`\\b${noun} (?:length|size)\\b[^.\\d]{0,12}?${MOST}\\s*(\\d{2,4}) (?:lines|LOC)\\b`, 'i'),
        new RegExp(
          `\\bmax(?:imum)?\\s+${noun} (?:length|size)\\b[^.\\d]{0,12}?(\\d{2,4})(?: lines| LOC|$)`,
          'i',
        ),
      ],
    ] as const,
)

/** Files that are no code, and other numbers with them. */
const ELSEWHERE =
  /\b(?:if|when|unless|tests?|memory|skill|rules?|\w+\.md|markdown|docs?|documentation|components?|config\w*|log|prefer\w*|small|large|big|long|ideal\w*|soft|warn\w*|read|show)\b|\.md\b/i

/** Reads how long a file or a function may be. */
export const saidSizes: ChoiceReader = (text) => {
  if (text.length > 160 || ELSEWHERE.test(text) || (text.match(/\d+/g) ?? []).length > 1) return []
  return SIZES.flatMap(([topic, forms]) => {
    const value = forms.map((form) => form.exec(text)?.[1]).find((one) => one !== undefined)
    const languages = languagesIn(text)
    return value === undefined
      ? []
      : (languages.length > 0 ? languages : ['']).map((of) => ({ topic, of, value, how: 'says' as const }))
  })
}
