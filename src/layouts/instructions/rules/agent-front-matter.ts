import type { JsonObject } from '../../../core/json.ts'
import type { DocumentRule, Found } from '../../../core/rule.ts'
import type { FrontMatter, Source } from '../../../core/source.ts'
import { placeOf, WHOLE_FILE } from '../../../core/text.ts'
import { oddLines } from '../../../formats/front-matter-lines.ts'
import { isNothing, KIRO, textOf, WINDSURF } from '../read-instructions.ts'

/** The front matter of a rule says when it is loaded, in the words of its agent. */
export const agentFrontMatter: DocumentRule = {
  id: 'agent-front-matter',
  summary: 'The front matter of a rule is what its agent reads: the keys, the values, the name of the file.',
  why: 'A rule with a misspelt mode is loaded always or never, and no agent says so.',
  howToFix:
    'Write the keys of the agent: `alwaysApply`, `globs` and `description` for Cursor, `applyTo` for Copilot, `paths` for Claude Code, `trigger` for Windsurf, `inclusion` for Kiro.',
  severity: 'warning',
  severities: ['warning', 'info'],
  fixable: false,
  example: {
    bad: '---\nalwaysApply: "true"\n---\n',
    good: '---\nalwaysApply: true\n---\n',
  },
  kinds: [
    ...['claude-rule', 'copilot-scoped', 'cursor-rule', 'kiro-steering', 'windsurf-rule'],
    ...['agents-rule', 'cline-rule', 'roo-rule', 'roo-mode-rule'],
  ],
  subject: 'document',
  check: (source, report) => {
    const { problems, text, markdown, kind } = source
    if (problems.length > 0) return
    if (text.slice(markdown?.start ?? 0).trim() === '') {
      report(whole('The rule is empty', 'Write it, or delete the file.'))
      return
    }
    const odd = oddLines(source, KEYS[kind.id] ?? [])
    const found = odd.length > 0 ? odd : (CHECKS[kind.id]?.(source) ?? [])
    for (const one of found.length > 0 ? found : broken(source)) report(one)
  },
}

/** The keys that each agent knows. */
const KEYS: { readonly [kind: string]: readonly string[] } = {
  'claude-rule': ['paths', 'description'],
  'cline-rule': ['paths', 'description'],
  'copilot-scoped': ['applyTo', 'description', 'excludeAgent', 'name'],
  'cursor-rule': ['description', 'globs', 'alwaysApply'],
  'kiro-steering': ['inclusion', 'fileMatchPattern', 'name', 'description'],
  'windsurf-rule': ['trigger', 'globs', 'description'],
  'agents-rule': ['trigger', 'globs', 'description'],
}

/** Agents of Copilot that a file can leave out. */
const EXCLUDED = ['code-review', 'coding-agent', 'cloud-agent']

const CHECKS: { readonly [kind: string]: (source: Source) => readonly Found[] } = {
  'claude-rule': claude,
  'copilot-scoped': copilot,
  'cursor-rule': cursor,
  'kiro-steering': kiro,
  'windsurf-rule': windsurf,
  'agents-rule': windsurf,
}

/** Kinds whose agents read YAML, each with a way of its own out of what is none. A glob without quotes is a form that they take. */
const YAML = ['claude-rule', 'copilot-scoped', 'kiro-steering']

function broken({ frontMatter, kind, starts }: Source): readonly Found[] {
  const why = frontMatter?.broken
  if (!frontMatter || why === undefined || !YAML.includes(kind.id) || why.includes('`*`')) return []
  return [
    {
      place: placeOf(starts, frontMatter.block.start, frontMatter.yaml.start),
      severity: 'info',
      message: `The front matter is no YAML (${why}): agents differ in what they make of it`,
      help: 'Put the value in quotes.',
    },
  ]
}

function claude(source: Source): readonly Found[] {
  const { frontMatter } = source
  const paths = frontMatter?.fields.paths
  if (!frontMatter || isNothing(paths) || typeof paths === 'string' || Array.isArray(paths)) return []
  return [at(source, 'paths', 'The value of `paths` is no list of globs', 'Write a list of globs.')]
}

