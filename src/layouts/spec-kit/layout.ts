import type { Layout } from '../../core/layout.ts'
import { folderOf } from '../../core/path.ts'
import { claim, places } from './claim.ts'
import { kinds } from './kinds.ts'
import { rules } from './rules/index.ts'

/** The constitution that Spec Kit holds plans against. */
export const specKit: Layout = {
  id: 'spec-kit',
  summary: "Spec Kit's constitution: the principles that plans are checked against, with their version.",
  kinds,
  rules,
  settings: {},
  signature: '.specify/memory/constitution.md',
  roots: () => [],
  places,
  yields: true,
  claim,
  partOf: folderOf,
  foldersOf: (part) => [part],
  areaOf: folderOf,
}
