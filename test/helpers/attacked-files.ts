import type { Attack } from '../../scripts/generate/guard-table.ts'
import type { Layout } from '../../src/core/layout.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import type { LiteralFile } from '../../src/core/snapshot.ts'
import type { Kind } from '../../src/core/source.ts'
import { type Files, indexLiteral } from './check-literal.ts'
import type { PlantedLayout } from './planted.ts'

/** A file of each kind that the clean memory of its layout does not have. */
const PROSE = `# Notes\n\n## Deploy\n\nThe deploy waits for the migration, and a person looks at the first minute of it.\n\n## Rollback\n\nThe last image starts again, and the schema stays as it is until the next morning.\n`
const ARCHIVED = '.working-memory/lost-retries/archived-001.yaml'
const ARCHIVE = `key_learnings:
  - id: KL-900
    insight: The old queue lost rows when two workers took the same one.
    added: 2026-01-05T09:00:00Z
    archived: { at: 2026-01-06T09:00:00Z, reason: it was replaced }
verbatim_context: []
`
const SAMPLES: { readonly [kind: string]: readonly [path: string, text: string] } = {
  'pattern-detail': ['.cowork/memory/project/patterns/pat-900.md', PROSE],
  'decision-detail': ['.cowork/memory/project/decisions/dec-900.md', PROSE],
  'project-insight': ['.cowork/memory/project/insights/notes.md', PROSE],
  'gemini-md': ['GEMINI.md', PROSE],
  'copilot-instructions': ['.github/copilot-instructions.md', PROSE],
  'copilot-scoped': ['.github/instructions/api.instructions.md', `---\napplyTo: "**"\n---\n${PROSE}`],
  'cursor-rule': ['.cursor/rules/api.mdc', `---\ndescription: Rules\nalwaysApply: true\n---\n${PROSE}`],
  'cursor-legacy': ['.cursorrules', PROSE],
  'windsurf-legacy': ['.windsurfrules', PROSE],
  'cline-rule': ['.clinerules/api.md', PROSE],
  'roo-rule': ['.roo/rules/api.md', PROSE],
  'roo-mode-rule': ['.roo/rules-code/api.md', PROSE],
  'agents-rule': ['.agents/rules/api.md', PROSE],
  'qwen-md': ['QWEN.md', PROSE],
  'junie-guidelines': ['.junie/guidelines.md', PROSE],
  'codex-config': ['.codex/config.toml', 'project_doc_fallback_filenames = ["TEAM.md", "NOTES.md"]\n'],
  'agent-settings': ['.gemini/settings.json', '{ "context": { "fileName": ["TEAM.md", "NOTES.md"] } }\n'],
  'opencode-settings': ['opencode.json', '{ "instructions": ["docs/*.md", "NOTES.md"] }\n'],
  'bank-file': ['memory-bank/roadmap.md', PROSE],
  'openclaw-routine': ['HEARTBEAT.md', PROSE],
  'openclaw-note': ['memory/deploys.md', PROSE],
  'skills-lock': ['skills-lock.json', '{ "version": 1, "skills": { "pptx": {} } }\n'],
  'task-archive': [ARCHIVED, ARCHIVE],
  spike: ['resources/workspaces/devtools/web/_spikes/queue.md', PROSE],
  abstract: ['resources/workspaces/devtools/web/ABSTRACT.md', PROSE],
}

/** A file of one kind among the files of its layout's clean memory. */
export type Sample = {
  readonly layout: Layout
  readonly kind: Kind
  readonly path: string
  readonly files: Files
}

/** One file of every kind of a layout. */
export async function samplesOf(layout: Layout): Promise<readonly Sample[]> {
  const planted = (await import(`../layouts/${layout.id}/planted.ts`)) as PlantedLayout
  const clean = await indexLiteral(planted.clean)
  const kinds = layout.kinds.filter(({ id }) => id !== 'log-append-only' && id !== 'log-immutable')
  return Promise.all(
    kinds.map(async (kind) => {
      const known = Object.keys(clean).find((path) => kindAt(layout, path, clean[path]) === kind.id)
      const [path, text] = known ? [known, clean[known]] : (SAMPLES[kind.id] ?? [])
      if (path === undefined || text === undefined) throw new Error(`give a sample of the kind ${kind.id}`)
      const own =
        typeof text === 'string' && kind.freeText && !/\n## /.test(text)
          ? text.trimEnd() + PROSE.slice(7)
          : text
      return { layout, kind, path, files: await indexLiteral({ ...clean, [path]: own }) }
    }),
  )
}

function kindAt(layout: Layout, path: string, file: LiteralFile | undefined): string | undefined {
  const mode = typeof file === 'object' && 'link' in file ? 'link' : 'file'
  return layout.claim(path, mode, DEFAULT_SETTINGS)?.kind
}

/** A new text, a link or nothing at a path; null where the attack does not apply to such a file. */
export function attacked({ layout, kind, path, files }: Sample, attack: Attack): Files | null {
  const { [path]: file = '', ...others } = files
  const text = typeof file === 'string' ? file : ''
  const withText = (changed: string): Files | null =>
    changed === text ? null : { ...files, [path]: changed }
  if (attack === 'file deleted') return others
  if (attack === 'moved out of memory')
    return { ...others, [`elsewhere/${path.replaceAll('/', '-')}.txt`]: file }
  if (attack === 'replaced by a link') return text === '' ? null : { ...files, [path]: { link: 'elsewhere' } }
  if (attack === 'renamed inside') {
    const name = otherName(layout, kind, path, files)
    return name === null ? null : { ...others, [name]: file }
  }
  if (text === '') return null
  if (attack === 'emptied') return withText('')
  if (attack === 'form changed')
    return kind.format === 'markdown' ? withText(text.replaceAll(/^#{2,3} /gm, '#$&')) : null
  return withText(attack === 'part deleted' ? withoutPart(text, kind) : withOtherWords(text))
}

function otherName(layout: Layout, { id }: Kind, path: string, files: Files): string | null {
  const stem = path.replace(/\.[^./]+$/, '')
  const ending = path.slice(stem.length)
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const names = [`${stem}-2${ending}`, `${folder}archive/other${ending}`, `sub/${path}`]
  return names.find((name) => files[name] === undefined && kindAt(layout, name, files[path]) === id) ?? null
}

/** The text without its last entry, section or list element. */
function withoutPart(text: string, { format, freeText, merge }: Kind): string {
  if (format === 'json') {
    const value: unknown = JSON.parse(text)
    return popFirst(value) ? `${JSON.stringify(value, null, 2)}\n` : text
  }
  const isDivided = freeText || merge?.by === 'entries'
  const parts = isDivided ? [...text.matchAll(/^#{2,4} .*$/gm)] : []
  const at = parts.length > 1 ? parts.at(-1)?.index : text.trimEnd().lastIndexOf('\n')
  return text
    .slice(0, (at ?? 0) + 1)
    .trimEnd()
    .concat('\n')
}

function popFirst(value: unknown): boolean {
  if (Array.isArray(value) && value.length > 0) return value.pop() !== undefined
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(popFirst)
}

/** Words inside of sentences are others; keys, labels, links and headings stay. */
function withOtherWords(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      /^#|\]\(/.test(line)
        ? line
        : line.replace(/(?<= )[a-z]{4,}(?=[ .,])/g, (word) => [...word].reverse().join('')),
    )
    .join('\n')
}
