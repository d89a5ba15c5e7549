// Generated from the listing of this folder by `npm run generate`: do not edit.
import type { Rule } from '../core/rule.ts'
import { citationChanged, citationGone, citationMoved } from './citations.ts'
import { dateFuture } from './date-future.ts'
import {
  baseline,
  derivedFresh,
  internal,
  looksLike,
  loosened,
  pathClaimed,
  suppression,
  unclaimed,
  unreadable,
} from './engine-rules.ts'
import { fenceClosed } from './fence-closed.ts'
import { fileLost } from './file-lost.ts'
import { frontMatterPosition } from './front-matter-position.ts'
import { hiddenInstruction } from './hidden-instruction.ts'
import { history } from './history.ts'
import { idUnique } from './id-unique.ts'
import { itemLost } from './item-lost.ts'
import { itemReturned } from './item-returned.ts'
import { itemRewritten } from './item-rewritten.ts'
import { linkResolves } from './link-resolves.ts'
import { managedBlock } from './managed-block.ts'
import { mergeDoubled } from './merge-doubled.ts'
import { mergeInvented } from './merge-invented.ts'
import { nearName } from './near-name.ts'
import { noConflictMarker } from './no-conflict-marker.ts'
import { noHiddenText } from './no-hidden-text.ts'
import { noSecret } from './no-secret.ts'
import { pathCase } from './path-case.ts'
import { placeholderLeft } from './placeholder-left.ts'
import { sizeLimit, syntax } from './reading-problems.ts'
import { schema } from './schema.ts'

/** The rules of every layout. */
export const rules: readonly Rule[] = [
  baseline,
  citationChanged,
  citationGone,
  citationMoved,
  dateFuture,
  derivedFresh,
  fenceClosed,
  fileLost,
  frontMatterPosition,
  hiddenInstruction,
  history,
  idUnique,
  internal,
  itemLost,
  itemReturned,
  itemRewritten,
  linkResolves,
  looksLike,
  loosened,
  managedBlock,
  mergeDoubled,
  mergeInvented,
  nearName,
  noConflictMarker,
  noHiddenText,
  noSecret,
  pathCase,
  pathClaimed,
  placeholderLeft,
  schema,
  sizeLimit,
  suppression,
  syntax,
  unclaimed,
  unreadable,
]
