import { closestMatch } from 'leven'
import { asCalled } from '../core/command-name.ts'
import { UserError } from '../core/messages.ts'
import type { Rule } from '../core/rule.ts'
import { compareText } from '../core/text.ts'
import { layouts } from '../layouts/index.ts'
import { safeJson } from '../reporters/json.ts'
import { ruleList, ruleText } from '../reporters/rule-text.ts'
import { rules } from '../rules/index.ts'
import { colorsFor, columnsOf, deliver, type FlagValues, type Io } from './command.ts'

/** `memkeep explain [RULE]`. Throws `UserError` for a rule that does not exist. */
export async function explain([id]: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const catalogue = ruleCatalogue()
  const [colors, columns] = [colorsFor(flags, io), columnsOf(flags, io)]
  const isJson = flags.format === 'json'
  if (id === undefined) {
    await deliver(
      isJson ? safeJson(catalogue.map(asJson)) : asCalled(ruleList(catalogue, colors, columns), io.command),
      flags,
      io,
    )
    return 0
  }
  const found = catalogue.find(({ rule }) => rule.id === id) ?? unknownRule(id, catalogue)
  await deliver(
    isJson ? safeJson(asJson(found)) : asCalled(ruleText(found, colors, columns), io.command),
    flags,
    io,
  )
  return 0
}

function unknownRule(id: string, catalogue: readonly CatalogueRule[]): never {
  const ids = catalogue.map(({ rule }) => rule.id)
  const near = closestMatch(id, ids, { maxDistance: Math.ceil(id.length / 3) + 1 })
  const hint = near === undefined ? 'memkeep explain lists every rule.' : `Did you mean ${near}?`
  throw new UserError(`unknown rule ${id}`, hint)
}

function asJson({ rule, layout }: CatalogueRule): object {
  const { id, summary, why, howToFix, severity, fixable, example, kinds } = rule
  return { id, summary, why, fix: howToFix, severity, fixable, layout, kinds: kinds ?? null, example }
}

/** A rule and the id of its layout; null for a rule of every layout. */
export type CatalogueRule = { readonly rule: Rule; readonly layout: string | null }

/** Every rule, by id. */
export function ruleCatalogue(): CatalogueRule[] {
  const shared = rules.map((rule) => ({ rule, layout: null }))
  const own = layouts.flatMap((layout) => layout.rules.map((rule) => ({ rule, layout: layout.id })))
  return [...shared, ...own].sort((a, b) => compareText(a.rule.id, b.rule.id))
}
