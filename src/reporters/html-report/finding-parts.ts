import type { Diagnostic } from '../../core/diagnostic.ts'
import type { MemoryReport } from '../../core/report.ts'

/** The part of the memory that each finding belongs to, in their order; empty for none. */
export function findingParts({ report, overviews, parts }: MemoryReport): readonly string[] {
  const { diagnostics } = report
  if (parts) return diagnostics.map((_, index) => parts[index] ?? '')
  const known = new Map(
    overviews.map(({ layout, logs, plans, parts }) => [
      layout,
      {
        paths: new Map([...logs, ...plans].map(({ path, part }) => [path, part])),
        names: new Set(parts.map(({ name }) => name).filter((name) => name !== '')),
      },
    ]),
  )
  return diagnostics.map(({ layout, path }: Diagnostic) => {
    const { paths, names } = known.get(layout) ?? {}
    return paths?.get(path) ?? path.split('/').find((folder) => names?.has(folder)) ?? ''
  })
}
