import type { Derivation, Layout } from '../../core/layout.ts'
import { claim, memoriesOf, places } from './claim.ts'
import { kinds } from './kinds.ts'
import { rules } from './rules/index.ts'

const NOTHING: Derivation = { plan: new Map(), stale: [], replacesUnreadable: [] }

/** The memories that Serena writes for an agent, a topic a file. */
export const serena: Layout = {
  id: 'serena',
  summary: "Serena's memories of a project, one topic a file, with references between them.",
  kinds,
  rules,
  settings: {},
  signature: 'file below .serena/memories',
  roots: () => [],
  places,
  yields: true,
  claim,
  partOf: memoriesOf,
  foldersOf: (part) => [part],
  areaOf: memoriesOf,
  derive: () => NOTHING,
}
