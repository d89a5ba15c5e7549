import { join } from 'node:path'
import type { Row } from '../row.ts'
import { lefthook } from './lefthook.ts'
import { lintStaged } from './lint-staged.ts'
import { markdownlint } from './markdownlint.ts'
import type { Peer, Tool } from './peer.ts'
import { remark } from './remark.ts'
import { rumdl } from './rumdl.ts'
import { simpleGitHooks } from './simple-git-hooks.ts'

const PEERS: readonly Peer[] = [rumdl, markdownlint, remark, simpleGitHooks, lefthook, lintStaged]

/** Names that `--peers` takes in addition to `all` and `none`. */
export const PEER_NAMES: readonly string[] = PEERS.map(({ name }) => name)

type Where = { readonly corpus: string; readonly size: string }

/** The peers that could be installed, and why the others could not. */
export type Installed = {
  readonly tools: readonly Tool[]
  readonly missing: readonly string[]
  readonly checks: (where: Where) => readonly Row[]
  /** Sentences about who is not in the table of checks, and why. */
  readonly leftOut: (where: Where) => readonly string[]
}

/** Installs the named peers that any of the benches needs, one after the other, below a folder. */
export async function installPeers(
  names: readonly string[],
  benches: readonly string[],
  folder: string,
): Promise<Installed> {
  const tools: Tool[] = []
  const missing: string[] = []
  const wanted = PEERS.filter((peer) => names.includes(peer.name))
  for (const peer of wanted.filter((one) => one.benches.some((bench) => benches.includes(bench)))) {
    try {
      tools.push(await peer.install(join(folder, peer.name)))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      missing.push(`Not measured, because it could not be installed: ${peer.name} (${reason}).`)
    }
  }
  const isLeftOut = (tool: Tool, size: string): boolean => Boolean(tool.isSlow) && /L$/.test(size)
  return {
    tools,
    missing,
    checks: ({ corpus, size }) =>
      tools.flatMap((tool) =>
        isLeftOut(tool, size)
          ? []
          : (tool.checks?.(corpus) ?? []).map((row) => ({ ...row, isPeer: true as const })),
      ),
    leftOut: ({ size }) =>
      tools
        .filter((tool) => isLeftOut(tool, size))
        .map(({ name }) => `Not measured at this size, because it needs minutes: ${name}.`),
  }
}
