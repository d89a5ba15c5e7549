import type { Colors } from 'picocolors/types'
import { safeText } from '../core/safe-text.ts'
import { counted } from './counted.ts'

/** One thing that was looked at. */
export type CheckLine = {
  readonly check: string
  readonly status: 'ok' | 'wrong' | 'unknown'
  readonly message: string
  readonly mend?: string
}

/** The outcome of `doctor` for people: a line for each check, and below it how to mend what is wrong. */
export function doctorText(checks: readonly CheckLine[], colors: Colors): string {
  const marks = { ok: colors.green('✔'), wrong: colors.red('✖'), unknown: colors.yellow('–') }
  const lines = checks.flatMap(({ status, message, mend }) => [
    `${marks[status]} ${safeText(message)}`,
    ...(mend === undefined || mend === '' ? [] : [`  → ${safeText(mend)}`]),
  ])
  return `${[...lines, '', summary(checks)].join('\n')}\n`
}

function summary(checks: readonly CheckLine[]): string {
  const wrong = checks.filter(({ status }) => status === 'wrong').length
  if (wrong > 0) return `${counted(wrong, 'thing')} to mend.`
  if (checks.some(({ check, status }) => check === 'memory' && status !== 'ok')) {
    return 'Nothing wrong was found, but no memory is seen.'
  }
  const isProved = checks.every(({ check, status }) => check !== 'hooks-fire' || status === 'ok')
  return isProved
    ? 'Nothing is wrong.'
    : 'Nothing wrong was found, but it was not seen that every hook fires.'
}