function copilot(source: Source): readonly Found[] {
  const { path, frontMatter, text } = source
  if (!path.toLowerCase().endsWith('.instructions.md')) {
    return [
      whole(
        'Copilot does not read this file: its name does not end with `.instructions.md`',
        'Rename it to `<name>.instructions.md`, or move it out of `.github/instructions`.',
      ),
    ]
  }
  if (/^\uFEFF?\s*(?:```|~~~)[^\r\n]*\r?\n---/.test(text)) {
    return [
      whole(
        'The front matter is inside a code fence, where Copilot does not see it',
        'Take the fence out, so that `---` is the first line.',
      ),
    ]
  }
  const excluded = textOf(frontMatter?.fields.excludeAgent)
  if (excluded !== '' && !EXCLUDED.includes(excluded)) {
    const help = `Write one of ${EXCLUDED.map((one) => `\`${one}\``).join(', ')}.`
    return [
      at(source, 'excludeAgent', `\`excludeAgent: ${excluded.slice(0, 40)}\` is no agent of Copilot`, help),
    ]
  }
  if (!isNothing(frontMatter?.fields.applyTo)) return []
  return [
    whole(
      'The file has no `applyTo`, so Copilot in the editor applies it to no file by itself, and its CLI always',
      'Write `applyTo: "**"`, or the globs of the files that it is about, into its front matter.',
    ),
  ]
}

function cursor(source: Source): readonly Found[] {
  const { path, frontMatter } = source
  if (path.toLowerCase().endsWith('.md')) {
    return [whole('Cursor does not read this file: rules end with `.mdc`', 'Rename it to `<name>.mdc`.')]
  }
  if (!frontMatter) return []
  const { fields } = frontMatter
  const written = rawValue(source, frontMatter, 'alwaysApply')
  if (written !== null && !isNothing(fields.alwaysApply) && !/^(?:true|false)$/.test(written)) {
    return [
      at(
        source,
        'alwaysApply',
        `\`alwaysApply: ${written.slice(0, 40)}\` is neither true nor false, so Cursor takes it for false`,
        'Write `true` or `false`, without quotes.',
      ),
    ]
  }
  if (textOf(fields.alwaysApply) === 'true' || !isNothing(fields.globs) || !isNothing(fields.description))
    return []
  return [
    {
      ...whole(
        'The rule has neither `alwaysApply: true` nor `globs` nor a `description`, so Cursor loads it only when a person names it',
        'Write a `description`, so that the agent can choose the rule, or `globs`.',
      ),
      severity: 'info',
    },
  ]
}

function kiro(source: Source): readonly Found[] {
  const { frontMatter } = source
  if (!frontMatter) return []
  const { fields } = frontMatter
  const mode = textOf(fields.inclusion)
  if (mode !== '' && !KIRO[mode]) {
    const help = 'Write `always`, `fileMatch`, `manual` or `auto`.'
    return [at(source, 'inclusion', `\`inclusion: ${mode.slice(0, 40)}\` is no mode of Kiro`, help)]
  }
  if (mode === 'filematch' && isNothing(fields.fileMatchPattern)) {
    const help = 'Write `fileMatchPattern`, or another `inclusion`.'
    return [at(source, 'inclusion', 'The file has no `fileMatchPattern`, so Kiro loads it for no file', help)]
  }
  if (mode === 'auto' && missing(fields, ['name', 'description']).length > 0) {
    const help = 'Write `name` and `description`: Kiro chooses the file by them.'
    return [
      at(
        source,
        'inclusion',
        `The file has no ${missing(fields, ['name', 'description']).join(' and no ')}`,
        help,
      ),
    ]
  }
  return []
}

function windsurf(source: Source): readonly Found[] {
  const { frontMatter } = source
  if (!frontMatter) return []
  const { fields } = frontMatter
  const mode = textOf(fields.trigger)
  if (mode !== '' && !WINDSURF[mode]) {
    const help = 'Write `always_on`, `glob`, `model_decision` or `manual`.'
    return [at(source, 'trigger', `\`trigger: ${mode.slice(0, 40)}\` is no mode of Windsurf`, help)]
  }
  if (mode === 'glob' && isNothing(fields.globs)) {
    return [
      at(source, 'trigger', 'The rule has no `globs`, so Windsurf loads it for no file', 'Write `globs`.'),
    ]
  }
  return []
}

function missing(fields: JsonObject, names: readonly string[]): readonly string[] {
  return names.filter((name) => isNothing(fields[name])).map((name) => `\`${name}\``)
}

function whole(message: string, help: string): Found {
  return { place: WHOLE_FILE, message, help }
}

function at({ frontMatter, starts }: Source, key: string, message: string, help: string): Found {
  const node = frontMatter?.nodes.get(`/${key}`)
  return { place: node ? placeOf(starts, node.value.start, node.value.end) : WHOLE_FILE, message, help }
}

/** A value as it is written, with its quotes; null without one. */
function rawValue({ text }: Source, { nodes }: FrontMatter, key: string): string | null {
  const node = nodes.get(`/${key}`)
  return node ? text.slice(node.value.start, node.value.end).trim() : null
}
