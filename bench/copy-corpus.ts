import { cpSync } from 'node:fs'
import { outputOf } from './output-of.ts'

/** Copies a corpus for a bench that writes to it; git knows its files by their dates, as in the first one. */
export function copyCorpus(from: string, to: string): string {
  cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  outputOf('git', ['update-index', '--really-refresh', '-q'], { cwd: to })
  return to
}
