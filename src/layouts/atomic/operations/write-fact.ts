import { defineOperation } from '../../../core/operation.ts'
import { closedObject } from '../../../core/schema.ts'
import { planNewItem } from './items/new-item.ts'
import { dryRun, ITEM, OWN, RULE, written } from './items/schemas.ts'

/** Writes a long-term truth. */
export const writeFact = defineOperation({
  name: 'write_fact',
  title: 'Write a fact',
  description: `Saves one long-term truth: a preference, project context, a relationship. ${RULE}`,
  details:
    'Choices go to write_decision, things to do to write_task, objectives to write_goal, impressions to write_reflection. A fact of equal title and text is not saved twice; `memkeep atomic fact` changes one. Example: {"title": "Support hours are in UTC+7", "content": "Support answers from 08:00 to 17:00 in UTC+7.", "source": "support handbook"}.',
  input: closedObject(['title', 'content'], {
    ...ITEM,
    confidence: OWN.confidence,
    source: OWN.source,
    dry_run: dryRun,
  }),
  output: written,
  everyday: true,
  readOnly: false,
  destructive: false,
  idempotent: true,
  command: {
    name: 'atomic write-fact',
    summary: 'write a long-term truth',
    examples: [
      "memkeep atomic write-fact --title 'Support hours are in UTC+7' --content 'From 08:00 to 17:00.' --tags support",
    ],
  },
  wants: () => [],
  plan: (input) => {
    const { confidence = null, source = null } = input.args
    const isUnsupported = confidence === null && source === null
    const notes = isUnsupported ? ['Neither `source` nor `confidence` says how sure it is.'] : []
    return planNewItem(input, { kind: 'fact', own: { confidence, source }, notes })
  },
})
