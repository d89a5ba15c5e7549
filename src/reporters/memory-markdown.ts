import {
  type BudgetUse,
  cutFirst,
  type DatedItem,
  describeStanding,
  type ItemsOverview,
  type LoadedFile,
  type Loading,
  type LogSize,
  type MemoryOverview,
  type NearTag,
  type PartOverview,
  type PlanState,
  type Tally,
  tallies,
} from '../core/memory-overview.ts'
import { lifeOrder, planAge } from '../core/plan-status.ts'
import type {
  ChangedStatement,
  CitationCounts,
  CodeReport,
  Growth,
  MemoryReport,
  ReportedSuppression,
} from '../core/report.ts'
import { compareText } from '../core/text.ts'
import {
  bullets,
  cellCode,
  cutLines,
  cutNames,
  errorAndWarningCounts,
  findingLines,
  growthLines,
  itemLine,
  page,
  type Room,
  removedLine,
  section,
  shownCode,
  shownPlace,
  shownWord,
  table,
} from './markdown-text.ts'
import { counted, itemsRead } from './wording.ts'

/** An issue on GitHub takes 65,536 characters; with headings, these parts take less than 60 KiB. */
const OVERVIEW_BYTES = 28_000
const FINDINGS: Room = { lines: 200, bytes: 18_000 }
const COUNTED: Room = { lines: 20, bytes: 1_500 }
const CHANGED: Room = { lines: 10, bytes: 2_000 }
const SUPPRESSIONS: Room = { lines: 50, bytes: 4_000 }
const NEAR_TAGS: Room = { lines: 50, bytes: 4_000 }

/** The most rows of a table or names of a list, and the most logs, if there is room. */
const ROWS = 200
const FULLEST = 20

/**
 * The state of a memory as Markdown for people: health by part, budgets with a bar, growth, plans by status with their age,
 * tags, categories, findings. Under 60 KiB, as the body of an issue has to be; what is left out is counted. Nothing from
 * the repository is markup in it.
 */
export function memoryMarkdown(memory: MemoryReport): string {
  const { name, today, report, overviews, nearTags = [], suppressions = [], code, atStart = [] } = memory
  const { documents, errors, warnings } = report.summary
  const found = errorAndWarningCounts(errors, warnings)
  const lists = overviews.flatMap(
    ({ parts, items, budgets, loads = [], logs, plans, tags, categories, removed }) =>
      [
        ...[parts, items.kinds, items.statuses, items.oldest],
        ...[budgets, loads, logs, plans, tags, categories, removed],
      ].filter((list) => list.length > 0),
  )
  const room = { lines: ROWS, bytes: Math.floor(OVERVIEW_BYTES / Math.max(1, lists.length)) }
  return page([
    '# Memory report',
    '',
    `${shownCode(name)} on ${shownCode(today)}: ${found === '' ? 'nothing is wrong' : found} in ${counted(documents, 'document')} with ${itemsRead(report.summary)}.`,
    '',
    ...overviews.flatMap((overview) => overviewLines(overview, today, room)),
    ...section('## Tags that are probably one', nearTagLines(nearTags)),
    ...section('## Memory and code', codeLines(code)),
    ...section('## What agents start with, over time', growthOverTime(atStart)),
    ...section('## Findings', findingLines(report.diagnostics, FINDINGS)),
    ...section('## What is suppressed', suppressionLines(suppressions)),
  ])
}

/** Tokens that every session begins with: of each agent at some commits, and now. */
function growthOverTime(all: readonly Growth[]): string[] {
  const show = ({ agent, commits, now }: Growth): string => {
    const then = commits.map(
      ({ commit, date, tokens }) => `${date} ${tokens} (${shownCode(commit.slice(0, 8))})`,
    )
    return `${shownWord(agent)}: ${[...then, `now ${now}`].join(', ')} tokens, estimated`
  }
  return bullets(all, show, COUNTED, { noun: 'agent' })
}

/** Which files of the repository the memory names, what became of them, and what to read again. */
function codeLines(code: CodeReport | undefined): string[] {
  if (!code) return []
  const { files, agents, changed, total, unknown } = code
  const show = ({ path, line, text, written, commits, gone }: ChangedStatement): string => {
    const since = commits > 0 ? `, ${counted(commits, 'commit')} since ${shownCode(written)}` : ''
    const names = gone.length > 0 ? `, gone: ${gone.map(shownCode).join(', ')}` : ''
    return `${shownPlace(path, line)} ${shownCode(text)}${since}${names}`
  }
  const again = bullets(changed, show, CHANGED, { noun: 'statement' })
  return [
    ...(unknown === undefined ? [] : [`Not compared with the history: ${shownWord(unknown)}.`, '']),
    ...countTable('memory file', files),
    ...countTable('agent', agents),
    ...(files.length + agents.length > 0 ? [LEGEND, ''] : []),
    ...(again.length > 0
      ? [
          `${counted(total, 'statement')} to read again, since the code changed (\`memkeep audit\`); the first:`,
          '',
          ...again,
        ]
      : []),
  ]
}

