/**
 * What is wrong with the names of migrations: each has a number of four digits, and a number and a name of its own, by
 * which it is called on the command line.
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
