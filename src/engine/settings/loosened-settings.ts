import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts'
import { allRules, type RuleSources, rootPaths } from '../../core/layout.ts'
import { ALLOWED, DEFAULT_SETTINGS, keptOf, type Settings } from '../../core/settings.ts'
import type { LoadedSide } from '../check-memory.ts'
import { historiesOf } from '../claims.ts'
import type { MemoryContext } from '../context.ts'

/** How a loosening is named; what it is follows behind a colon. */
export const LOOSENS = 'This change may allow itself more than before'

/** Words of settings from the loosest on. */
const ORDERS: readonly (readonly string[])[] = [
  ['off', 'info', 'warning', 'error'],
  // Of logs, whose entries are items: the one that allows most comes first.
  Object.keys(ALLOWED.items),
  ['off', 'auto', 'on'],
  ['new', 'all'],
  ['report', 'refuse'],
]

/**
 * The names of settings (`rules.no-secret`) that may allow more than those before: all that differ, but for a stricter word,
 * a smaller number, a shorter list of exceptions, and a longer one of what is guarded. The names are the settings' own and untrusted. `isWider` is false where some file lost its guard: then no list counts as longer.
 */
export function loosenedSettings(
  now: Settings,
  before: Settings,
  { isWider = true, ...known }: RuleSources & { readonly isWider?: boolean },
): readonly string[] {
  const guards = (name: string, value: Json, settings: Settings | null): boolean =>
    known.layouts.some((layout) => layout.settings.widens?.(name, value, settings))
  const names = loosenedKeys(effective(before, known), effective(now, known), '', {
    isMore: (name, value) => isWider && guards(name, value, before),
    isLess: (name, value) => guards(name, value, null),
  })
  const [was, is] = [allowedBy(before, known), allowedBy(now, known)]
  return names.map((name) => {
    const kind = /^history\.(.+)\.mode$/.exec(name)?.[1] ?? ''
    const allowed = is[kind]?.mode ?? []
    const more = allowed.filter((one) => !was[kind]?.mode.includes(one))
    const isFree = allowed.length === ALLOWED.items.free.length
    return more.length === 0 || isFree ? name : `${name} (${more.join(', ')})`
  })
}

/** Lists of what is guarded: whether one more value, or one less, changes that. */
type Guarded = {
  readonly isMore: (name: string, value: Json) => boolean
  readonly isLess: (name: string, value: Json) => boolean
}

const NO_LIST: Guarded = { isMore: () => false, isLess: () => false }

/** What a list has more and less than before, in any order; what is no looser is the same. */
function differenceOf(
  before: readonly Json[],
  now: readonly Json[],
): { readonly added: readonly Json[]; readonly gone: readonly Json[] } {
  const gone = [...before]
  const added = now.filter((value) => {
    const text = JSON.stringify(value)
    const same = gone.findIndex((one) => JSON.stringify(one) === text)
    const at = same === -1 ? gone.findIndex((one) => isNoLooser(one, value)) : same
    if (at !== -1) gone.splice(at, 1)
    return at === -1
  })
  return { added, gone }
}

function isNoLooser(before: Json, now: Json): boolean {
  return loosenedKeys(before, now, '-').length === 0
}

/** The settings before, with the roots of the settings now. */
export function withRootsOf(before: Settings, now: Settings, { layouts }: RuleSources): Settings {
  let { options } = before
  for (const layout of layouts) {
    const roots = new Set(rootPaths(layout, DEFAULT_SETTINGS))
    for (const [key, schema] of Object.entries(layout.settings.schemas)) {
      const value = moved(schema, options[key], { to: now.options[key], roots })
      options = withKey(options, key, value)
    }
  }
  return { ...before, options }
}

type Moving = { readonly to: Json | undefined; readonly roots: ReadonlySet<string> }

function moved(schema: JsonObject, from: Json | undefined, { to, roots }: Moving): Json | undefined {
  if (isRoot(schema, roots)) return to
  if (!isJsonObject(schema.properties)) return from
  let value = isJsonObject(from) ? from : {}
  for (const [key, inner] of Object.entries(schema.properties)) {
    if (!isJsonObject(inner)) continue
    const there = isJsonObject(to) ? to[key] : undefined
    value = withKey(value, key, moved(inner, value[key], { to: there, roots }))
  }
  return from === undefined && Object.keys(value).length === 0 ? undefined : value
}

/** A setting whose default is a root of the layout holds roots. */
function isRoot({ default: value }: JsonObject, roots: ReadonlySet<string>): boolean {
  return (Array.isArray(value) ? value : [value]).some((one) => typeof one === 'string' && roots.has(one))
}

function withKey(object: JsonObject, key: string, value: Json | undefined): JsonObject {
  const { [key]: _, ...rest } = object
  return value === undefined ? rest : { ...rest, [key]: value }
}