const LEGEND =
  'Moved or removed: by a commit since the text was written. Not found: it is not there, and not known to have been; it may be an example, or a file of another repository.'

function countTable(what: string, all: readonly CitationCounts[]): string[] {
  if (all.length === 0) return []
  return [
    ...table(
      [
        `| ${what} | files named | there | moved | removed | not found |`,
        '| :-- | --: | --: | --: | --: | --: |',
      ],
      all,
      ({ name, citations, held, moved, gone, unproven }) => [
        cellCode(name),
        citations,
        held,
        moved,
        gone,
        unproven,
      ],
      { room: COUNTED, more: (left) => `${left} more.` },
    ),
    '',
  ]
}

function nearTagLines(all: readonly NearTag[]): string[] {
  const show = ({ tag, count, like, likeCount, command }: NearTag): string =>
    `${shownCode(tag)} ${count}, ${shownCode(like)} ${likeCount}: ${shownCode(command)}`
  return bullets(all, show, NEAR_TAGS, { noun: 'pair' })
}

function suppressionLines(all: readonly ReportedSuppression[]): string[] {
  const show = ({ path, line, rules, reason }: ReportedSuppression): string => {
    const why = reason === '' ? 'no reason, so nothing is suppressed' : shownCode(reason)
    return `${shownPlace(path, line)} ${shownCode(rules.join(', '))}: ${why}`
  }
  return bullets(all, show, SUPPRESSIONS, { noun: 'comment' })
}

function overviewLines(overview: MemoryOverview, today: string, room: Room): string[] {
  const { layout, parts, items, budgets, loads = [], logs, plans, tags, categories, removed } = overview
  return [
    `## ${shownWord(layout)}`,
    '',
    ...section('### Health', healthTable(parts, room)),
    ...section('### What loads into every conversation', barTable(budgets, room)),
    ...section('### What agents load', loadingLines(loads, room)),
    ...section('### Growth', growth(logs, room)),
    ...section('### Plans', planLines(plans, today, room)),
    ...section('### Items', itemLines(items, room)),
    ...section('### Tags', names(tags, room)),
    ...section('### Categories', names(categories, room)),
    ...section('### Removed with a reason', bullets(removed, removedLine, room)),
  ]
}

function healthTable(parts: readonly PartOverview[], room: Room): string[] {
  return table(
    ['| part | documents | items | errors | warnings | infos |', '| :-- | --: | --: | --: | --: | --: |'],
    parts,
    ({ name, documents, items, errors, warnings, infos }) => {
      const rest = parts.length === 1 ? 'all of it' : 'other files'
      return [name === '' ? rest : cellCode(name), documents, items, errors, warnings, infos]
    },
    { room, more: (left) => `${counted(left, 'more part')}.` },
  )
}

function barTable(budgets: readonly BudgetUse[], room: Room): string[] {
  if (budgets.length === 0) return []
  return table(
    ['| | lines used | lines | tokens, estimated |', '| :-- | :-- | --: | --: |'],
    budgets,
    ({ name, lines, tokens, mostLines, mostTokens }) => {
      const bar = mostLines === null ? '' : `\`${textBar(lines, mostLines)}\``
      return [cellCode(name), bar, usedOf(lines, mostLines), usedOf(tokens, mostTokens)]
    },
    { room, more: (left) => `${left} more.` },
  )
}

/** What each agent loads, in which order, how full that is, and what it does not see; what is cut comes first. */
function loadingLines(loads: readonly Loading[], room: Room): string[] {
  return bullets(cutFirst(loads), (loading) => loadingBlock(loading, room), room)
}

/** One agent's files never take more than a quarter of the room. */
function loadingBlock(loading: Loading, room: Room): string {
  const { agent, name, files, unit, total, most } = loading
  const bar = most === null ? '' : `\`${textBar(total, most)}\` `
  const row = ({ path, size, lost }: LoadedFile, i: number): string => {
    const cut = lost === null ? '' : `; not loaded: ${shownCode(lost)}`
    return `  ${i + 1}. ${shownCode(path)}: ${size ?? 'not read'}${cut}`
  }
  const own = { lines: FULLEST, bytes: room.bytes / 4 }
  return [
    `${shownWord(agent)}, ${shownCode(name)}: ${bar}${usedOf(total, most)} ${shownWord(unit)}${limitNote(loading)}`,
    ...cutLines(files, row, own, (left) => `  - ${counted(left, 'more file')}`),
  ].join('\n')
}

/** `, cut there (Claude Code docs, 2026-11)` */
function limitNote({ standing, source, asOf }: Loading): string {
  const from = [source, asOf].flatMap((text) => (text === null ? [] : [shownCode(text)])).join(', ')
  const what = describeStanding(standing)
  return [...(what === '' ? [] : [`, ${what}`]), ...(from === '' ? [] : [` (${from})`])].join('')
}

