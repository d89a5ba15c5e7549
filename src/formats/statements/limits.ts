import { type Choice, type ChoiceReader, languagesIn, REASON } from './choice.ts'

const BRANCH = '["\'`*]*(main|master|develop|development|dev|trunk|staging|next)["\'`*]*(?![-/\\w]|\\.\\w)'
const PRS = '(?:PRs?|MRs?|pull[ -]requests?|merge[ -]requests?)'
const WORK = '(?:(?:feature|topic|work\\w*|fix|bugfix|task|short-lived|your|all|new|every) )*branch(?:es)?'

const BRANCHES: readonly RegExp[] = [
  // `gh pr create --base dev`
  new RegExp(`--base[ =]${BRANCH}`, 'i'),
  // `PRs go against dev`, `open pull requests to develop`
  new RegExp(
    `\\b${PRS}\\b[^.;]{0,60}\\b(?:against|contra|base|targets?|targeting|to|into|onto|on|pra|para|for)[ :]+(?:the )?${BRANCH}`,
    'i',
  ),
  // `target develop with every PR`, `dev is the base of PRs`
  new RegExp(`\\b(?:target|base(?: off| on)?)[ :]+${BRANCH}[^.;]{0,40}\\b${PRS}\\b`, 'i'),
  // `The default branch is main`
  new RegExp(
    `\\b(?:default|base|main|integration|target|trunk|upstream) branch\\b[^.;:=|—–,]{0,40}(?:[:=|—–]|\\bis|→)\\s*(?:called |named )?${BRANCH}`,
    'i',
  ),
  new RegExp(`\\bbase (?:branch )?(?:of|for) (?:\\w+ )?${PRS} is ${BRANCH}`, 'i'),
  // `develop is the default branch`
  new RegExp(
    `(?:^|[\\s*])${BRANCH} (?:is|as|serves as) (?:the |our )?(?:default|base|integration|target|main) branch\\b`,
    'i',
  ),
  // `Branch off dev`, `feature branches start from main`
  new RegExp(
    `\\b(?:${WORK}|branch(?:ed|ing)?|check ?out a \\w+ branch)\\b[^.;]{0,40}\\b(?:from|off(?: of)?|out of|based on|parte de)[ :]+(?:(?:the |an? )?(?:latest|current|updated|up-to-date|fresh) |the )?(?:origin\\/)?${BRANCH}`,
    'i',
  ),
  // `Feature branches merge into develop`
  new RegExp(
    `\\b(?:${WORK}|${PRS})\\b[^.;]{0,30}\\b(?:merged?|merges|land|lands|go|goes) (?:back )?(?:in)?to (?:the )?${BRANCH}`,
    'i',
  ),
]

const ALL_BRANCHES = new RegExp(`(?<![-/\\w.])${BRANCH}(?! (?:branch )?(?:is|as|serves)\\b)`, 'gi')

/** Reads which branch the others are based on. */
export const saidBranch: ChoiceReader = (text) => {
  // What follows says why, or what other branches are for.
  const [clause = ''] = text.split(
    /;\s|\s[—–]\s(?=\w+ )|, (?:and |but )?only | (?:when|before) you (?:open|create|raise|submit|make)\b/i,
  )
  if (
    clause.length > 160 ||
    /\b(?:if|when|unless|not|never|no|avoid|hotfix\w*|releas\w*|deploy\w*|tag\w*|or|promot\w+|direct(?:ly)?|CI|workflow\w*|trigger\w*|run|runs)\b/i.test(
      clause,
    )
  )
    return []
  const value = BRANCHES.map((form) => form.exec(clause)?.[1]).find((one) => one !== undefined)
  const named = new Set([...clause.matchAll(ALL_BRANCHES)].map(([, name = '']) => name.toLowerCase()))
  named.delete(value?.toLowerCase() ?? '')
  // With two of them it is about how one becomes the other; `main branch` is a word.
  if (value === undefined || [...named].some((name) => name !== 'main' && name !== 'next')) return []
  return [{ topic: 'base branch', of: '', value: value.toLowerCase(), how: 'says' }]
}

/** What is as long as a number of lines, and words for that being the most. */
const SIZES = [
  ['longest file', /\b(?:files?|modules?|source files?)\b/i],
  ['longest function', /\b(?:functions?|methods?)\b/i],
  ['longest component', /\bcomponents?\b/i],
] as const

