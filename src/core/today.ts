/** The calendar day where the clock stands, as `YYYY-MM-DD`: local time, because people date what they write so. */
export function today(now: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
