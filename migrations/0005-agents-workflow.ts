import { resolveTarget } from '../src/core/link-path.ts'
import type { ChangeSet, ForPerson, Migration, MigrationInput, TextFile } from '../src/core/migration.ts'
import { agentsFile } from './agents-workflow/agents-file.ts'
import { archiveDirectory, archivePath } from './agents-workflow/archive-path.ts'
import { CONTEXT_RULE } from './agents-workflow/guidance.ts'
import { hasWorkspace, inTheWay, workspaceRoots } from './workspace/workspace-roots.ts'

const FIRST = 'AGENTS.md'

/** Where agents look for instructions; `CLAUDE.md` matters where an `AGENTS.md` is a link to it. */
const NAMES: ReadonlySet<string> = new Set([FIRST, 'CLAUDE.md'])

/** In AGENTS.md, light guidance takes the place of steps that load context before every task. */
export const agentsWorkflow: Migration = {
  id: '0005-agents-workflow',
  summary:
    'Replaces mandatory context loading in AGENTS.md by light guidance, and keeps the old steps in an archive',
  wants: ({ path }) => NAMES.has(nameOf(path)),
  plan: (input) => {
    const roots = workspaceRoots(input.settings)
    if (!hasWorkspace(input.present, roots)) return { sets: [], forPerson: [] }
    const { files, forPerson } = instructions(input)
    const rule = `${roots.hotRules}/${CONTEXT_RULE}`
    const looking = { settings: input.settings, rule: input.present.has(rule) ? rule : null }
    const taken = new Set([...input.present.keys()].map((path) => path.toLowerCase()))
    const blocked = inTheWay(input.present, archiveDirectory(input))
    const sets: ChangeSet[] = []
    for (const { file, isFirst } of files) {
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

type Instructions = { readonly file: TextFile; readonly isFirst: boolean }

/** Every AGENTS.md, or the file that it is a link to. */
function instructions({ files, present }: MigrationInput): { files: Instructions[]; forPerson: ForPerson[] } {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const found = new Map<string, Instructions>()
  const forPerson: ForPerson[] = []
  for (const file of files) {
    if (nameOf(file.path) !== FIRST) continue
    const isLink = present.get(file.path)?.mode === 'link'
    const target = isLink ? byPath.get(resolveTarget(file.path, file.text.trim()) ?? '') : file
    if (!target || (isLink && present.get(target.path)?.mode === 'link')) {
      forPerson.push({
        path: file.path,
        line: 1,
        what: `This is a link to ${file.text}. Look there by hand.`,
      })
      continue
    }
    const isFirst = file.path === FIRST || found.get(target.path)?.isFirst === true
    found.set(target.path, { file: target, isFirst })
  }
  return { files: [...found.values()], forPerson }
}

function noArchive(path: string, blocked: string): ForPerson {
  const what = `Its steps that load context were left, since ${blocked} is no directory and they could not be kept. Move it away, then run this again.`
  return { path, line: 1, what }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
