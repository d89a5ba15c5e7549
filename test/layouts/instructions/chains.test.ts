import { describe, expect, test } from 'vitest'
import { chainsOf } from '../../../src/layouts/instructions/chains.ts'
import { MODELS } from '../../../src/layouts/instructions/models.ts'
import { checkLiteral, type Files } from '../../helpers/check-literal.ts'

/** The workspace has rules of its own in the folders of agents. */
const ALONE = { settings: 'layouts: { workspace: off }\n' }

/** A text of so many bytes with a section for each kilobyte: `## Section 7` begins at 7,000 bytes. */
function text(bytes: number, name = 'Section'): string {
  let made = ''
  for (let i = 0; made.length < bytes; i++) {
    made += `## ${name} ${i}\n\n- a rule\n\n`
    made += `${'x'.repeat(Math.max(0, Math.min(bytes, (i + 1) * 1000) - made.length - 1))}\n`
  }
  return made.slice(0, bytes)
}

async function chains(files: Files) {
  const { memories } = await checkLiteral(files, ALONE)
  const memory = [...memories.values()].find(({ layout }) => layout === 'instructions')
  return memory ? chainsOf(memory) : []
}

/** `agent in folder: paths`, of each chain. */
async function orders(files: Files): Promise<string[]> {
  return (await chains(files)).map(
    ({ model, folder, files: loaded }) =>
      `${model.agent} in ${folder || '.'}: ${loaded.map(({ path }) => path).join(' ')}`,
  )
}

async function findings(files: Files): Promise<string[]> {
  const { diagnostics } = await checkLiteral(files, ALONE)
  return diagnostics
    .filter(({ rule }) => rule === 'load-limit')
    .map(({ path, line, severity, message }) => `${path}:${line} ${severity}: ${message}`)
}

test('every limit has its source and its date', () => {
  for (const { limit } of MODELS) {
    if (!limit) continue
    expect(limit.source).not.toBe('')
    expect(limit.asOf).toMatch(/^20\d\d-\d\d$/)
    expect(limit.most).toBeGreaterThan(0)
  }
})

