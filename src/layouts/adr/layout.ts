import type { Memory } from '../../core/document.ts'
import type { Layout } from '../../core/layout.ts'
import type { SetAside } from '../../core/memory-overview.ts'
import type { Kind } from '../../core/source.ts'
import { stateOf } from '../../formats/status.ts'
import { adrPaths, numberName } from './claim.ts'
import { factsOf } from './facts.ts'
import { readRecord } from './read-record.ts'
import { rules } from './rules/index.ts'
import { haveOneShape, isRecord } from './shape.ts'

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
    setsOthersAside: true,
    read: readRecord,
  },
]

/** Architecture decision records, one a file, as Nygard, MADR and adr-tools write them. */
export const adr: Layout = {
  ...adrPaths,
  summary: 'Architecture decision records, one numbered file each, in the forms of Nygard and MADR.',
  kinds,
  rules,
  reports: { setAside },
}

/** Records whose status says that they are over, with those that replace them, as either of the two says. */
function setAside({ documents }: Memory): SetAside {
  const byNumber = new Map(documents.map((document) => [numberName(document.path), document]))
  const over = documents.filter((document) => stateOf(factsOf(document)?.status ?? '') === 'over')
  const replacing = new Map<string, string[]>()
  const add = (name: string, path: string | undefined): void => {
    const known = replacing.get(name) ?? []
    if (path !== undefined && !known.includes(path)) replacing.set(name, [...known, path])
  }
  for (const document of documents) {
    const { path } = document
    const { supersededBy = [], supersedes = [] } = factsOf(document) ?? {}
    for (const number of supersededBy) add(numberName(path), byNumber.get(numberName(path, number))?.path)
    for (const number of supersedes) add(numberName(path, number), path)
  }
  const named = over.flatMap(({ path, items }) =>
    items.map((item) => [item, replacing.get(numberName(path)) ?? []] as const),
  )
  return { superseded: new Set(named.map(([item]) => item)), successors: new Map(named), archived: new Set() }
}
