import type { Loading } from '../../core/loading.ts'
import type { Memory } from '../../core/memory.ts'
import { describeLost } from '../../formats/loading/lost-part.ts'
import { type Chain, chainsOf } from './chains.ts'

/** What every agent that is used here loads by itself, for reports. */
export function loadings(memory: Memory): readonly Loading[] {
  return chainsOf(memory).map((chain) => loadingOf(chain))
}

function loadingOf({ model, limit, folder, files }: Chain): Loading {
  const unit = limit?.unit ?? 'lines'
  // A limit of each file says nothing of all together.
  const shared = model.spans === 'all' ? limit : null
  const sizes = files.map(({ text }) => text?.size[unit] ?? 0)
  return {
    agent: model.agent,
    name: folder === '' ? 'at the top' : `in ${folder}`,
    files: files.map(({ path, lost }, i) => ({
      path,
      size: sizes[i] ?? 0,
      lost: lost ? describeLost(lost) : null,
    })),
    unit,
    total: sizes.reduce((sum, one) => sum + one, 0),
    most: shared?.most ?? null,
    standing: shared?.standing ?? null,
    source: shared?.source ?? null,
    asOf: shared?.asOf ?? null,
  }
}