describe('what loads, in which order', () => {
  test.each<[string, Files, readonly string[]]>([
    [
      'Codex reads from the top down to the folder, and an override in place of its folder',
      {
        'AGENTS.md': 'a\n',
        'a/AGENTS.md': 'b\n',
        'a/b/AGENTS.md': 'c\n',
        'a/b/AGENTS.override.md': 'd\n',
        'z/AGENTS.md': 'e\n',
      },
      [
        'Codex in .: AGENTS.md',
        'Codex in a: AGENTS.md a/AGENTS.md',
        'Codex in a/b: AGENTS.md a/AGENTS.md a/b/AGENTS.override.md',
        'Codex in z: AGENTS.md z/AGENTS.md',
      ],
    ],
    [
      'Claude Code reads its files with their imports, then the rules that are for all files',
      {
        'CLAUDE.md': 'See @docs/a.md and @docs/b.md\n',
        'docs/a.md': 'a\n',
        'docs/b.md': 'b\n',
        '.claude/rules/go.md': '---\npaths: ["**/*.md"]\n---\nx\n',
        '.claude/rules/all.md': 'y\n',
        'web/CLAUDE.md': 'w\n',
      },
      [
        'Claude Code in .: CLAUDE.md docs/a.md docs/b.md .claude/rules/all.md',
        // Started there it asks before it follows imports to places outside.
        'Claude Code in web: CLAUDE.md .claude/rules/all.md web/CLAUDE.md',
      ],
    ],
    [
      'imports are followed through files that import',
      { 'CLAUDE.md': '@AGENTS.md\n', 'AGENTS.md': '@docs/x.md\n', 'docs/x.md': 'x\n' },
      ['Codex in .: AGENTS.md', 'Claude Code in .: CLAUDE.md AGENTS.md docs/x.md'],
    ],
    [
      'a symlink is read as what it leads to',
      { 'CLAUDE.md': 'c\n', 'AGENTS.md': { link: 'CLAUDE.md' } },
      ['Codex in .: AGENTS.md', 'Claude Code in .: CLAUDE.md'],
    ],
    [
      'Gemini CLI',
      { 'GEMINI.md': 'g\n', 'a/GEMINI.md': 'h\n' },
      ['Gemini CLI in .: GEMINI.md', 'Gemini CLI in a: GEMINI.md a/GEMINI.md'],
    ],
    [
      'Copilot reads its instructions, those for all files, and AGENTS.md',
      {
        '.github/copilot-instructions.md': 'c\n',
        '.github/instructions/all.instructions.md': '---\napplyTo: "**"\n---\nx\n',
        '.github/instructions/go.instructions.md': '---\napplyTo: "**/*.md"\n---\ny\n',
        'AGENTS.md': 'a\n',
      },
      [
        'Codex in .: AGENTS.md',
        'Copilot in the editor in .: .github/copilot-instructions.md AGENTS.md .github/instructions/all.instructions.md',
        'Copilot CLI in .: .github/copilot-instructions.md AGENTS.md .github/instructions/all.instructions.md',
      ],
    ],
    [
      'Cursor reads rules with alwaysApply, in the form that it documents',
      {
        '.cursorrules': 'old\n',
        '.cursor/rules/all.mdc': '---\nalwaysApply: true\n---\na\n',
        '.cursor/rules/md.mdc': '---\nglobs: **/*.md\nalwaysApply: false\n---\nb\n',
        '.cursor/rules/asked.mdc': '---\ndescription: When asked\n---\nc\n',
      },
      ['Cursor in .: .cursorrules .cursor/rules/all.mdc'],
    ],
    [
      'Windsurf reads rules that are always on, and those without a trigger',
      {
        '.windsurf/rules/on.md': '---\ntrigger: always_on\n---\na\n',
        '.windsurf/rules/plain.md': 'b\n',
        '.windsurf/rules/manual.md': '---\ntrigger: manual\n---\nc\n',
      },
      ['Windsurf in .: .windsurf/rules/on.md .windsurf/rules/plain.md'],
    ],
    [
      'Kiro reads steering that is always included, and that without front matter',
      {
        '.kiro/steering/a.md': '---\ninclusion: always\n---\na\n',
        '.kiro/steering/b.md': 'b\n',
        '.kiro/steering/c.md': '---\ninclusion: manual\n---\nc\n',
      },
      ['Kiro in .: .kiro/steering/a.md .kiro/steering/b.md'],
    ],
    [
      'Cline reads its rules but those for some files, and Roo Code those of every mode',
      {
        '.clinerules/a.md': 'a\n',
        '.clinerules/b.md': '---\npaths: ["src/**"]\n---\nb\n',
        '.roo/rules/a.md': 'a\n',
        '.roo/rules-code/b.md': 'b\n',
      },
      ['Cline in .: .clinerules/a.md', 'Roo Code in .: .roo/rules/a.md'],
    ],
    [
      'Qwen Code reads a chain of its own files and of AGENTS.md',
      { 'QWEN.md': 'a\n', 'AGENTS.md': 'b\n', 'a/QWEN.md': 'c\n' },
      [
        'Codex in .: AGENTS.md',
        'Qwen Code in .: QWEN.md AGENTS.md',
        'Qwen Code in a: QWEN.md a/QWEN.md AGENTS.md',
      ],
    ],
  ])('%s', async (_, files, expected) => {
    expect(await orders(files)).toEqual(expected)
  })
})

