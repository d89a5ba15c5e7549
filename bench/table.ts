import type { Result } from './rounds.ts'
import { median } from './statistics.ts'

/** What the ratios are taken to: labels of two rows. */
export type References = { readonly start: string; readonly cold: string; readonly limitMs: number }

const HEADER = [
  'what',
  'median',
  'min–max',
  '× `node -e 0`',
  '× our cold check',
  'CPU',
  'peak MB',
  'runs',
  'exit',
]

/** The results as a Markdown table. A row without a finished run shows the limit it passed. */
export function table(results: readonly Result[], references: References): string {
  const start = medianOf(results, references.start)
  const cold = medianOf(results, references.cold)
  const rows = results.map((result) => {
    const middle = median(result.times)
    return [
      result.label,
      result.isTimedOut ? `> ${duration(references.limitMs)}` : duration(middle),
      result.isTimedOut
        ? ''
        : `${duration(Math.min(...result.times))}–${duration(Math.max(...result.times))}`,
      ratio(result.isTimedOut ? references.limitMs : middle, start, result.isTimedOut),
      ratio(result.isTimedOut ? references.limitMs : middle, cold, result.isTimedOut),
      result.cpuMs === null ? '?' : duration(result.cpuMs),
      result.peakMb === null ? '?' : String(Math.round(result.peakMb)),
      String(result.times.length),
      result.exit,
    ]
  })
  return [HEADER, HEADER.map((_, i) => (i === 0 ? '---' : '---:')), ...rows].map(line).join('\n')
}

/** Milliseconds for people: `4.1 ms`, `87 ms`, `1.28 s`, `35.6 s`. */
export function duration(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`
  if (ms < 1000) return `${Math.round(ms)} ms`
  const seconds = ms / 1000
  return `${seconds < 10 ? seconds.toFixed(2) : seconds < 100 ? seconds.toFixed(1) : Math.round(seconds)} s`
}

function medianOf(results: readonly Result[], label: string): number {
  return median(results.find((result) => result.label === label)?.times ?? [])
}

function ratio(ms: number, reference: number, isAtLeast: boolean): string {
  const value = ms / reference
  if (!Number.isFinite(value)) return ''
  return `${isAtLeast ? '> ' : ''}${figures(value)}`
}

function figures(value: number): string {
  if (value < 0.1) return value.toPrecision(1)
  return value < 10 ? value.toFixed(2) : String(Math.round(value))
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
