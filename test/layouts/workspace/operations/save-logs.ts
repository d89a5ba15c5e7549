import { GOOD } from './save-literal.ts'

/** The log that the saves of the tests go to. */
export const LOG = 'user/memory/workspaces/devtools/decisions.md'

const entry = (date: string, title: string): string =>
  `### [${date}] ${title}\n\n**Category:** tooling\n**Tags:** biome, node.js\n\nWhat ${title} is about.\n\n---\n`

const A = entry('2026-01-12', 'One lockfile')
const B = entry('2026-02-03', 'Entries by hand')
const C = entry('2026-03-01', 'One formatter')
const TEXT = `# Decisions\n\n${A}\n${B}`

/** Logs of every odd form that an entry can be put into; null for none at all. */
export const LOGS: { readonly [form: string]: string | null } = {
  none: null,
  empty: '',
  'a byte order mark': '\ufeff',
  blanks: ' \n\t',
  'a title alone': '# Decisions: devtools',
  'no title': A,
  'an ordinary log': TEXT,
  'a byte order mark and a log': `\ufeff${TEXT}`,
  CRLF: TEXT.replaceAll('\n', '\r\n'),
  'no final newline': TEXT.trimEnd(),
  'CRLF without a final newline': TEXT.trimEnd().replaceAll('\n', '\r\n'),
  'blank lines at the end': `${TEXT}\n\n`,
  'blanks at the end': `${TEXT}   `,
  'no separator': TEXT.replace(/\n---\n$/, ''),
  'a closed fence at the end': `${A}\n### [2026-02-03] Fenced\n\n**Category:** tooling\n\n\`\`\`bash\npnpm lint\n\`\`\``,
  'a list at the end': `${TEXT.replace(/\n---\n$/, '')}\n- one\n  - two`,
  'a comment at the end': `${TEXT}\n<!-- the end -->\n`,
  'a section at the end': `${TEXT}\n## 2027\n`,
  'no blank line above its entries': `# Decisions\n${A}`,
  'the newest first': `# Decisions\n\n<!-- newest first -->\n\n${C}\n${B}\n${A}`,
  'the newest first and no blank line': `${C}${B}${A}`,
}

/** An argument that fits, with parts of it changed. */
export const asking = (changes: object = {}): typeof GOOD => ({ ...GOOD, ...changes })

/** A memory with nothing but one log. */
export const logged = (text: string | null | undefined): { [path: string]: string } =>
  text === null || text === undefined ? {} : { [LOG]: text }
