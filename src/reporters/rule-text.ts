import type { Colors } from 'picocolors/types'
import { safeLine } from '../core/messages.ts'
import type { Rule } from '../core/rule.ts'
import { wrapBehind } from './terminal-text.ts'

/** A rule, with the layout that it belongs to; null for a rule of every layout. */
type RuleOf = { readonly rule: Rule; readonly layout: string | null }

/** One rule in full, for people; prose is broken into lines of so many cells. */
export function ruleText(
  { rule, layout }: RuleOf,
  colors: Colors,
  columns: number = Number.POSITIVE_INFINITY,
): string {
  const facts = [
    severityText(rule, colors),
    rule.fixable ? 'check --fix can fix it' : 'fixed by hand',
    layout === null ? 'every layout' : `${layout} layout`,
    ...(rule.kinds ? [`looks at ${rule.kinds.join(', ')}`] : []),
  ]
  const prose = (text: string): string => wrapBehind('  ', 2, safeLine(text), columns)
  const paragraph = (title: string, text: string): string => `${colors.bold(title)}\n${indented(text)}`
  return `${[
    `${colors.bold(rule.id)}  ${facts.join(' · ')}`,
    prose(rule.summary),
    `${colors.bold('Why')}\n${prose(rule.why)}`,
    `${colors.bold('How to fix')}\n${prose(rule.howToFix)}`,
    paragraph('Not accepted', rule.example.bad),
    paragraph('Accepted', rule.example.good),
    paragraph('To change it', changes(rule)),
  ].join('\n\n')}\n`
}

/** Every rule in a line, for people; where lines of so many cells have no room, its sentence is below it. */
export function ruleList(
  rules: readonly RuleOf[],
  colors: Colors,
  columns: number = Number.POSITIVE_INFINITY,
): string {
  const widths = {
    id: Math.max(...rules.map(({ rule }) => rule.id.length)),
    severity: Math.max(...rules.map(({ rule }) => severitiesOf(rule).length)),
  }
  const groups = [...new Set(rules.map(({ layout }) => layout))].sort((a, b) => order(a) - order(b))
  const blocks = groups.map((group) => {
    const lines = rules
      .filter(({ layout }) => layout === group)
      .map(({ rule }) => listLine(rule, widths, { colors, columns }))
    return [colors.bold(group === null ? 'Every layout' : `Layout ${group}`), ...lines].join('\n')
  })
  return `${[...blocks, 'memkeep explain RULE says more.'].join('\n\n')}\n`
}

function order(layout: string | null): number {
  return layout === null ? 0 : 1
}

type ListLook = { readonly colors: Colors; readonly columns: number }

function listLine(
  rule: Rule,
  widths: { id: number; severity: number },
  { colors, columns }: ListLook,
): string {
  const padding = ' '.repeat(widths.severity - severitiesOf(rule).length)
  const mark = colors.dim(rule.fixable ? 'fix' : '   ')
  const head = `  ${rule.id.padEnd(widths.id)}  ${severityText(rule, colors)}${padding}  ${mark}`
  const start = widths.id + widths.severity + 9
  const summary = safeLine(rule.summary)
  if (columns - start >= ROOM) return wrapBehind(`${head}  `, start, summary, columns)
  return `${head.trimEnd()}\n${wrapBehind('      ', 6, summary, columns)}`
}

/** Cells in which a sentence is readable. */
const ROOM = 48

function severityText(rule: Rule, colors: Colors): string {
  const [worst] = rule.severities ?? [rule.severity]
  const text = severitiesOf(rule)
  if (worst === 'error') return colors.red(text)
  return worst === 'warning' ? colors.yellow(text) : colors.blue(text)
}

function severitiesOf({ severity, severities }: Rule): string {
  return (severities ?? [severity]).join(' or ')
}

/** An example may show the very characters that a rule is about, so its lines are escaped like any text. */
function indented(text: string): string {
  return text
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${safeLine(line.replaceAll('\t', '  '))}`))
    .join('\n')
}

function changes({ id, subject }: Rule): string {
  const setting = `In memkeep.yaml: rules: { ${id}: off }, or error, warning, info.`
  if (subject === 'engine') return setting
  const place = `At one place: <!-- memkeep-disable-next-line ${id} -- why --> on the line above.`
  const file = `For a whole file: <!-- memkeep-disable ${id} -- why --> at its top.`
  const yaml = `In front matter or YAML, line 1 too: # memkeep-disable ${id} -- why as the first line.`
  return [setting, place, file, yaml].join('\n')
}
