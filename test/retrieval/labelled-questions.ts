import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SearchItem } from '../../src/retrieval/search-index.ts'

const FOLDER = 'test/fixtures/retrieval'

type Question = {
  readonly id: string
  readonly query: string
  /** Ids of the items that answer it; none for a question that nothing answers. */
  readonly answers: readonly string[]
  readonly half: 'tuning' | 'test'
}

/** Items with questions about them. */
export type Labelled = { readonly items: readonly SearchItem[]; readonly questions: readonly Question[] }

type Line = {
  readonly id: string
  readonly path: string
  readonly title?: string
  readonly tags?: readonly string[]
  readonly date?: string
  readonly superseded?: boolean
  readonly body: string
}

/** The entries of the invented projects. */
export function readProjects(): Labelled {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl'))
  const lines = files.sort().flatMap((name) => linesOf(name).map((line) => JSON.parse(line) as Line))
  const items = lines.map(
    ({ id, path, title, tags, date, superseded, body }): SearchItem => ({
      ...{ id, path, ...(date && { date }), ...(superseded && { isAside: true }) },
      fields: { ...(title && { title }), name: nameOf(path), ...(tags && { tags }), body },
    }),
  )
  return { items, questions: readQuestions('questions.tsv') }
}

/** The examples that there were when the questions were written; what came later answers none of them. */
const ASKED_ABOUT = ['adr', 'agent-memory', 'atomic', 'cowork', 'log', 'working-memory', 'workspace']

/** The Markdown files of the examples: logs by entry, others whole. */
export function readExamples(): Labelled {
  const paths = ASKED_ABOUT.flatMap((name) =>
    readdirSync(join('examples', name), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${name}/${path}`,
    ),
  )
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md') && !path.endsWith('README.md'))
  const items = paths.sort().flatMap((path): SearchItem[] => {
    const text = readFileSync(join('examples', path), 'utf8')
    const entries = text.split(/^### /m).slice(1)
    if (!/^### \[/m.test(text)) return [{ id: path, path, fields: { name: nameOf(path), body: text } }]
    return entries.map((entry) => {
      const [, date = '', title = ''] = /^\[(.*?)\] (.*)$/m.exec(entry) ?? []
      const fields = { title, name: nameOf(path), body: entry.slice(entry.indexOf('\n')) }
      return { id: `${path}#${title}`, path, date, fields }
    })
  })
  return { items, questions: readQuestions('examples.tsv') }
}

function linesOf(name: string): string[] {
  return readFileSync(join(FOLDER, name), 'utf8').trimEnd().split('\n')
}

function readQuestions(name: string): Question[] {
  return linesOf(name).map((line) => {
    const [id = '', query = '', answers = ''] = line.split('\t')
    const isEven = (createHash('sha256').update(id).digest()[0] ?? 0) % 2 === 0
    return { id, query, answers: answers === '' ? [] : answers.split(','), half: isEven ? 'tuning' : 'test' }
  })
}

function nameOf(path: string): string {
  return path.replace(/\.\w+$/, '')
}

/** The quality of a ranking: how early the answers come, and how many are among the first ten. */
export function ndcgAt10(ids: readonly string[], answers: readonly string[]): number {
  const gain = (place: number): number => 1 / Math.log2(place + 2)
  const ideal = answers.slice(0, 10).reduce((sum, _, place) => sum + gain(place), 0)
  const found = ids.slice(0, 10).reduce((sum, id, place) => sum + (answers.includes(id) ? gain(place) : 0), 0)
  return found / ideal
}

export function recallAt10(ids: readonly string[], answers: readonly string[]): number {
  return ids.slice(0, 10).filter((id) => answers.includes(id)).length / answers.length
}
