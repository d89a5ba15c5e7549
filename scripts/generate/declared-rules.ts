import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** A rule as its file declares it. */
export type DeclaredRule = {
  readonly id: string
  /** The export. */
  readonly name: string
  readonly path: string
  /** From its declaration on, as far as the next one. */
  readonly text: string
}

const DECLARATION = /^export const (\w+): \w*Rule = \{\n {2}id: '([^']*)'/gm

/** The rules in the files of a folder, in the order of their ids. Files are read and not run, so they need not compile. */
export function declaredRules(folder: string): DeclaredRule[] {
  const rules = ruleFiles(folder).flatMap((path) => rulesIn(path, readFileSync(path, 'utf8')))
  return rules.sort((a, b) => (a.id < b.id ? -1 : 1)) // `a` before `a-b`
}

/** The rules in the text of a file: one, or several that say one idea. */
export function rulesIn(path: string, text: string): DeclaredRule[] {
  const found = [...text.matchAll(DECLARATION)]
  return found.map(({ 1: name = '', 2: id = '', index }, i) => ({
    id,
    name,
    path,
    text: text.slice(index, found[i + 1]?.index),
  }))
}

/** The files of a folder that declare rules. */
export function ruleFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => /^[^_.].*\.ts$/.test(name) && name !== 'index.ts')
    .sort()
    .map((name) => `${folder}/${name}`)
}

/** Every folder with rules: those of every layout, then each layout's own. The template layout has some as well. */
export function ruleFolders(): string[] {
  const layouts = readdirSync('src/layouts').sort()
  return ['src/rules', ...layouts.map((id) => `src/layouts/${id}/rules`)].filter((folder) =>
    existsSync(folder),
  )
}
