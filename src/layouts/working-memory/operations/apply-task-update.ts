import { safePath } from '../../../core/messages.ts'
import { defineOperation, type OperationInput, type Refusal } from '../../../core/operation.ts'
import { closedObject, flag, list, type Schema, text, typed, type ValueOf } from '../../../core/schema.ts'
import { refuse } from '../../../stores/answer.ts'
import {
  answerChange,
  CHANGED,
  CHANGED_REQUIRED,
  DRY_RUN,
  MOST_TEXT,
  STRICT,
  TASK,
} from '../store/answers.ts'
import { progressDigest, readTask, type Seen, taskFiles, taskFolder } from '../store/known-task.ts'
import { joinUpdates, readSections, readWhole, type SaidText } from './apply/read-texts.ts'

const section = (description: string): Schema<string> =>
  text(description, { minLength: 1, maxLength: MOST_TEXT.update })

const input = typed(
  'ApplyUpdateArguments',
  closedObject(
    ['task'],
    {
      task: TASK,
      files: list(
        text(undefined, { minLength: 1, maxLength: 300 }),
        'Names of *.dsl files in the folder of the task. Each is applied once, and stays.',
        { maxItems: 20, 'x-flag': { argument: true, value: 'file', readInto: 'update' } },
      ),
      update: text('The update: any of the three sections.', {
        minLength: 1,
        maxLength: MOST_TEXT.update,
        'x-flag': { stdin: 'the text of the update', unless: ['files', 'sections'] },
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
      base: text('The digest of the progress that the writer saw: another one is not overwritten.', {
        minLength: 1,
        maxLength: 64,
        'x-flag': { value: 'digest' },
      }),
      strict: STRICT,
      again: flag('Applies a text that was applied before.'),
      dry_run: DRY_RUN,
    },
    'The task, and what is to be applied.',
  ),
)

type Args = ValueOf<typeof input>

/** Applies an update that somebody wrote, as text. */
export const applyTaskUpdate = defineOperation({
  name: 'working_memory_apply',
  title: 'Update the memory of a task',
  description: `Applies an update to the memory of one task: one text as \`update\`, or answers to the prompts of \`memkeep working prompts\` as \`sections\` with their \`base\`. The text:

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

A section that is left out does not change; CURRENT_PROGRESS is rewritten whole, so repeat what \`working_memory_show\` says and still holds; it needs a bullet below \`In Progress\`. Ids and times are given by memkeep. What cannot be applied is listed as \`refused\`, the rest is applied: a section with a wrong line is left out whole, so correct it and send all of that section again. No secrets.`,
  details: `Example: { "task": "lost-retries", "update": "KEY_LEARNINGS:\\n  ARCHIVE:\\n    - KL-2 because the queue was replaced\\n" }`,
  input,
  output: typed('AppliedUpdate', closedObject(CHANGED_REQUIRED, CHANGED, 'What became of it.')),
  everyday: true,
  readOnly: false,
  destructive: true,
  idempotent: true,
  command: {
    name: 'working apply',
    summary: 'apply an update to the memory of a task',
    examples: [
      'memkeep working apply lost-retries < update.txt',
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
    const { base = null, strict = false, again } = args
    // A writer that saw the progress as it is now writes for what is now.
    const isAnew = again || base === progressDigest(task.state.current_progress)
    const known = isAnew ? [] : texts.filter((text) => task.texts.has(text.digest))
    const fresh = texts.filter((text) => !known.includes(text))
    const joined = joinUpdates(fresh)
    const notes = known.map(({ what }) => `${what} was applied before: \`again\` applies it once more.`)
    const said = {
      ...joined,
      sections: [...new Set(texts.flatMap(({ sections }) => sections))],
      notes: [...notes, ...joined.notes],
    }
    const remarks = [...new Set(fresh.map((text) => `text: ${text.digest}`))]
    return answerChange(task, said, { args, applying: { now, strict, base, remarks }, memory, more: {} })
  },
})

/** The files that are named, by their paths: in the folder of the task, whatever is said. */
function updateFiles({ args, memory }: Seen<Args>): readonly string[] {
  const folder = taskFolder(args.task, memory)
  return (args.files ?? []).map((name) => (name.startsWith(`${folder}/`) ? name : `${folder}/${name}`))
}

/** Everything that is to be applied, read. */
function textsOf(input: OperationInput<Args>): readonly SaidText[] | Refusal {
  const { sources } = input
  const { update, sections } = input.args
  const files = updateFiles(input)
  const missing = files.find((path) => sources.get(path)?.kind.id !== 'task-update')
  if (missing !== undefined) {
    return refuse(
      `${safePath(missing)} is no file of updates of this task that can be read`,
      'Name a *.dsl file in the folder of the task, or give its text as `update`.',
    )
  }
  const texts: SaidText[] = [
    ...files.map((path) => readWhole(sources.get(path)?.text ?? '', safePath(path))),
    ...(update === undefined ? [] : [readWhole(update, 'The update')]),
    ...(sections ? readSections(sections) : []),
  ]
  if (texts.length > 0) return texts
  return refuse(
    'Nothing is to be applied',
    'Give the text of an update as `update`, answers as `sections`, or names of `files`.',
  )
}
