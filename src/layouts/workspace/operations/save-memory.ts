import type { Document, Item, Memory } from '../../../core/document.ts'
import type { JsonObject } from '../../../core/json.ts'
import { safePath } from '../../../core/messages.ts'
import type { Operation, OperationAnswer, Refusal } from '../../../core/operation.ts'
import type { Source } from '../../../core/source.ts'
import { lineAt, lineStarts, WHOLE_FILE } from '../../../core/text.ts'
import { planAnswer } from '../../../stores/answer.ts'
import { planText } from '../../../stores/plans.ts'
import { partOfLogs } from '../claim.ts'
import { logsByWorkspace } from '../entries.ts'
import { type BuiltRow, buildMemoryIndex } from '../memory-index/build-memory-index.ts'
import { workspaceSettings } from '../settings.ts'
import { indexPath } from './get-context/defaults.ts'
import { findDuplicate, findSimilarEntries, type Saving } from './save-memory/duplicates.ts'
import { findLog, resolveSaveScope, spliceEntry } from './save-memory/log.ts'
import { entryText, newEntry, readSaveRequest, type SaveRequest } from './save-memory/new-entry.ts'
import { reviewSave } from './save-memory/review-save.ts'

/** No file system has a longer name. */
const NAME = { type: 'string', minLength: 1, maxLength: 255 } as const

const text = (description: string): JsonObject => ({ type: 'string', description })
const count = (description: string): JsonObject => ({ type: 'integer', minimum: 0, description })
const list = (description: string, items: JsonObject): JsonObject => ({ type: 'array', description, items })

const object = (
  description: string,
  required: readonly string[],
  properties: { readonly [key: string]: JsonObject },
): JsonObject => ({ type: 'object', description, additionalProperties: false, required, properties })

/** JSON Schema of the arguments of `workspace_save_memory`. */
const saveInput: JsonObject = {
  'x-type': 'SaveArguments',
  ...object('One decision or lesson.', ['scope', 'type', 'title', 'content'], {
    scope: object('Whose memory it is: of a whole workspace, or of one of its domains.', ['workspace'], {
      workspace: {
        ...NAME,
        'x-flag': { value: 'name', summary: 'the workspace whose memory is written' },
        description: 'The name of the workspace: a folder name, such as `devtools`.',
      },
      domain: {
        ...NAME,
        'x-flag': { value: 'name', summary: 'save in the log of one of its domains, and not in its own' },
        description:
          'The name of a domain, for what matters in that domain alone. Repositories have no memory of their own: use their domain.',
      },
    }),
    type: {
      type: 'string',
      enum: ['decision', 'lesson'],
      'x-flag': { summary: 'what is saved' },
      description:
        '`decision`: a choice and its reasons. `lesson`: what went wrong or was hard to find, and what to do.',
    },
    title: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      'x-flag': { summary: 'the title of the entry, one line without a date' },
      description: 'What was decided or learned, in one line: without a date and without `#` before it.',
    },
    content: {
      type: 'string',
      minLength: 1,
      maxLength: 65_536,
      'x-flag': {
        value: 'text',
        summary: 'the text of the entry, as Markdown',
        stdin: 'the text of the entry',
      },
      description:
        'The text, as Markdown. A decision: what and why, and what was rejected. A lesson: what happened, the root cause, what to do differently. Headings with four `#` or more; no title, category, tags or closing `---`; no secrets.',
    },
    category: {
      type: 'string',
      minLength: 1,
      maxLength: 60,
      'x-flag': { value: 'name', summary: 'the category of the entry; else general' },
      description:
        'A category in use, as memory_metadata names it. Of decisions: architecture, tooling, convention, dependency; of lessons: debugging, performance, configuration, integration. `general` when absent.',
    },
    tags: {
      ...list('What it is about, for later searches: names of technologies and topics, those in use first.', {
        type: 'string',
        minLength: 1,
        maxLength: 60,
      }),
      maxItems: 20,
      'x-flag': { summary: 'the tags of the entry' },
    },
    dry_run: {
      type: 'boolean',
      'x-flag': { summary: 'write nothing: print what would change' },
      default: false,
      description: 'Checks everything and shows the entry; writes nothing.',
    },
    allow_duplicate: {
      type: 'boolean',
      'x-flag': { summary: 'save it although an earlier entry is like it' },
      default: false,
      description:
        'Saves it although an earlier entry has its title or nearly its text. Only after you read that entry.',
    },
  }),
}

