import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A generated file: its path from the repository's root and its whole text, or null for one that must not be there. */
export type Output = { readonly path: string; readonly text: string | null }

/** What a file holds now; null when there is none. */
export function present(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

/** Writes or deletes what differs, or with `check` only names it. Gives the paths that were not up to date. */
export function settle(outputs: readonly Output[], check: boolean): string[] {
  const stale = outputs.filter(({ path, text }) => present(path) !== text)
  if (!check) for (const output of stale) write(output)
  for (const { path, text } of stale) {
    const done = text === null ? 'deleted' : 'wrote'
    process.stdout.write(`${check ? 'stale' : done} ${path}\n`)
  }
  return stale.map(({ path }) => path)
}

function write({ path, text }: Output): void {
  if (text === null) {
    rmSync(path)
    const folder = dirname(path)
    if (readdirSync(folder).length === 0) rmdirSync(folder)
    return
  }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
