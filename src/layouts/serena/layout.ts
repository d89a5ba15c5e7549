import type { Layout } from '../../core/layout.ts'
import { claim, memoriesOf, places } from './claim.ts'
import { kinds } from './kinds.ts'
import { rules } from './rules/index.ts'

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
}
