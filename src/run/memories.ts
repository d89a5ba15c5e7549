import type { Document } from '../core/document.ts'
import type { Layout } from '../core/layout.ts'
import type { Memory } from '../core/memory.ts'
import type { HistorySetting, Settings } from '../core/settings.ts'
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
    layout.kinds.map(({ id, history }) => [id, settings.history[id] ?? { mode: history, editable: [] }]),
  )
}
