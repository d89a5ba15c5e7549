import type { Layout } from '../../core/layout.ts'
import { claim, openclawSettings, places, workspaceOf } from './claim.ts'
import { kinds } from './kinds.ts'
import { loadingsOf } from './loading.ts'
import { rules } from './rules/index.ts'

/** The workspace of an OpenClaw agent: files that load into every session, and notes by day. */
export const openclaw: Layout = {
  id: 'openclaw',
  summary: 'The workspace of an OpenClaw agent: files that load into every session, and notes by day.',
  kinds,
  rules,
  settings: openclawSettings,
  signature: 'SOUL.md or IDENTITY.md at the top of a workspace',
  roots: () => [],
  places,
  claim,
  areaOf: workspaceOf,
  overview: (memory) => ({ loads: loadingsOf(memory) }),
}
