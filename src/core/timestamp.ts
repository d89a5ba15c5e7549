import { isCalendarDate } from './date.ts'

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

/** The day of an instant in UTC, as `YYYY-MM-DD`. */
export function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10)
}
