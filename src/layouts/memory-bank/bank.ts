import type { Document } from '../../core/document.ts'
import type { JsonObject } from '../../core/json.ts'
import type { Claim } from '../../core/layout.ts'
import { folderOf } from '../../core/path.ts'
import { belowForeignFolder } from '../../core/places.ts'
import { readOption, type Settings } from '../../core/settings.ts'
import type { FileMode } from '../../core/snapshot.ts'

const PLACES: readonly string[] = ['**/memory-bank/**/*.md']

const FILE = /^((?:.*\/)?memory-bank)\/(.+)\.md$/i

/** Folders of files that show what a memory bank looks like. */
const ELSEWHERE = belowForeignFolder('commands', 'prompts', 'skills')

/** The files that agents have to keep, by what their names are without case and separators, in reading order. */
export const CORE: ReadonlyMap<string, string> = new Map([
  ['projectbrief', 'projectbrief.md'],
  ['productcontext', 'productContext.md'],
  ['activecontext', 'activeContext.md'],
  ['systempatterns', 'systemPatterns.md'],
  ['techcontext', 'techContext.md'],
  ['progress', 'progress.md'],
])

/** Kinds whose files are read at the start of every task. */
const LOADED: readonly string[] = ['bank-core', 'bank-file']

/** Patterns of every file of a memory bank. */
export function places(): readonly string[] {
  return PLACES
}

/** Claims Markdown in and below `memory-bank`; the scope is the folder. */
export function claim(path: string, mode: FileMode): Claim | null {
  const name = FILE.exec(path)?.[2]
  if ((mode !== 'file' && mode !== 'executable') || name === undefined || ELSEWHERE.test(path)) return null
  const scope = folderOf(path)
  if (CORE.has(coreName(name))) return { kind: 'bank-core', scope }
  return { kind: name.includes('/') ? 'bank-topic' : 'bank-file', scope }
}

/** The name of a file of a memory bank, with the folders below it and without `.md`; null for another path. */
export function nameOf(path: string): string | null {
  return FILE.exec(path)?.[2] ?? null
}

/** `projectBrief` and `project-brief` are one name. */
export function coreName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, '')
}

/** The folder of a memory bank; of another path its own folder. */
export function bankOf(path: string): string {
  return FILE.exec(path)?.[1] ?? folderOf(path)
}

/** The files of a memory bank that are read at the start of every task, and their size together. */
export type BankSize = {
  readonly folder: string
  readonly files: readonly Document[]
  readonly lines: number
  readonly tokens: number
}

/** Every memory bank, in order of folders. */
export function bankSizes(documents: readonly Document[]): readonly BankSize[] {
  const banks = new Map<string, Document[]>()
  for (const document of documents) {
    if (!LOADED.includes(document.kind)) continue
    const folder = bankOf(document.path)
    banks.set(folder, [...(banks.get(folder) ?? []), document])
  }
  return [...banks].map(([folder, files]) => ({
    folder,
    files,
    lines: files.reduce((sum, { lines }) => sum + lines, 0),
    tokens: files.reduce((sum, { tokens }) => sum + tokens, 0),
  }))
}

const KEY = 'memory-bank'

const most = (unit: string): JsonObject => ({
  type: 'integer',
  minimum: 1,
  description: `How many ${unit} the files of a memory bank may have together; no limit when absent.`,
})

/** JSON Schema of the layout's top-level setting. */
export const bankSettings: { readonly [key: string]: JsonObject } = {
  [KEY]: {
    type: 'object',
    additionalProperties: false,
    description: 'How much a memory bank may be: all of it is read at the start of every task.',
    properties: { lines: most('lines'), tokens: most('estimated tokens') },
    default: {},
  },
}

/** The limits that are set, null for none. */
export function limitsOf(settings: Settings): {
  readonly lines: number | null
  readonly tokens: number | null
} {
  const read = (key: string): number | null => {
    const value = readOption(settings, KEY, key)
    return typeof value === 'number' ? value : null
  }
  return { lines: read('lines'), tokens: read('tokens') }
}
