import type { Document, Memory } from '../../../core/document.ts'
import { folderOf, resolveTarget } from '../../../core/path.ts'
import type { Found, MemoryRule } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { agentsIn, chainIn } from '../chains.ts'
import type { LoaderModel } from '../models.ts'
import { factsOf, targetOf } from '../read-instructions.ts'

/** What is written as instructions is what agents load. */
export const instructionUnseen: MemoryRule = {
  id: 'instruction-unseen',
  summary:
    'Instructions are where agents load them: by their exact name, and as text instead of a pointer in words.',
  why: 'Agents look for exact names and say nothing about what they do not find. `agents.md` works on a Mac and not in CI, words such as "See AGENTS.md" load those words alone, and a CLAUDE.md at the top takes the place of every AGENTS.md below it.',
  howToFix:
    'Rename the file, import the other one with `@AGENTS.md` where the agent follows imports, or make it a symlink.',
  severity: 'warning',
  severities: ['warning', 'info'],
  fixable: false,
  example: { bad: 'CLAUDE.md: See AGENTS.md.\n', good: 'CLAUDE.md: @AGENTS.md\n' },
  subject: 'memory',
  check: (memory, report) => {
    for (const document of memory.documents) {
      const found = wrongCase(document, memory) ?? stub(document, memory)
      if (found) report(document.path, found)
    }
    hidden(memory, report)
  },
}

/** Kinds of one file of a fixed name in a folder. */
const NAMES: { readonly [kind: string]: string } = {
  'agents-md': 'AGENTS.md',
  'claude-md': 'CLAUDE.md',
  'gemini-md': 'GEMINI.md',
  'qwen-md': 'QWEN.md',
}

function wrongCase({ path, kind }: Document, { documents, files }: Memory): Found | null {
  const name = NAMES[kind]
  if (name === undefined || path === name || path.toLowerCase() !== name.toLowerCase() || files.has(name))
    return null
  const isLinked = documents.some((one) => {
    const target = targetOf(one.facts)
    return target !== null && resolveTarget(one.path, target) === path
  })
  return {
    place: WHOLE_FILE,
    // Some agent reads it through the link.
    ...(isLinked && { severity: 'info' }),
    message: `Agents look for ${name} and do not load ${path} where case counts, as on Linux`,
    help: `Rename it to ${name} with git.`,
  }
}

function stub({ path, kind, facts, ...rest }: Document, { files }: Memory): Found | null {
  const named = factsOf({ path, kind, facts, ...rest })?.stub
  const name = NAMES[kind]
  if (name === undefined || named === undefined || named === name) return null
  const folder = folderOf(path)
  const target = folder === '' ? named : `${folder}/${named}`
  if (!files.has(target)) return null
  const help =
    kind === 'agents-md'
      ? `Make it a symlink to ${named}: most agents follow no imports in AGENTS.md.`
      : `Write \`@${named}\` on a line of its own: it is imported then.`
  return {
    place: WHOLE_FILE,
    message: `This file only names ${named}: agents load these words, and ${named} not with them`,
    help,
  }
}

/** Claude Code reads no AGENTS.md where a CLAUDE.md is in the chain: one finding for all that are hidden so. */
function hidden(memory: Memory, report: Parameters<MemoryRule['check']>[1]): void {
  const claude = agentsIn(memory).find(({ instead }) => instead?.kind === 'agents-md')
  if (!claude) return
  const [first, ...more] = memory.documents.filter((one) => isHidden(one, claude, memory))
  if (!first) return
  const others = more.length === 0 ? '' : ` (and ${more.length} more of that name, such as ${more[0]?.path})`
  report(first.path, {
    place: WHOLE_FILE,
    severity: 'info',
    message: `${claude.agent} does not load this file: CLAUDE.md in a folder above takes its place${others}`,
    help: 'Where it is for that agent, too, put a CLAUDE.md with the line `@AGENTS.md` in its folder.',
  })
}

function isHidden({ path, kind, scope }: Document, claude: LoaderModel, memory: Memory): boolean {
  if (kind !== 'agents-md' || scope === '' || `/${path}`.includes('/.')) return false
  if (
    ['CLAUDE.md', 'CLAUDE.local.md', '.claude/CLAUDE.md'].some((name) => memory.files.has(`${scope}/${name}`))
  )
    return false
  return !chainIn(claude, memory, scope).files.some((file) => file.path === path)
}
