import { join } from 'node:path'
import type { Row } from '../rounds.ts'
import { markdownlint } from './markdownlint.ts'
import type { Peer } from './peer.ts'
import { remark } from './remark.ts'
import { rumdl } from './rumdl.ts'

const PEERS: readonly Peer[] = [rumdl, markdownlint, remark]

/** Names that `--peers` takes beside `all` and `none`. */
export const PEER_NAMES: readonly string[] = PEERS.map(({ name }) => name)

/** The peers that could be installed, and why the others could not. */
export type Installed = {
  readonly rows: (corpus: string) => readonly Row[]
  readonly missing: readonly string[]
}

/** Installs the named peers below a folder, one after the other. */
export async function installPeers(names: readonly string[], folder: string): Promise<Installed> {
  const makers: ((corpus: string) => readonly Row[])[] = []
  const missing: string[] = []
  for (const peer of PEERS.filter(({ name }) => names.includes(name))) {
    try {
      makers.push(await peer.rows(join(folder, peer.name)))
    } catch (error) {
      missing.push(`${peer.name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { rows: (corpus) => makers.flatMap((rows) => rows(corpus)), missing }
}
