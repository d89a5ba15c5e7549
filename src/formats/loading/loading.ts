import type { LoadedFile, Loading, LoadUnit } from '../../core/loading.ts'
import type { LoadLimit } from './limits.ts'

/** What is loaded together, as `Loading` has it, and the limit of all together; null without one. */
type Loaded = {
  readonly agent: string
  readonly name: string
  readonly files: readonly LoadedFile[]
  readonly unit: LoadUnit
  readonly limit: LoadLimit | null
}

/** What an agent loads, with the sum of its files' sizes. */
export function loadingOf({ limit, ...loaded }: Loaded): Loading {
  return {
    ...loaded,
    total: loaded.files.reduce((sum, { size }) => sum + (size ?? 0), 0),
    most: limit?.most ?? null,
    standing: limit?.standing ?? null,
    source: limit?.source ?? null,
    asOf: limit?.asOf ?? null,
  }
}
