import type { Layout } from '../../core/layout.ts'
import { folderOf } from '../../core/path.ts'
import { claim, places } from './claim.ts'
import { kinds } from './kinds.ts'
import { loadings } from './loadings.ts'
import { rules } from './rules/index.ts'

/** Instructions and rules that coding agents load by their names. */
export const instructions: Layout = {
  id: 'instructions',
  summary:
    'What coding agents load by itself: AGENTS.md, CLAUDE.md, GEMINI.md, and the rules of Copilot, Cursor, Windsurf, Kiro.',
  kinds,
  rules,
  settings: {},
  signature: 'file of such a name',
  roots: () => [],
  places,
  yields: true,
  claim,
  areaOf: folderOf,
  overview: (memory) => ({ loads: loadings(memory) }),
}
