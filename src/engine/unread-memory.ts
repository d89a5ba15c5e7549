import { AGENT_FOLDER, SET_ASIDE } from '../core/places.ts'
import type { UnreadFolder } from '../core/report.ts'
import type { FileListing } from '../core/snapshot.ts'
import { compareText } from '../core/text.ts'

/** Folders whose Markdown is mostly for agents, or from them: with a dot in front, or with a name of such. */
const FOLDER = new RegExp(
  `(?:^|/)(?:${[
    `(?!\\.github/)${AGENT_FOLDER}`,
    '\\.github/(?:agents|chatmodes|instructions|memory|prompts|skills)',
    '(?:sub)?agents?|agentes[\\w-]*|skills|souls?|prompts|instructions|context',
    'memory|memories|memory[-_ ]?banks?|memorias?|记忆',
    '[\\w-]*knowledge[-_ ]?base|knowledge|kb|brain|知识库',
    'learnings?|lessons(?:[-_]learned)?|reflections?|playbooks|til|solutions|经验教训',
    'notes|journals?|(?:work|dev|project|session|conv(?:ersation)?|agent|claude|codex|gemini)[-_ ]?(?:logs?|notes)|sess(?:ions|oes|ões|iones)|hand-?offs?|todos',
    'decisions?|adrs?',
  ].join('|')})/`,
  'i',
)

/** Files that are for agents, or from them, wherever they lie. */
const FILE =
  /(?:^|\/)(?:AGENTS|CLAUDE|CODEX|GEMINI|OPENCODE|QWEN|MEMORY|SKILL|SOUL|IDENTITY|HEARTBEAT|BOOTSTRAP|CONTEXT|(?:lessons?|learnings?)(?:[-_]learned)?|经验教训|decision[-_]?log|decisions?|active[-_]?context|product[-_]?context|project[-_]?brief|system[-_]?patterns|tech[-_]?context|(?:project|current|session)[-_]?(?:log|state)|[\w-]*hand-?off[\w-]*|journal|[^/]+\.(?:agent|chatmode|instructions|prompt))\.md$/i

/** Packages and builds: what lies in them came with them. */
const INSTALLED = /(?:^|\/)(?:node_modules|\.venv|site-packages)\//i

const ASIDE = new RegExp(`(?:^|/)(?:${SET_ASIDE.join('|')})/`, 'i')

/** A folder may have one about itself, whatever it is for. */
const README = /(?:^|\/)readme\.mdc?$/i

/** What looks like memory by its name and is not among the files that are read: by folder, in order of paths. */
export function findUnread(files: FileListing, read: ReadonlySet<string>): readonly UnreadFolder[] {
  const counts = new Map<string, number>()
  for (const path of files.keys()) {
    if (!/\.mdc?$/i.test(path) || read.has(path) || README.test(path) || INSTALLED.test(path)) continue
    const folder = FOLDER.exec(path)
    if (!folder && !FILE.test(path)) continue
    const found = folder ? folder.index + folder[0].length : path.lastIndexOf('/') + 1
    // Others of the folder may be read.
    const aside = ASIDE.exec(path.slice(found))
    const end = found + (aside ? aside.index + aside[0].length : 0)
    counts.set(path.slice(0, end), (counts.get(path.slice(0, end)) ?? 0) + 1)
  }
  return [...counts]
    .map(([folder, count]) => ({ folder: folder === '' ? './' : folder, files: count }))
    .sort((a, b) => compareText(a.folder, b.folder))
}
