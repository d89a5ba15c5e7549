import type { ChangeSet, ForPerson, Migration } from '../src/core/migration.ts'
import { agentsFile } from './agents-workflow/agents-file.ts'
import { archiveDirectory, archivePath } from './agents-workflow/archive-path.ts'
import { CONTEXT_RULE } from './agents-workflow/guidance.ts'
import { hasWorkspace, inTheWay, workspaceRoots } from './workspace/workspace-roots.ts'

/** Where agents look first, at the root; a folder may have one of its own. */
const FIRST = 'AGENTS.md'

/** In AGENTS.md, light guidance takes the place of steps that load context before every task. */
export const agentsWorkflow: Migration = {
  id: '0005-agents-workflow',
  summary:
    'Replaces mandatory context loading in AGENTS.md by light guidance, and keeps the old steps in an archive.',
  wants: ({ path }) => path === FIRST || path.endsWith(`/${FIRST}`),
  plan: (input) => {
    const roots = workspaceRoots(input.settings)
    if (!hasWorkspace(input.present, roots)) return { sets: [], forPerson: [] }
    const forPerson: ForPerson[] = []
    const rule = `${roots.hotRules}/${CONTEXT_RULE}`
    const looking = { settings: input.settings, rule: input.present.has(rule) ? rule : null }
    const taken = new Set([...input.present.keys()].map((path) => path.toLowerCase()))
    const blocked = inTheWay(input.present, archiveDirectory(input))
    const sets: ChangeSet[] = []
    for (const file of input.files) {
      const isFirst = file.path === FIRST
      const { change, removed, forPerson: more } = agentsFile(file, { ...looking, isFirst })
      forPerson.push(...more)
      if (change === null) continue
      if (removed === null) sets.push([change])
      else if (blocked !== null) forPerson.push(noArchive(file.path, blocked))
      else {
        const path = archivePath(file.path, input, taken)
        taken.add(path.toLowerCase())
        sets.push([{ path, kind: 'create', text: removed, values: [] }, change])
      }
    }
    return { sets, forPerson }
  },
}

function noArchive(path: string, blocked: string): ForPerson {
  const what = `Its steps that load context were left, since ${blocked} is no directory and they could not be kept. Move it away, then run this again.`
  return { path, line: 1, what }
}
