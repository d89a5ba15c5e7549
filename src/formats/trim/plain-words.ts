/** Words that say nothing which the name of a script, a file or a package does not say. */
const PLAIN = new Set(
  (
    'a an the all any in on of to for with and or from at by via using into this that its is are as it our own both each per ' +
    'run start launch serve build compile create generate check execute watch fix format lint test preview deploy install clean analysis ' +
    'reset open show display apply push pull sync update add setup set up bundle analyze verify validate print list stop down ' +
    'dev develop development server local locally prod production mode app application project code codebase source file folder ' +
    'directory suite unit integration e2e end once single watcher hot reload reloading live linter linting formatter formatting ' +
    'type types typed typecheck checker checking output command script everything full dist optimized static database db ' +
    'migration schema seed studio ui coverage report root main entry point page component module util utility helper hook ' +
    'service config configuration doc documentation style styling asset image public shared common core lib library package ' +
    'dependency dependencies test tests spec route routing router api client web website site frontend backend screen view ' +
    'model controller middleware context provider store state layout feature reusable custom global specific related other ' +
    'various framework runtime language tool tooling management manager data form forms validation animation icon icons chart ' +
    'charts http request requests fetching query queries orm testing runner end-to-end logic business definition definitions ' +
    'interface interfaces constant constants function functions class classes template templates environment variable ' +
    'variables auto write ci workspace workspaces'
  )
    .split(' ')
    .map(stem),
)

/** The words of a text, each in the form in which it is compared: those of names in camel case by themselves. */
export function wordsOf(text: string): readonly string[] {
  return (
    text
      .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).map(stem)
}

/** Crude: it has to give the same for the forms of one word. */
function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ings?|ions?|ed|ers?|ies|es|s|y|e)$/, '') : word.replace(/s$/, '')
}

/** True for a description that says nothing but these words and plain ones. */
export function saysNoMore(description: string, known: ReadonlySet<string>): boolean {
  return wordsOf(description).every((word) => word.length < 2 || PLAIN.has(word) || known.has(word))
}
