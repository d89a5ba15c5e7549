import { type DataPath, isJsonObject, type Json, type JsonObject } from '../../core/json.ts'
import type { Chosen, DataJoin, Sides } from '../../core/merge-sides.ts'
import { plainBreaks, withBlock } from '../../formats/line-end.ts'
import { ENTRY_LISTS, PROGRESS } from './read-files.ts'

/** Entries are known by when they were added and by what they hold: two branches give one number to two entries. */
export function joinState(sides: Sides<JsonObject>): DataJoin {
  return {
    theirs: { ...sides.theirs, ...renumbered(sides) },
    keyOf: (list, item) => {
      const known = list.length === 1 ? ENTRY_LISTS.find(({ key }) => key === list[0]) : undefined
      return known && isJsonObject(item) ? identityOf(known, item) : null
    },
    choose,
  }
}

type EntryList = (typeof ENTRY_LISTS)[number]

function identityOf({ holds }: EntryList, entry: JsonObject): string {
  return JSON.stringify([entry.added ?? null, entry[holds] ?? null])
}

/** Their lists of entries: one that ours has too takes its number, and new ones are numbered above those of ours. */
function renumbered({ base, ours, theirs }: Sides<JsonObject>): JsonObject {
  const lists = ENTRY_LISTS.flatMap((list): [string, Json][] => {
    const entries = theirs[list.key]
    if (!Array.isArray(entries)) return []
    const idsIn = (side: JsonObject): ReadonlyMap<string, string> =>
      new Map(entriesIn(side, list).map((entry) => [identityOf(list, entry), String(entry.id)]))
    const [old, own] = [idsIn(base), idsIn(ours)]
    const isNew = (entry: Json): entry is JsonObject =>
      isJsonObject(entry) && !old.has(identityOf(list, entry)) && !own.has(identityOf(list, entry))
    const added = (entries as readonly Json[]).filter(isNew).map(({ id }) => String(id))
    const numbers = newNumbers(list.prefix, [...own.values()], added)
    const numberOf = (entry: JsonObject): Json => {
      const id = String(entry.id)
      if (isNew(entry)) return numbers.get(id) ?? id
      return old.has(identityOf(list, entry)) ? id : (own.get(identityOf(list, entry)) ?? id)
    }
    return [
      [
        list.key,
        entries.map((entry: Json) => (isJsonObject(entry) ? { ...entry, id: numberOf(entry) } : entry)),
      ],
    ]
  })
  return Object.fromEntries(lists)
}

function entriesIn(side: JsonObject, { key }: EntryList): readonly JsonObject[] {
  const entries = side[key]
  return Array.isArray(entries) ? (entries as readonly Json[]).filter(isJsonObject) : []
}

/**
 * New numbers for what theirs adds, where ours has given some of them out: a state and its log are merged by themselves, and
 * each finds the same numbers.
 */
function newNumbers(
  prefix: string,
  own: readonly string[],
  added: readonly string[],
): ReadonlyMap<string, string> {
  const numbersIn = (ids: readonly string[]): number[] =>
    ids.flatMap((id) => {
      const [name, number = '', ...more] = id.split('-')
      return name === prefix && more.length === 0 && /^\d{1,15}$/.test(number) ? [Number(number)] : []
    })
  const highest = Math.max(0, ...numbersIn(own))
  const theirs = numbersIn(added).sort((a, b) => a - b)
  if ((theirs[0] ?? highest + 1) > highest) return new Map()
  return new Map(theirs.map((number, i) => [`${prefix}-${number}`, `${prefix}-${highest + 1 + i}`]))
}

function choose(path: DataPath, values: Sides<Json | undefined>): Chosen | null {
  const { ours, theirs } = values
  const isText = typeof ours === 'string' && typeof theirs === 'string'
  if (path.length === 1 && path[0] === 'updated' && isText)
    return { value: Date.parse(theirs) > Date.parse(ours) ? theirs : ours }
  if (path.length === 1 && path[0] === 'current_progress') return joinProgress(values)
  if (path.length !== 3 || path[2] !== 'archived' || !isJsonObject(ours) || !isJsonObject(theirs)) return null
  // An entry is archived once: the first time counts.
  return { value: Date.parse(String(theirs.at)) < Date.parse(String(ours.at)) ? theirs : ours }
}

