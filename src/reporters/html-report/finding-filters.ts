import { h } from 'hastscript'
import type { Element } from './element.ts'
import { shown } from './shown.ts'

/** What can be chosen in the filters: the position of a name is what its rows carry. */
type Choices = { readonly rules: readonly string[]; readonly parts: readonly string[] }

/** The filters over the table of findings, hidden until the page's script has them work. */
export function findingFilters({ rules, parts }: Choices): Element {
  const numbered = (names: readonly string[]): Option[] =>
    names.map((name, index) => ({ value: String(index), name }))
  return h('div', { id: 'filters', role: 'search', ariaLabel: 'Filter findings', hidden: true }, [
    labelled(
      'Text',
      h('input', { id: 'filter-text', type: 'search', autoComplete: 'off', spellCheck: 'false' }),
    ),
    choice('severity', 'Severity', [
      { value: 'error', name: 'errors' },
      { value: 'warning', name: 'warnings' },
      { value: 'info', name: 'infos' },
    ]),
    choice('rule', 'Rule', numbered(rules)),
    ...(parts.length > 1 ? [choice('part', 'Workspace', numbered(parts.map((part) => part || 'none')))] : []),
    h('button', { id: 'filter-reset', type: 'button' }, 'Show all'),
    h('p', { id: 'filter-count', role: 'status' }),
  ])
}

type Option = { readonly value: string; readonly name: string }

function choice(id: string, label: string, options: readonly Option[]): Element {
  const all = h('option', { value: '' }, 'all')
  const others = options.map(({ value, name }) => h('option', { value }, shown(name, 80)))
  return labelled(label, h('select', { id: `filter-${id}` }, [all, ...others]))
}

function labelled(label: string, control: Element): Element {
  return h('div', [h('label', { htmlFor: control.properties.id }, label), control])
}
