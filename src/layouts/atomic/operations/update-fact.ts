import type { JsonObject } from '../../../core/json.ts'
import { safeText } from '../../../core/messages.ts'
import { closedObject, type Operation, type Refusal } from '../../../core/operation.ts'
import { isArchived } from '../lifecycle.ts'
import { finishMove, planRefinement, readRefinement } from './items/change-item.ts'
import { refuseUnseen } from './items/clean-fields.ts'
import { findOfKind, idOf, pathsOfId } from './items/find-item.ts'
import {
  confidenceSchema,
  contentSchema,
  dryRunSchema,
  idSchema,
  optionalChange,
  sourceSchema,
  tagsSchema,
  titleSchema,
  writtenSchema,
} from './items/schemas.ts'

const OWN = ['confidence', 'source']

/** Corrects a fact in its place. */
export const updateFact: Operation = {
  name: 'update_fact',
  title: 'Update a fact',
  description:
    'Corrects one fact in its file: title, text, tags, confidence or source. What is not given stays, to the last byte. Only when the user stated the correction. archive_memory moves a fact that no longer counts. Example: {"id": "fact-20260208-q3f7ab", "content": "Support answers from 07:00 to 16:00 in UTC+7."}.',
  input: closedObject(['id'], {
    id: idSchema,
    title: optionalChange(titleSchema),
    content: optionalChange(contentSchema),
    tags: optionalChange({
      ...tagsSchema,
      description: 'Words to filter by, all of them; an empty list takes them out.',
    }),
    confidence: optionalChange(confidenceSchema),
    source: optionalChange({
      ...sourceSchema,
      description: 'Who or what said so; an empty text takes it out.',
    }),
    dry_run: dryRunSchema,
  }),
  output: writtenSchema,
  readOnly: false,
  destructive: true,
  idempotent: true,
  command: {
    name: 'atomic fact',
    summary: 'correct a fact in its place',
    examples: ["memkeep atomic fact fact-20260208-q3f7ab --confidence 0.9 --source 'support handbook'"],
  },
  wants: pathsOfId,
  plan: (input) => {
    const { args, memory } = input
    const fault = refuseUnseen(args) ?? refuseNothing(args)
    if (fault) return fault
    const found = findOfKind(idOf(args), 'fact', memory)
    if ('refusal' in found) return found
    const { at, archived } = found
    const refinement = readRefinement(at, args, { own: OWN, memory })
    if ('refusal' in refinement) return refinement
    const isChange = refinement.changes.length > 0 || refinement.content !== null
    if (archived) {
      const notes = isChange ? ['The fact is archived, so nothing else of it was changed.'] : []
      return finishMove({ at, archived }, input, notes)
    }
    if (isArchived(at.document) && isChange) return refuseArchived(idOf(args))
    return planRefinement(at, refinement, input)
  },
}

function refuseNothing(args: JsonObject): Refusal | null {
  const given = ['title', 'content', 'tags', ...OWN].some((key) => (args[key] ?? null) !== null)
  if (given) return null
  return {
    refusal: 'Nothing is to be changed',
    help: 'Give `title`, `content`, `tags`, `confidence` or `source`.',
  }
}

function refuseArchived(id: string): Refusal {
  return {
    refusal: `${safeText(id)} is in the archive, so it is not changed`,
    help: 'Write a new fact with write_fact.',
  }
}
