import { safePath, safeText } from '../../../core/messages.ts'
import { type Answer, defineOperation, type OperationInput, type Refusal } from '../../../core/operation.ts'
import { closedObject, flag, list, text, typed, type ValueOf } from '../../../core/schema.ts'
import { editYaml } from '../../../formats/yaml/edit-yaml.ts'
import { yamlText } from '../../../formats/yaml/yaml-text.ts'
import { refuse, writeAnswer } from '../../../stores/answer.ts'
import { planText } from '../../../stores/plans.ts'
import { refuseObstacle } from '../../../stores/unread.ts'
import { DRY_RUN, MOST_TEXT } from '../store/answers.ts'
import { readTask, statePath, TASK_NAME, taskNamed, taskNames } from '../store/known-task.ts'

const input = typed(
  'StartTaskArguments',
  closedObject(
    ['task'],
    {
      task: text('Its name: small letters, digits, `-`, `_` and `.`.', {
        minLength: 1,
        maxLength: 64,
        'x-flag': { argument: true },
      }),
      description: text(
        'What it is about, which every update sees, in 2,000 characters at most. Given for a task that is there, it replaces the one that it has.',
        { minLength: 1, maxLength: MOST_TEXT.description },
      ),
      dry_run: DRY_RUN,
    },
    'One task.',
  ),
)

const output = typed(
  'StartedTask',
  closedObject(
    ['saved', 'created', 'task', 'path'],
    {
      saved: flag('False for a dry run, and where nothing had to be written.'),
      created: flag('False where the task was there.'),
      task: text('The task.'),
      path: text('Its state, relative to the root of the repository.'),
      dry_run: flag('Nothing was written because of `dry_run`.'),
      notes: list(text(), 'What to know about it.'),
    },
    'The task.',
  ),
)

type Input = OperationInput<ValueOf<typeof input>>
type Started = Answer<ValueOf<typeof output>> | Refusal

/** Starts the memory of a task. */
export const startTask = defineOperation({
  name: 'working_memory_start',
  title: 'Start the memory of a task',
  description: `Starts the short-term memory of one task: its progress, key learnings and verbatim snippets, all empty. Use it once, when work on a task begins; \`working_memory_show\` reads it later. A task that is there is left as it is.`,
  details:
    'Example: { "task": "lost-retries", "description": "Retries of failed jobs are lost when their lease runs out." }',
  input,
  output,
  everyday: true,
  readOnly: false,
  destructive: false,
  idempotent: true,
  command: {
    name: 'working start',
    summary: 'start the short-term memory of a task',
    examples: ["memkeep working start lost-retries --description 'Retries are lost when a lease runs out.'"],
  },
  wants: ({ args, memory }) => [statePath(args.task, memory)],
  plan: (input) => (taskNamed(input)?.state ? describeTask(input) : createTask(input)),
})

function createTask({ args, memory, hidden }: Input): Started {
  const { task, description } = args
  const path = statePath(task, memory)
  const fault = refuseName(task, taskNames(memory)) ?? refuseObstacle(path, hidden)
  if (fault) return fault
  const state = {
    updated: null,
    ...(description !== undefined && { task: description }),
    current_progress: null,
    key_learnings: [],
    verbatim_context: [],
  }
  return writeAnswer(args, { created: true, task, path }, { plan: planText(path, yamlText(state)) })
}

function refuseName(name: string, names: readonly string[]): Refusal | null {
  if (!TASK_NAME.test(name)) {
    return refuse(
      `Task ${safeText(name)} cannot name a folder on every system`,
      'Use small letters, digits, `-`, `_` and single dots, with a letter or digit first: `lost-retries`.',
    )
  }
  const other = names.find((one) => one.normalize('NFC').toLowerCase() === name)
  if (other === undefined) return null
  return refuse(
    `Task ${safeText(other)} is there, and some file systems take ${safeText(name)} for it`,
    'Use that task, or choose another name.',
  )
}

/** A task that is there keeps everything but a description that is given. */
function describeTask(input: Input): Started {
  const { args } = input
  const { task: name, description } = args
  const task = readTask(input)
  if ('refusal' in task) return task
  const { path, source, state } = task
  const notes = [
    'The task was there.',
    ...(state.finished === null ? [] : [`It is finished since ${safeText(state.finished)}.`]),
  ]
  const data = { created: false, task: name, path }
  if (description === undefined || description === state.description) {
    return writeAnswer(args, data, { plan: new Map(), notes })
  }
  const spliced = editYaml(source.text, [{ at: ['task'], set: description }])
  if ('refused' in spliced) {
    return refuse(
      `${safePath(path)} cannot be changed in place: ${safeText(spliced.refused)}`,
      'Nothing was written. Write `task` in the file yourself.',
    )
  }
  return writeAnswer(args, data, { plan: planText(path, spliced.text), notes })
}
