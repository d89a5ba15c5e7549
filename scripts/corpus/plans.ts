import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { planFrontMatter } from '../../migrations/0001-plan-front-matter.ts'
import type { JsonObject } from '../../src/core/json.ts'
import type { Evidence, FileChange, TextFile } from '../../src/core/migration.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { applyEdits, lineStarts } from '../../src/core/text.ts'
import { decodeText } from '../../src/formats/decode-text.ts'
import { readFrontMatter } from '../../src/formats/front-matter.ts'

/** What was read in a plan; null where the plan does not say it. */
type Label = {
  readonly path: string
  /** The H1 without emoji, ticket, date and a state set off; the title field where there is no H1. */
  readonly name: string
  readonly status: string | null
  readonly created: string | null
  /** Words of the sentences that say what it is for: one of them is in a fair description. Absent where not read for it. */
  readonly says?: readonly string[] | null
}

type Answer = { readonly fields: JsonObject; readonly evidence: ReadonlyMap<string, Evidence> }
type Measure = {
  readonly name: string
  readonly wanted: number
  readonly of: (label: Label) => boolean
  readonly isRight: (label: Label, answer: Answer) => boolean
  readonly shown: (label: Label, answer: Answer) => string
}

const MEASURES: readonly Measure[] = [
  {
    name: 'status, where a plan states it',
    wanted: 0.9,
    of: ({ status }) => status !== null,
    isRight: ({ status }, { fields }) => fields.status === status,
    shown: ({ status }, { fields }) => `${fields.status}, expected ${status}`,
  },
  {
    name: 'status right or called a guess',
    wanted: 1,
    of: () => true,
    isRight: ({ status }, { fields, evidence }) =>
      evidence.get('status')?.kind === 'guess' || fields.status === status,
    shown: ({ status }, { fields }) => `${fields.status}, expected ${status ?? 'a guess'}`,
  },
  {
    name: 'name',
    wanted: 0.95,
    of: () => true,
    isRight: ({ name }, { fields }) => fields.name === name,
    shown: ({ name }, { fields }) => `${fields.name}\n    expected ${name}`,
  },
  {
    name: 'created, where a plan says it',
    wanted: 0.95,
    of: ({ created }) => created !== null,
    isRight: ({ created }, { fields }) => fields.created === created,
    shown: ({ created }, { fields }) => `${fields.created}, expected ${created}`,
  },
  {
    name: 'created, where no plan says it',
    wanted: 1,
    of: ({ created }) => created === null,
    isRight: (_, { fields }) => fields.created === undefined,
    shown: (_, { fields }) => `${fields.created}, expected none`,
  },
  {
    name: 'description',
    wanted: 0.9,
    of: ({ says }) => says !== undefined,
    isRight: ({ says = null }, { fields }) => {
      const said = plain(String(fields.description ?? ''))
      return says === null ? said.startsWith('todo:') : says.some((words) => said.includes(plain(words)))
    },
    shown: ({ says }, { fields }) => `${fields.description}\n    expected ${says?.join(' | ') ?? 'nothing'}`,
  },
]

/** Compares every labelled plan below `directory` with what its migration says; true where every share is reached. */
export function comparePlans(directory: string): boolean {
  const labels: readonly Label[] = JSON.parse(readFileSync('test/corpus/plans.json', 'utf8'))
  const answers = labels.map((label) => ({
    label,
    answer: answerFor(join(directory, label.path), label.path),
  }))
  const results = MEASURES.map((measure) => {
    const asked = answers.filter(({ label }) => measure.of(label))
    const wrong = asked.filter(({ label, answer }) => !measure.isRight(label, answer))
    return { measure, count: asked.length, wrong, share: 1 - wrong.length / asked.length }
  })
  for (const { measure, wrong } of results) {
    for (const { label, answer } of wrong)
      console.log(`${measure.name}: ${label.path}\n    ${measure.shown(label, answer)}`)
  }
  console.log('\n| plans | right | of | share | wanted |\n| --- | --- | --- | --- | --- |')
  for (const { measure, count, wrong, share } of results) {
    console.log(
      `| ${measure.name} | ${count - wrong.length} | ${count} | ${percent(share)} | ${percent(measure.wanted)} |`,
    )
  }
  return results.every(({ measure, share }) => share >= measure.wanted)
}

/** The front matter of a plan after its migration, as one that is asked to map states as well. */
function answerFor(file: string, path: string): Answer {
  const decoded = decodeText(readFileSync(file))
  if (!('text' in decoded)) throw new Error(`${path} is not a text`)
  const one: TextFile = { path, layout: 'workspace', kind: 'plan', scope: '', text: decoded.text }
  const { sets } = planFrontMatter.plan({
    files: [one],
    present: new Map(),
    settings: DEFAULT_SETTINGS,
    history: new Map(),
    derived: new Map(),
    choices: new Set(),
    today: '2026-01-01',
  })
  const changes = sets.flat()
  const text = applyEdits(one.text, changes.flatMap(editsOf))
  return {
    fields: readFrontMatter(text, lineStarts(text), 65_536).frontMatter?.fields ?? {},
    evidence: new Map(
      changes.flatMap(({ values }) => values).map(({ field, evidence }) => [field, evidence]),
    ),
  }
}

function editsOf(change: FileChange) {
  return change.kind === 'edit' ? change.edits : []
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[`*_]/g, '').replaceAll('’', "'").replace(/\s+/g, ' ')
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
