/**
 * The faults in the names of migrations: each has a number of four digits. Numbers and names are unique, since the command
 * line takes both.
 */
export function numberFaults(files: readonly string[]): string[] {
  const seen = new Map<string, string>()
  return files.flatMap((file) => {
    const [, number, name] = /^(\d{4})-([a-z][a-z0-9-]*)\.ts$/.exec(file) ?? []
    if (number === undefined || name === undefined) return [`migrations/${file} must be named NNNN-name.ts`]
    const other = seen.get(number) ?? seen.get(name)
    seen.set(number, file).set(name, file)
    return other === undefined ? [] : [`migrations/${file} has the number or name of migrations/${other}`]
  })
}
