import type { Result } from './rounds.ts'
import { cpuOf, median, ratios, timesOf } from './statistics.ts'

/** What the ratios are taken to: the ids of rows, and the milliseconds that a run could take. */
export type References = { readonly start: string; readonly cold?: string; readonly limitMs: number }

/** The results as a Markdown table. A row without a finished run shows the limit it passed. */
export function table(results: readonly Result[], { start, cold, limitMs }: References): string {
  const to = (id: string | undefined): Result | undefined => results.find((result) => result.id === id)
  const [node, check] = [to(start), to(cold)]
  const header = ['what', 'median', 'min–max', '× `node -e 0`', 'CPU', 'CPU ×', 'peak MB', 'runs', 'exit']
  if (cold !== undefined) header.splice(4, 0, '× our cold check')
  const rows = results.map((result) => [
    result.label,
    result.isTimedOut ? `> ${duration(limitMs)}` : duration(median(timesOf(result))),
    rangeOf(result),
    ratio(result, node, limitMs),
    ...(cold === undefined ? [] : [ratio(result, check, limitMs)]),
    orUnknown(cpuOf(result), duration),
    node ? orUnknown(cpuOf(result) / cpuOf(node), figures) : '',
    orUnknown(result.peakMb ?? Number.NaN, (mb) => String(Math.round(mb))),
    String(timesOf(result).length),
    result.exit,
  ])
  return markdownTable(header, rows)
}

/**
 * Rows of two builds side by side, matched by their ids, as a Markdown table. Each ratio is the median of its rounds' ratios,
 * of our time to that of the other build.
 */
export function againstTable(results: readonly Result[], others: readonly Result[]): string {
  const header = [
    'what',
    'median',
    'old build',
    'ratio',
    'min–max',
    'CPU',
    'old build',
    'ratio',
    'peak MB',
    'old',
  ]
  const rows = results.flatMap((result) => {
    const other = others.find(({ id }) => id === result.id)
    if (!other || result.isTimedOut || other.isTimedOut) return []
    const all = ratios(result, other)
    const times = (one: Result): string => duration(median(timesOf(one)))
    const peak = ({ peakMb }: Result): string =>
      orUnknown(peakMb ?? Number.NaN, (mb) => String(Math.round(mb)))
    return [
      [
        result.label,
        ...[times(result), times(other), figures(median(all))],
        `${figures(Math.min(...all))}–${figures(Math.max(...all))}`,
        ...[result, other].map((one) => orUnknown(cpuOf(one), duration)),
        orUnknown(cpuOf(result) / cpuOf(other), figures),
        ...[peak(result), peak(other)],
      ],
    ]
  })
  return markdownTable(header, rows)
}

/** A Markdown table whose first column is text and whose others are numbers. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = header.map((_, i) => (i === 0 ? '---' : '---:'))
  return [header, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Milliseconds for people: `4.1 ms`, `87 ms`, `1.28 s`, `35.6 s`. */
export function duration(ms: number): string {
  if (Math.abs(ms) < 10) return `${ms.toFixed(1)} ms`
  if (Math.abs(ms) < 1000) return `${Math.round(ms)} ms`
  const seconds = ms / 1000
  return `${seconds < 10 ? seconds.toFixed(2) : seconds < 100 ? seconds.toFixed(1) : Math.round(seconds)} s`
}

/** A ratio for people: three figures at most. */
export function figures(value: number): string {
  if (Math.abs(value) < 0.1) return value.toPrecision(1)
  return Math.abs(value) < 10 ? value.toFixed(2) : String(Math.round(value))
}

function rangeOf(result: Result): string {
  const times = timesOf(result)
  return times.length === 0 ? '' : `${duration(Math.min(...times))}–${duration(Math.max(...times))}`
}

function ratio(result: Result, over: Result | undefined, limitMs: number): string {
  if (!over || over.isTimedOut) return ''
  return result.isTimedOut
    ? `> ${figures(limitMs / median(timesOf(over)))}`
    : figures(median(ratios(result, over)))
}

function orUnknown(value: number, shown: (value: number) => string): string {
  return Number.isFinite(value) ? shown(value) : '?'
}
