import type { JsonObject } from '../../../core/json.ts'
import type { Memory } from '../../../core/memory.ts'
import type { Operation, OperationAnswer, Refusal } from '../../../core/operation.ts'
import { safePath } from '../../../core/safe-text.ts'
import type { Source } from '../../../core/source.ts'
import { lineAt, lineStarts } from '../../../core/text.ts'
import { yamlText } from '../../../formats/yaml-text.ts'
import { partOfLogs } from '../claim.ts'
import { workspaceSettings } from '../settings.ts'
import { duplicateOf, likeEntries, type Saving } from './save-memory/duplicates.ts'
import { entryText } from './save-memory/entry.ts'
import { indexAfter } from './save-memory/index-after.ts'
import { logAt } from './save-memory/log-at.ts'
import { newEntry } from './save-memory/new-entry.ts'
import { readSaveRequest, type SaveRequest } from './save-memory/request.ts'
import { reviewSave } from './save-memory/review-save.ts'
import { saveScope } from './save-memory/save-scope.ts'
import { saveInput, saveOutput } from './save-memory/schemas.ts'
import { spliceEntry } from './save-memory/splice-entry.ts'

/** Saves a decision or a lesson in the log of its scope. The memory index follows from the log. */
export const saveMemory: Operation = {
  name: 'workspace_save_memory',
  title: 'Save a decision or lesson',
  description: `Saves one decision or one lesson to the memory of this repository, as a dated entry in the log of a workspace or one of its domains, where later sessions find it. The memory index is brought up to date in the same step.

Save when:
- a fix was hard won: a bug took several attempts (lesson: what happened, the root cause, what to do);
- a solution was not obvious, and stands in no document (lesson);
- a design or tooling choice was made or confirmed by the user (decision: what, why, what was rejected);
- the session ends: go through what happened, save what a later session would otherwise find out again, and tell the user what was saved.
Do not save what the code or its documentation says already, progress of a task, or a guess. No secrets: name where one is kept. An entry that is outdated is edited or archived in its file, with the user's consent; this tool only adds.

Before saving call \`workspace_get_context\` with topics decisions or lessons: take tags and categories that are in use, and see whether it is known. An entry that repeats an earlier one is refused with that entry's place; \`allow_duplicate\` saves it all the same. \`dry_run\` checks and shows the entry without writing it. A refusal says what to change.`,
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
    const like = likeEntries(saving, memory).map(({ document }) => document.path)
    return [...new Set([saving.path, ...like])]
  },
  plan: (input) => {
    const request = readSaveRequest(input.args)
    const saving = savingOf(request, input.memory)
    if ('refusal' in saving) return saving
    const log = logAt(saving.path, input)
    if (log && 'refusal' in log) return log
    const twice = duplicateOf(saving, input.memory, input.sources)
    if (twice && !(request.allowDuplicate && twice.allowable)) {
      return { refusal: twice.refusal, help: twice.help }
    }
    return answer({ ...saving, log }, { request, memory: input.memory })
  },
}

type Prepared = Saving & { readonly notes: readonly string[] }

function savingOf(request: SaveRequest, memory: Memory): Prepared | Refusal {
  const place = saveScope(request, memory)
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
    index: indexAfter(save, memory),
    ...(notes.length > 0 && { notes }),
  }
  return {
    text: yamlText(data),
    data,
    plan: new Map([[path, { kind: 'text', text }]]),
    ...(request.dryRun && { dryRun: true }),
    review: (tried) => reviewSave({ ...save, before: log, start }, tried),
  }
}

function growthNote({ path }: Saving, memory: Memory): string[] {
  const entries = (memory.documents.find((one) => one.path === path)?.items.length ?? 0) + 1
  const { growthThreshold } = workspaceSettings(memory.settings)
  if (entries <= growthThreshold) return []
  return [
    `${safePath(path)} holds ${entries} entries now, expected at most ${growthThreshold}: \`memkeep archive\` moves the oldest.`,
  ]
}