const use = (what: string): JsonObject =>
  object(`A ${what} of the entry.`, ['name', 'count'], {
    name: text('As the entry has it.'),
    count: count('How many entries of the workspace have it now.'),
  })

/** JSON Schema of the answer of `workspace_save_memory`. */
const saveOutput: JsonObject = {
  'x-type': 'SavedData',
  ...object(
    'Where the entry is, and what the memory index says now.',
    ['saved', 'path', 'line', 'entry', 'index'],
    {
      saved: { type: 'boolean', description: 'False for a dry run.' },
      path: text('The file, relative to the root of the repository.'),
      line: { type: 'integer', minimum: 1, description: 'The line of its heading.' },
      entry: text('The entry as it is written.'),
      index: object(
        'What the memory index of the workspace says with the entry.',
        ['path', 'last_updated', 'total_decisions', 'total_lessons', 'category', 'tags'],
        {
          path: text('The file of the index.'),
          last_updated: text('The day of the newest entry.'),
          total_decisions: count('Decisions of the workspace.'),
          total_lessons: count('Lessons of the workspace.'),
          category: use('category'),
          tags: list('The tags of the entry.', use('tag')),
        },
      ),
      notes: list('What is not quite as it was asked for, or needs a look.', { type: 'string' }),
    },
  ),
}

/** Saves a decision or a lesson in the log of its scope. The memory index follows from the log. */
export const saveMemory: Operation = {
  name: 'workspace_save_memory',
  title: 'Save a decision or lesson',
  description: `Saves one decision or one lesson to the memory of this repository, as a dated entry in the log of a workspace or one of its domains, where later sessions find it. The memory index is brought up to date in the same step.

Save when:
- a fix was hard won: a bug took several attempts (lesson: what happened, the root cause, what to do);
- a solution was not obvious, and is in no document (lesson);
- a design or tooling choice was made or confirmed by the user (decision: what, why, what was rejected);
- the session ends: go through what happened, save what a later session would otherwise find out again, and report to the user what was saved.
Do not save what the code or its documentation says already, progress of a task, or a guess. No secrets: name where one is kept. An entry that is outdated is edited or archived in its file, with the user's consent; this tool only adds.

Before saving call \`workspace_get_context\` with topics decisions or lessons: take tags and categories that are in use, and see whether it is known. An entry that repeats an earlier one is refused with that entry's place; \`allow_duplicate\` saves it anyway. \`dry_run\` checks and shows the entry without writing it. A refusal says what to change.`,
  input: saveInput,
  output: saveOutput,
  readOnly: false,
  destructive: false,
  idempotent: true,
  command: {
    name: 'save',
    summary:
      'save a decision or a lesson: checked, written, and the index with it; exit 1 when it is refused',
    examples: [
      "memkeep save --workspace shop --type lesson --title 'Retries need a limit' --content 'It never ended.' --tags ci,queue",
      "memkeep save --workspace shop --type decision --title 'One formatter' --dry-run < decision.md",
    ],
  },
  parts: (args, settings) => {
    const logs = partOfLogs(readSaveRequest(args).workspace, settings)
    return (part) => part === logs
  },
  wants: ({ args, memory }) => {
    const saving = savingOf(readSaveRequest(args), memory)
    if ('refusal' in saving) return []
    const like = findSimilarEntries(saving, memory).map(({ document }) => document.path)
    return [...new Set([saving.path, ...like])]
  },
  plan: (input) => {
    const request = readSaveRequest(input.args)
    const saving = savingOf(request, input.memory)
    if ('refusal' in saving) return saving
    const log = findLog(saving.path, input)
    if (log && 'refusal' in log) return log
    const twice = findDuplicate(saving, input.memory, input.sources)
    if (twice && !(request.allowDuplicate && twice.allowable)) {
      return { refusal: twice.refusal, help: twice.help }
    }
    return answer({ ...saving, log }, { request, memory: input.memory })
  },
}

