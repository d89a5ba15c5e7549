import type { JsonObject } from '../../../core/json.ts'
import { anyOf, choice, flag, list, type ObjectOf, type Schema, type ValueOf } from '../../../core/schema.ts'
import { SCOPES } from '../claim.ts'
import { fold, KINDS } from '../record.ts'
import { LABEL } from './fields.ts'
import type { KnownRecord } from './records.ts'

/** One value, or a list of values that are all accepted. */
function oneOrMore<S extends JsonObject>(
  schema: S,
  description: string,
  value: string,
): Schema<ValueOf<S> | readonly ValueOf<S>[]> {
  const one = Array.isArray(schema.enum) ? `one of ${schema.enum.join(', ')}` : 'a short text'
  return anyOf([schema, list(schema, undefined, { maxItems: 100 })], description, {
    'x-flag': { value },
    'x-form': `${one}, or a list of such, or left out`,
  })
}

/** The hard filters of a search and a list. */
export const FILTERS = {
  scope: oneOrMore(
    choice(SCOPES),
    'Records of any of these: of this run, of the work, promoted ones. All when absent.',
    'scope',
  ),
  kind: oneOrMore(choice(KINDS), 'Records of any of these. All when absent.', 'kind'),
  tags: oneOrMore(LABEL, 'Records with this tag, or with any of these.', 'tags'),
  entities: oneOrMore(LABEL, 'Records about this entity, or about any of these.', 'entities'),
  all_tags: flag('Records must have all of the tags.'),
}

/** Reads the filters of a call: a record passes all or it is not looked at. */
export function readFilters({
  scope,
  kind,
  tags,
  entities,
  all_tags: isAll,
}: ObjectOf<typeof FILTERS>): (record: KnownRecord) => boolean {
  const [scopes, kinds] = [listOf(scope), listOf(kind)]
  const [wanted, about] = [listOf(tags).map(fold), listOf(entities).map(fold)]
  return (record) => {
    const has = new Set(record.tags.map(fold))
    const own = new Set(record.facts.entities.map(fold))
    return (
      (scopes.length === 0 || scopes.includes(record.scope)) &&
      (kinds.length === 0 || kinds.includes(record.kind)) &&
      (wanted.length === 0 ||
        (isAll ? wanted.every((tag) => has.has(tag)) : wanted.some((tag) => has.has(tag)))) &&
      (about.length === 0 || about.some((entity) => own.has(entity)))
    )
  }
}

function listOf(value: string | readonly string[] = []): readonly string[] {
  return typeof value === 'string' ? [value] : value
}
