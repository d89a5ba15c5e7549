import { safeText } from '../../../core/messages.ts'
import { defineOperation } from '../../../core/operation.ts'
import { closedObject } from '../../../core/schema.ts'
import { refuse } from '../../../stores/answer.ts'
import { isArchived } from '../lifecycle.ts'
import { finishMove, isRefined, planRefinement, readRefinement } from './items/change-item.ts'
import { findToChange, pathsOfId } from './items/find-item.ts'
import { change, dryRun, ITEM, id, OWN, written } from './items/schemas.ts'

/** Corrects a fact in its place. */
export const updateFact = defineOperation({
  name: 'update_fact',
  title: 'Update a fact',
  description:
    'Corrects one fact in its file: title, text, tags, confidence or source. What is not given stays, to the last byte. Only when the user stated the correction. `memkeep atomic archive` moves a fact that no longer counts. Example: {"id": "fact-20260208-q3f7ab", "content": "Support answers from 07:00 to 16:00 in UTC+7."}.',
  input: closedObject(['id'], {
    id,
    title: change(ITEM.title),
    content: change(ITEM.content),
    tags: change(ITEM.tags, 'Words to filter by, all of them; an empty list takes them out.'),
    confidence: change(OWN.confidence),
    source: change(OWN.source, 'Who or what said so; an empty text takes it out.'),
    dry_run: dryRun,
  }),
  output: written,
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
    const { confidence, source } = args
    const names = ['title', 'content', 'tags', 'confidence', 'source']
    const found = findToChange(input, { kind: 'fact', names })
    if ('refusal' in found) return found
    const { at, archived } = found
    const refinement = readRefinement(at, args, { confidence, source }, memory)
    if ('refusal' in refinement) return refinement
    const isChange = isRefined(refinement)
    if (archived) {
      const notes = isChange ? ['The fact is archived, so nothing else of it was changed.'] : []
      return finishMove(at, archived, input, notes)
    }
    if (isArchived(at.document) && isChange) {
      return refuse(
        `${safeText(args.id.trim())} is in the archive, so it is not changed`,
        'Write a new fact with write_fact.',
      )
    }
    return planRefinement(at, refinement, input)
  },
})
