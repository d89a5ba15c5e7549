import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { CacheFolder } from '../fs/cache-folder.ts'
import { checksum, HEX } from './checked-file.ts'

/** A file of lines that grows at its end, and is written anew when too much in it is old. */
export type KeptFile = {
  /** The first value under an id that is accepted; null when there is none. */
  readonly find: <T>(id: string, accept: (value: unknown) => value is T) => T | null
  /** True when there is a value of that name, under any id. */
  readonly has: (name: string) => boolean
  /** Adds values. True when the file was written anew. */
  readonly add: (values: readonly Kept[]) => boolean
}

/** What a file is called, how it starts, and how many bytes it may have. */
export type KeptFileName = { readonly name: string; readonly header: string; readonly mostBytes: number }

/** This many values of each name stay: enough for two branches in turn. */
const NEWEST = 2
/** The file is rewritten when it would be this many times as large as what stays, and larger than this many bytes. */
const SLACK = 2
const SMALL = 64 * 1024
/** What stays is looked for once whenever the file has grown by so many bytes. */
const STEP = 16 * 1024
const LINE_BREAK = Buffer.from('\n')

/**
 * Opens such a file; it is read at the first question, and what is added is not found by the same process. Without a folder
 * nothing is found, and nothing kept.
 */
export function keptFile(folder: CacheFolder | null, named: KeptFileName): KeptFile {
  let opened: Opened | undefined
  const open = (): Opened => {
    opened ??= openFile(folder, named)
    return opened
  }
  let names: ReadonlySet<string> | undefined
  const own = { bytes: 0 }
  return {
    find: <T>(id: string, accept: (value: unknown) => value is T): T | null => {
      const { file, index } = open()
      for (const line of index.get(id) ?? []) {
        const value = readLine(file, line)
        if (accept(value)) return value
      }
      return null
    },
    has: (name) => {
      names ??= new Set([...open().index.values()].flatMap((lines) => lines.map((line) => line.name)))
      return names.has(nameOf(name))
    },
    add: (values) => {
      if (!folder || values.length === 0) return false
      const lines = values.map(keptLine)
      const isAppended = append(lines, values, { folder, named, state: open(), own })
      if (!isAppended) writeAnew(lines, values, { folder, named })
      own.bytes += sizeOf(lines)
      return !isAppended
    },
  }
}

type Place = { readonly folder: CacheFolder; readonly named: KeptFileName }

/** False when the file is to be written anew. */
function append(
  lines: readonly Buffer[],
  values: readonly Kept[],
  { folder, named, state, own }: Place & { readonly state: Opened; readonly own: { readonly bytes: number } },
): boolean {
  // A line break first: a process that was killed may have left half a line.
  const bytes = Buffer.concat([LINE_BREAK, ...lines.flatMap(whole)])
  const old = state.file.length + own.bytes
  const size = old + bytes.length
  const isStep = Math.floor(old / STEP) < Math.floor(size / STEP)
  const most = (): number => SLACK * (size - state.file.length + sizeOf(stayingLines(values, state)))
  const fits = size <= named.mostBytes && (!isStep || size <= SMALL || size <= most())
  return old > 0 && fits && folder.append(named.name, bytes)
}

/** Writes the file with what is in it now and stays, and the new lines. */
function writeAnew(lines: readonly Buffer[], values: readonly Kept[], { folder, named }: Place): void {
  const present = openFile(folder, named)
  const old = stayingLines(values, present).filter((line) => isIntact(present.file, line))
  const kept = fitting(named, [...old.map(({ start, end }) => present.file.subarray(start, end)), ...lines])
  folder.write(named.name, Buffer.concat([Buffer.from(named.header), ...kept.flatMap(whole)]))
}

type Opened = { readonly file: Buffer; readonly index: ReadonlyMap<string, readonly Line[]> }

function openFile(folder: CacheFolder | null, { name, header, mostBytes }: KeptFileName): Opened {
  const found = folder?.read(name, mostBytes)
  const isOwn = found?.subarray(0, header.length).equals(Buffer.from(header))
  const file = found && isOwn ? found : Buffer.alloc(0)
  return { file, index: indexLines(file) }
}

/** The old lines that stay: the newest few of each name, in the file's order. */
function stayingLines(values: readonly Kept[], { index }: Opened): readonly Line[] {
  const room = new Map<string, number>()
  const takeRoom = (name: string): boolean => {
    const left = room.get(name) ?? NEWEST
    room.set(name, left - 1)
    return left > 0
  }
  const again = new Set(values.map(({ id, name }) => `${id} ${nameOf(name)}`))
  for (const { name } of values) takeRoom(nameOf(name))
  const others = [...index].flatMap(([id, lines]) => lines.filter(({ name }) => !again.has(`${id} ${name}`)))
  const newestFirst = others.sort((a, b) => b.start - a.start)
  return newestFirst.filter(({ name }) => takeRoom(name)).reverse()
}

function whole(line: Buffer): Buffer[] {
  return [line, LINE_BREAK]
}

function sizeOf(lines: readonly (Buffer | Line)[]): number {
  return lines.reduce((sum, line) => sum + 1 + ('length' in line ? line.length : line.end - line.start), 0)
}

