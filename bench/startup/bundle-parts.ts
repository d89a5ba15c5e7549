import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { markdownTable } from '../table.ts'

/** What the build says of its bundles: of each, how many bytes which source became. */
export type Bundles = {
  readonly outputs: {
    readonly [path: string]: {
      readonly inputs: { readonly [path: string]: { readonly bytesInOutput: number } }
    }
  }
}

const PACKAGE = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)\/.*$/
const FOLDER = /^((?:src|migrations)\/(?:[^/]+\/)?(?:[^/]+\/)?).*$/
const MOST = 12

/** The notes of the last build; null when it left none. */
export function lastBundles(): Bundles | null {
  const file = 'node_modules/.cache/memkeep-bundles.json'
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Bundles) : null
}

/** Bytes by package, or by folder of our own, of one bundle; the largest first. */
export function partsOf(bundles: Bundles, name: string): [part: string, bytes: number][] {
  const path = Object.keys(bundles.outputs).find((one) => basename(one) === name)
  const inputs = path === undefined ? {} : (bundles.outputs[path]?.inputs ?? {})
  const parts = new Map<string, number>()
  for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
    const part = PACKAGE.test(input) ? input.replace(PACKAGE, '$1') : input.replace(FOLDER, '$1')
    parts.set(part, (parts.get(part) ?? 0) + bytesInOutput)
  }
  return [...parts].sort((a, b) => b[1] - a[1])
}

/** What bundles consist of, as a table: a line for each. */
export function partsTable(bundles: Bundles, names: readonly string[]): string {
  const kb = (bytes: number): string => (bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)
  const rows = names.map((name) => {
    const parts = partsOf(bundles, name)
    const rest = parts.slice(MOST).reduce((sum, [, bytes]) => sum + bytes, 0)
    const shown = parts.slice(0, MOST).map(([part, bytes]) => `${part} ${kb(bytes)}`)
    return [name, [...shown, ...(rest > 0 ? [`others ${kb(rest)}`] : [])].join(', ')]
  })
  return markdownTable(['bundle', 'KB of packages and folders in it'], rows)
}
