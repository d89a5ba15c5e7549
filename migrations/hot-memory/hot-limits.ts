import { isJsonObject, type Json, type JsonObject } from '../../src/core/json.ts'
import { option, type Settings } from '../../src/core/settings.ts'

/** The layout's own limits, in lines; a test holds them equal to it. */
const DEFAULTS = {
  lines: 300,
  tokens: 3000,
  defaultBudget: 100,
  budgets: {
    'user-profile.md': 50,
    'global-conventions.md': 80,
    'context-memory-rule.md': 80,
    'workspace-workflow.md': 100,
  } as { readonly [name: string]: number },
}

/** What hot memory may take: all of it in lines and estimated tokens, and one file in lines. */
export type HotLimits = {
  readonly lines: number
  readonly tokens: number
  readonly budgetOf: (path: string) => number
}

/** The limits as settings have them; an `.mdc` file has the budget of its `.md` name. */
export function hotLimits(settings: Settings): HotLimits {
  const number = (key: 'lines' | 'tokens' | 'defaultBudget'): number =>
    numberOr(option(settings, 'hot', key), DEFAULTS[key])
  const set = option(settings, 'hot', 'budgets') ?? null
  const budgets: JsonObject = { ...DEFAULTS.budgets, ...(isJsonObject(set) ? set : {}) }
  return {
    lines: number('lines'),
    tokens: number('tokens'),
    budgetOf: (path) => {
      const name = path.slice(path.lastIndexOf('/') + 1)
      return numberOr(budgets[name] ?? budgets[name.replace(/\.mdc$/, '.md')], number('defaultBudget'))
    },
  }
}

function numberOr(value: Json | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}
