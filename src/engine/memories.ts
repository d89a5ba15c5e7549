import type { Document } from '../core/document.ts'
import type { Layout } from '../core/layout.ts'
import type { Memory } from '../core/memory.ts'
import type { HistoryChoice, HistorySetting, Settings } from '../core/settings.ts'
import type { Snapshot } from '../core/snapshot.ts'
import type { Kind } from '../core/source.ts'

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

/** What may happen to the items of a layout's kinds, as settings have it. */
export function historiesOf(layout: Layout, settings: Settings): { [kind: string]: HistorySetting } {
  return Object.fromEntries(layout.kinds.map((kind) => [kind.id, resolved(kind, settings.history[kind.id])]))
}

/** What a kind promises itself, as settings choose it. */
function resolved(kind: Kind, choice: HistoryChoice | undefined): HistorySetting {
  const { history, editable: own = [], ephemeral } = kind
  const tombstones = kind.tombstones && { tombstones: kind.tombstones }
  const { mode = 'strict', editable = [] } = choice ?? {}
  if (mode === 'amend') return { mode: history, editable: [...own, ...editable], ...tombstones }
  if (mode === 'strict')
    return { mode: history, editable: own, ...(ephemeral && { ephemeral }), ...tombstones }
  return { mode: mode === 'off' ? 'free' : mode, editable, ...tombstones }
}