/** As many of the lines, the newest first, as there is room for: what is not kept is found again by the next run. */
function fitting({ header, mostBytes }: KeptFileName, lines: readonly Buffer[]): Buffer[] {
  let left = mostBytes - header.length
  const kept = [...lines].reverse().filter((line) => {
    const isKept = line.length < left
    if (isKept) left -= line.length + 1
    return isKept
  })
  return kept.reverse()
}

/** Where a line of a cache file starts and ends, its line break left out, and what it is about. */
type Line = { readonly start: number; readonly end: number; readonly name: string }

/** A value, the id that it is found by, and a name for what it is about: a later value of that name makes it old. */
export type Kept = { readonly id: string; readonly name: string; readonly value: unknown }

const LF = 0x0a
const SPACE = 0x20

/** Longer JSON is compressed: findings repeat themselves. In bytes. */
const LONG = 16 * 1024
/** What compressed JSON begins with: it is in base64, which has no line breaks. */
const COMPRESSED = 'z'.charCodeAt(0)
/** What a compressed value may grow to. */
const MOST_JSON = 256 * 1024 * 1024

/** True for ids that a line can have: a hash of 160 or 256 bits in hexadecimal. */
export function isKeptId(id: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id)
}

/**
 * One value as one line: `<id> <hash of the name> <checksum> <json>`, long JSON compressed. Ids and names are found without parsing anything;
 * the checksum, over all the rest of the line, is judged only when the line is used.
 */
function keptLine({ id, name, value }: Kept): Buffer {
  const json = packed(Buffer.from(JSON.stringify(value)))
  const head = Buffer.from(`${id} ${nameOf(name)}`)
  return Buffer.concat([head, Buffer.from(` ${checksum(head, json)} `), json])
}

/** A name as it is written in lines. */
function nameOf(name: string): string {
  return checksum(name)
}

/** Finds every whole line after the first that starts with an id, by id: several values can share one. */
function indexLines(file: Buffer): ReadonlyMap<string, readonly Line[]> {
  const index = new Map<string, Line[]>()
  for (let start = file.indexOf(LF) + 1; start > 0 && start < file.length; ) {
    const end = file.indexOf(LF, start)
    if (end < 0) break
    const length = idLength(file, start)
    if (length > 0) {
      const id = file.toString('latin1', start, start + length)
      const line = {
        start,
        end,
        name: file.toString('latin1', start + length + 1, start + length + 1 + HEX),
      }
      const lines = index.get(id)
      if (lines) lines.push(line)
      else index.set(id, [line])
    }
    start = end + 1
  }
  return index
}

/** True when the line is as it was written. */
function isIntact(file: Buffer, { start, end }: Line): boolean {
  const { headEnd, jsonAt } = partsOf(file, start)
  if (jsonAt >= end || file[headEnd] !== SPACE || file[jsonAt - 1] !== SPACE) return false
  const sum = checksum(file.subarray(start, headEnd), file.subarray(jsonAt, end))
  return file.toString('latin1', headEnd + 1, jsonAt - 1) === sum
}

/** The value of a line; null when the line is damaged. */
function readLine(file: Buffer, line: Line): unknown {
  if (!isIntact(file, line)) return null
  try {
    const value: unknown = JSON.parse(unpacked(file.subarray(partsOf(file, line.start).jsonAt, line.end)))
    return value
  } catch {
    return null
  }
}

function packed(json: Buffer): Buffer {
  if (json.length <= LONG) return json
  return Buffer.from(`z${deflateRawSync(json, { level: 1 }).toString('base64')}`)
}

function unpacked(kept: Buffer): string {
  if (kept[0] !== COMPRESSED) return kept.toString('utf8')
  const bytes = Buffer.from(kept.toString('latin1', 1), 'base64')
  return inflateRawSync(bytes, { maxOutputLength: MOST_JSON }).toString('utf8')
}

/** Where the id and name end, and where the value starts. */
function partsOf(file: Buffer, start: number): { readonly headEnd: number; readonly jsonAt: number } {
  const headEnd = start + idLength(file, start) + 1 + HEX
  return { headEnd, jsonAt: headEnd + HEX + 2 }
}

function idLength(file: Buffer, start: number): number {
  return file[start + 40] === SPACE ? 40 : file[start + 64] === SPACE ? 64 : 0
}

const HOUR = 3_600_000
const MONTH = 30 * 24 * HOUR
/** Versions whose files are kept side by side: branches and releases that take turns. */
const VERSIONS = 4

/** A version's short name, as the cache's files have it. */
export function versionKey(version: string): string {
  return createHash('sha256').update(version).digest('hex').slice(0, 16)
}

/** Removes files of versions that are not used any more, and what a killed process left half written. */
export function sweepVersions(folder: CacheFolder, own: string): void {
  const files = folder.list()
  const versionOf = (name: string): string | undefined =>
    /^(?:facts|outcomes|signatures)-([0-9a-f]+)(?:-\w+)?\.jsonl?$/.exec(name)?.[1]
  const newest = [...new Set([own, ...files.flatMap(({ name }) => versionOf(name) ?? [])])].slice(0, VERSIONS)
  const old = files.filter(({ name, ageMs }) => {
    const version = versionOf(name)
    return version !== undefined && version !== own && (ageMs > MONTH || !newest.includes(version))
  })
  const halves = files.filter(
    ({ name, ageMs }) => /^\.(?:facts-|outcomes-|signatures-|last-).*\.tmp$/.test(name) && ageMs > HOUR,
  )
  for (const { name } of [...old, ...halves]) folder.remove(name)
}
