import type { Colors } from 'picocolors/types'
import { safePath, safeText } from '../core/safe-text.ts'
import { counted } from './counted.ts'
import { mayBegin } from './wrap.ts'

/** What a rebuild of the derived files did, or with `--check` would do. */
export type IndexOutcome = {
  readonly written: readonly string[]
  /** Files that differ from what a rebuild gives, each with how. */
  readonly stale: readonly { readonly path: string; readonly message: string }[]
  readonly refused: readonly { readonly path: string; readonly reason: string }[]
  readonly check: boolean
}

/** The outcome of `index` for people: a line for each file, a summary at the end. */
export function indexText({ written, stale, refused, check }: IndexOutcome, colors: Colors): string {
  const lines = [
    ...(check ? stale.flatMap((one) => staleLines(one, colors)) : []),
    ...written.map((path) => `${colors.green('wrote')}    ${safePath(path)}`),
    ...refused.map(({ path, reason }) => `${colors.red('refused')}  ${safePath(path)}: ${safeText(reason)}`),
  ]
  const summary = summaryOf({ written, stale, refused, check }, colors)
  return `${[...lines, ...(lines.length > 0 ? [''] : []), summary].join('\n')}\n`
}

function staleLines({ path, message }: IndexOutcome['stale'][number], colors: Colors): string[] {
  const text = safeText(message)
  const how = text === '' ? [] : [`         ${mayBegin(text) ? text : `: ${text}`}`]
  return [`${colors.red('stale')}    ${safePath(path)}`, ...how]
}

function summaryOf({ written, stale, refused, check }: IndexOutcome, colors: Colors): string {
  if (check && stale.length > 0) {
    return `${colors.red('✖')} ${counted(stale.length, 'derived file')} not up to date: memkeep index`
  }
  if (refused.length > 0) return `${colors.red('✖')} ${counted(refused.length, 'derived file')} not written`
  if (written.length > 0) return `${colors.green('✔')} ${counted(written.length, 'derived file')} written`
  return `${colors.green('✔')} every derived file is up to date`
}
