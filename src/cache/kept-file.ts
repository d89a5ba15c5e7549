import type { CacheFolder } from '../fs/cache-folder.ts'
import { indexLines, isIntact, type Kept, keptLine, type Line, nameOf, readLine } from './kept-lines.ts'

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
  const added = own.bytes + bytes.length
  const { length } = state.file
  const live = added + sizeOf(stayingLines(values, state))
  const most = Math.min(named.mostBytes, Math.max(SMALL, SLACK * live))
  return length + own.bytes > 0 && length + added <= most && folder.append(named.name, bytes)
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
