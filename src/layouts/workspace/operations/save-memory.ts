import type { Memory } from '../../../core/document.ts'
import { safePath } from '../../../core/messages.ts'
import { type Answer, defineOperation, type Refusal } from '../../../core/operation.ts'
import type { Source } from '../../../core/source.ts'
import { lineAt, lineStarts } from '../../../core/text.ts'
import { planAnswer } from '../../../stores/answer.ts'
import { planText } from '../../../stores/plans.ts'
import { partOfLogs } from '../claim.ts'
import { logsByWorkspace } from '../entries.ts'
import { type BuiltRow, buildMemoryIndex } from '../memory-index/build-memory-index.ts'
import { workspaceSettings } from '../settings.ts'
import { indexPath } from './get-context/defaults.ts'
import { refuseDuplicate, type Saving, similarEntries } from './save-memory/duplicates.ts'
import { findLog, resolveSaveScope, spliceEntry } from './save-memory/log.ts'
import { entryText, newEntry } from './save-memory/new-entry.ts'
import { reviewSave } from './save-memory/review-save.ts'
import { type SaveArguments, type SavedData, saveInput, saveOutput } from './save-memory/schemas.ts'

/** Saves a decision or a lesson in the log of its scope. The memory index follows from the log. */
export const saveMemory = defineOperation({
  name: 'workspace_save_memory',
  title: 'Save a decision or lesson',
  description: `Saves one decision or one lesson as a dated entry in the log of a workspace or one of its domains, where later sessions find it.

Save when a fix was hard won or a solution was not obvious (lesson), when a design or tooling choice was made or confirmed by the user (decision), and when the session ends, what a later one would find out again; report what was saved. Not what the code or its documentation says, progress of a task, a guess or a secret.

Before saving call \`workspace_get_context\` with topics decisions or lessons: take tags and categories in use, and see whether it is known.`,
  details: `The memory index is brought up to date in the same step. An entry that is outdated is edited or archived in its file, with the user's consent; this operation only adds. Name where a secret is kept, never the secret.

An entry that repeats an earlier one is refused with that entry's place; \`allow_duplicate\` saves it anyway. \`dry_run\` checks and shows the entry without writing it. A refusal says what to change.`,
  input: saveInput,
  output: saveOutput,
  everyday: true,
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
  parts: ({ scope }, settings) => {
    const logs = partOfLogs(scope.workspace, settings)
    return (part) => part === logs
  },
  wants: ({ args, memory }) => {
    const saving = savingOf(args, memory)
    if ('refusal' in saving) return []
    const like = similarEntries(saving, memory).map(({ at }) => at.document.path)
    return [...new Set([saving.path, ...like])]
  },
  plan: (input) => {
    const { args, memory, sources } = input
    const saving = savingOf(args, memory)
    if ('refusal' in saving) return saving
    const log = findLog(saving.path, input)
    if (log && 'refusal' in log) return log
    const refused = refuseDuplicate(saving, memory, { sources, isAllowed: args.allow_duplicate === true })
    return refused ?? answer({ ...saving, log }, args, memory)
  },
})

type Prepared = Saving & { readonly notes: readonly string[]; readonly isFirst: boolean }

function savingOf(args: SaveArguments, memory: Memory): Prepared | Refusal {
  const place = resolveSaveScope(args.scope, memory)
  if ('refusal' in place) return place
  const made = newEntry(args, memory)
  if ('refusal' in made) return made
  const { scope, isFirst = false } = place
  const path = `${workspaceSettings(memory.settings).memory}/${scope}/${args.type}s.md`
  return { entry: made.entry, scope, path, isFirst, notes: [...place.notes, ...made.notes] }
}

function answer(
  saving: Prepared & { readonly log: Source | null },
  args: SaveArguments,
  memory: Memory,
): Answer<SavedData> {
  const { entry, path, log } = saving
  const { text, start } = spliceEntry(entry, log)
  const notes = [...saving.notes, ...growthNote(saving, memory)]
  const data = {
    saved: !args.dry_run,
    path,
    line: lineAt(lineStarts(text), start),
    entry: `${entryText(entry)}\n`,
    index: summarizeIndex(saving, memory),
    ...(notes.length > 0 && { notes }),
  }
  const planned = planAnswer(args, data, {
    plan: planText(path, text),
    review: (tried) => reviewSave({ ...saving, before: log, start }, tried),
  })
  // Another scope that begins at the same time would be a second memory.
  return saving.isFirst ? { ...planned, alsoLocks: ['first scope'] } : planned
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
function summarizeIndex({ entry, scope }: Saving, memory: Memory): SavedData['index'] {
  const workspace = scope.split('/', 1)[0] ?? ''
  const { kind, date, category, tags } = entry
  const logs = logsByWorkspace(memory).get(workspace) ?? []
  const log = { kind: `${kind}s`, scope, items: [{ fields: { date, category, tags } }] }
  const index = buildMemoryIndex(workspace, [...logs, log], null)
  const use = (rows: readonly BuiltRow[], name: string) => {
    return { name, count: rows.find((row) => row.name === name)?.count ?? 0 }
  }
  return {
    path: indexPath(memory, workspace),
    last_updated: index.lastUpdated ?? date,
    total_decisions: index.totals.decisions,
    total_lessons: index.totals.lessons,
    category: use(index.categories, category),
    tags: tags.map((tag) => use(index.tags, tag)),
  }
}