const LINES =
  /(?<![\d.,$#:-])~?(\d{2,4})[ -](?:lines?(?: of code)?|LOC|lignes|líneas|linhas|Zeilen)\b(?! ?\d)/gi
const MOST =
  /\b(?:under|below|within|max(?:imum)?|at most|no (?:more|longer) than|at the most|fewer than|less than|exceed\w*|limit\w*|up to|beyond|over|above|longer than|more than|past|grow\w*|keep|keeps|ceiling|too long|cap(?:ped|s)?|split\w*|refactor\w*|stays?)\b|[≤<>]/i

/** Files that are no code, numbers of other things, and advice that has two limits. */
const ELSEWHERE =
  /\b(?:if|when|unless|tests?|memory|skills?|rules?|\w+\.md|markdown|docs?|documentation|config\w*|log|logs|prefer\w*|small|large|big|ideal\w*|soft|warn\w*|read|show|reads?|first|last|around line|approx\w*|currently|total|output|diff|PRs?|commits?|index|entry|context)\b|\.md\b|\w\/\w|\.\w{1,4}`/i

/** Reads how long a file, a function or a component may be. */
export const saidSizes: ChoiceReader = (text) => {
  if (text.length > 200) return []
  return text.split(REASON).flatMap((clause): readonly Choice[] => {
    const said = clause
      .replaceAll(/\b(?:short|small)(?: and \w+)+\b|\bfocused\b/gi, '')
      .replace(/\b(?:when|if|once) (?:it|they|one|larger|longer|bigger)\b.*/i, '')
      .replaceAll(/\bto read\b[^:,;]*|, [\w ]{1,40} included\b/gi, '')
    const numbers = [...said.matchAll(LINES)].map(([, value = '']) => value)
    if (numbers.length !== 1 || (said.match(/\d+/g) ?? []).length > 1 || ELSEWHERE.test(said)) return []
    const topics = SIZES.filter(([, noun]) => noun.test(said)).map(([topic]) => topic)
    const topic = topics.includes('longest component') ? 'longest component' : topics[0]
    const isOne = topics.length === 1 || (topics.length === 2 && topic === 'longest component')
    if (!topic || !isOne || !MOST.test(said)) return []
    const languages = topic === 'longest component' ? [] : languagesIn(said)
    return (languages.length > 0 ? languages : ['']).map((of) => ({
      topic,
      of,
      value: numbers[0] ?? '',
      how: 'says',
    }))
  })
}

const SHARES = /(?<![\d.,])(\d{2,3}) ?%/g

/** Reads how much of the code tests have to reach. */
export const saidCoverage: ChoiceReader = (text) => {
  if (text.length > 160 || !/\bcoverage\b/i.test(text) || COVERED.test(text)) return []
  const [value, ...more] = [...text.matchAll(SHARES)].map(([, one = '']) => one)
  const isLeast =
    /\b(?:min(?:imum)?|at least|least|above|over|target|goal|threshold|require\w*|must|keep|stays?|maintain|aim|achieve|reach)\b|[≥>]|\d ?%\+/i.test(
      text,
    )
  return value === undefined || more.length > 0 || !isLeast
    ? []
    : [{ topic: 'test coverage', of: '', value: `${value} %`, how: 'says' }]
}

/** Of a part, of a kind of coverage, or as it is now. */
const COVERED =
  /\b(?:if|when|unless|current\w*|status|now|branch\w*|functions?|lines?|statements?|critical|core|new|changed|each|business|unit|integration|e2e|services?|components?|utils?|api|backend|frontend|from|was|phase|increase|requirements)\b/i

/** Reads how long the first line of a commit may be. */
export const saidSubject: ChoiceReader = (text) => {
  if (text.length > 200 || !/\b(?:subject|commit|header|first line|title)\b/i.test(text)) return []
  return text.split(REASON).flatMap((clause): readonly Choice[] => {
    if (
      !/\b(?:subject|header|first line|summary|title)\b/i.test(clause) ||
      /\b(?:body|wrap\w*|PRs?|pull|if|when|prefer\w*|ideal\w*)\b/i.test(clause)
    )
      return []
    const [value, ...more] = [...clause.matchAll(/(?<![\d.,])(\d{2,3})[ -]?(?:char(?:acter)?s?)\b/gi)].map(
      ([, one = '']) => one,
    )
    return value === undefined || more.length > 0
      ? []
      : [{ topic: 'commit subject', of: '', value, how: 'says' }]
  })
}

/** A change as people hand it in. */
const CHANGE = /\b(?:PRs?|MRs?|(?:pull|merge)[ -]requests?|feature branch(?:es)?|diffs?|change ?sets?)\b/i

/** Reads how many lines a change may have. */
export const saidChange: ChoiceReader = (text) => {
  if (text.length > 200 || !CHANGE.test(text)) return []
  return text.split(REASON).flatMap((clause): readonly Choice[] => {
    const said = clause.replaceAll(/(?<=\d )changed (?=lines)/gi, '')
    const [value, ...more] = [...said.matchAll(LINES)].map(([, number = '']) => number)
    const isOpen = /\b(?:if|when|unless|prefer\w*|ideal\w*|first|show\w*|read\w*)\b/i.test(said)
    return value === undefined || more.length > 0 || isOpen || !CHANGE.test(said) || !MOST.test(said)
      ? []
      : [{ topic: 'largest change', of: '', value, how: 'says' }]
  })
}
