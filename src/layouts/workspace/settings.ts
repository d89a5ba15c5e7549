import type { Json, JsonObject } from '../../core/json.ts'
import { readOption, type Settings } from '../../core/settings.ts'

/** A hot rule file's largest budget, in lines; tokens where the file declares them. */
type Budgets = { readonly [file: string]: number }

/** The workspace layout's settings, with defaults filled in. */
export type WorkspaceSettings = {
  /** Roots, relative to the repository root, without a slash at the end. */
  readonly resources: string
  readonly memory: string
  readonly hotRules: string
  readonly agents: readonly string[]
  /** Entries in one file above which it should be split or archived. */
  readonly growthThreshold: number
  readonly categories: { readonly decision: readonly string[]; readonly lesson: readonly string[] }
  readonly hot: {
    readonly lines: number
    readonly tokens: number
    readonly budgets: Budgets
    readonly defaultBudget: number
  }
}

const root = (description: string, value: string): JsonObject => ({
  type: 'string',
  minLength: 1,
  description,
  default: value,
})

const strings = (description: string, value: readonly string[]): JsonObject => ({
  type: 'array',
  items: { type: 'string', minLength: 1 },
  description,
  default: value,
})

const object = (description: string, properties: { readonly [key: string]: JsonObject }): JsonObject => ({
  type: 'object',
  additionalProperties: false,
  description,
  properties,
  default: {},
})

/** The format's own budgets, in lines. */
const BUDGETS: Budgets = {
  'user-profile.md': 50,
  'global-conventions.md': 80,
  'context-memory-rule.md': 80,
  'workspace-workflow.md': 100,
}

/** JSON Schemas of this layout's top-level settings. */
export const workspaceSettingsSchema: { readonly [key: string]: JsonObject } = {
  workspace: object('Where the workspace layout keeps its files.', {
    resources: root('Overviews, plans, features, spikes and architecture.', 'resources/workspaces'),
    memory: root('Decisions, lessons and memory indexes.', 'user/memory/workspaces'),
    hotRules: root('Rules that load into every conversation.', 'agent/rules/common'),
    agents: strings("Agents' own rule directories, with symlinks to the hot rules.", [
      '.cursor/rules',
      '.codex',
    ]),
  }),
  growth: object('When a log of the workspace layout has grown too long; other logs have `logs[].growth`.', {
    threshold: { type: 'integer', minimum: 1, description: 'Entries in one file.', default: 50 },
  }),
  categories: object('Known categories in addition to the built-in ones.', {
    decision: strings('Categories of decisions.', []),
    lesson: strings('Categories of lessons.', []),
  }),
  hot: object(
    'Budgets of what the workspace layout always loads: files of `workspace.hotRules`, and not `AGENTS.md`.',
    {
      lines: { type: 'integer', minimum: 1, description: 'Lines of all hot files together.', default: 300 },
      tokens: {
        type: 'integer',
        minimum: 1,
        description: 'Estimated tokens of all hot files together.',
        default: 3000,
      },
      defaultBudget: {
        type: 'integer',
        minimum: 1,
        description: 'Lines of a file for which no budget is set.',
        default: 100,
      },
      budgets: {
        type: 'object',
        description: 'Largest budget, in lines, by file name.',
        additionalProperties: { type: 'integer', minimum: 1 },
        default: BUDGETS,
      },
    },
  ),
}

/** Reads the layout's settings; a value that is absent takes its default. */
export function workspaceSettings(settings: Settings): WorkspaceSettings {
  const read = <T extends Json>(key: string, name: string): T => {
    const properties = workspaceSettingsSchema[key]?.properties as { readonly [key: string]: JsonObject }
    return (readOption(settings, key, name) ?? properties[name]?.default) as T
  }
  return {
    resources: read<string>('workspace', 'resources'),
    memory: read<string>('workspace', 'memory'),
    hotRules: read<string>('workspace', 'hotRules'),
    agents: read<readonly string[]>('workspace', 'agents'),
    growthThreshold: read<number>('growth', 'threshold'),
    categories: {
      decision: read<readonly string[]>('categories', 'decision'),
      lesson: read<readonly string[]>('categories', 'lesson'),
    },
    hot: {
      lines: read<number>('hot', 'lines'),
      tokens: read<number>('hot', 'tokens'),
      budgets: { ...BUDGETS, ...read<Budgets>('hot', 'budgets') },
      defaultBudget: read<number>('hot', 'defaultBudget'),
    },
  }
}

/** The format's own categories by kind of entry, and the one that a save without a category gets. */
const BUILT_IN: { readonly [kind: string]: readonly string[] } = {
  decision: ['architecture', 'tooling', 'convention', 'dependency', 'general'],
  lesson: ['debugging', 'performance', 'configuration', 'integration', 'general'],
}

/** The categories that a kind of entry, `decision` or `lesson`, has by the format or by settings. */
export function knownCategories(kind: string, { categories }: WorkspaceSettings): readonly string[] {
  const own = kind === 'decision' ? categories.decision : kind === 'lesson' ? categories.lesson : []
  return [...new Set([...(BUILT_IN[kind] ?? []), ...own])]
}
