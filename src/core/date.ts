/** True for a real calendar day written `YYYY-MM-DD`, of the Gregorian calendar in all years. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = Number(text.slice(8))
  return day >= 1 && day <= daysIn(Number(text.slice(0, 4)), Number(text.slice(5, 7)))
}

function daysIn(year: number, month: number): number {
  if (month < 1 || month > 12) return 0
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** The day `days` after a calendar date, as `YYYY-MM-DD`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

const DAY = 86_400_000

/** Whole days from one calendar date to another, both `YYYY-MM-DD`; negative when the second is the earlier one. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY)
}

const FORM =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d|60)(?:[.,](\d+))?)?(?:Z|([+-])([01]\d|2[0-3]):?([0-5]\d))$/

/**
 * The instant of an ISO 8601 timestamp in milliseconds since 1970; null for any other text. It names day, time and time zone:
 * without a zone two timestamps cannot be compared.
 */
export function timestampOf(text: string): number | null {
  const [
    ,
    date = '',
    hours,
    minutes,
    seconds = '0',
    fraction = '',
    sign,
    zoneHours = '0',
    zoneMinutes = '0',
  ] = FORM.exec(text) ?? []
  if (!isCalendarDate(date)) return null
  const day = Date.parse(`${date}T00:00:00Z`)
  const time = (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000
  const zone = (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000
  return day + time + Number(fraction.slice(0, 3).padEnd(3, '0')) + (sign === '-' ? zone : -zone)
}

/** The instant of a timestamp, or of a day, which begins at midnight in UTC; null for any other text. */
export function instantOf(text: string): number | null {
  return timestampOf(text) ?? (isCalendarDate(text) ? Date.parse(`${text}T00:00:00Z`) : null)
}

/** The day of an instant in UTC, as `YYYY-MM-DD`. */
export function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10)
}

/** The calendar day of the local clock, as `YYYY-MM-DD`: local time, because people date what they write so. */
export function today(now: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** When something is done: the day as `YYYY-MM-DD`, the instant in UTC with milliseconds. */
export type Moment = { readonly today: string; readonly now: string }

/** The moment that is given as a day, which begins at midnight in UTC, or as a timestamp; else the clock's, with its local day. */
export function momentOf(given: string | undefined, clock: Date): Moment {
  if (given === undefined) return { today: today(clock), now: clock.toISOString() }
  const instant = instantOf(given)
  // What is no day is refused by the call.
  if (instant === null) return { today: given, now: clock.toISOString() }
  return { today: dayOf(instant), now: new Date(instant).toISOString() }
}
