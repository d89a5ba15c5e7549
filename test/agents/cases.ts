/** A repository whose files have marks, in which agents are started to see which of the marks they send. */
export type Case = {
  readonly id: string
  readonly what: string
  /** `MARK` in a text becomes a mark with the path and a number. */
  readonly files: { readonly [path: string]: string | { readonly link: string } }
  /** Where the agent is started; the top when absent. */
  readonly folder?: string
  /** A file that the agent reads, as its model asks for. */
  readonly reads?: string
  readonly isUntrusted?: true
  /** memkeep reads no ordinary pages, and so does not know what they import. */
  readonly isBeyond?: true
  /** Files in the home. */
  readonly home?: { readonly [path: string]: string }
}

/** Files whose marks were sent, in the order of their first marks; `path 12/40` where only so many were sent. */
export type Seen = readonly string[]

/** The texts of a case with their marks. */
export function textsOf({ files }: Case): Case['files'] {
  return Object.fromEntries(
    Object.entries(files).map(([path, file]) => {
      let n = 0
      return [path, typeof file === 'string' ? file.replaceAll('MARK', () => `[mark ${path} ${++n}]`) : file]
    }),
  )
}

const MARK = /\[mark ([^\]\n]+) (\d+)\]/g

/** What was sent of a case: of all requests the one with the most marks. */
export function seenIn(one: Case, requests: readonly unknown[]): Seen {
  const all = requests.map((body) => marksOf(one, stringsIn(body).join('\n')))
  return all.reduce((most, next) => (next.length > most.length ? next : most), [])
}

