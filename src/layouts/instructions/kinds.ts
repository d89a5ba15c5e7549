import { isJsonObject, type Json } from '../../core/json.ts'
import type { Kind, Reading, Source } from '../../core/source.ts'
import { modeOf, readInstructions } from './read-instructions.ts'

const instructions = (id: string, summary: string, paths: string): Kind => ({
  id,
  summary,
  paths,
  format: 'markdown',
  frontMatter: 'optional',
  history: 'free',
  tokens: true,
  freeText: true,
  looseFrontMatter: true,
  signature: 'path',
  // Those of a folder load for work in it.
  loads: (fields, scope) => scope === '' && modeOf(id, '', fields) === 'always',
  read: readInstructions,
})

/** Files that coding agents load by their names, by the agent that they are made for. */
export const kinds: readonly Kind[] = [
  instructions(
    'agents-md',
    'Instructions that many agents read: for a folder and what is below it.',
    '**/AGENTS.md',
  ),
  instructions('claude-md', 'Instructions for Claude Code.', '**/CLAUDE.md, **/CLAUDE.local.md'),
  instructions('gemini-md', 'Instructions for Gemini CLI.', '**/GEMINI.md'),
  instructions('copilot-instructions', 'Instructions for Copilot.', '.github/copilot-instructions.md'),
  instructions(
    'copilot-scoped',
    'Instructions for Copilot about some files.',
    '.github/instructions/*.instructions.md',
  ),
  instructions('claude-rule', 'A rule for Claude Code, always or for some files.', '.claude/rules/**/*.md'),
  instructions('cursor-rule', 'A rule for Cursor.', '.cursor/rules/**/*.mdc'),
  instructions('windsurf-rule', 'A rule for Windsurf.', '.windsurf/rules/**/*.md'),
  instructions('kiro-steering', 'A steering file for Kiro.', '.kiro/steering/**/*.md'),
  instructions('cursor-legacy', 'Rules for Cursor in the form before `.cursor/rules`.', '.cursorrules'),
  instructions(
    'windsurf-legacy',
    'Rules for Windsurf in the form before `.windsurf/rules`.',
    '.windsurfrules',
  ),
  {
    id: 'codex-config',
    summary: 'The settings of Codex, which may raise what it loads.',
    paths: '.codex/config.toml',
    format: 'text',
    frontMatter: 'none',
    history: 'free',
    ordinary: true,
    read: readCodexConfig,
  },
  {
    id: 'instruction-link',
    summary: 'A symlink in the place of such a file.',
    paths: 'CLAUDE.md -> AGENTS.md',
    format: 'link',
    frontMatter: 'none',
    history: 'free',
    signature: 'path',
    read: ({ text }) => ({ facts: { target: text } }),
  },
]

/** What Codex may load at most, in bytes, as a line before the first table says. */
function readCodexConfig({ text }: Source): Reading {
  const top = text.split(/^[ \t]*\[/m, 1)[0] ?? ''
  const [, digits = ''] = /^[ \t]*project_doc_max_bytes[ \t]*=[ \t]*([\d_]{1,12})/m.exec(top) ?? []
  return { facts: { mostBytes: digits === '' ? null : Number(digits.replaceAll('_', '')) } }
}

/** What a file of Codex's settings says that it may load; null where it says nothing. */
export function mostBytesOf(facts: Json): number | null {
  return isJsonObject(facts) && typeof facts.mostBytes === 'number' ? facts.mostBytes : null
}

/** Where a symlink leads, as written; null for another file. */
export function targetOf(facts: Json): string | null {
  return isJsonObject(facts) && typeof facts.target === 'string' ? facts.target : null
}
