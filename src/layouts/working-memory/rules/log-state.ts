import type { Found, MemoryRule } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { allEntriesOf, entriesOf, type IdAt, type KnownEntry, logFactsOf, tasksOf } from '../tasks.ts'

/** The log of a task records how its state came about. */
export const logState: MemoryRule = {
  id: 'log-state',
  summary: 'A log adds every entry of its state once, archives what is archived there, and nothing else.',
  why: 'The log is how people follow what an agent believes and why. An entry that only the log has was lost; one that only the state has came in without an update.',
  howToFix:
    'Restore the entry or its mark in the state, or add the update to the log, as `applyUpdate` gives it.',
  severity: 'error',
  severities: ['error', 'warning'],
  fixable: false,
  example: {
    bad: '# log.md\n+ KL-2 because it is not written down: the clock is UTC\n\n# state.yaml\nkey_learnings:\n  - id: KL-1\n',
    good: '# state.yaml\nkey_learnings:\n  - id: KL-1\n  - id: KL-2\n',
  },
  subject: 'memory',
  check: (memory, report) => {
    for (const task of tasksOf(memory)) {
      const { state, logs } = task
      const entries = allEntriesOf(task)
      if (!state || !entries) continue
      if (logs.length === 0) {
        if (entries.length > 0) report(state.path, missingLog(entries.length))
        continue
      }
      const said = logs.map((log) => (log.complete ? logFactsOf(log) : null))
      if (said.includes(null)) continue
      const of = (what: 'added' | 'archived'): IdIn[] =>
        said.flatMap((facts, i) =>
          (facts?.[what] ?? []).map((one) => ({ ...one, path: logs[i]?.path ?? '' })),
        )
      const recorded: Recorded = { added: of('added'), archived: of('archived') }
      reportLost(entries, recorded, { path: state.path, report })
      // What was moved out of the state is as it was when it was there.
      const own = entriesOf(state) ?? []
      reportUnlogged(own, recorded, {
        log: logs.at(-1)?.path ?? '',
        report: (found) => report(state.path, found),
      })
    }
  },
}

/** An id in one of the logs of a task. */
type IdIn = IdAt & { readonly path: string }

type Recorded = { readonly added: readonly IdIn[]; readonly archived: readonly IdIn[] }

/** What the log records and the state does not have; and what it adds twice. */
function reportLost(
  entries: readonly KnownEntry[],
  { added, archived }: Recorded,
  { path, report }: { readonly path: string; readonly report: (path: string, found: Found) => void },
): void {
  const known = new Set(entries.map(({ id }) => id))
  const marked = new Set(entries.flatMap((entry) => (entry.archived === null ? [] : [entry.id])))
  for (const { id, place, path: log } of added) {
    if (known.has(id)) continue
    const message = `The log adds ${id}, which the state does not have`
    report(log, { place, message, help: `Restore it in ${path}: archived entries stay there too.` })
  }
  for (const { id, place, path: log } of archived) {
    if (!known.has(id) || marked.has(id)) continue
    const message = `The log archives ${id}, which the state has as a valid entry`
    report(log, { place, message, help: `Restore its \`archived\` in ${path}.` })
  }
  // Two branches may have archived one entry, and both updates were made.
  for (const { id, place, path: log } of repeated(added)) {
    report(log, {
      place,
      message: `The log adds ${id} twice`,
      help: 'Delete the repetition.',
    })
  }
}

/** What the state has and the log does not record. */
function reportUnlogged(
  entries: readonly KnownEntry[],
  { added, archived }: Recorded,
  { log, report }: { readonly log: string; readonly report: (found: Found) => void },
): void {
  const [addings, archivings] = [new Set(added.map(idOf)), new Set(archived.map(idOf))]
  for (const { id, place, archived: mark } of entries) {
    const unrecorded = [
      ...(addings.has(id) ? [] : ['adding']),
      ...(mark === null || archivings.has(id) ? [] : ['archiving']),
    ]
    if (unrecorded.length === 0) continue
    report({
      place,
      severity: 'warning',
      message: `The log does not record the ${unrecorded.join(' and ')} of ${id || 'an entry'}`,
      help: `Add the update to the end of ${log}.`,
    })
  }
}

function repeated(ids: readonly IdIn[]): IdIn[] {
  const known = new Set<string>()
  return ids.filter(({ id }) => known.has(id) || !known.add(id))
}

function idOf({ id }: IdAt): string {
  return id
}

function missingLog(count: number): Found {
  return {
    place: WHOLE_FILE,
    severity: 'warning',
    message: `The state of ${count} ${count === 1 ? 'entry' : 'entries'} has no log.md next to it`,
    help: 'Restore the log: `git log` of the folder shows it.',
  }
}
