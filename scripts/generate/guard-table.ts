import { type Layout, rootPaths } from '../../src/core/layout.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import type { Kind } from '../../src/core/source.ts'
import { markdownTable } from './markdown-table.ts'

/** What a change may do to a memory file. */
export const ATTACKS = [
  'file deleted',
  'moved out of memory',
  'emptied',
  'replaced by a link',
  'renamed inside',
  'part deleted',
  'text replaced',
  'form changed',
] as const

export type Attack = (typeof ATTACKS)[number]

/** The least that is said: an error, a warning, or a line in the list of files. Nothing is silent. */
export type Outcome = 'refused' | 'warned' | 'named'

/** How the files of a kind are guarded: it follows from what the kind says of itself. */
type Guard = { readonly name: string; readonly outcomes: readonly Outcome[] }

const [R, W, N] = ['refused', 'warned', 'named'] as const

const LINK: Guard = { name: 'links', outcomes: [N, N, N, N, N, N, N, N] }
const DERIVED: Guard = { name: 'derived files', outcomes: [R, R, R, R, R, R, N, N] }
const SESSION: Guard = { name: 'what is over with its time', outcomes: [N, N, N, R, N, N, N, N] }
const PROSE: Guard = { name: 'text that agents read', outcomes: [W, W, W, W, N, N, W, N] }
const TEXT: Guard = { name: 'other text', outcomes: [W, W, W, W, N, N, N, N] }
const KEPT: Guard = { name: 'items that stay as they are', outcomes: [R, R, R, R, N, R, R, N] }
const GROWN: Guard = { name: 'items whose fields may change', outcomes: [R, R, R, R, N, N, N, N] }
const ENTRIES: Guard = { name: 'entries of a log', outcomes: [R, R, R, R, N, W, N, N] }
const ITEMS: Guard = { name: 'items', outcomes: [R, R, W, R, N, N, N, N] }

/** Every guard, the strictest first. */
const GUARDS = [KEPT, GROWN, ENTRIES, ITEMS, DERIVED, PROSE, TEXT, SESSION, LINK]

function guardOf({ format, fields, freeText, ephemeral, history, editable, merge }: Kind): Guard {
  if (format === 'link') return LINK
  if (merge?.by === 'derived') return DERIVED
  if (!fields || ephemeral) return freeText ? PROSE : ephemeral ? SESSION : TEXT
  if (history !== 'free') return editable?.includes('body') ? GROWN : KEPT
  return merge?.by === 'entries' ? ENTRIES : ITEMS
}

/** The least that is said of each attack on files of a kind. */
export function meantFor(kind: Kind, attack: Attack): Outcome {
  return guardOf(kind).outcomes[ATTACKS.indexOf(attack)] ?? N
}

/** The layouts whose files git keeps. */
export function layoutsInGit(layouts: readonly Layout[]): readonly Layout[] {
  return layouts.filter(
    (layout) =>
      !layout.roots ||
      rootPaths(layout, DEFAULT_SETTINGS, 'ignored').length < layout.roots(DEFAULT_SETTINGS).length,
  )
}

/** What is said of changes of memory files, by how their kinds are guarded, as a Markdown table for `docs/layouts.md`. */
export function guardTable(layouts: readonly Layout[]): string {
  const kinds = layoutsInGit(layouts).flatMap((layout) => layout.kinds)
  const rows = GUARDS.flatMap((guard) => {
    const own = kinds.filter((kind) => guardOf(kind) === guard).map(({ id }) => id)
    return own.length > 0 ? [[guard.name, ...guard.outcomes, own.join(', ')]] : []
  })
  return markdownTable(['how it is guarded', ...ATTACKS, 'kinds'], rows)
}
