import type { Layout } from '../../core/layout.ts'
import { folderOf } from '../../core/path.ts'
import { adrSettings, claim, places } from './claim.ts'
import { kinds } from './kinds.ts'
import { factsOf } from './read-record.ts'
import { rules } from './rules/index.ts'
import { stateOf } from './status.ts'

/** Architecture decision records, one a file, as Nygard, MADR and adr-tools write them. */
export const adr: Layout = {
  id: 'adr',
  summary: 'Architecture decision records, one numbered file each, in the forms of Nygard and MADR.',
  kinds,
  rules,
  settings: adrSettings,
  signature: 'numbered file with a status',
  roots: () => [],
  places,
  yields: true,
  claim,
  partOf: folderOf,
  foldersOf: (part) => [part],
  areaOf: folderOf,
  setAside: ({ documents }) => ({
    superseded: new Set(
      documents
        .filter((document) => stateOf(factsOf(document)?.status ?? '') === 'over')
        .flatMap(({ items }) => items),
    ),
    archived: new Set(),
  }),
}
