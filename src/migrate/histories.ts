import { join } from 'node:path'
import type { FileHistory } from '../core/migration.ts'
import { decodeText } from '../formats/decode-text.ts'
import { bodyText } from '../formats/front-matter-block.ts'
import { readSmall } from '../fs/text-files.ts'
import { type ContentChange, type FileLog, readFileHistory } from '../git/file-history.ts'
import { readBlobs } from '../git/read-blobs.ts'
import type { Repository } from '../git/repository.ts'

const NOTHING: FileHistory = { added: null, bodyChanged: null }

/**
 * The history of many files: one pass over the commits, and a few over their contents. Every path has an answer.
 * Where a clone ends before the history does, its last commits are no evidence.
 */
export async function readHistories(
  { top, commonDir }: Repository,
  paths: readonly string[],
): Promise<ReadonlyMap<string, FileHistory>> {
  const logs = await readFileHistory(top, paths)
  const cut = new Set((readSmall(join(commonDir, 'shallow')) ?? '').split(/\s+/))
  const changed = await bodyChanges(top, logs)
  return new Map(
    paths.map((path) => {
      const log = logs.get(path)
      if (!log) return [path, NOTHING]
      const sure = <T extends { readonly commit: string }>(one: T | null | undefined): T | null =>
        one && !cut.has(one.commit) ? one : null
      const { commit = '', date = '' } = changed.get(path) ?? {}
      return [path, { added: sure(log.added), bodyChanged: commit === '' ? null : sure({ commit, date }) }]
    }),
  )
}

const MARKDOWN = /\.(?:md|mdc|markdown)$/i

/** A file whose changes are searched, the newest first; `at` is the next one. */
type Search = { readonly path: string; readonly changes: readonly ContentChange[]; at: number }

/**
 * The last change of each file's text after its front matter. Each round reads twice as many changes, so a file whose
 * front matter alone changed a thousand times takes ten rounds.
 */
async function bodyChanges(
  top: string,
  logs: ReadonlyMap<string, FileLog>,
): Promise<ReadonlyMap<string, ContentChange>> {
  const found = new Map<string, ContentChange>()
  let open: Search[] = []
  for (const [path, { changes }] of logs) {
    // Only Markdown has a front matter.
    const last = changes.find(({ before, after }) => before !== after)
    if (MARKDOWN.test(path)) open.push({ path, changes, at: 0 })
    else if (last) found.set(path, last)
  }
  for (let step = 1; open.length > 0; step *= 2) {
    const wanted = open.flatMap(({ changes, at }) => changes.slice(at, at + step))
    const bodies = await readBodies(top, wanted)
    for (const search of open) {
      const { path, changes, at } = search
      const hit = changes.slice(at, at + step).find((change) => changesBody(change, bodies) !== false)
      if (hit && changesBody(hit, bodies)) found.set(path, hit)
      search.at = hit ? changes.length : at + step
    }
    open = open.filter(({ changes, at }) => at < changes.length)
  }
  return found
}

type Bodies = ReadonlyMap<string, string>

/** Bodies by blob id. A blob that is not text counts by its id, and a missing one is left out. */
async function readBodies(top: string, changes: readonly ContentChange[]): Promise<Bodies> {
  const blobs = await readBlobs(
    top,
    changes.flatMap(({ before, after }) => (before === null || after === null ? [] : [before, after])),
  )
  return new Map(
    [...blobs].flatMap(([id, blob]) => {
      if ('failure' in blob) return []
      const decoded = decodeText(blob.bytes)
      return [[id, 'problem' in decoded ? `\0${id}` : bodyText(decoded.text)] as const]
    }),
  )
}

/** Null when it cannot be known. */
function changesBody({ before, after }: ContentChange, bodies: Bodies): boolean | null {
  if (before === null || after === null) return true
  const [old, now] = [bodies.get(before), bodies.get(after)]
  return old === undefined || now === undefined ? null : old !== now
}
