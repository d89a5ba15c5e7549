import type { Rule } from '../core/rule.ts'
import { compareText } from '../core/text.ts'
import { layouts } from '../layouts/index.ts'
import { rules } from '../rules/index.ts'

/** A rule and whose it is: a layout's id, or null for a rule of every layout. */
export type Catalogued = { readonly rule: Rule; readonly layout: string | null }

/** Every rule, by id. */
export function ruleCatalogue(): Catalogued[] {
  const shared = rules.map((rule) => ({ rule, layout: null }))
  const own = layouts.flatMap((layout) => layout.rules.map((rule) => ({ rule, layout: layout.id })))
  return [...shared, ...own].sort((a, b) => compareText(a.rule.id, b.rule.id))
}
