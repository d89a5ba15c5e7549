import { isCalendarDate } from '../../core/date.ts'

const FORM = /^(\d{4}-\d{2}-\d{2})[Tt]((\d{2}):(\d{2}):(\d{2}))(\.\d+)?([Zz]|([+-])(\d{2}):(\d{2}))$/

/** A moment: milliseconds since 1970, and its day in UTC as `YYYY-MM-DD`. */
export type Instant = { readonly time: number; readonly day: string }

/** Reads a timestamp of RFC 3339, the form that the format's own reader takes; null for anything else. */
export function readInstant(text: string): Instant | null {
  const [, date = '', clock, hours, minutes, seconds, fraction = '', zone, sign, ...offset] =
    FORM.exec(text) ?? []
  if (!isCalendarDate(date) || zone === undefined) return null
  const [ahead = 0, aheadMinutes = 0] = offset.map((part) => Number(part ?? 0))
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  if (ahead > 23 || aheadMinutes > 59) return null
  const shift = (ahead * 60 + aheadMinutes) * (sign === '-' ? -60_000 : 60_000)
  const whole = Date.parse(`${date}T${clock}Z`) - shift
  return { time: whole + Number(`0${fraction}`) * 1000, day: new Date(whole).toISOString().slice(0, 10) }
}
