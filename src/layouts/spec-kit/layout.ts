import type { Layout } from '../../core/layout.ts'
import type { Kind } from '../../core/source.ts'
import { specKitPaths } from './claim.ts'
import { readConstitution } from './constitution.ts'
import { rules } from './rules/index.ts'

/** The one class of document. */
const kinds: readonly Kind[] = [
  {
    id: 'constitution',
    summary: 'The principles of a project, with their version.',
    paths: '.specify/memory/constitution.md',
    format: 'markdown',
    frontMatter: 'optional',
    history: 'free',
    living: true,
    fields: ['title', 'body'],
    ephemeral: true,
    tombstones: 'only',
    freeText: true,
    signature: 'path',
    read: readConstitution,
  },
]

/** The constitution that Spec Kit holds plans against. */
export const specKit: Layout = {
  ...specKitPaths,
  summary: "Spec Kit's constitution: the principles that plans are checked against, with their version.",
  kinds,
  rules,
}
