import type { Document, Memory } from '../../core/document.ts'
import { textList } from '../../core/json.ts'
import {
  type BudgetUse,
  type LayoutOverview,
  monthsOf,
  type PlanState,
  type SetAside,
  tallies,
} from '../../core/memory-overview.ts'
import type { Settings } from '../../core/settings.ts'
import { supersededItems } from '../../formats/logs/entry-status.ts'
import { areaOf } from './claim.ts'
import { categoryOf, ENTRY_KINDS, LOG_KINDS, tagsOf } from './entries.ts'
import { declaredBudget, hotFiles, largestBudget } from './hot-memory.ts'
import { workspaceSettings } from './settings.ts'

/**
 * Hot memory and its budgets, the logs, the plans, and every tag and category in use: of entries, archived ones too, and
 * tags of front matter as well.
 */
export function overview(memory: Memory): LayoutOverview {
  const { documents, settings } = memory
  const entries = documents.flatMap(({ items }) => items)
  const { growthThreshold: most } = workspaceSettings(settings)
  const logs = documents.filter(({ kind }) => LOG_KINDS.some((one) => one === kind))
  return {
    budgets: budgetsOf(memory),
    logs: logs.map(({ path, items }) => ({
      path,
      items: items.length,
      months: monthsOf(items),
      part: areaOf(path, settings),
      most,
    })),
    plans: documents.filter(({ kind }) => kind === 'plan').map((document) => stateOf(document, settings)),
    tags: tallies([
      ...entries.flatMap(tagsOf),
      ...documents.flatMap(({ frontMatter }) => textList(frontMatter?.tags)),
    ]),
    categories: tallies(entries.flatMap((item) => categoryOf(item) ?? [])),
  }
}

/** What lies in an archive, and entries whose status says that they are over. */
export function setAside({ documents }: Memory): SetAside {
  const archives = documents.filter(({ kind }) => kind === 'archive')
  const entries = documents.filter(({ kind }) => ENTRY_KINDS.includes(kind)).flatMap(({ items }) => items)
  return { ...supersededItems(entries), archived: new Set(archives.flatMap(({ items }) => items)) }
}

/** Every hot file with the budget that it declares, else the largest for its name; then all of them together. */
function budgetsOf(memory: Memory): BudgetUse[] {
  const files = hotFiles(memory)
  if (files.length === 0) return []
  const settings = workspaceSettings(memory.settings)
  const total = (unit: 'lines' | 'tokens'): number => files.reduce((sum, file) => sum + file[unit], 0)
  return [
    ...files.map((file): BudgetUse => {
      const budget = declaredBudget(file)
      return {
        name: file.path,
        lines: file.lines,
        tokens: file.tokens,
        mostLines: budget?.lines ?? largestBudget(file.path, settings),
        mostTokens: budget?.tokens ?? null,
      }
    }),
    {
      name: 'hot memory',
      lines: total('lines'),
      tokens: total('tokens'),
      mostLines: settings.hot.lines,
      mostTokens: settings.hot.tokens,
    },
  ]
}

function stateOf({ path, frontMatter, date }: Document, settings: Settings): PlanState {
  const { name, status } = frontMatter ?? {}
  return {
    path,
    name: typeof name === 'string' && name !== '' ? name : path.slice(path.lastIndexOf('/') + 1),
    status: typeof status === 'string' ? status : '',
    created: date?.slice(0, 'YYYY-MM-DD'.length) ?? null,
    part: areaOf(path, settings),
  }
}
