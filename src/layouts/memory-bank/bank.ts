import type { Document } from '../../core/document.ts'
import { readOption, type Settings } from '../../core/settings.ts'
import { bankOf, KEY } from './claim.ts'

/** Kinds whose files are read at the start of every task. */
const LOADED: readonly string[] = ['bank-core', 'bank-file']

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
