import type { Loading } from '../../core/loading.ts'
import type { Memory } from '../../core/memory.ts'
import { loadingOf } from '../../formats/loading/loading.ts'
import { describeLost } from '../../formats/loading/lost-part.ts'
import { chainsOf } from './chains.ts'

/** What every agent that is used here loads by itself, for reports. */
export function loadings(memory: Memory): readonly Loading[] {
  return chainsOf(memory).map(({ model, limit, folder, files }) => {
    const unit = limit?.unit ?? 'lines'
    return loadingOf({
      agent: model.agent,
      name: folder === '' ? 'at the top' : `in ${folder}`,
      files: files.map(({ path, text, lost }) => ({
        path,
        size: text?.size[unit] ?? null,
        lost: lost ? describeLost(lost) : null,
      })),
      unit,
      // A limit of each file says nothing of all together.
      limit: model.spans === 'all' ? limit : null,
    })
  })
}
