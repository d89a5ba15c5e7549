import { execFileSync } from 'node:child_process'
import { lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { estimateTokens } from '../../src/formats/tokens.ts'
import { runFind } from '../../src/operations/search/find.ts'
import { openSearch } from '../../src/operations/search/open-search.ts'
import type { Found } from '../../src/operations/search/search-schemas.ts'
import { packItems } from '../../src/retrieval/pack.ts'
import type { SearchItem } from '../../src/retrieval/search-index.ts'
import { termsOf } from '../../src/retrieval/terms.ts'
import { ndcgAt10 } from '../../test/retrieval/labelled-questions.ts'
import { random } from '../corpus/random.ts'
import { mean } from '../statistics.ts'
import { markdownTable } from '../table.ts'
import { type CitingLine, citingLines, evenly, type RepositoryText } from './citing-lines.ts'
import type { Engine } from './engines.ts'

/** Questions of a repository. */
const MOST_QUESTIONS = 200
const [WIDE, NARROW] = [2000, 500]
const DRAWS = 1000
/** Longer files are data. */
const MOST_BYTES = 1_000_000

type Repository = {
  readonly name: string
  readonly ask: (query: string, budget?: number) => Promise<Found>
  /** Every file that our search has. */
  readonly items: readonly SearchItem[]
  readonly questions: readonly CitingLine[]
}

/** How one question went; `wide` and `narrow`: the answer is within 2,000 and within 500 tokens. */
type Score = {
  readonly ndcg: number
  readonly inTen: number
  readonly wide: number
  readonly narrow: number
  /** The same of the best part of each file; absent for ours. */
  readonly parts?: { readonly wide: number; readonly narrow: number }
  /** Our search says `weak` or finds nothing. */
  readonly silent?: number
}

/** The scores of each engine, by its name, and what ours says of questions that have no answer there. */
type Outcome = {
  readonly title: string
  readonly scores: ReadonlyMap<string, readonly Score[]>
  readonly foreign: readonly number[]
}

type Measuring = {
  readonly rivals: readonly Engine[]
  readonly load: (name: string) => unknown
  /** Where the questions are written, as JSON lines. */
  readonly questions: string | undefined
}

const OURS = 'memkeep'

/**
 * Asks work trees what their own lines say that cite a record of their memory, and prints a table of each and one of all. Nothing
 * is written to them. Lines of files that are searched themselves ask nothing: every search finds them by their own words.
 */
export async function measureRepositories(folders: readonly string[], measuring: Measuring): Promise<void> {
  const repositories: Repository[] = []
  for (const folder of folders) repositories.push(await openRepository(resolve(folder)))
  const lines = repositories.flatMap(({ name, questions }) =>
    questions.map((question) => `${JSON.stringify({ repository: name, ...question })}\n`),
  )
  if (measuring.questions !== undefined) writeFileSync(measuring.questions, lines.join(''))
  const outcomes: Outcome[] = []
  for (const one of repositories) {
    const others = repositories.filter((other) => other !== one).flatMap(({ questions }) => questions)
    const outcome = await measureOne(one, evenly(others, MOST_QUESTIONS), measuring)
    process.stdout.write(report(outcome))
    outcomes.push(outcome)
  }
  if (outcomes.length > 1) process.stdout.write(report(joined(outcomes)))
}

async function openRepository(cwd: string): Promise<Repository> {
  const request = {
    cwd,
    cache: false,
    today: new Date().toISOString().slice(0, 10),
    recent: { search: { last: null } },
  }
  const texts = readTexts(cwd)
  const { index, cardAt } = await openSearch(request)
  const searched = new Set(Array.from({ length: index.size }, (_, place) => cardAt(place).path))
  const all = citingLines(texts).filter(({ from }) => !searched.has(from))
  const questions = all.filter(({ answer }) => searched.has(answer))
  const left = all.length - questions.length
  if (left > 0)
    process.stderr.write(`${cwd}: ${left} of ${all.length} questions are about files that are not searched\n`)
  return {
    name: basename(cwd),
    ask: (query, budget) =>
      runFind({ query, ...(budget !== undefined && { token_budget: budget }) }, request),
    items: texts.filter(({ path }) => searched.has(path)).map(itemOf),
    questions: evenly(questions, MOST_QUESTIONS),
  }
}

/** The texts that git has of a work tree, as they are there now. */
function readTexts(cwd: string): readonly RepositoryText[] {
  const list = execFileSync('git', ['ls-files', '-z'], { cwd, encoding: 'utf8', maxBuffer: 1 << 28 })
  return [...new Set(list.split('\0').filter(Boolean))].flatMap((path) => {
    const stat = lstatSync(join(cwd, path), { throwIfNoEntry: false })
    if (!stat?.isFile() || stat.size > MOST_BYTES) return []
    const text = readFileSync(join(cwd, path), 'utf8')
    return text.includes('\0') ? [] : [{ path, text }]
  })
}

function itemOf({ path, text }: RepositoryText): SearchItem {
  const title = /^ {0,3}#{1,6}[ \t]+(.*)$/m.exec(text)?.[1]
  return { id: path, path, fields: { ...(title && { title }), name: path.replace(/\.\w+$/, ''), body: text } }
}

async function measureOne(
  { name, ask, items, questions }: Repository,
  others: readonly CitingLine[],
  { rivals, load }: Measuring,
): Promise<Outcome> {
  const scores = new Map<string, readonly Score[]>([
    [OURS, await each(questions, (one) => ourScore(ask, one))],
  ])
  const packed = packer(items)
  for (const rival of rivals) {
    const search = await rival.build(items, load)
    const scoreOf = async (question: CitingLine): Promise<Score> =>
      packed(await search(question.query), question)
    scores.set(rival.name, await each(questions, scoreOf))
  }
  const foreign = await each(others, async ({ query }) => silence(await ask(query)))
  return { title: `${name} (${questions.length} questions, ${items.length} files)`, scores, foreign }
}

/** One after another: what runs at once shares one memory. */
async function each<Item, Value>(
  items: readonly Item[],
  run: (item: Item) => Promise<Value>,
): Promise<Value[]> {
  const values: Value[] = []
  for (const item of items) values.push(await run(item))
  return values
}

async function ourScore(ask: Repository['ask'], { query, answer }: CitingLine): Promise<Score> {
  const [found, wide, narrow] = [await ask(query), await ask(query, WIDE), await ask(query, NARROW)]
  const has = (one: Found): number => Number(pathsOf(one).includes(answer))
  const ndcg = ndcgAt10(pathsOf(found), [answer])
  return { ndcg, inTen: has(found), wide: has(wide), narrow: has(narrow), silent: silence(found) }
}

function pathsOf({ results }: Found): readonly string[] {
  return [...new Set(results.flatMap(({ path, also = [] }) => [path, ...also.map((one) => one.path)]))]
}

function silence({ weak, results }: Found): number {
  return Number(weak || results.length === 0)
}

type Packer = (places: readonly number[], question: CitingLine) => Score

/** Scores a ranking of files: budgets are filled with whole files, and with that part of each that has most words of the query. */
function packer(items: readonly SearchItem[]): Packer {
  const texts = items.map(({ path, fields: { body } }) => {
    return {
      path,
      cost: estimateTokens(`${path}\n\n${body}`),
      parts: partsOf(body).map((text) => ({ text, terms: new Set(termsOf(text).terms) })),
    }
  })
  return (places, { query, answer }) => {
    const found = places.flatMap((place) => texts[place] ?? [])
    const terms = [...new Set(termsOf(query).terms)]
    const inParts = found.map(({ path, parts }) => {
      const shared = parts.map((part) => terms.filter((term) => part.terms.has(term)).length)
      const best = parts[shared.indexOf(Math.max(...shared))]?.text ?? ''
      return { path, cost: estimateTokens(`${path}\n\n${best}`) }
    })
    const within = (list: typeof inParts, budget: number): number =>
      Number(
        packItems(list, { costOf: ({ cost }) => cost, budget }).taken.some(({ path }) => path === answer),
      )
    const paths = found.map(({ path }) => path)
    return {
      ndcg: ndcgAt10(paths, [answer]),
      inTen: Number(paths.includes(answer)),
      wide: within(found, WIDE),
      narrow: within(found, NARROW),
      parts: { wide: within(inParts, WIDE), narrow: within(inParts, NARROW) },
    }
  }
}

/** Paragraphs, and long ones by ten lines. */
function partsOf(body: string): readonly string[] {
  return body.split(/\n[ \t\r]*\n/).flatMap((paragraph) => {
    const lines = paragraph.split('\n')
    return lines.flatMap((_, i) => (i % 10 === 0 ? [lines.slice(i, i + 10).join('\n')] : []))
  })
}

function joined(outcomes: readonly Outcome[]): Outcome {
  const [first] = outcomes
  const names = [...(first?.scores.keys() ?? [])]
  const scores = new Map(names.map((name) => [name, outcomes.flatMap((one) => one.scores.get(name) ?? [])]))
  const count = scores.get(OURS)?.length ?? 0
  const foreign = outcomes.flatMap((one) => one.foreign)
  return { title: `all (${count} questions of ${outcomes.length} repositories)`, scores, foreign }
}

function report({ title, scores, foreign }: Outcome): string {
  const ours = scores.get(OURS) ?? []
  if (ours.length === 0) return `\n${title}: nothing to ask\n`
  const header = [
    title,
    'nDCG@10',
    'in the top ten',
    `in ${WIDE} tokens`,
    `in ${NARROW} tokens`,
    'says "nothing"',
  ]
  const says = `${foreign.length > 0 ? `others' ${percent(foreign)}, ` : ''}own ${percent(ours.flatMap(({ silent = [] }) => silent))}`
  const rows = [...scores].map(([name, list]) => {
    const budgets = (['wide', 'narrow'] as const).map((key) => {
      const parts = list.flatMap((one) => one.parts?.[key] ?? [])
      return [list.map((one) => one[key]), ...(parts.length > 0 ? [parts] : [])].map(percent).join(', ')
    })
    const gain = mean(list.map(({ ndcg }) => ndcg)).toFixed(3)
    return [name, gain, percent(list.map(({ inTen }) => inTen)), ...budgets, name === OURS ? says : '']
  })
  return `\n${markdownTable(header, rows)}\n\n${difference(scores)}`
}

function percent(numbers: readonly number[]): string {
  return `${(mean(numbers) * 100).toFixed(0)} %`
}

/** Ours minus the best rival, with the interval that holds 95 % of draws of as many questions. */
function difference(scores: Outcome['scores']): string {
  const gains = (name: string): readonly number[] => (scores.get(name) ?? []).map(({ ndcg }) => ndcg)
  const rivals = [...scores.keys()].filter((name) => name !== OURS)
  const [best] = rivals.sort((a, b) => mean(gains(b)) - mean(gains(a)))
  if (best === undefined) return ''
  const theirs = gains(best)
  const differences = gains(OURS).map((gain, i) => gain - (theirs[i] ?? 0))
  const { int } = random(1)
  const draw = (): number => mean(differences.map(() => differences[int(0, differences.length - 1)] ?? 0))
  const means = Array.from({ length: DRAWS }, draw).sort((a, b) => a - b)
  const [low, high] = [means[DRAWS * 0.025], means[DRAWS * 0.975 - 1]].map((value) => signed(value ?? 0))
  return `Rivals have two shares within tokens: of whole files, and of the best lines of each. In nDCG@10, memkeep minus ${best}: ${signed(mean(differences))} (95 %: ${low} to ${high}).\n`
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`
}
