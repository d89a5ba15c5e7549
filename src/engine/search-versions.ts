import type { Settings } from '../core/settings.ts'
import { lineStarts, placeOf } from '../core/text.ts'
import { findHiddenText } from '../formats/hidden-text.ts'
import { mayHoldSecret } from '../formats/secret-patterns.ts'
import { readBlobs } from '../git/read-blobs.ts'
import type { GitOptions } from '../git/run-git.ts'
import { type OpenSnapshot, textOfBytes } from '../snapshot/project.ts'
import { BATCH, loadStage } from './documents/load-documents.ts'

/** What no version of a memory file may hold. */
export type Hit = {
  readonly rule: 'no-secret' | 'no-hidden-text'
  /** The same for the same secret elsewhere; of a secret its fingerprint. */
  readonly name: string
  /** In words; never the secret. */
  readonly what: string
  readonly line: number
}

/** Rules whose findings are looked for. */
export const SOUGHT: ReadonlySet<string> = new Set(['no-secret', 'no-hidden-text'])

/** Secrets in a text that the settings do not allow. */
export async function secretHits(text: string, settings: Settings): Promise<readonly Hit[]> {
  if (!mayHoldSecret(text)) return []
  const { secretsIn } = await loadStage()
  const starts = lineStarts(text)
  return secretsIn(text, settings).map(({ detector, range, fingerprint }) => ({
    rule: 'no-secret',
    name: fingerprint,
    what: `what looks like a secret (${detector})`,
    line: placeOf(starts, range.start).line,
  }))
}

/** The same, and text that a reader cannot see, where it is no slip. */
async function hitsIn(bytes: Uint8Array, settings: Settings): Promise<readonly Hit[]> {
  const text = textOfBytes(bytes)
  const hidden = findHiddenText(text).filter(({ severity }) => severity === 'error')
  const starts = hidden.length > 0 ? lineStarts(text) : []
  return [
    ...(await secretHits(text, settings)),
    ...hidden.map(({ name, decoded, range }): Hit => {
      const what = `an invisible ${name}${decoded === undefined ? '' : `, which reads "${decoded}"`}`
      return { rule: 'no-hidden-text', name: what, what, line: placeOf(starts, range.start).line }
    }),
  ]
}

/** What was found in blobs, and which were not searched: some cannot be read, and some are too many. */
export type Searched = {
  readonly hits: ReadonlyMap<string, readonly Hit[]>
  readonly failed: readonly string[]
  readonly left: readonly string[]
}

/** Searches blobs by id, each once, in their order, until they have more than `mostBytes` together. */
export async function searchBlobs(
  top: string,
  ids: readonly string[],
  { settings, git, mostBytes }: { settings: Settings; git: GitOptions; mostBytes: number },
): Promise<Searched> {
  const hits = new Map<string, readonly Hit[]>()
  const failed: string[] = []
  let [at, bytes] = [0, 0]
  for (; at < ids.length && bytes <= mostBytes; at += BATCH) {
    for (const [id, blob] of await readBlobs(top, ids.slice(at, at + BATCH), git)) {
      if ('failure' in blob) {
        failed.push(id)
        continue
      }
      bytes += blob.bytes.length
      const found = await hitsIn(blob.bytes, settings)
      if (found.length > 0) hits.set(id, found)
    }
  }
  return { hits, failed, left: ids.slice(at) }
}

/** The names of all that files of a snapshot hold. */
export async function namesIn(
  snapshot: OpenSnapshot,
  paths: readonly string[],
  settings: Settings,
): Promise<readonly string[]> {
  const names = new Set<string>()
  for (let at = 0; at < paths.length; at += BATCH) {
    for (const content of (await snapshot.read(paths.slice(at, at + BATCH))).values()) {
      const found = 'bytes' in content ? await hitsIn(content.bytes, settings) : []
      for (const { name } of found) names.add(name)
    }
  }
  return [...names]
}