type Prepared = Saving & { readonly notes: readonly string[] }

function savingOf(request: SaveRequest, memory: Memory): Prepared | Refusal {
  const place = resolveSaveScope(request, memory)
  if ('refusal' in place) return place
  const made = newEntry(request, memory)
  if ('refusal' in made) return made
  const { scope } = place
  const folder = `${workspaceSettings(memory.settings).memory}/${scope}`
  const path = `${folder}/${request.kind === 'decision' ? 'decisions' : 'lessons'}.md`
  return { entry: made.entry, scope, path, notes: [...place.notes, ...made.notes] }
}

type Save = Prepared & { readonly log: Source | null }

function answer(save: Save, { request, memory }: { request: SaveRequest; memory: Memory }): OperationAnswer {
  const { entry, path, log } = save
  const { text, start } = spliceEntry(entry, log)
  const notes = [...save.notes, ...growthNote(save, memory)]
  const data: JsonObject = {
    saved: !request.dryRun,
    path,
    line: lineAt(lineStarts(text), start),
    entry: `${entryText(entry)}\n`,
    index: summarizeIndex(save, memory),
    ...(notes.length > 0 && { notes }),
  }
  return planAnswer({ dry_run: request.dryRun }, data, {
    plan: planText(path, text),
    review: (tried) => reviewSave({ ...save, before: log, start }, tried),
  })
}

function growthNote({ path }: Saving, memory: Memory): string[] {
  const entries = (memory.documents.find((one) => one.path === path)?.items.length ?? 0) + 1
  const { growthThreshold } = workspaceSettings(memory.settings)
  if (entries <= growthThreshold) return []
  return [
    `${safePath(path)} holds ${entries} entries now, the limit is ${growthThreshold}: \`memkeep archive\` moves the oldest.`,
  ]
}

/** What the memory index of the workspace will say of a new entry, and in all. */
function summarizeIndex({ entry, scope, path }: Saving, memory: Memory): JsonObject {
  const workspace = scope.split('/', 1)[0] ?? ''
  const logs = logsByWorkspace(memory).get(workspace) ?? []
  const kind = entry.kind === 'decision' ? 'decisions' : 'lessons'
  const index = buildMemoryIndex(workspace, [...logs, documentOf({ entry, scope, path }, kind)], null)
  const rowOf = (rows: readonly BuiltRow[], name: string): JsonObject => {
    return { name, count: rows.find((row) => row.name === name)?.count ?? 0 }
  }
  return {
    path: indexPath(memory, workspace),
    last_updated: index.lastUpdated ?? entry.date,
    total_decisions: index.totals.decisions,
    total_lessons: index.totals.lessons,
    category: rowOf(index.categories, entry.category),
    tags: entry.tags.map((tag) => rowOf(index.tags, tag)),
  }
}

/** The entry as a one-entry log: the index counts entries, wherever they are. */
function documentOf({ entry, scope, path }: Saving, kind: string): Document {
  const { date, title, category, tags } = entry
  const item: Item = {
    kind: entry.kind,
    key: '',
    title,
    place: WHOLE_FILE,
    digest: '',
    sketch: [],
    fields: { date, category, tags },
  }
  return {
    path,
    id: '',
    layout: 'workspace',
    kind,
    scope,
    lines: 0,
    tokens: 0,
    frontMatter: null,
    items: [item],
    unread: [],
    links: [],
    dates: [],
    suppressions: [],
    facts: null,
    complete: true,
    findings: [],
  }
}
