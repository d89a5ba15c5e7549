import { h, s } from 'hastscript'
import { type Element, grouped } from './elements.ts'

/** So much of so much, in a unit: `lines`. With `isAdvice`, more than that is only worth a look. */
type Use = {
  readonly used: number
  readonly most: number | null
  readonly unit: string
  readonly isAdvice?: boolean
}

/** How full something is, as a bar and in words: what is used, the limit, and what is left. */
export function meter({ used, most, unit, isAdvice = false }: Use): Element {
  const text = (words: string): Element => h('span', { className: 'meter-text' }, words)
  if (most === null) return h('div', { className: 'meter' }, [text(`${grouped(used)} ${unit}, no limit`)])
  const left = most - used
  const state = left < 0 && !isAdvice ? 'over' : used >= most * 0.9 ? 'near' : 'fine'
  const rest = left < 0 ? `${grouped(-left)} over` : `${grouped(left)} left`
  return h('div', { className: ['meter', state] }, [
    bar(used, most),
    text(`${grouped(used)} of ${grouped(most)} ${unit}, `),
    h('strong', rest),
  ])
}

/** The limit is the end of the track, or the mark inside a bar that exceeds it. */
function bar(used: number, most: number): Element {
  const whole = Math.max(used, most, 1)
  const percent = (part: number): string => `${Math.round((part / whole) * 1000) / 10}%`
  return s('svg', { className: 'bar', ariaHidden: 'true', width: '100%', height: 10 }, [
    s('rect', { className: 'track', width: '100%', height: 10, rx: 5 }),
    s('rect', { className: 'used', width: percent(used), height: 10, rx: 5 }),
    ...(used > most ? [s('rect', { className: 'mark', x: percent(most), width: 2, height: 10 })] : []),
  ])
}
