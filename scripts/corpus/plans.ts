import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { planFrontMatter } from '../../migrations/0001-plan-front-matter.ts'
import { pathsNamed } from '../../migrations/plan-front-matter/named-files.ts'
import type { JsonObject } from '../../src/core/json.ts'
import type { Evidence, FileChange, MigrationInput, TextFile } from '../../src/core/migration.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { applyEdits, lineStarts } from '../../src/core/text.ts'
import { decodeText } from '../../src/formats/decode-text.ts'
import { readFrontMatter } from '../../src/formats/front-matter.ts'
import { readHistories } from '../../src/migrate/histories.ts'
import { openCommit } from '../../src/snapshot/open-snapshot.ts'
import { locateRepository } from '../../src/snapshot/project.ts'

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

const GUESS = 'status right or called a guess'

const MEASURES: readonly Measure[] = [
  {
    name: 'status, where a plan states it',
    wanted: 0.9,
    of: ({ status }) => status !== null,
    isRight: ({ status }, { fields }) => fields.status === status,
    shown: ({ status }, { fields }) => `${fields.status}, expected ${status}`,
  },
  {
    name: GUESS,
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

const BY_CODE = MEASURES.filter(
  ({ name }) => name === GUESS || name === 'name' || name === 'created, where a plan says it',
)

/** Compares every labelled plan below `directory` with what its migration says; true where every share is reached. */
export function comparePlans(directory: string): boolean {
  const labels: readonly Label[] = JSON.parse(readFileSync('test/corpus/plans.json', 'utf8'))
  const answers = labels.map((label) => {
    const text = textOf(readFileSync(join(directory, label.path)), label.path)
    return { label, answer: answerFor({ path: label.path, text, present: new Map(), history: new Map() }) }
  })
  return areRight('plans', answers, MEASURES)
}

/** A plan whose state was read in the code around it, at one commit of a public repository. */
type LabelByCode = Label & { readonly repository: string; readonly commit: string }

/**
 * Compares the plans whose state was read in the code. `directory` holds a clone of each repository, named
 * `owner+name`; those that are not there are named and left out.
 */
export async function comparePlansByCode(directory: string): Promise<boolean> {
  const labels: readonly LabelByCode[] = JSON.parse(readFileSync('test/corpus/plans-by-code.json', 'utf8'))
  const answers: Answered[] = []
  for (const repository of new Set(labels.map((label) => label.repository))) {
    const plans = labels.filter((label) => label.repository === repository)
    const root = join(directory, repository.replace('/', '+'))
    if (!existsSync(root)) console.log(`${repository} is not in ${directory}: its plans are left out`)
    else answers.push(...(await answersAt(root, plans)))
  }
  return answers.length === 0 || areRight('plans by their code', answers, BY_CODE)
}

async function answersAt(root: string, plans: readonly LabelByCode[]): Promise<Answered[]> {
  const repository = await locateRepository(root)
  const commit = plans[0]?.commit ?? ''
  if (!repository) throw new Error(`${root} is not a repository`)
  const snapshot = await openCommit(repository.top, commit)
  const paths = plans.map(({ path }) => path)
  const contents = await snapshot.read(paths)
  const present = snapshot.files
  const read = plans.map((label) => {
    const { path } = label
    const content = contents.get(path)
    if (!content || 'failure' in content) throw new Error(`${root} has no ${path} at ${commit}`)
    return { label, path, text: textOf(content.bytes, path) }
  })
  const named = read.flatMap(({ path, text }) => pathsNamed(path, text, present))
  const history = await readHistories(repository, [...new Set([...paths, ...named])])
  return read.map(({ label, path, text }) => ({ label, answer: answerFor({ path, text, present, history }) }))
}

type Answered = { readonly label: Label; readonly answer: Answer }

function areRight(title: string, answers: readonly Answered[], measures: readonly Measure[]): boolean {
  const results = measures.map((measure) => {
    const asked = answers.filter(({ label }) => measure.of(label))
    const wrong = asked.filter(({ label, answer }) => !measure.isRight(label, answer))
    return { measure, count: asked.length, wrong, share: 1 - wrong.length / asked.length }
  })
  for (const { measure, wrong } of results) {
    for (const { label, answer } of wrong)
      console.log(`${measure.name}: ${label.path}\n    ${measure.shown(label, answer)}`)
  }
  console.log(`\n| ${title} | right | of | share | wanted |\n| --- | --- | --- | --- | --- |`)
  for (const { measure, count, wrong, share } of results) {
    console.log(
      `| ${measure.name} | ${count - wrong.length} | ${count} | ${percent(share)} | ${percent(measure.wanted)} |`,
    )
  }
  return results.every(({ measure, share }) => share >= measure.wanted)
}

function textOf(bytes: Uint8Array, path: string): string {
  const decoded = decodeText(bytes)
  if (!('text' in decoded)) throw new Error(`${path} is not a text`)
  return decoded.text
}

type Asked = { readonly path: string; readonly text: string } & Pick<MigrationInput, 'present' | 'history'>

/** The front matter of a plan after its migration, as one that is asked to map states as well. */
function answerFor({ path, text: before, present, history }: Asked): Answer {
  const one: TextFile = { path, layout: 'workspace', kind: 'plan', scope: '', text: before }
  const { sets, forPerson } = planFrontMatter.plan({
    files: [one],
    present,
    settings: DEFAULT_SETTINGS,
    history,
    derived: new Map(),
    choices: new Set(),
    today: '2026-01-01',
  })
  const changes = sets.flat()
  const text = applyEdits(before, changes.flatMap(editsOf))
  const values = changes.flatMap((change) => change.values)
  const isLeft = values.length === 0 && forPerson.length > 0
  return {
    fields: readFrontMatter(text, lineStarts(text), 65_536).frontMatter?.fields ?? {},
    evidence: new Map<string, Evidence>([
      ...(isLeft ? [['status', { kind: 'guess', why: 'the plan is left for a person' }] as const] : []),
      ...values.map(({ field, evidence }) => [field, evidence] as const),
    ]),
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
