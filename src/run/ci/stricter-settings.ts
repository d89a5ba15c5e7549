import type { Severity } from '../../core/diagnostic.ts'
import type { Layout } from '../../core/layout.ts'
import type { Rule } from '../../core/rule.ts'
import type { HistoryChoice, HistorySetting, Settings } from '../../core/settings.ts'
import type { LoadOptions } from '../load-options.ts'
import { historiesOf } from '../memories.ts'

/** What settings allow that others do not. */
export type Relaxed = {
  /** `settings` with what they relax taken back. */
  readonly settings: Settings
  /** What was relaxed, in words for people; empty when nothing was. */
  readonly relaxed: readonly string[]
}

/**
 * Takes back what settings allow that others did not: rules that are off or less severe, kinds whose history is freer.
 * Where memory lies and how large it may be stays as it is. The names in `relaxed` are the settings' own and untrusted.
 */
export function stricterSettings(
  settings: Settings,
  before: Settings,
  { rules, layouts }: Pick<LoadOptions, 'rules' | 'layouts'>,
): Relaxed {
  const all = [...rules, ...layouts.flatMap((layout) => layout.rules)]
  const byRule = all.flatMap((rule) => relaxedRule(rule, settings, before))
  const byKind = layouts.flatMap((layout) => relaxedKinds(layout, settings, before))
  return {
    settings: {
      ...settings,
      rules: withThese(settings.rules, byRule),
      history: withThese(settings.history, byKind),
    },
    relaxed: [...byRule, ...byKind].map(({ said }) => said),
  }
}

/** One name and what it is put back to; undefined is the default. */
type Back<T> = { readonly name: string; readonly to: T | undefined; readonly said: string }

const SEVERITIES: readonly (Severity | 'off')[] = ['off', 'info', 'warning', 'error']

function relaxedRule(rule: Rule, settings: Settings, before: Settings): Back<Severity | 'off'>[] {
  const [now, then] = [settings.rules[rule.id], before.rules[rule.id]]
  const rank = (severity: Severity | 'off' = rule.severity): number => SEVERITIES.indexOf(severity)
  if (rank(now) >= rank(then)) return []
  const said = `${rule.id} is ${now ?? rule.severity} instead of ${then ?? rule.severity}`
  return [{ name: rule.id, to: then, said }]
}

/** From the freest on. */
const MODES: readonly HistorySetting['mode'][] = ['free', 'append-only', 'immutable']

function relaxedKinds(layout: Layout, settings: Settings, before: Settings): Back<HistoryChoice>[] {
  const old = historiesOf(layout, before)
  return Object.entries(historiesOf(layout, settings)).flatMap(([name, now]) => {
    const then = old[name]
    if (!then || then.mode === 'free') return []
    if (MODES.indexOf(now.mode) < MODES.indexOf(then.mode)) {
      const said = `the history of ${name} is ${now.mode} instead of ${then.mode}`
      return [{ name, to: before.history[name], said }]
    }
    const editable = now.editable.filter((one) => then.editable.includes(one))
    if (editable.length === now.editable.length) return []
    const said = `more fields of ${name} are editable`
    return [{ name, to: { mode: now.mode, editable }, said }]
  })
}

function withThese<T>(
  present: { readonly [name: string]: T },
  back: readonly Back<T>[],
): { readonly [name: string]: T } {
  const names = new Set(back.map(({ name }) => name))
  return Object.fromEntries([
    ...Object.entries(present).filter(([name]) => !names.has(name)),
    ...back.flatMap(({ name, to }) => (to === undefined ? [] : [[name, to] as const])),
  ])
}
