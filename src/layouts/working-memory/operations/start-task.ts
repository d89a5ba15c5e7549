import type { JsonObject } from '../../../core/json.ts'
import { safePath, safeText } from '../../../core/messages.ts'
import {
  closedObject,
  type Operation,
  type OperationAnswer,
  type OperationInput,
  type Refusal,
} from '../../../core/operation.ts'
import { editYaml } from '../../../formats/yaml/edit-yaml.ts'
import { yamlText } from '../../../formats/yaml/yaml-text.ts'
import { answerOf, DRY_RUN, flag, MOST_TEXT, said, text, typed } from '../store/answers.ts'
import { readTask, statePath, TASK_NAME, taskNamed, taskNames } from '../store/known-task.ts'

/** Starts the memory of a task. */
export const startTask: Operation = {
  name: 'working_memory_start',
  title: 'Start the memory of a task',
  description: `Starts the short-term memory of one task: its progress, key learnings and verbatim snippets, all empty. Use it once, when work on a task begins; \`working_memory_show\` reads it later. A task that is there is left as it is.

Example: { "task": "lost-retries", "description": "Retries of failed jobs are lost when their lease runs out." }`,
  input: typed(
    'StartTaskArguments',
    closedObject(
      ['task'],
      {
        task: text('Its name: small letters, digits, `-`, `_` and `.`.', 64, {
          'x-flag': { argument: true },
        }),
        description: text(
          'What it is about, which every update sees. Given for a task that is there, it replaces the one that it has.',
          MOST_TEXT.description,
        ),
        dry_run: DRY_RUN,
      },
      'One task.',
    ),
  ),
  output: typed(
    'StartedTask',
    closedObject(
      ['saved', 'created', 'task', 'path'],
      {
        saved: flag('False for a dry run, and where nothing had to be written.'),
        created: flag('False where the task was there.'),
        task: said('The task.'),
        path: said('Its state, relative to the root of the repository.'),
        dry_run: flag('Nothing was written because of `dry_run`.'),
        notes: { type: 'array', items: { type: 'string' }, description: 'What to know about it.' },
      },
      'The task.',
    ),
  ),
  readOnly: false,
  destructive: false,
  idempotent: true,
  command: {
    name: 'working start',
    summary: 'start the short-term memory of a task',
    examples: ["memkeep working start lost-retries --description 'Retries are lost when a lease runs out.'"],
  },
  wants: ({ args, memory }) => [statePath(String(args.task), memory)],
  plan: (input) => (taskNamed(input)?.state ? describeTask(input) : createTask(input)),
}

function createTask({ args, memory, hidden }: OperationInput): OperationAnswer {
  const name = String(args.task)
  const path = statePath(name, memory)
  const fault = refuseName(name, taskNames(memory)) ?? refuseObstacle(path, hidden?.get(path))
  if (fault) return fault
  const { description } = args
  const state: JsonObject = {
    updated: null,
    ...(typeof description === 'string' && { task: description }),
    current_progress: null,
    key_learnings: [],
    verbatim_context: [],
  }
  return answerStart({ path, created: true, after: yamlText(state) }, args)
}

function refuseName(name: string, names: readonly string[]): Refusal | null {
  if (!TASK_NAME.test(name)) {
    return {
      refusal: `Task ${safeText(name)} cannot name a folder on every system`,
      help: 'Use small letters, digits, `-`, `_` and single dots, with a letter or digit first: `lost-retries`.',
    }
  }
  const other = names.find((one) => one.normalize('NFC').toLowerCase() === name)
  if (other === undefined) return null
  return {
    refusal: `Task ${safeText(other)} is there, and some file systems take ${safeText(name)} for it`,
    help: 'Use that task, or choose another name.',
  }
}

function refuseObstacle(path: string, what: string | undefined): Refusal | null {
  if (what === undefined) return null
  return {
    refusal: `${safePath(path)} cannot be written: ${safeText(what)}`,
    help: 'Nothing was written. Make it a regular file that git sees, or move it out of the way.',
  }
}

/** A task that is there keeps everything but a description that is given. */
function describeTask(input: OperationInput): OperationAnswer {
  const { args } = input
  const task = readTask(input)
  if ('refusal' in task) return task
  const { description } = args
  const { finished } = task.state
  const notes = [
    'The task was there.',
    ...(finished === null ? [] : [`It is finished since ${safeText(finished)}.`]),
  ]
  if (typeof description !== 'string' || description === task.state.description) {
    return answerStart({ path: task.path, created: false, after: null, notes }, args)
  }
  const spliced = editYaml(task.source.text, [{ at: ['task'], set: description }])
  if ('refused' in spliced) {
    return {
      refusal: `${safePath(task.path)} cannot be changed in place: ${safeText(spliced.refused)}`,
      help: 'Nothing was written. Write `task` in the file yourself.',
    }
  }
  return answerStart({ path: task.path, created: false, after: spliced.text, notes }, args)
}

type Started = {
  readonly path: string
  readonly created: boolean
  /** Null where nothing is written. */
  readonly after: string | null
  readonly notes?: readonly string[]
}

function answerStart(
  { path, created, after, notes = [] }: Started,
  { task = '', dry_run }: JsonObject,
): OperationAnswer {
  const isDry = dry_run === true
  const data: JsonObject = {
    saved: after !== null && !isDry,
    created,
    task,
    path,
    ...(isDry && { dry_run: true }),
    ...(notes.length > 0 && { notes }),
  }
  return {
    ...answerOf(data),
    ...(after !== null && { plan: new Map([[path, { kind: 'text', text: after } as const]]) }),
    ...(isDry && { dryRun: true as const }),
  }
}
