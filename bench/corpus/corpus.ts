import { hotRule, type Making, note, overview, plan } from './documents.ts'
import { day, type EntryHead, entries, type Log } from './entries.ts'
import { memoryIndex } from './memory-index.ts'
import { random } from './random.ts'
import { domainName, noun, slug, title } from './words.ts'

/** How many of what: workspaces, domains in each, repositories and plans in each domain. */
export type Size = {
  readonly workspaces: number
  readonly domains: number
  readonly repositories: number
  readonly plans: number
}

/** About 60, 2,000, 20,000 and 200,000 files. */
export const SIZES: { readonly [name: string]: Size } = {
  S: { workspaces: 1, domains: 3, repositories: 2, plans: 8 },
  M: { workspaces: 20, domains: 5, repositories: 4, plans: 10 },
  L: { workspaces: 200, domains: 5, repositories: 4, plans: 10 },
  XL: { workspaces: 2000, domains: 5, repositories: 4, plans: 10 },
}

/** A file of the corpus; a link's text is its target. */
export type CorpusFile = { readonly path: string; readonly text: string; readonly isLink?: true }

export type CorpusOptions = {
  readonly size: Size
  readonly seed: number
  /** About so many of a thousand front matters, texts and entries are made wrong; 0 gives a clean memory. */
  readonly defects: number
}

const RULES = ['user-profile', 'global-conventions', 'context-memory-rule', 'workspace-workflow']

/** Every file of a corpus in turn: a memory in the workspace layout. The same options give the same bytes. */
export function* corpus(options: CorpusOptions): Generator<CorpusFile> {
  yield* hotMemory(options.seed)
  for (let number = 1; number <= options.size.workspaces; number++) yield* workspace(options, number)
}

function* hotMemory(seed: number): Generator<CorpusFile> {
  const making = { r: random(seed), links: [], defects: 0 }
  for (const rule of RULES) {
    yield { path: `agent/rules/common/${rule}.md`, text: hotRule(making, rule) }
    yield link(`.cursor/rules/${rule}.mdc`, `../../agent/rules/common/${rule}.md`)
    yield link(`.codex/${rule}.md`, `../agent/rules/common/${rule}.md`)
  }
}

/** A workspace's bytes depend on the seed and its number, not on how many there are. */
function* workspace({ size, seed, defects }: CorpusOptions, number: number): Generator<CorpusFile> {
  const r = random(Math.imul(seed + 1, 0x9e3779b1) ^ number)
  const name = `ws-${String(number).padStart(4, '0')}`
  const home = `resources/workspaces/${name}`
  const memory = `user/memory/workspaces/${name}`
  const domains = Array.from({ length: size.domains }, (_, i) => domainName(r, i + 1))
  const heads: EntryHead[] = []
  const links = domains.map((domain) => `${domain}/OVERVIEW.md`)
  yield { path: `${home}/OVERVIEW.md`, text: overview({ r, links, defects }, title(r)) }
  const making = { r, links: overviewsFrom(memory, name, domains), defects }
  const taken = new Set<string>()
  heads.push(...(yield* logs(making, memory, taken)))
  const archive = entries({ r, links: [], defects }, 'decisions', 2023, taken)
  yield { path: `${memory}/_archive/decisions-2023.md`, text: archive.text }
  for (const domain of domains) {
    yield* domainFiles({ r, links: [], defects }, `${home}/${domain}`, size)
    const inside = { r, links: overviewsFrom(`${memory}/${domain}`, name, domains), defects }
    heads.push(...(yield* logs(inside, `${memory}/${domain}`, new Set())))
  }
  yield { path: `${memory}/_index.yaml`, text: memoryIndex(name, domains, heads) }
}

function* domainFiles(making: Making, home: string, size: Size): Generator<CorpusFile> {
  const { r } = making
  const repositories = Array.from({ length: size.repositories }, (_, i) => `${slug(noun(r))}-${i + 1}`)
  const plans = Array.from({ length: size.plans }, () => {
    const created = day(r, 2024)
    const name = title(r)
    const file = `${created.slice(2).replaceAll('-', '')}-${slug(name)}.md`
    return { name, created, updated: day(r, 2025), file }
  }).filter((one, i, all) => all.findIndex(({ file }) => file === one.file) === i)
  const overviews = repositories.map((repository) => `${repository}/OVERVIEW.md`)
  const inside = ['OVERVIEW.md', ...overviews].map((path) => `../${path}`)

  yield { path: `${home}/OVERVIEW.md`, text: overview({ ...making, links: overviews }, title(r)) }
  for (const path of overviews) {
    yield { path: `${home}/${path}`, text: overview({ ...making, links: ['../OVERVIEW.md'] }, title(r)) }
  }
  for (const head of plans) {
    yield { path: `${home}/_plans/${head.file}`, text: plan({ ...making, links: inside }, head) }
  }
  for (const folder of ['_features', '_architecture']) {
    const name = title(r)
    yield { path: `${home}/${folder}/${slug(name)}.md`, text: note({ ...making, links: inside }, name) }
  }
}

/** A scope's two files of entries; gives the heads of both. No title occurs twice in a scope. */
function* logs(making: Making, folder: string, taken: Set<string>): Generator<CorpusFile, EntryHead[]> {
  const heads: EntryHead[] = []
  for (const log of ['decisions', 'lessons'] satisfies Log[]) {
    const file = entries(making, log, log === 'decisions' ? 2024 : 2025, taken)
    heads.push(...file.heads)
    yield { path: `${folder}/${log}.md`, text: file.text }
  }
  return heads
}

function overviewsFrom(folder: string, workspace: string, domains: readonly string[]): string[] {
  const up = '../'.repeat(folder.split('/').length)
  return domains.map((domain) => `${up}resources/workspaces/${workspace}/${domain}/OVERVIEW.md`)
}

function link(path: string, target: string): CorpusFile {
  return { path, text: target, isLink: true }
}
