import type { Baseline } from '../core/baseline.ts'
import { safeText, UserError } from '../core/messages.ts'
import { BASELINE_FILE } from '../core/rule.ts'
import { compareText } from '../core/text.ts'

const VERSION = 1

/** So many findings of a rule in a file are more than anybody has. */
const MOST = 1_000_000

/** Reads the text of a baseline file. Throws `UserError` for anything that is not one: never is it passed over. */
export function readBaseline(text: string): Baseline {
  const value = parsed(text)
  if (!isFields(value) || value.version !== VERSION) throw wrong(`its version is not ${VERSION}`)
  const { version: _, findings, ...others } = value
  const [stray] = Object.keys(others)
  if (stray !== undefined) throw wrong(`it has an unknown key ${stray}`)
  if (!isFields(findings)) throw wrong('it has no `findings` by path')
  return new Map(Object.entries(findings).map(([path, counts]) => [path, countsOf(path, counts)]))
}

/** The text of a baseline: sorted by path and rule, with a line for each count, so that it merges and reads well. */
export function writeBaseline(baseline: Baseline): string {
  const paths = [...baseline].filter(([, counts]) => counts.size > 0).sort(([a], [b]) => compareText(a, b))
  const findings = paths.map(([path, counts]) => {
    const rules = [...counts].sort(([a], [b]) => compareText(a, b))
    return [path, Object.fromEntries(rules)] as const
  })
  return `${JSON.stringify({ version: VERSION, findings: Object.fromEntries(findings) }, null, 2)}\n`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw wrong('it is not JSON')
  }
}

function countsOf(path: string, counts: unknown): ReadonlyMap<string, number> {
  if (!isFields(counts)) throw wrong(`${path} has no counts by rule`)
  return new Map(
    Object.entries(counts).map(([rule, count]) => {
      if (typeof count === 'number' && Number.isInteger(count) && count > 0 && count <= MOST)
        return [rule, count]
      throw wrong(`the count of ${rule} in ${path} is no whole number above 0`)
    }),
  )
}

type Fields = { readonly [key: string]: unknown }

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function wrong(reason: string): UserError {
  return new UserError(
    `${BASELINE_FILE} is no file of known findings: ${safeText(reason)}`,
    'Restore it from git, or delete it and run `memkeep baseline`.',
  )
}
