import type { Choice, ChoiceReader } from './choice.ts'

/** Package managers by the language of their packages. */
const FAMILIES: readonly (readonly [of: string, names: readonly string[]])[] = [
  ['JavaScript', ['npm', 'pnpm', 'yarn', 'bun']],
  ['Python', ['pip', 'uv', 'poetry', 'pipenv']],
]

const NAME = '(npm|pnpm|yarn|bun|pip|uv|poetry|pipenv)'

/** What may follow a name where the manager is meant, and not one of its commands. */
const END =
  '(?=$|[.,;:)!—–]| -|\\s*\\(|\\s+(?:(?:and )?not|instead|only|exclusively|as (?:the |our |a |its )?(?:[\\w-]+ )?package manager|everywhere|rather|over|workspaces?|and never|in this|for (?:packages?|dependenc\\w+|all|install\\w*|everything|managing))\\b)'

/** Forms that say which manager it is. */
const SAYS: readonly RegExp[] = [
  new RegExp(`\\bpackage manager\\b(?: is| we use)?[\\s]*[:=—–|-]?\\s*(?:is\\s+)?${NAME}\\b(?![-/@.])`, 'gi'),
  new RegExp(`(?<![\\w/@.-])${NAME} (?:is|as) (?:the |our |its )?package manager\\b`, 'gi'),
  new RegExp(`\\b(?:use|uses|using|prefer|requires?)\\s+(?:only\\s+)?${NAME}${END}`, 'gi'),
  new RegExp(
    `(?<!(?:yarn|npm|pnpm|bun) )\\binstall(?:s|ed|ing)? (?:(?!with )\\w+ ){0,4}(?:packages|dependencies) (?:with|via|using) ${NAME}\\b`,
    'gi',
  ),
  new RegExp(`(?<![\\w/@.-])${NAME} only\\b`, 'gi'),
  new RegExp(`(?:^|[:,;] )only ${NAME}${END}`, 'gi'),
  new RegExp(
    `\\b(?:packages|dependenc(?:y|ies))\\b[^.;:]{0,40}\\b(?:added|installed|upgraded|managed|handled|updated)\\b[^.;:]{0,20} (?:with|via|through|by|using) ${NAME}\\b(?! (?:run|test|exec|scripts?)\\b)`,
    'gi',
  ),
]

/** Forms that say which manager it is not. */
const NOT: readonly RegExp[] = [
  new RegExp(
    `\\b(?:never|not|don'?t|avoid|instead of|rather than|no|over)\\s+(?:use\\s+|using\\s+|run\\s+)?${NAME}${END.replace('(?=$', '(?=$| or | and |/')}`,
    'gi',
  ),
  new RegExp(
    `\\b(?:never|not|don'?t|avoid|instead of|rather than)\\s+(?:use\\s+)?${NAME}(?: or |/|, )${NAME}${END}`,
    'gi',
  ),
]

/** Several managers may be used, or it depends. */
const OPEN = /\b(?:if|when|unless|either|example|e\.g|legacy|migrat\w*|global(?:ly)?|publish\w*)\b|\?/i

/** Bun also runs programs: here it is what installs. */
const INSTALLER = /\bpackage manager\b|\b(?:npm|pnpm|yarn|install\w*|dependenc\w+)\b/i

/** Reads which package manager a statement says. */
export const saidManager: ChoiceReader = (text) => {
  if (OPEN.test(text)) return []
  const not = named(text, NOT)
  const says = named(text, SAYS).filter(
    (name) => !not.includes(name) && (name !== 'bun' || INSTALLER.test(text)),
  )
  return FAMILIES.flatMap(([of, names]): readonly Choice[] => {
    const own = says.filter((name) => names.includes(name))
    // Two of one language are an offer.
    if (own.length > 1) return []
    const all = [
      ...own.map((value) => ['says', value] as const),
      ...not.map((value) => ['not', value] as const),
    ]
    return all.flatMap(([how, value]) =>
      names.includes(value) ? [{ topic: 'package manager', of, value, how }] : [],
    )
  })
}

function named(text: string, forms: readonly RegExp[]): readonly string[] {
  const names = forms.flatMap((form) => [...text.matchAll(form)].flatMap(([, ...all]) => all))
  return [...new Set(names.flatMap((name) => (name === undefined ? [] : [name.toLowerCase()])))]
}

/** Commands that install what a manifest names, with flags alone behind them. */
const INSTALLS =
  /(?:^|&& ?|; ?|\$ )(?:(npm|pnpm|bun) (?:install|i|ci)|(yarn)(?: install)?|(uv) sync|(poetry) install|(pipenv) (?:install|sync)|(pip)3? install -r \S+)((?: --?[\w=-]+)*)(?= *(?:$|#|&&|;|\\))/g

/** Commands that add a package to a manifest. */
const ADDS = /(?:^|&& ?|; ?|\$ )(yarn|pnpm|bun|uv|poetry) add\b(?!.*(?:-g\b|--global\b))/g

/** Reads which package manager a command installs with. What a folder is named for is about that folder. */
export const runManager: ChoiceReader = (text) => {
  if (/(?:^|&& ?|; ?)cd\b|--prefix\b|--dir\b|-C\b|--cwd\b|❌/.test(text)) return []
  const names = [...text.matchAll(INSTALLS)].flatMap(([, ...found]) => {
    const flags = found[6] ?? ''
    return /(?:^| )(?:-g|--global|--location=global)\b/.test(flags) ? [] : found.slice(0, 6)
  })
  const adding = [...text.matchAll(ADDS)].map(([, name]) => name)
  return [...new Set([...names, ...adding])].flatMap((value) => {
    const family = FAMILIES.find(([, all]) => value !== undefined && all.includes(value))
    return family && value !== undefined
      ? [{ topic: 'package manager' as const, of: family[0], value, how: 'runs' as const }]
      : []
  })
}
