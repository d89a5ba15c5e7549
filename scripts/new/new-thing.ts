import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Files to write, and what a person does then. */
export type NewThing = {
  readonly files: readonly NewFile[]
  readonly next: readonly string[]
}

type NewFile = {
  readonly path: string
  readonly text: string
  /** The file is there already, and this is its text with an addition. */
  readonly isChanged?: true
}

/** Why a name cannot be that of a rule, a layout or an operation; null when it can. */
export function kebabFault(name: string, example: string): string | null {
  if (/^[a-z]+(-[a-z]+)*$/.test(name)) return null
  return `${JSON.stringify(name)} is not lower-case words with hyphens, such as ${example}\n`
}

/** The layouts of memkeep, without the template. */
function layoutNames(): readonly string[] {
  return readdirSync('src/layouts').filter(
    (name) => !name.startsWith('_') && existsSync(`src/layouts/${name}/layout.ts`),
  )
}

/** Why a layout cannot be added to; null when it is there. */
export function layoutFault(layout: string): string | null {
  if (layoutNames().includes(layout)) return null
  return `there is no layout ${JSON.stringify(layout)}: ${layoutNames().join(', ')}\n`
}

/** The files with this name below a folder of every layout. */
export function inLayouts(part: 'rules' | 'operations' | 'prompts', name: string): readonly string[] {
  return ['_template', ...layoutNames()]
    .map((id) => `src/layouts/${id}/${part}/${name}.ts`)
    .filter((path) => existsSync(path))
}

/** Replaces a text that is there; throws where the template has changed, so that nothing wrong is written. */
export function replaced(text: string, changes: readonly (readonly [string | RegExp, string])[]): string {
  return changes.reduce((now, [from, to]) => {
    const isThere = typeof from === 'string' ? now.includes(from) : now.search(from) >= 0
    if (!isThere) throw new Error(`the template no longer has ${from}`)
    return now.replaceAll(from, () => to)
  }, text)
}

/** The text of a file of the project. */
export function textOf(path: string): string {
  return readFileSync(path, 'utf8')
}
