import type { Memory } from '../../core/document.ts'
import type { Layout } from '../../core/layout.ts'
import type { Loading } from '../../core/memory-overview.ts'
import type { Kind } from '../../core/source.ts'
import { describeLost, loadingOf, tokensLeft } from '../../formats/loading.ts'
import { namesChoices } from '../../formats/statements/read-choices.ts'
import { chainsOf } from './chains.ts'
import { instructionsPaths } from './claim.ts'
import { pagesOf } from './pages.ts'
import { modeOf, readAgentSettings, readCodexConfig, readInstructions } from './read-instructions.ts'
import { rules } from './rules/index.ts'
import { repetitionsIn } from './rules/statement-repeated.ts'

const file = (id: string, summary: string, paths: string): Kind => ({
  id,
  summary,
  paths,
  format: 'markdown',
  frontMatter: 'optional',
  history: 'free',
  tokens: true,
  freeText: true,
  living: true,
  looseFrontMatter: true,
  signature: 'path',
  // Those of a folder load for work in it.
  loads: (fields, scope) => scope === '' && modeOf(id, '', fields) === 'always',
  asksConfigs: namesChoices,
  asksPages: pagesOf,
  read: readInstructions,
})

const settings = (id: string, summary: string, paths: string): Kind => ({
  id,
  summary,
  paths,
  format: 'text',
  frontMatter: 'none',
  history: 'free',
  read: id === 'codex-config' ? readCodexConfig : readAgentSettings,
})

/** Files that coding agents load by their names, by the agent that they are made for. */
const kinds: readonly Kind[] = [
  file('agents-md', 'Instructions that many agents read: for a folder and what is below it.', '**/AGENTS.md'),
  file('claude-md', 'Instructions for Claude Code.', '**/CLAUDE.md, **/CLAUDE.local.md'),
  file('gemini-md', 'Instructions for Gemini CLI.', '**/GEMINI.md'),
  file('copilot-instructions', 'Instructions for Copilot.', '.github/copilot-instructions.md'),
  file(
    'copilot-scoped',
    'Instructions for Copilot about some files.',
    '.github/instructions/*.instructions.md',
  ),
  file('claude-rule', 'A rule for Claude Code, always or for some files.', '.claude/rules/**/*.md'),
  file('cursor-rule', 'A rule for Cursor.', '.cursor/rules/**/*.mdc'),
  file('windsurf-rule', 'A rule for Windsurf.', '.windsurf/rules/**/*.md'),
  file('kiro-steering', 'A steering file for Kiro.', '.kiro/steering/**/*.md'),
  file('cline-rule', 'A rule for Cline, always or for some files.', '.clinerules/*.md, .clinerules'),
  file('roo-rule', 'A rule for Roo Code in every mode.', '.roo/rules/**/*.md, .roorules'),
  file(
    'roo-mode-rule',
    'A rule for Roo Code in one mode.',
    '.roo/rules-*/**/*.md, .roorules-*, .clinerules-*',
  ),
  file(
    'agents-rule',
    'A rule in the folder of several agents.',
    '.agents/rules/**/*.md, .agent/rules/**/*.md',
  ),
  file('qwen-md', 'Instructions for Qwen Code.', '**/QWEN.md'),
  file('junie-guidelines', 'Guidelines for Junie.', '**/.junie/guidelines.md'),
  file('cursor-legacy', 'Rules for Cursor in the form before `.cursor/rules`.', '.cursorrules'),
  file('windsurf-legacy', 'Rules for Windsurf in the form before `.windsurf/rules`.', '.windsurfrules'),
  settings('codex-config', 'The settings of Codex, which change what it loads.', '**/.codex/config.toml'),
  settings(
    'agent-settings',
    'The settings of Claude Code, Gemini CLI or Qwen Code, which change what they load.',
    '**/.claude/settings.json, **/.gemini/settings.json, **/.qwen/settings.json',
  ),
  settings(
    'opencode-settings',
    'The settings of opencode, which may name further files.',
    '**/opencode.json',
  ),
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

/** Instructions and rules that coding agents load by their names. */
export const instructions: Layout = {
  ...instructionsPaths,
  summary:
    'What coding agents load by itself: AGENTS.md, CLAUDE.md, GEMINI.md, QWEN.md, and the rules of Copilot, Cursor, Windsurf, Kiro, Cline, Roo Code.',
  kinds,
  rules,
  reports: {
    overview: (memory) => ({ loads: loadings(memory) }),
    repetitions: repetitionsIn,
  },
}

/** What every agent that is used here loads by itself, for reports. */
function loadings(memory: Memory): readonly Loading[] {
  return chainsOf(memory).map(({ model, limit, folder, files }) => {
    const unit = limit?.unit ?? 'lines'
    return loadingOf({
      agent: model.agent,
      name: folder === '' ? 'at the top' : `in ${folder}`,
      session: folder === '' ? model.agent : null,
      files: files.map(({ path, text, tokens, lost }) => ({
        path,
        size: text?.size[unit] ?? null,
        tokens: limit && text ? tokensLeft(tokens, text.size[limit.unit], lost) : tokens,
        lost: lost ? describeLost(lost) : null,
      })),
      unit,
      // A limit of each file says nothing of all together.
      limit: model.spans === 'all' ? limit : null,
    })
  })
}
