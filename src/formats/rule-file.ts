import type { JsonObject } from '../core/json.ts'

/** How front matter is written: as YAML, or as lines whose values are taken as they are. */
export type FrontMatterForm = 'yaml' | 'raw'

/** The form of a file's front matter: an `.mdc` file is read by one editor alone, which does not read YAML there. */
export function frontMatterForm(path: string): FrontMatterForm {
  return path.endsWith('.mdc') ? 'raw' : 'yaml'
}

/** What stands for no pattern at all. */
const NOTHING = /^(?:\[\s*\]|""|'')?$/

/**
 * True for an agent's rule that every conversation loads: `alwaysApply` says so, or nothing says otherwise. With
 * `alwaysApply: false`, or with `globs` alone, it loads only for some files or when somebody asks for it.
 */
export function loadsAlways(fields: JsonObject | null): boolean {
  const { alwaysApply, globs } = fields ?? {}
  const said = String(alwaysApply ?? '')
    .trim()
    .toLowerCase()
  if (said === 'true' || said === 'false') return said === 'true'
  return NOTHING.test(Array.isArray(globs) ? globs.join(',') : String(globs ?? '').trim())
}