describe('where it is cut', () => {
  test('Codex cuts a chain of 45 KB in its last file, and reads nothing of the next', async () => {
    const files = {
      'AGENTS.md': text(20_000, 'Top'),
      'a/AGENTS.md': text(20_000, 'Middle'),
      'a/b/AGENTS.md': text(5_000, 'Leaf'),
    }
    const found = await findings(files)
    expect(found).toHaveLength(2)
    expect(found[0]).toMatch(
      /^a\/AGENTS\.md:\d+ warning: Codex reads the first 12,768 of the 20,000 bytes of this file, because the files above it use up the limit of 32,768 bytes; lost is "## Middle 13", "## Middle 14", "## Middle 15" and 4 more headings; 7 list items$/,
    )
    expect(found[1]).toMatch(
      /^a\/b\/AGENTS\.md:1 warning: Codex reads none of the 5,000 bytes of this file, because .*; lost is "## Leaf 0", "## Leaf 1", "## Leaf 2" and 2 more headings; 5 list items$/,
    )
    const lost = (await chains(files))
      .filter(({ folder }) => folder === 'a/b')
      .flatMap((chain) => chain.files.flatMap((one) => one.lost?.headings.map((mark) => mark.text) ?? []))
    expect(lost).toEqual([
      ...[13, 14, 15, 16, 17, 18, 19].map((i) => `## Middle ${i}`),
      ...[0, 1, 2, 3, 4].map((i) => `## Leaf ${i}`),
    ])
  })

  test('a repository can raise the limit of Codex', async () => {
    const files = {
      'AGENTS.md': text(40_000),
      '.codex/config.toml': 'model = "x"\nproject_doc_max_bytes = 65_536\n',
    }
    expect(await findings(files)).toEqual([])
    const below = { ...files, '.codex/config.toml': '[tools]\nproject_doc_max_bytes = 65536\n' }
    expect(await findings(below)).toHaveLength(1)
  })

  test('bytes are counted as UTF-8, and a correction that is lost is named', async () => {
    const long = `${'ä'.repeat(16_384)}\n\nThis section was wrong.\n`
    expect(await findings({ 'AGENTS.md': long })).toEqual([
      expect.stringContaining(
        'reads the first 32,768 of the 32,794 bytes of this file; lost is a correction in line 3',
      ),
    ])
    expect(await findings({ 'AGENTS.md': 'ä'.repeat(16_384) })).toEqual([])
  })

  test.each([
    ['CLAUDE.md', 'x\n'.repeat(201), /CLAUDE\.md:1 info: The file has 201 lines; Claude Code loads it whole/],
    ['CLAUDE.md', 'x\n'.repeat(200), null],
    ['.claude/rules/a.md', 'x\n'.repeat(201), /info: The file has 201 lines/],
    ['GEMINI.md', text(126_000), null],
    [
      '.github/copilot-instructions.md',
      text(4_001),
      /info: Copilot in the editor may read only the first 4,000 of the 4,001 characters of this file; lost would be/,
    ],
    ['.github/copilot-instructions.md', text(4_000), null],
    [
      '.github/instructions/a.instructions.md',
      `---\napplyTo: "**/*.md"\n---\n${text(5_000)}`,
      /a\.instructions\.md:\d+ info: Copilot in the editor may read only the first 4,000/,
    ],
    [
      '.cursor/rules/a.mdc',
      `---\nalwaysApply: true\n---\n${'x\n'.repeat(500)}`,
      /info: The file has 503 lines; Cursor/,
    ],
    [
      '.windsurf/rules/a.md',
      text(12_001),
      /info: Windsurf may read only the first 12,000 of the 12,001 characters/,
    ],
    ['.kiro/steering/a.md', text(126_000), null],
  ])('%s of %#', async (path, content, expected) => {
    const found = await findings({ [path]: content })
    if (expected) expect(found).toEqual([expect.stringMatching(expected)])
    else expect(found).toEqual([])
  })
})

test('imports in a ring, and files that all import each other, are followed once', async () => {
  const names = Array.from({ length: 40 }, (_, i) => `n${i}/CLAUDE.md`)
  const files = Object.fromEntries(
    names.map((name) => [name, names.map((other) => `@../${other}`).join('\n')]),
  )
  const started = performance.now()
  const { diagnostics } = await checkLiteral(files, ALONE)
  expect(performance.now() - started).toBeLessThan(10_000)
  expect(diagnostics.map(({ rule }) => rule)).toContain('import-resolves')
})
