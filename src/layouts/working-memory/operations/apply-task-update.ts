import type { JsonObject } from '../../../core/json.ts'
import { safePath } from '../../../core/messages.ts'
import { closedObject, type Operation, type OperationInput, type Refusal } from '../../../core/operation.ts'
import {
  answerChange,
  CHANGED,
  CHANGED_REQUIRED,
  DRY_RUN,
  flag,
  MOST_TEXT,
  STRICT,
  TASK,
  text,
  typed,
} from '../store/answers.ts'
import { progressDigest, readTask, type Seen, taskFiles, taskFolder } from '../store/known-task.ts'
import { joinUpdates, readSection, readWhole, type SaidText } from './apply/read-texts.ts'

const section = (description: string): JsonObject => text(description, MOST_TEXT.update)

/** Applies an update that somebody wrote, as text. */
export const applyTaskUpdate: Operation = {
  name: 'working_memory_apply',
  title: 'Update the memory of a task',
  description: `Applies an update to the memory of one task. Give your answers to the prompts of \`working_memory_prompts\` as \`sections\` with their \`base\`; or write one text as \`update\`:

CURRENT_PROGRESS:
  Completed:
    - reproduce the lost retry
  In Progress:
    - write a failing test

KEY_LEARNINGS:
  ADD:
    - because two fixes failed on it: the queue drops jobs whose lease runs out
  ARCHIVE:
    - KL-2 because it held for the old queue only

VERBATIM_CONTEXT:
  ADD:
    - because the test needs it: config/queue.yaml =>
      queue:
        lease: 30s

A section that is left out does not change; CURRENT_PROGRESS is rewritten whole and needs a bullet below \`In Progress\`. Ids and times are given by memkeep. What cannot be applied is listed as \`refused\`, the rest is applied: correct it and send that alone. No secrets.

Example: { "task": "lost-retries", "update": "KEY_LEARNINGS:\\n  ARCHIVE:\\n    - KL-2 because the queue was replaced\\n" }`,
  input: typed(
    'ApplyUpdateArguments',
    closedObject(
      ['task'],
      {
        task: TASK,
        files: {
          type: 'array',
          maxItems: 20,
          items: { type: 'string', minLength: 1, maxLength: 300 },
          description: 'Names of *.dsl files in the folder of the task. Each is applied once, and stays.',
          'x-flag': { argument: true, value: 'file' },
        },
        update: text('The update: any of the three sections.', MOST_TEXT.update, {
          'x-flag': { stdin: 'the text of the update' },
        }),
        sections: closedObject(
          [],
          {
            progress: section('The answer for CURRENT_PROGRESS.'),
            learnings: section('The answer for KEY_LEARNINGS.'),
            verbatim: section('The answer for VERBATIM_CONTEXT.'),
          },
          'Answers of models, each for its own section: what they say around it is left out.',
        ),
        base: text('The digest of the progress that the writer saw: another one is not overwritten.', 64, {
          'x-flag': { value: 'digest' },
        }),
        strict: STRICT,
        again: flag('Applies a text that was applied before.'),
        dry_run: DRY_RUN,
      },
      'The task, and what is to be applied.',
    ),
  ),
  output: typed('AppliedUpdate', closedObject(CHANGED_REQUIRED, CHANGED, 'What became of it.')),
  readOnly: false,
  destructive: true,
  idempotent: true,
  command: {
    name: 'working apply',
    summary: 'apply an update to the memory of a task',
    examples: [
      'memkeep working apply lost-retries --update - < update.dsl',
      'memkeep working apply lost-retries 002.dsl',
    ],
  },
  wants: (input) => [...taskFiles(input), ...updateFiles(input)],
  plan: (input) => {
    const { args, memory, now } = input
    const task = readTask(input)
    if ('refusal' in task) return task
    const texts = textsOf(input)
    if ('refusal' in texts) return texts
    const base = typeof args.base === 'string' ? args.base : null
    // A writer that saw the progress as it is now writes for what is now.
    const isAnew = args.again === true || base === progressDigest(task.state.current_progress)
    const known = isAnew ? [] : texts.filter((one) => task.texts.has(one.digest))
    const fresh = texts.filter((one) => !known.includes(one))
    const joined = joinUpdates(fresh)
    const notes = known.map((one) => `${one.what} was applied before: \`again\` applies it once more.`)
    const said = {
      ...joined,
      sections: [...new Set(texts.flatMap((one) => one.sections))],
      notes: [...notes, ...joined.notes],
    }
    const applying = {
      now,
      strict: args.strict === true,
      base,
      remarks: [...new Set(fresh.map((one) => `text: ${one.digest}`))],
    }
    return answerChange(task, said, { applying, memory, isDry: args.dry_run === true })
  },
}

/** The files that are named, by their paths: in the folder of the task, whatever is said. */
function updateFiles({ args, memory }: Seen): readonly string[] {
  const folder = taskFolder(String(args.task), memory)
  const names = Array.isArray(args.files) ? args.files.map(String) : []
  return names.map((name) => (name.startsWith(`${folder}/`) ? name : `${folder}/${name}`))
}

/** Everything that is to be applied, read. */
function textsOf(input: OperationInput): readonly SaidText[] | Refusal {
  const { args, sources } = input
  const files = updateFiles(input)
  const missing = files.find((path) => sources.get(path)?.kind.id !== 'task-update')
  if (missing !== undefined) {
    return {
      refusal: `${safePath(missing)} is no file of updates of this task that can be read`,
      help: 'Name a *.dsl file in the folder of the task, or give its text as `update`.',
    }
  }
  const { update, sections } = args
  const texts: SaidText[] = [
    ...files.map((path) => readWhole(sources.get(path)?.text ?? '', safePath(path))),
    ...(typeof update === 'string' ? [readWhole(update, 'The update')] : []),
    ...(typeof sections === 'object' && sections !== null ? readSection(sections as JsonObject) : []),
  ]
  if (texts.length > 0) return texts
  return {
    refusal: 'Nothing is to be applied',
    help: 'Give the text of an update as `update`, answers as `sections`, or names of `files`.',
  }
}
