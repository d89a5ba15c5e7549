import type { Layout } from '../../core/layout.ts'
import type { Kind } from '../../core/source.ts'
import { adrPaths } from './claim.ts'
import { factsOf } from './facts.ts'
import { readRecord } from './read-record.ts'
import { rules } from './rules/index.ts'
import { haveOneShape, isRecord } from './shape.ts'
import { stateOf } from './status.ts'

/** The one class of document. */
const kinds: readonly Kind[] = [
  {
    id: 'adr',
    summary: 'One decision with its number, its status and its reasons.',
    paths: 'docs/adr/NNNN-*.md, docs/decisions/NNNN-*.md, doc/adr/ADR-NNNN.md …',
    format: 'markdown',
    frontMatter: 'optional',
    history: 'free',
    fields: ['title', 'body', 'number', 'status', 'date'],
    signature: isRecord,
    signatureOfMany: haveOneShape,
    read: readRecord,
  },
]

/** Architecture decision records, one a file, as Nygard, MADR and adr-tools write them. */
export const adr: Layout = {
  ...adrPaths,
  summary: 'Architecture decision records, one numbered file each, in the forms of Nygard and MADR.',
  kinds,
  rules,
  setAside: ({ documents }) => ({
    superseded: new Set(
      documents
        .filter((document) => stateOf(factsOf(document)?.status ?? '') === 'over')
        .flatMap(({ items }) => items),
    ),
    archived: new Set(),
  }),
}
