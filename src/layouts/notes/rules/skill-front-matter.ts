import type { DocumentRule, Found } from '../../../core/rule.ts'
import type { Source } from '../../../core/source.ts'
import { placeOf, WHOLE_FILE } from '../../../core/text.ts'
import { oddLines } from '../../../formats/front-matter-lines.ts'
import { skillOf } from '../claim.ts'

/** The keys that agents know, whichever has introduced them. */
const SKILL_KEYS = [
  'name',
  'description',
  'license',
  'compatibility',
  'metadata',
  'version',
  'allowed-tools',
  'model',
]
const KEYS: { readonly [kind: string]: readonly string[] } = {
  skill: [
    ...SKILL_KEYS,
    'disable-model-invocation',
    'user-invocable',
    'argument-hint',
    'context',
    'agent',
    'hooks',
  ],
  subagent: [
    ...['name', 'description', 'tools', 'disallowedTools', 'model', 'color', 'skills', 'mode', 'permission'],
    ...['permissionMode', 'mcp-servers', 'mcpServers', 'handoffs', 'target', 'temperature', 'argument-hint'],
  ],
  'agent-command': [
    ...[
      'name',
      'description',
      'allowed-tools',
      'argument-hint',
      'model',
      'agent',
      'mode',
      'tools',
      'subtask',
    ],
    ...['disable-model-invocation', 'handoffs', 'category', 'scripts'],
  ],
}

/** Who may start a skill. */
const SWITCHES = ['disable-model-invocation', 'user-invocable']

/** The specification of agent skills allows no more; Codex leaves a longer one out. */
const DESCRIPTION = 1024

/** What is called by its name, or chosen by its description, has both. */
export const skillFrontMatter: DocumentRule = {
  id: 'skill-front-matter',
  summary: 'A skill, subagent or command has the front matter by which agents find it.',
  why: 'An agent sees the names and descriptions of skills, and loads a skill when its description fits. One without a description, or with a front matter that is no YAML, is never loaded, and no agent says so.',
  howToFix:
    'Write `name` and `description` as the first lines, between two `---`. The name of a skill is that of its folder. Quote a value with a colon and a space in it.',
  severity: 'warning',
  severities: ['warning', 'info'],
  fixable: false,
  example: {
    bad: '# Deploys\n\nRun the script.\n',
    good: '---\nname: deploys\ndescription: Deploys the shop. Use it when somebody asks for a release.\n---\n\n# Deploys\n',
  },
  kinds: ['skill', 'subagent', 'agent-command'],
  subject: 'document',
  check: (source, report) => {
    const { kind, path, text, problems } = source
    if (problems.length > 0) return
    if (text.trim() === '') {
      report(whole('The file is empty', 'Write it, or delete it.'))
      return
    }
    const found = [...oddLines(source, KEYS[kind.id] ?? [])]
    if (found.length === 0) found.push(...broken(source), ...unfound(source))
    if (kind.id === 'skill') found.push(...skill(source, path))
    for (const one of found) report(one)
  },
}

/** Claude Code reads what is no YAML line by line. */
function broken({ frontMatter, path, kind, starts }: Source): readonly Found[] {
  if (frontMatter?.broken === undefined || kind.id === 'agent-command') return []
  const isClaudes = /(?:^|\/)\.claude\//i.test(path)
  return [
    {
      place: placeOf(starts, frontMatter.block.start, frontMatter.yaml.start),
      severity: isClaudes ? 'info' : 'warning',
      message: `The front matter is no YAML (${frontMatter.broken}), and most agents leave such a file out`,
      help: 'Quote the value, or write it as a block below `description: >-`.',
    },
  ]
}

/** Folders where agents find a file by nothing but its front matter. */
const WITH_NAME = /(?:^|\/)\.claude\/agents\//i
const WITH_DESCRIPTION = /\.agent\.md$|(?:^|\/)\.opencode\/agents\//i

function unfound({ frontMatter, kind, path }: Source): readonly Found[] {
  const wanted =
    kind.id === 'skill'
      ? ['description']
      : WITH_NAME.test(path)
        ? ['name', 'description']
        : kind.id === 'subagent' && WITH_DESCRIPTION.test(path)
          ? ['description']
          : []
  // A name in capitals is that of a text for all of them.
  if (!frontMatter && kind.id === 'subagent' && /(?:^|\/)[A-Z][A-Z0-9_-]+\.md$/.test(path)) return []
  const missing = wanted.filter((key) => !hasText(frontMatter?.fields[key]))
  if (missing.length === 0) return []
  const what = missing.map((key) => `no \`${key}\``).join(' and ')
  // Claude Code describes such a skill by its first lines.
  const isClaudes = kind.id === 'skill' && /(?:^|\/)\.claude\//i.test(path)
  const subject = frontMatter ? `The front matter has ${what}` : 'The file has no front matter'
  const after = isClaudes
    ? ': Claude Code takes its first lines for a description, and other agents leave the skill out'
    : `, so no agent finds ${frontMatter ? 'the file' : 'it'}`
  const help = 'Write `name` and `description` between two lines `---` at the start.'
  return [{ ...whole(subject + after, help), ...(isClaudes && { severity: 'info' }) }]
}

function hasText(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : typeof value === 'number'
}

function skill(source: Source, path: string): readonly Found[] {
  const fields = source.frontMatter?.fields ?? {}
  const { name, description } = fields
  const folder = skillOf(path)?.slice(0, -1).split('/').at(-1)
  const found: Found[] = []
  if (typeof name === 'string' && plain(name) !== plain(folder ?? '')) {
    const message = `The skill is named \`${name.slice(0, 80)}\` and lies in the folder \`${folder}\``
    found.push({
      ...at(source, 'name', message, 'Give both the same name: agents differ in which they take.'),
      severity: 'info',
    })
  }
  for (const key of SWITCHES.filter((one) => typeof fields[one] === 'string')) {
    const message = `\`${key}\` is a text, and neither true nor false`
    found.push({ ...at(source, key, message, 'Write `true` or `false`, without quotes.'), severity: 'info' })
  }
  if (fields['disable-model-invocation'] === true && fields['user-invocable'] === false) {
    const message = 'Neither a person nor an agent can start the skill'
    const help = 'Take `disable-model-invocation: true` or `user-invocable: false` out.'
    found.push(at(source, 'user-invocable', message, help))
  }
  if (typeof description === 'string' && description.length > DESCRIPTION) {
    const message = `The description has ${description.length} characters; agents may read ${DESCRIPTION} or leave the skill out`
    found.push(at(source, 'description', message, 'Shorten it: say what the skill does and when to use it.'))
  }
  return found
}

/** Agents that compare it ignore these. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]+/g, '')
}

function whole(message: string, help: string): Found {
  return { place: WHOLE_FILE, message, help }
}

function at({ frontMatter, starts }: Source, key: string, message: string, help: string): Found {
  const node = frontMatter?.nodes.get(`/${key}`)
  return { place: node ? placeOf(starts, node.value.start, node.value.end) : WHOLE_FILE, message, help }
}