/** Every setting with what holds where nothing is set. */
function effective(settings: Settings, { rules, layouts }: RuleSources): Json {
  const { options, rules: set, layouts: choices, history: _, extended: __, ...shared } = settings
  const all = allRules({ rules, layouts })
  return {
    ...shared,
    rules: Object.fromEntries(all.map(({ id, severity }) => [id, set[id] ?? severity])),
    layouts: Object.fromEntries(layouts.map(({ id }) => [id, choices[id] ?? 'auto'])),
    history: allowedBy(settings, { layouts }) as unknown as JsonObject,
    ...Object.fromEntries(
      layouts.flatMap((layout) =>
        Object.entries(layout.settings.schemas).map(([key, schema]) => [key, filled(schema, options[key])]),
      ),
    ),
  } as unknown as Json
}

/** The history of each kind; in the place of its mode what that allows. */
function allowedBy(
  settings: Settings,
  { layouts }: Pick<RuleSources, 'layouts'>,
): { readonly [kind: string]: { readonly mode: readonly string[] } } {
  return Object.fromEntries(
    layouts.flatMap((layout) => {
      const histories = historiesOf(layout, settings)
      return layout.kinds.map((kind) => {
        const { mode = 'free', ...rest } = histories[kind.id] ?? {}
        return [kind.id, { ...rest, mode: ALLOWED[keptOf(kind)][mode] }] as const
      })
    }),
  )
}

function filled(schema: JsonObject, value: Json | undefined): Json {
  const own = value ?? schema.default ?? null
  const { items } = schema
  if (Array.isArray(own) && isJsonObject(items)) return own.map((one) => filled(items, one))
  if (!isJsonObject(schema.properties)) return own
  const given = isJsonObject(own) ? own : {}
  const inner = Object.entries(schema.properties).map(([key, one]) => [
    key,
    filled(isJsonObject(one) ? one : {}, given[key]),
  ])
  return { ...given, ...(Object.fromEntries(inner) as JsonObject) }
}

/** The names of values that may allow more than before: what differs and is not stricter. */
export function loosenedKeys(
  before: Json | undefined,
  now: Json | undefined,
  name: string,
  guarded = NO_LIST,
): readonly string[] {
  if (JSON.stringify(before) === JSON.stringify(now)) return []
  if (isJsonObject(before) && isJsonObject(now)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort()
    return keys.flatMap((key) =>
      loosenedKeys(before[key], now[key], name === '' ? key : `${name}.${key}`, guarded),
    )
  }
  if (Array.isArray(before) && Array.isArray(now)) {
    const { added, gone } = differenceOf(before, now)
    const isLooser =
      gone.some((value) => guarded.isLess(name, value)) || added.some((value) => !guarded.isMore(name, value))
    return isLooser ? [name] : []
  }
  return isStricter(before, now) ? [] : [name]
}

function isStricter(before: Json | undefined, now: Json | undefined): boolean {
  if (typeof before === 'number' && typeof now === 'number') return now < before
  if (typeof before !== 'string' || typeof now !== 'string') return false
  const order = ORDERS.find((words) => words.includes(before) && words.includes(now))
  return order !== undefined && order.indexOf(now) > order.indexOf(before)
}

/**
 * The settings before, with what the settings now only write down: how files were read before without settings, and how files
 * that are new are read.
 */
export function withFoundSettings(
  { before, after }: { readonly before: LoadedSide; readonly after: LoadedSide },
  { settings: now, layouts }: MemoryContext,
): Settings {
  const { settings } = before
  const options: { [key: string]: Json } = { ...settings.options }
  for (const layout of layouts) {
    const [was, is] = [before.memories.get(layout), after.memories.get(layout)]
    const [old, found] = [was, is].map((memory) => (memory && layout.log?.forms?.(memory).settings) ?? {})
    for (const key of Object.keys({ ...found, ...old })) {
      const known = listIn(old, key)
      const fresh = listIn(found, key).filter(isNewIn(before))
      const list = layout.settings.schemas[key] ?? {}
      const fits = (one: Json) => (other: Json) => isNoLooser(filled(list, [other]), filled(list, [one]))
      const set = listIn(settings.options, key)
      const noted = listIn(now.options, key)
        .filter((one) => !set.some(fits(one)))
        .flatMap((one) => [...known, ...fresh].find(fits(one)) ?? [])
      if (noted.length > 0) options[key] = [...set, ...noted]
    }
  }
  return { ...settings, options }
}

function listIn(options: JsonObject | undefined, key: string): readonly Json[] {
  const value = options?.[key]
  return Array.isArray(value) ? value : []
}

/** True for what is said of a file that the side before has not. */
function isNewIn({ snapshot }: LoadedSide): (one: Json) => boolean {
  return (one) => isJsonObject(one) && typeof one.path === 'string' && !snapshot.files.has(one.path)
}