/** The files whose marks a text has. */
export function marksOf(one: Case, text: string): Seen {
  const seen = new Map<string, Set<string>>()
  for (const [, path = '', n = ''] of text.matchAll(MARK)) {
    const numbers = seen.get(path) ?? new Set()
    seen.set(path, numbers.add(n))
  }
  return [...seen].map(([path, { size }]) => {
    const file = one.files[path]
    const all = typeof file === 'string' ? file.split('MARK').length - 1 : 0
    return size === all ? path : `${path} ${size}/${all}`
  })
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

/** One line for each form of an import; the file that it names has the form's name. */
const FORMS: readonly (readonly [name: string, line: string])[] = [
  ['alone.md', '@f/alone.md'],
  ['dot.md', '@./f/dot.md'],
  ['sentence.md', 'See @f/sentence.md for more.'],
  ['list.md', '- @f/list.md'],
  ['cell.md', '| x | @f/cell.md |\n| --- | --- |'],
  ['quote.md', '> @f/quote.md'],
  ['heading.md', '## @f/heading.md'],
  ['parens.md', 'See (@f/parens.md) there'],
  ['brackets.md', 'See [@f/brackets.md] there'],
  ['linked.md', 'See [@f/linked.md](f/linked.md) there'],
  ['stop.md', 'See @f/stop.md.'],
  ['comma.md', 'See @f/comma.md, and more'],
  ['colon.md', 'See @f/colon.md: more'],
  ['bold.md', 'See **@f/bold.md** there'],
  ['quoted.md', 'See "@f/quoted.md" there'],
  ['spaced name.md', '@f/spaced\\ name.md'],
  ['part.md', '@f/part.md#part'],
  ['comment.md', '<!-- @f/comment.md -->'],
  ['lines.md', '<!--\n@f/lines.md\n-->'],
  ['span.md', 'See `@f/span.md` there'],
  ['fence.md', '```\n@f/fence.md\n```'],
  ['indented.md', 'Text:\n\n    @f/indented.md'],
  ['source.ts', '@f/source.ts'],
  ['source.py', '@f/source.py'],
  ['script.sh', '@f/script.sh'],
  ['Makefile', '@f/Makefile'],
  ['data.json', '@f/data.json'],
  ['notes.txt', '@f/notes.txt'],
  ['rule.mdc', '@f/rule.mdc'],
  ['UPPER.MD', '@f/UPPER.MD'],
  ['word.md', 'mail@f/word.md'],
  ['home.md', '@f/../f/home.md'],
]

function formsIn(name: string): Case['files'] {
  return {
    [name]: `MARK\n\n${FORMS.map(([, line]) => line).join('\n\n')}\n`,
    ...Object.fromEntries(FORMS.map(([form]) => [`f/${form}`, 'MARK\n'])),
  }
}

/** Each file imports the one of the same name in the next folder. */
function deepIn(name: string): Case['files'] {
  const folders = Array.from({ length: 9 }, (_, i) =>
    [...'abcdefgh']
      .slice(0, i)
      .map((one) => `${one}/`)
      .join(''),
  )
  return Object.fromEntries(
    folders.map((folder, i) => [`${folder}${name}`, `MARK\n\n@${'abcdefgh'[i] ?? 'none'}/${name}\n`]),
  )
}

const lines = (count: number): string => 'MARK and some more words\n'.repeat(count)

const EVERY: Case['files'] = {
  'AGENTS.md': 'MARK\n',
  'CLAUDE.md': 'MARK\n',
  'CLAUDE.local.md': 'MARK\n',
  'GEMINI.md': 'MARK\n',
  'QWEN.md': 'MARK\n',
  '.claude/CLAUDE.md': 'MARK\n',
  '.github/copilot-instructions.md': 'MARK\n',
  'sub/AGENTS.md': 'MARK\n',
  'sub/CLAUDE.md': 'MARK\n',
  'sub/CLAUDE.local.md': 'MARK\n',
  'sub/GEMINI.md': 'MARK\n',
  'sub/QWEN.md': 'MARK\n',
  'sub/.claude/CLAUDE.md': 'MARK\n',
  'sub/.github/copilot-instructions.md': 'MARK\n',
  'sub/x.ts': 'export {}\n',
}

const RULES: Case['files'] = {
  '.claude/rules/plain.md': 'MARK\n',
  '.claude/rules/README.md': 'MARK\n',
  '.claude/rules/all.md': '---\npaths: "**"\n---\nMARK\n',
  '.claude/rules/every.md': '---\npaths: ["**/*"]\n---\nMARK\n',
  '.claude/rules/some.md': '---\npaths: ["sub/**"]\n---\nMARK\n',
  '.claude/rules/a/b/c/deep.md': 'MARK\n',
  'sub/.claude/rules/nested.md': 'MARK\n',
  'sub/x.ts': 'export {}\n',
}

const SCOPED: Case['files'] = {
  '.github/copilot-instructions.md': 'MARK\n',
  '.github/instructions/all.instructions.md': '---\napplyTo: "**"\n---\nMARK\n',
  '.github/instructions/some.instructions.md': '---\napplyTo: "sub/**"\n---\nMARK\n',
  '.github/instructions/none.instructions.md': 'MARK\n',
  '.github/instructions/a/b/deep.instructions.md': '---\napplyTo: "**"\n---\nMARK\n',
  '.github/instructions/other.md': '---\napplyTo: "**"\n---\nMARK\n',
  '.github/instructions/README.md': 'MARK\n',
  'sub/x.ts': 'export {}\n',
}

const CHAIN: Case['files'] = {
  'AGENTS.md': 'MARK\n',
  'sub/AGENTS.md': 'MARK\n',
  'sub/deep/AGENTS.md': 'MARK\n',
  'other/AGENTS.md': 'MARK\n',
  'sub/deep/x.ts': 'export {}\n',
}

const LONG: Case['files'] = {
  'AGENTS.md': lines(500),
  'sub/AGENTS.md': lines(500),
  'sub/deep/AGENTS.md': lines(200),
}

/** All that is asked of every agent. */
export const CASES: readonly Case[] = [
  { id: 'every-top', what: 'every file by every name, started at the top', files: EVERY },
  { id: 'every-sub', what: 'the same, started in a folder', files: EVERY, folder: 'sub' },
  {
    id: 'every-read',
    what: 'the same, started at the top, and a file of a folder is read',
    files: EVERY,
    reads: 'sub/x.ts',
  },
  {
    id: 'agents-deep',
    what: 'a chain of AGENTS.md, started in the third folder',
    files: CHAIN,
    folder: 'sub/deep',
  },
  {
    id: 'agents-read',
    what: 'the same, started at the top, and a file of the third folder is read',
    files: CHAIN,
    reads: 'sub/deep/x.ts',
  },
  {
    id: 'claude-sub',
    what: 'a chain of CLAUDE.md without AGENTS.md',
    files: { 'CLAUDE.md': 'MARK\n', 'sub/CLAUDE.md': 'MARK\n', 'sub/x.ts': '\n' },
    folder: 'sub',
  },
  {
    id: 'claude-over-agents',
    what: 'CLAUDE.md at the top, AGENTS.md in a folder that is started in',
    files: { 'CLAUDE.md': 'MARK\n', 'sub/AGENTS.md': 'MARK\n', 'sub/x.ts': '\n' },
    folder: 'sub',
  },
  {
    id: 'claude-over-agents-read',
    what: 'the same, started at the top, and a file of the folder is read',
    files: { 'CLAUDE.md': 'MARK\n', 'sub/AGENTS.md': 'MARK\n', 'sub/x.ts': '\n' },
    reads: 'sub/x.ts',
  },
  {
    id: 'agents-over-claude',
    what: 'AGENTS.md at the top, CLAUDE.md in a folder that is started in',
    files: { 'AGENTS.md': 'MARK\n', 'sub/CLAUDE.md': 'MARK\n', 'sub/x.ts': '\n' },
    folder: 'sub',
  },
  {
    id: 'linked',
    what: 'CLAUDE.md is a symlink to AGENTS.md, and a folder has AGENTS.md',
    files: { 'AGENTS.md': 'MARK\n', 'CLAUDE.md': { link: 'AGENTS.md' }, 'sub/AGENTS.md': 'MARK\n' },
    folder: 'sub',
  },
  {
    id: 'lower-case',
    what: 'names in another case',
    files: { 'agents.md': 'MARK\n', 'Claude.md': 'MARK\n', 'gemini.md': 'MARK\n', 'qwen.md': 'MARK\n' },
  },
  {
    id: 'override',
    what: 'AGENTS.override.md in the place of AGENTS.md',
    files: { 'AGENTS.md': 'MARK\n', 'AGENTS.override.md': 'MARK\n', 'sub/AGENTS.override.md': 'MARK\n' },
    folder: 'sub',
  },
  { id: 'rules-top', what: 'rules of Claude Code', files: RULES },
  {
    id: 'rules-read',
    what: 'the same, and a file that a rule is for is read',
    files: RULES,
    reads: 'sub/x.ts',
  },
  { id: 'scoped', what: 'instructions of Copilot', files: SCOPED },
  {
    id: 'scoped-read',
    what: 'the same, and a file that some are for is read',
    files: SCOPED,
    reads: 'sub/x.ts',
  },
  { id: 'long', what: 'a chain of AGENTS.md of more than 32,768 bytes', files: LONG, folder: 'sub/deep' },
  {
    id: 'raised',
    what: 'the same, with a higher limit in the settings of the repository',
    files: { ...LONG, '.codex/config.toml': 'project_doc_max_bytes = 65536\n' },
    folder: 'sub/deep',
  },
  {
    id: 'raised-untrusted',
    what: 'the same in a repository that is not trusted',
    files: { ...LONG, '.codex/config.toml': 'project_doc_max_bytes = 65536\n' },
    folder: 'sub/deep',
    isUntrusted: true,
  },
  {
    id: 'raised-below',
    what: 'the same, with a higher limit in the settings of a folder',
    files: { ...LONG, 'sub/.codex/config.toml': 'project_doc_max_bytes = 65536\n' },
    folder: 'sub/deep',
  },
  {
    id: 'fallback',
    what: 'other names in the settings of Codex',
    files: {
      '.codex/config.toml': 'project_doc_fallback_filenames = ["CLAUDE.md", "TEAM.md"]\n',
      'AGENTS.md': 'MARK\n',
      'TEAM.md': 'MARK\n',
      'sub/CLAUDE.md': 'MARK\n',
      'sub/TEAM.md': 'MARK\n',
      'sub/deep/TEAM.md': 'MARK\n',
    },
    folder: 'sub/deep',
  },
  {
    id: 'file-name',
    what: 'other names in the settings of Gemini CLI and Qwen Code',
    files: {
      '.gemini/settings.json': '{ "context": { "fileName": ["AGENTS.md", "TEAM.md"] } }\n',
      '.qwen/settings.json': '{ "context": { "fileName": ["AGENTS.md", "TEAM.md"] } }\n',
      'AGENTS.md': 'MARK\n',
      'GEMINI.md': 'MARK\n',
      'QWEN.md': 'MARK\n',
      'TEAM.md': 'MARK\n',
      'sub/TEAM.md': 'MARK\n',
      'sub/AGENTS.md': 'MARK\n',
    },
    folder: 'sub',
  },
  {
    id: 'file-name-top',
    what: 'the same, started at the top, where the settings are',
    files: {
      '.gemini/settings.json': '{ "context": { "fileName": ["AGENTS.md", "TEAM.md"] } }\n',
      '.qwen/settings.json': '{ "context": { "fileName": ["AGENTS.md", "TEAM.md"] } }\n',
      'AGENTS.md': 'MARK\n',
      'GEMINI.md': 'MARK\n',
      'QWEN.md': 'MARK\n',
      'TEAM.md': 'MARK\n',
    },
  },
  {
    id: 'excludes-top',
    what: 'excluded files in the settings of Claude Code, started at the top, where the settings are',
    files: {
      '.claude/settings.json': '{ "claudeMdExcludes": ["**/CLAUDE.local.md", "**/rules/old.md"] }\n',
      '.claude/rules/old.md': 'MARK\n',
      '.claude/rules/new.md': 'MARK\n',
      'CLAUDE.md': 'MARK\n',
      'CLAUDE.local.md': 'MARK\n',
    },
  },
  {
    id: 'claude-order',
    what: 'every place of the instructions of Claude Code',
    files: {
      '.claude/rules/a.md': 'MARK\n',
      'CLAUDE.md': 'MARK\n',
      '.claude/CLAUDE.md': 'MARK\n',
      'CLAUDE.local.md': 'MARK\n',
      'sub/.claude/rules/b.md': 'MARK\n',
      'sub/CLAUDE.md': 'MARK\n',
    },
    folder: 'sub',
  },
  ...(['.claude/rules/a.md', 'CLAUDE.local.md', '.claude/CLAUDE.md'] as const).map((path) => ({
    id: `agents-and-${path}`,
    what: `AGENTS.md and ${path}`,
    files: { 'AGENTS.md': 'MARK\n', [path]: 'MARK\n' },
  })),
  {
    id: 'agents-over-claude-read',
    what: 'AGENTS.md at the top, CLAUDE.md in a folder, and a file of it is read',
    files: { 'AGENTS.md': 'MARK\n', 'sub/CLAUDE.md': 'MARK\n', 'sub/AGENTS.md': 'MARK\n', 'sub/x.ts': '\n' },
    reads: 'sub/x.ts',
  },
  {
    id: 'opencode-instructions',
    what: 'further files in the settings of opencode',
    files: {
      'opencode.json': '{ "instructions": ["docs/*.md"] }\n',
      'AGENTS.md': 'MARK\n',
      'docs/a.md': 'MARK\n',
    },
  },
  {
    id: 'excludes',
    what: 'excluded files in the settings of Claude Code',
    files: {
      '.claude/settings.json': '{ "claudeMdExcludes": ["**/sub/CLAUDE.md", "**/rules/old.md"] }\n',
      '.claude/rules/old.md': 'MARK\n',
      '.claude/rules/new.md': 'MARK\n',
      'CLAUDE.md': 'MARK\n',
      'sub/CLAUDE.md': 'MARK\n',
    },
    folder: 'sub',
  },
  {
    id: 'import-sub',
    what: 'a file at the top imports, and the agent is started in a folder',
    files: {
      'CLAUDE.md': 'MARK\n\n@docs/a.md\n',
      'GEMINI.md': 'MARK\n\n@docs/a.md\n',
      'QWEN.md': 'MARK\n\n@docs/a.md\n',
      'docs/a.md': 'MARK\n',
      'sub/CLAUDE.md': 'MARK\n\n@b.md\n',
      'sub/GEMINI.md': 'MARK\n\n@b.md\n',
      'sub/QWEN.md': 'MARK\n\n@b.md\n',
      'sub/b.md': 'MARK\n',
    },
    folder: 'sub',
  },
  {
    id: 'import-agents',
    what: 'CLAUDE.md, GEMINI.md and QWEN.md import AGENTS.md, which imports',
    files: {
      'CLAUDE.md': 'MARK\n\n@AGENTS.md\n',
      'GEMINI.md': 'MARK\n\n@AGENTS.md\n',
      'AGENTS.md': 'MARK\n\n@docs/a.md\n',
      'docs/a.md': 'MARK\n',
    },
  },
  {
    id: 'import-further',
    what: 'an ordinary page that is imported imports another',
    files: {
      'CLAUDE.md': 'MARK\n\n@docs/a.md\n',
      'GEMINI.md': 'MARK\n\n@docs/a.md\n',
      'QWEN.md': 'MARK\n\n@docs/a.md\n',
      'docs/a.md': 'MARK\n\n@b.md\n',
      'docs/b.md': 'MARK\n',
    },
    isBeyond: true,
  },
  ...['AGENTS.md', 'CLAUDE.md', 'GEMINI.md', 'QWEN.md'].flatMap((name) => [
    { id: `forms-${name}`, what: `the forms of an import in ${name}`, files: formsIn(name) },
    { id: `deep-${name}`, what: `imports in ${name} that import, eight deep`, files: deepIn(name) },
  ]),
  {
    id: 'long-each',
    what: 'long files of every name',
    files: {
      'CLAUDE.md': lines(2000),
      'GEMINI.md': lines(2000),
      'QWEN.md': lines(2000),
      '.github/copilot-instructions.md': lines(600),
    },
  },
]
