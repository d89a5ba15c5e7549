/** The parts of a flag's value such as `a,b`; undefined for a flag that was not given. */
export function listed(value: string | undefined): readonly string[] | undefined {
  return value?.split(',').map((part) => part.trim())
}
