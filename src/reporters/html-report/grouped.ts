/** A number with a comma between thousands: `12,345`. */
export function grouped(number: number): string {
  return String(number).replaceAll(/(?<=^-?\d+)(?=(?:\d{3})+$)/g, ',')
}
