import type { Json, JsonObject } from '../../../src/core/json.ts'
import type { Layout } from '../../../src/core/layout.ts'
import type { Operation } from '../../../src/core/operation.ts'
import type { DocumentRule } from '../../../src/core/rule.ts'
import type { Kind } from '../../../src/core/source.ts'
import { WHOLE_FILE } from '../../../src/core/text.ts'
import type { PlannedFile } from '../../../src/core/write-plan.ts'

/** The index of every log: how many lines each has. */
export const INDEX = 'log/_index.txt'

/** A line that is an entry. */
const LINE = /^- \S+ .*\.$/

const NOTHING = { frontMatter: 'none', history: 'append-only', format: 'text' } as const

const log: Kind = {
  ...NOTHING,
  id: 'log',
  summary: 'Lines.',
  paths: 'log/*.txt',
  read: ({ text }) => ({ facts: { lines: text.split('\n').length - 1 } }),
}

const index: Kind = {
  ...NOTHING,
  id: 'index',
  summary: 'How many lines there are.',
  paths: INDEX,
  history: 'free',
  read: ({ text }) => ({ facts: { text } }),
}

const lineForm: DocumentRule = {
  id: 'line-form',
  summary: 'A line is an entry.',
  why: 'So.',
  howToFix: 'So.',
  severity: 'error',
  fixable: false,
  example: { bad: '', good: '' },
  kinds: ['log'],
  subject: 'document',
  check: ({ text }, report) => {
    const bad = text.split('\n').filter((line) => line !== '' && !LINE.test(line))
    for (const line of bad)
      report({ place: WHOLE_FILE, message: `Unexpected line ${line}`, help: 'Write `- name text.`' })
  },
}

/** A memory of lines: as small as a layout with a derived file can be, and quick to check. It guards no path. */
export const lineLog: Layout = {
  id: 'line-log',
  signature: 'line',
  summary: 'Lines.',
  kinds: [log, index],
  rules: [lineForm],
  settings: { schemas: {} },
  roots: () => [{ path: 'log' }],
  claim: (path) => {
    if (path === INDEX) return { kind: 'index', scope: '' }
    return /^log\/.*\.txt$/s.test(path) ? { kind: 'log', scope: '' } : null
  },
  derive: (memory) => {
    const logs = memory.documents.filter(({ kind }) => kind === 'log')
    if (logs.length === 0 || logs.some(({ complete }) => !complete))
      return { plan: new Map(), stale: [], replacesUnreadable: [] }
    const text = indexText(logs.map(({ path, facts }) => [path, fact(facts, 'lines')]))
    const present = memory.documents.find(({ path }) => path === INDEX)
    const isFresh = present && fact(present.facts, 'text') === text
    const found = { place: WHOLE_FILE, message: 'Unexpected index', help: 'Rebuild it.', fixable: true }
    return {
      plan: new Map<string, PlannedFile>(isFresh ? [] : [[INDEX, { kind: 'text', text }]]),
      stale: isFresh ? [] : [{ path: INDEX, found }],
      replacesUnreadable: [],
    }
  },
}

function fact(facts: Json, name: string): Json | undefined {
  return (facts as JsonObject | null)?.[name]
}

/** The index for logs with so many lines. */
function indexText(counts: readonly (readonly [path: string, lines: Json | undefined])[]): string {
  return counts.map(([path, lines]) => `${path} ${lines}\n`).join('')
}

/** Adds a line to a log. It believes whatever it is given. */
export const appendLine: Operation = {
  name: 'append_line',
  title: 'Append a line',
  description: 'Appends a line.',
  input: {
    type: 'object',
    properties: {
      log: { type: 'string', description: 'Name of the log', maxLength: 300 },
      line: { type: 'string', description: 'The line', maxLength: 2000 },
      dry_run: { type: 'boolean' },
    },
    required: ['log', 'line'],
    additionalProperties: false,
  },
  output: { type: 'object' },
  readOnly: false,
  destructive: false,
  idempotent: false,
  wants: ({ args }) => [pathOf(args)],
  plan: ({ args, memory, sources }) => {
    const path = pathOf(args)
    const source = sources.get(path)
    if (memory.files.has(path) && !source) return { refusal: `${path} cannot be read`, help: 'Fix it.' }
    const before = source?.text ?? ''
    if (before.split('\n').includes(`- ${args.line}`)) return { refusal: 'It is there', help: 'Be content.' }
    const text = `${before}- ${args.line}\n`
    const answer = { text: `${path}\n${text}`, data: { lines: text.split('\n').length - 1 } }
    if (args.dry_run === true) return answer
    return { ...answer, plan: new Map([[path, { kind: 'text', text }]]) }
  },
}

function pathOf(args: JsonObject): string {
  return `log/${args.log}.txt`
}