/** Every bullet is an item, which is done, under way, still to do, or gone. */
function joinProgress({ base, ours, theirs }: Sides<Json | undefined>): Chosen {
  const [old, own, other] = [bulletsOf(base ?? null), bulletsOf(ours ?? null), bulletsOf(theirs ?? null)]
  if (!old || !own || !other) return 'conflict'
  const joined = new Map<string, string>()
  for (const bullet of [...own.keys(), ...other.keys()]) {
    const [before, here, there] = [old.get(bullet), own.get(bullet), other.get(bullet)]
    if (here !== there && here !== before && there !== before) return 'conflict'
    const list = here === before ? there : here
    if (list !== undefined) joined.set(bullet, list)
  }
  const listed = (name: string): string[] =>
    [...joined].flatMap(([bullet, list]) => (list === name ? [bullet] : []))
  if (listed('in_progress').length === 0) return 'conflict'
  return {
    value: { ...(ours as JsonObject), ...Object.fromEntries(PROGRESS.map((name) => [name, listed(name)])) },
  }
}

/** The list of each bullet; null where the progress has another form, or a bullet twice. */
function bulletsOf(progress: Json): ReadonlyMap<string, string> | null {
  if (progress === null) return new Map()
  if (!isJsonObject(progress)) return null
  const bullets = PROGRESS.flatMap((name): [Json, string][] => {
    const list = progress[name]
    return Array.isArray(list) ? list.map((bullet: Json): [Json, string] => [bullet, name]) : []
  })
  const known = new Map(
    bullets.flatMap(([bullet, name]) => (typeof bullet === 'string' ? [[bullet, name]] : [])),
  )
  return known.size === bullets.length ? known : null
}

/** A log whose updates have the numbers that the merged state has. */
export function joinLog(sides: Sides<string>): Sides<string> {
  const [base, ours, theirs] = [updatesIn(sides.base), updatesIn(sides.ours), updatesIn(sides.theirs)]
  const byKey = (updates: readonly LogUpdate[]): ReadonlyMap<string, LogUpdate> =>
    new Map(updates.map((update) => [update.key, update]))
  const [old, own] = [byKey(base), byKey(ours)]
  const numbers = new Map<string, string>()
  for (const update of [...base, ...theirs.filter(({ key }) => !old.has(key))]) {
    const same = own.get(update.key)
    for (const [i, id] of update.added.entries()) numbers.set(id, same?.added[i] ?? id)
  }
  const added = theirs.filter(({ key }) => !old.has(key) && !own.has(key))
  for (const { prefix } of ENTRY_LISTS) {
    const given = newNumbers(
      prefix,
      ours.flatMap((update) => update.added),
      added.flatMap((update) => update.added),
    )
    for (const [id, number] of given) numbers.set(id, number)
  }
  const isKept =
    base.every(({ key }, i) => theirs[i]?.key === key) && headOf(sides.base) === headOf(sides.theirs)
  const renumbered = (text: string): string =>
    text.replace(CHANGES, (_, sign, id) => `${sign}${numbers.get(id) ?? id}`)
  if (!isKept) return { ...sides, theirs: renumbered(sides.theirs) }
  const joined = added.reduce(
    (log, { text }) => withBlock(log, `${plainBreaks(renumbered(text)).trimEnd()}\n`),
    sides.ours,
  )
  return { base: sides.ours, ours: sides.ours, theirs: joined }
}

function headOf(log: string): string {
  return (log.split(UPDATES, 1)[0] ?? '').trimEnd()
}

type LogUpdate = { readonly text: string; readonly key: string; readonly added: readonly string[] }

const UPDATES = /^(?=## )/m
const CHANGES = /^([+-] )((?:KL|VC)-\d+)(?= because )/gm

function updatesIn(log: string): readonly LogUpdate[] {
  const [, ...updates] = log.startsWith('## ') ? ['', ...log.split(UPDATES)] : log.split(UPDATES)
  return updates.map((text) => ({
    text,
    key: text.trim().replace(/\r\n?/g, '\n').replace(CHANGES, '$1'),
    added: [...text.matchAll(CHANGES)].flatMap(([, sign, id = '']) => (sign === '+ ' ? [id] : [])),
  }))
}