function usedOf(size: number, most: number | null): string {
  if (most === null) return String(size)
  return size > most ? `**${size} of ${most}**` : `${size} of ${most}`
}

/** The fullest logs with a bar, and what to do about those that have outgrown their threshold. */
function growth(logs: readonly LogSize[], room: Room): string[] {
  if (logs.length === 0) return []
  const half = { lines: ROWS, bytes: room.bytes / 2 }
  const fullest = logs.toSorted((a, b) => b.items / b.most - a.items / a.most || compareText(a.path, b.path))
  const newest = ({ months }: LogSize): string => {
    const name = months.at(-1)?.name
    return name === undefined ? '–' : cellCode(name)
  }
  return [
    ...table(
      ['| log | entries | count | newest |', '| :-- | :-- | --: | :-- |'],
      fullest,
      (log) => {
        const { path, items, most } = log
        return [cellCode(path), `\`${textBar(items, most)}\``, usedOf(items, most), newest(log)]
      },
      {
        room: { ...half, lines: FULLEST },
        more: (left) => `${counted(left, 'more log')}, none of them fuller.`,
      },
    ),
    '',
    ...growthLines(logs, half),
  ]
}

/** Items by kind and status, from when to when they are, and the oldest of those that are meant to be true now. */
function itemLines(items: ItemsOverview, room: Room): string[] {
  const { kinds, statuses, first, last, living, oldest } = items
  const span = first === null || last === null ? [] : [`from ${shownCode(first)} to ${shownCode(last)}`]
  const show = ({ date, ...item }: DatedItem): string =>
    itemLine({ ...item, title: `${date} ${item.title}` }, ', at ')
  return [
    ...(kinds.length > 0 ? [[...names(kinds, room), ...names(statuses, room), ...span].join('; ')] : []),
    ...(living > 0 ? ['', `${counted(living, 'item')} meant to be true now${ages(items)}`, ''] : []),
    ...bullets(oldest, show, room),
  ]
}

function ages({ oldest, undated }: ItemsOverview): string {
  if (oldest.length === 0) return ', none of them with a date.'
  return undated > 0 ? `, ${undated} of them without a date; the oldest first:` : ', the oldest first:'
}

function names(tallies: readonly Tally[], room: Room): string[] {
  if (tallies.length === 0) return []
  const counts = new Map(tallies.map(({ name, count }) => [name, count]))
  const show = (name: string): string => `${shownCode(name)} ${counts.get(name) ?? 0}`
  return [cutNames([...counts.keys()], show, room)]
}

/** The most plans of one status that are listed. */
const MOST_OF_A_STATUS = 20

/**
 * Plans by status in the order of a plan's life; unknown statuses follow, the commonest first. Within a status the oldest
 * plan is first; an open plan has its age in days.
 */
function planLines(plans: readonly PlanState[], today: string, room: Room): string[] {
  const statuses = tallies(plans.map(({ status }) => status)).sort(
    (a, b) => lifeOrder(a.name) - lifeOrder(b.name),
  )
  const byStatus = new Map<string, PlanState[]>(statuses.map(({ name }) => [name, []]))
  for (const plan of plans.toSorted(byAge)) byStatus.get(plan.status)?.push(plan)
  const block = ({ name, count }: Tally): string => {
    const most = { lines: MOST_OF_A_STATUS, bytes: room.bytes / 4 }
    const status = name === '' ? 'without a status' : shownCode(name)
    return [
      `- ${status}: ${counted(count, 'plan')}`,
      ...bullets(byStatus.get(name) ?? [], (plan) => lineOf(plan, today), most, { indent: '  ' }),
    ].join('\n')
  }
  const more = (left: number): string => `- ${left} more kinds of status`
  return cutLines(statuses, block, room, more)
}

/** A plan without a date is last. */
function byAge(a: PlanState, b: PlanState): number {
  return compareText(a.created ?? '~', b.created ?? '~') || compareText(a.path, b.path)
}

function lineOf(plan: PlanState, today: string): string {
  const { days, open } = planAge(plan, today)
  const age = days === null ? 'of unknown age' : days < 0 ? 'of a day to come' : `${counted(days, 'day')} old`
  return [shownCode(plan.name), ...(open ? [age] : []), `in ${shownCode(plan.path)}`].join(', ')
}

/** Cells of a bar. */
const WIDTH = 20

/** How much of a limit is used, as a bar of 20 cells: full above the limit, at least one cell above zero. */
export function textBar(size: number, most: number): string {
  const share = most > 0 ? size / most : 1
  const full = Math.min(WIDTH, size > 0 ? Math.max(1, Math.floor(share * WIDTH)) : 0)
  return '█'.repeat(full) + '░'.repeat(WIDTH - full)
}
