import { closedObject, type Operation } from '../../../core/operation.ts'
import { planNewItem } from './items/new-item.ts'
import {
  contentSchema,
  contextSchema,
  dryRunSchema,
  RULE,
  tagsSchema,
  titleSchema,
  writtenSchema,
} from './items/schemas.ts'

/** Records a subjective observation. */
export const writeReflection: Operation = {
  name: 'write_reflection',
  title: 'Write a reflection',
  description: `Records one subjective observation, such as what went well and why. Reflections are append-only: never edited, moved or deleted. ${RULE} Not for facts, which hold for everyone (write_fact). Example: {"title": "Small reviews are read", "content": "Changes of under two hundred lines got comments on substance.", "context": "code review"}.`,
  input: closedObject(['title', 'content'], {
    title: titleSchema,
    content: contentSchema,
    tags: tagsSchema,
    context: contextSchema,
    dry_run: dryRunSchema,
  }),
  output: writtenSchema,
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
  plan: (input) => planNewItem(input, { kind: 'reflection', own: ['context'] }),
}
