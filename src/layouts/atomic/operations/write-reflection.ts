import { defineOperation } from '../../../core/operation.ts'
import { closedObject } from '../../../core/schema.ts'
import { planNewItem } from './items/new-item.ts'
import { dryRun, ITEM, OWN, RULE, written } from './items/schemas.ts'

/** Records a subjective observation. */
export const writeReflection = defineOperation({
  name: 'write_reflection',
  title: 'Write a reflection',
  description: `Records one subjective observation, which is never edited or removed. ${RULE}`,
  details:
    'Facts, which hold for everyone, go to write_fact. Example: {"title": "Small reviews are read", "content": "Changes of under two hundred lines got comments on substance.", "context": "code review"}.',
  input: closedObject(['title', 'content'], {
    ...ITEM,
    context: OWN.context,
    dry_run: dryRun,
  }),
  output: written,
  everyday: true,
  readOnly: false,
  destructive: false,
  idempotent: true,
  command: {
    name: 'atomic write-reflection',
    summary: 'record a subjective observation',
    examples: [
      "memkeep atomic write-reflection --title 'Small reviews are read' --context 'code review' < note.md",
    ],
  },
  wants: () => [],
  plan: (input) => planNewItem(input, { kind: 'reflection', own: { context: input.args.context } }),
})
