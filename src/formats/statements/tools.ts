import { type Choice, type ChoiceReader, REASON, type Topic } from './choice.ts'

/** Tools of one sort: a repository has one of them for a language. */
const SORTS: readonly {
  readonly topic: Topic
  readonly of: string
  /** What a label or a sentence calls the sort. */
  readonly called: string
  readonly names: readonly string[]
}[] = [
  {
    topic: 'test runner',
    of: 'JavaScript',
    called:
      '(?:unit[ -])?test(?:s|ing)?(?: runner| framework)?|test(?:ing)? (?:runner|framework)|unit(?: tests?)?',
    names: ['jest', 'vitest', 'mocha', 'jasmine', 'karma'],
  },
  {
    topic: 'linter',
    of: 'JavaScript',
    called: 'lint(?:er|ing)?',
    names: ['eslint', 'biome', 'oxlint', 'tslint'],
  },
  {
    topic: 'formatter',
    of: 'JavaScript',
    called: 'format(?:ter|ting)?',
    names: ['prettier', 'biome', 'dprint'],
  },
  { topic: 'linter', of: 'Python', called: 'lint(?:er|ing)?', names: ['ruff', 'flake8', 'pylint'] },
  { topic: 'formatter', of: 'Python', called: 'format(?:ter|ting)?', names: ['ruff', 'black', 'yapf'] },
]

/** Says that it depends, that several will do, or that it is not so. */
const OPEN =
  /\b(?:if|when|unless|either|or|not|never|no|example|e\.g|legacy|was|were|\w*migrat\w*|instead|like|such as)\b|\?|\//i

const MORE = new RegExp(`${REASON.source}|\\s[-–—]\\s`)

const FORMS = SORTS.map(({ called, names, ...sort }) => {
  const name = `(${names.join('|')})`
  return {
    ...sort,
    forms: [
      // `Testing: Vitest + Testing Library`, `| Linter | Biome |`
      new RegExp(
        `^(?:${called})\\s*(?:[:=|—–]|\\s-\\s)\\s*(?:use |uses |with )?${name}\\b(?![-/]|\\.\\w)`,
        'i',
      ),
      // `Use Vitest for unit tests`
      new RegExp(
        `^(?:always )?(?:use|we use|uses)\\s+${name}\\s+(?:for|as)\\s+(?:all |the |our )?(?:${called})\\b`,
        'i',
      ),
      // `We run the suite with Vitest`
      new RegExp(
        `\\b(?:runs?|test) (?:the |all |our )?(?:${called}|suite|specs?) (?:with|in|under|using) ${name}\\b(?![-/]|\\.\\w)`,
        'i',
      ),
      // `Frameworks: Vitest for unit tests`
      new RegExp(`(?:^|: )${name}\\s+for\\s+(?:all |the )?(?:unit[ -]tests?|unit testing|testing)\\b`, 'i'),
      // `Tests run with Vitest`, `Format and lint with Prettier`, `Tests are written for Jest`
      new RegExp(
        `^(?:format(?:ting)? and )?(?:${called})(?: and (?:lint|format)(?:ting)?)?\\s+(?:code\\s+)?(?:is|are|run|runs|uses?|with)\\s+(?:(?:by|with|done|in|written|for)\\s+)*${name}\\b(?![-/]|\\.\\w)`,
        'i',
      ),
    ],
  }
})

/** Tools by what runs them: their own command, or that of a package manager. */
const RUN =
  /^(?:(?:npx|bunx|pnpm|pnpm exec|pnpm dlx|yarn|yarn exec|bun x)(?: --?[\w-]+)* )(jest|vitest|mocha|eslint|biome|oxlint|prettier)(?= |$)/

/** Reads which test runner, linter or formatter a command runs. */
export const runTools: ChoiceReader = (text) => {
  const value = RUN.exec(text.trim())?.[1]
  if (value === undefined) return []
  return SORTS.flatMap(({ topic, of, names }): readonly Choice[] =>
    names.includes(value) ? [{ topic, of, value, how: 'runs' }] : [],
  )
}

/** Reads which test runner, linter or formatter a statement says. */
export const saidTools: ChoiceReader = (text) => {
  if (text.length > 160) return []
  if (OPEN.test(text)) {
    // What follows says more of it.
    const [first = ''] = text.split(MORE)
    return first.length < text.length ? saidTools(first) : []
  }
  return FORMS.flatMap(({ topic, of, forms }): readonly Choice[] => {
    const value = forms.map((form) => form.exec(text)?.[1]).find((one) => one !== undefined)
    return value === undefined ? [] : [{ topic, of, value: value.toLowerCase(), how: 'says' }]
  })
}
