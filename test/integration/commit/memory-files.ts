/** Path → text. A link is written `link:TARGET`, an executable file `exec:TEXT`. */
export type Files = { readonly [path: string]: string }

/** Where the memory of a workspace lies. */
export type Place = {
  readonly folder: string
  readonly decisions: string
  readonly lessons: string
  readonly index: string
}

/** Numbers of entries: entry 3 is of 2025-01-03 and is called "Choice 3". */
export type Numbers = { readonly decisions?: readonly number[]; readonly lessons?: readonly number[] }

/** The paths of a workspace. */
export function placeOf(workspace: string): Place {
  const folder = `user/memory/workspaces/${workspace}`
  return {
    folder,
    decisions: `${folder}/decisions.md`,
    lessons: `${folder}/lessons.md`,
    index: `${folder}/_index.yaml`,
  }
}

export const SHOP: Place = placeOf('shop')
export const DESK: Place = placeOf('desk')

/** A valid decisions file. */
export function decisions(...numbers: readonly number[]): string {
  return ['# Decisions', '', ...numbers.flatMap((number) => entry(number, 'architecture', 'alpha'))].join(
    '\n',
  )
}

/** A valid lessons file. */
export function lessons(...numbers: readonly number[]): string {
  return ['# Lessons', '', ...numbers.flatMap((number) => entry(number, 'debugging', 'beta'))].join('\n')
}

/** A decisions file whose last entry lacks its category: an error. */
export function invalidDecisions(...numbers: readonly number[]): string {
  const text = decisions(...numbers)
  const at = text.lastIndexOf('**Category:** architecture\n')
  return text.slice(0, at) + text.slice(at + '**Category:** architecture\n'.length)
}

function entry(number: number, category: string, tag: string): string[] {
  const body = [`Reason ${number} is long enough to differ from every other one.`, '', '---', '']
  return [
    `### [${dateOf(number)}] Choice ${number}`,
    '',
    `**Category:** ${category}`,
    `**Tags:** ${tag}`,
    '',
    ...body,
  ]
}

function dateOf(number: number): string {
  return `2025-01-${String(number).padStart(2, '0')}`
}

/** The memory index that goes with these entries, written down here by hand: no line of it comes from the command. */
export function index(workspace: string, { decisions: chosen = [], lessons: learned = [] }: Numbers): string {
  const last = Math.max(0, ...chosen, ...learned)
  const rows = (ofDecisions: string, ofLessons: string): string[] => [
    ...row(ofDecisions, 'decisions', chosen.length),
    ...row(ofLessons, 'lessons', learned.length),
  ]
  return [
    `workspace: ${workspace}`,
    `last_updated: ${last === 0 ? 'null' : `"${dateOf(last)}"`}`,
    ...section('tags', rows('alpha', 'beta')),
    ...section('categories', rows('architecture', 'debugging')),
    '',
    'summary:',
    `  total_decisions: ${chosen.length}`,
    `  total_lessons: ${learned.length}`,
    '  domains_with_memory: []',
    '',
  ].join('\n')
}

function section(name: string, rows: readonly string[]): string[] {
  return rows.length === 0 ? ['', `${name}: []`] : ['', `${name}:`, ...rows]
}

function row(name: string, kind: string, count: number): string[] {
  return count === 0 ? [] : [`  - name: ${name}`, `    used_in: [${kind}]`, `    count: ${count}`]
}

/** The files of a workspace, its index included; a log without entries is not there. */
export function memory(workspace: string, numbers: Numbers): Files {
  const place = placeOf(workspace)
  return {
    ...(numbers.decisions && { [place.decisions]: decisions(...numbers.decisions) }),
    ...(numbers.lessons && { [place.lessons]: lessons(...numbers.lessons) }),
    [place.index]: index(workspace, numbers),
  }
}
