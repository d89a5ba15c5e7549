import type { Colors } from 'picocolors/types'
import type { Rule } from '../core/rule.ts'
import { safeText } from '../core/safe-text.ts'

/** A rule, with the layout that it belongs to; null for a rule of every layout. */
type RuleOf = { readonly rule: Rule; readonly layout: string | null }

/** All that is known of one rule, for people. */
export function ruleText({ rule, layout }: RuleOf, colors: Colors): string {
  const facts = [
    severityText(rule, colors),
    rule.fixable ? 'check --fix can mend it' : 'mended by hand',
    layout === null ? 'every layout' : `${layout} layout`,
    ...(rule.kinds ? [`looks at ${rule.kinds.join(', ')}`] : []),
  ]
  const paragraph = (title: string, text: string): string => `${colors.bold(title)}\n${indented(text)}`
  return `${[
    `${colors.bold(rule.id)}  ${facts.join(' · ')}`,
    indented(rule.summary),
    paragraph('Why', rule.why),
    paragraph('How to mend', rule.mend),
    paragraph('Not accepted', rule.example.bad),
    paragraph('Accepted', rule.example.good),
    paragraph('To change it', changes(rule)),
  ].join('\n\n')}\n`
}

/** Every rule in a line, for people. */
export function ruleList(rules: readonly RuleOf[], colors: Colors): string {
  const widest = Math.max(...rules.map(({ rule }) => rule.id.length))
  const groups = [...new Set(rules.map(({ layout }) => layout))].sort((a, b) => order(a) - order(b))
  const blocks = groups.map((group) => {
    const lines = rules
      .filter(({ layout }) => layout === group)
      .map(({ rule }) => listLine(rule, widest, colors))
    return [colors.bold(group === null ? 'Every layout' : `Layout ${group}`), ...lines].join('\n')
  })
  return `${[...blocks, 'memkeep explain RULE says more.'].join('\n\n')}\n`
}

function order(layout: string | null): number {
  return layout === null ? 0 : 1
}

function listLine(rule: Rule, widest: number, colors: Colors): string {
  const padding = ' '.repeat('warning'.length - rule.severity.length)
  const mark = colors.dim(rule.fixable ? 'fix' : '   ')
  return `  ${rule.id.padEnd(widest)}  ${severityText(rule, colors)}${padding}  ${mark}  ${safeText(rule.summary)}`
}

function severityText({ severity }: Rule, colors: Colors): string {
  if (severity === 'error') return colors.red(severity)
  return severity === 'warning' ? colors.yellow(severity) : colors.blue(severity)
}

/** An example may show the very characters that a rule is about, so its lines are escaped like any text. */
function indented(text: string): string {
  return text
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${safeText(line.replaceAll('\t', '  '))}`))
    .join('\n')
}

function changes({ id, subject, kinds }: Rule): string {
  const setting = `In memkeep.yaml: rules: { ${id}: off }, or error, warning, info.`
  if (subject === 'engine') return setting
  const place = `At one place: <!-- memkeep-disable-next-line ${id} -- why --> on the line above.`
  const yaml = kinds ? [] : [`In a YAML file: # memkeep-disable ${id} -- why`]
  return [setting, place, ...yaml].join('\n')
}
