import { type Choice, type ChoiceReader, REASON, type Topic } from './choice.ts'

/** The words for what a tool does. */
const TESTS = /\b(?:(?:unit[ -])?tests?|testing|suites?)\b/i
const SPECS = /\b(?:(?:unit[ -])?tests?|testing|specs?|suites?)\b/i
const LINTS = /\blint(?:s|er|ers|ing|ed)?\b/i
const FORMATS = /\b(?:auto-?)?format(?:s|ter|ters|ting|ted)?\b/i

/** Tools of one sort: a repository has one of them for a language. */
const SORTS: readonly {
  readonly topic: Topic
  readonly of: string
  /** The words that name the sort, or what it does. */
  readonly called: RegExp
  readonly names: readonly string[]
}[] = [
  {
    topic: 'test runner',
    of: 'JavaScript',
    called: SPECS,
    names: ['jest', 'vitest', 'mocha', 'jasmine', 'karma'],
  },
  {
    topic: 'test runner',
    of: 'Python',
    called: SPECS,
    names: ['pytest', 'unittest', 'nose2'],
  },
  {
    topic: 'test runner',
    of: 'C#',
    called: /\b(?:(?:unit[ -])?tests?|testing|fixtures?|suites?)\b/i,
    names: ['xunit', 'nunit', 'mstest'],
  },
  {
    topic: 'test runner',
    of: 'Java',
    called: TESTS,
    names: ['junit', 'testng'],
  },
  {
    topic: 'test runner',
    of: 'Ruby',
    called: SPECS,
    names: ['rspec', 'minitest'],
  },
  {
    topic: 'test runner',
    of: 'PHP',
    called: TESTS,
    names: ['phpunit', 'pest'],
  },
  {
    topic: 'end-to-end runner',
    of: 'JavaScript',
    called: /\b(?:e2e|end-to-end|browser tests?|specs?|tests?|suites?)\b/i,
    names: ['playwright', 'cypress'],
  },
  {
    topic: 'linter',
    of: 'JavaScript',
    called: LINTS,
    names: ['eslint', 'biome', 'oxlint', 'tslint'],
  },
  {
    topic: 'formatter',
    of: 'JavaScript',
    called: FORMATS,
    names: ['prettier', 'biome', 'dprint'],
  },
  {
    topic: 'linter',
    of: 'Python',
    called: LINTS,
    names: ['ruff', 'flake8', 'pylint'],
  },
  {
    topic: 'formatter',
    of: 'Python',
    called: FORMATS,
    names: ['ruff', 'black', 'yapf'],
  },
]

/** Jasmine's tests are run by Karma: both are one runner. */
export function isOfKarma(name: string): boolean {
  return name === 'karma' || name === 'jasmine'
}

/** Says that it depends, that several will do, that it is not so, or speaks of something about a tool. */
const OPEN =
  /\b(?:if|when|unless|either|or|not|never|no|without|except|example|e\.g|legacy|was|were|\w*migrat\w*|instead|like|such as|switch\w*|replac\w+|compatib\w+|errors?|warnings?|ignor\w+|disabl\w+|skip\w*|mock\w*|types?|churn)\b|\?|→|->/i

const MORE = new RegExp(`${REASON.source}|\\s[-–—]\\s|(?<=[.!])\\s`)

/** The other tool of two: `Biome instead of Prettier`. */
const OTHER =
  /,? ?\(?\b(?:and )?(?:not|never|no|instead of|rather than|over|in place of) (?:use |with )?[\w-]+\)?/gi

/** What is done to code by one of them. */
const THROUGH = /\b(?:goes?|runs?|pass(?:es)?|is (?:run|put)|are (?:run|put)) through\b/i

const NAMES = new Map(
  [...new Set(SORTS.flatMap(({ names }) => names))].map((name) => [
    name,
    new RegExp(`(?<![\\w/@.-])${name}(?![\\w-]|[./]\\w)`, 'i'),
  ]),
)

/** Tools by what runs them: their own command, or that of a package manager. */
const RUN =
  /^(?:(?:npx|bunx|pnpm|pnpm exec|pnpm dlx|yarn|yarn exec|bun x)(?: --?[\w-]+)* )(jest|vitest|mocha|eslint|biome|oxlint|prettier)(?= |$)/

/** The same for Python, also inside of a container. */
const RUN_PYTHON =
  /(?:^|&& ?|; ?|\$ |["'])(?:(?:uv|poetry|pipenv|pdm|hatch) run )?(?:python3? -m )?(?:(?<=-m )(unittest)|(pytest))(?= |$|["'])/

/** Reads which test runner, linter or formatter a command runs. */
export const runTools: ChoiceReader = (text) => {
  const value =
    RUN.exec(text.trim())?.[1] ??
    RUN_PYTHON.exec(text)
      ?.slice(1)
      .find((one) => one !== undefined)
  if (value === undefined) return []
  return SORTS.flatMap(({ topic, of, names }): readonly Choice[] =>
    names.includes(value) ? [{ topic, of, value, how: 'runs' }] : [],
  )
}

/** Reads which test runner, linter or formatter a statement says: the only tool of a sort that is named with it. */
export const saidTools: ChoiceReader = (text) => {
  if (text.length > 240) return []
  return text.split(MORE).flatMap((clause): readonly Choice[] => {
    const said = clause.replaceAll(OTHER, '')
    if (said.length > 160 || OPEN.test(said)) return []
    return SORTS.flatMap(({ topic, of, called, names }) => {
      const [value, ...more] = names.filter((name) => NAMES.get(name)?.test(said))
      const isOne = more.length === 0 || [value, ...more].every((name) => name && isOfKarma(name))
      return value === undefined ||
        !isOne ||
        !(called.test(said) || THROUGH.test(said)) ||
        (/^\|/.test(said) && /,/.test(said))
        ? []
        : [{ topic, of, value, how: 'says' as const }]
    })
  })
}
