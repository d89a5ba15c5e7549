import type { Document } from '../core/document.ts'
import type { Layout } from '../core/layout.ts'
import type { Memory } from '../core/memory.ts'
import type { History, HistoryChoice, HistorySetting, Settings } from '../core/settings.ts'
import type { Snapshot } from '../core/snapshot.ts'

/** Gathers one layout's documents into its memory. */
export function memoryOf(
  layout: Layout,
  snapshot: Pick<Snapshot, 'files'>,
  { documents, settings, today }: { documents: readonly Document[]; settings: Settings; today: string },
): Memory {
  return {
    layout: layout.id,
    files: snapshot.files,
    documents: documents.filter((document) => document.layout === layout.id),
    settings,
    histories: historiesOf(layout, settings),
    today,
  }
}

function historiesOf(layout: Layout, settings: Settings): { [kind: string]: HistorySetting } {
  return Object.fromEntries(
    layout.kinds.map(({ id, history }) => [id, resolved(history, settings.history[id])]),
  )
}

/** What a kind promises itself, as settings choose it. */
function resolved(own: History, choice: HistoryChoice | undefined): HistorySetting {
  const { mode = 'strict', editable = [] } = choice ?? {}
  if (mode === 'strict') return { mode: own, editable: [] }
  if (mode === 'amend') return { mode: own, editable }
  return { mode: mode === 'off' ? 'free' : mode, editable }
}
