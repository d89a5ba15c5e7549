import { basename } from 'node:path'
import type { Memory } from '../core/document.ts'
import type { Layout } from '../core/layout.ts'
import { type MemoryOverview, tokensAtStart } from '../core/memory-overview.ts'
import { folderOf, resolveTarget } from '../core/path.ts'
import { compareText } from '../core/text.ts'
import type { Trim, TrimReport } from '../core/trim.ts'
import { loadSides } from '../engine/check-memory.ts'
import { assertMemory, type MemoryRequest, openMemory } from '../engine/open-memory.ts'
import { overviewsOf } from '../engine/overview.ts'
import { redactedData } from '../engine/redacted.ts'
import { FOREIGN } from '../formats/configured/config-files.ts'
import { ruleSourcesOf } from '../formats/rule-sources.ts'
import { estimateTokens } from '../formats/tokens.ts'
import { findTrims, saysTruth, type Truths, truthsOf } from '../formats/trim/find-trims.ts'
import { wholeRepetitions } from '../formats/trim/repeated.ts'
import { type OpenSnapshot, textsIn } from '../snapshot/project.ts'

/**
 * What could go from what agents load at the start of each session, and what that saves. It proposes, and finds nothing wrong; it
 * writes no file. Throws `UserError` where there is no memory.
 */
export async function runTrim(options: MemoryRequest): Promise<TrimReport> {
  const memory = await openMemory(options)
  const { after } = await loadSides(memory)
  assertMemory(memory, after.documents.length, [])
  memory.facts.save?.()
  const overviews = overviewsOf(after.memories, [])
  const loaded = await loadedTexts(overviews, memory.after)
  const truths = await truthsIn(memory.after)
  const own = byHand(loaded, memory.after)
  const inTexts = own.flatMap((one) => trimsOf(one, truths))
  const layouts = [...after.memories]
  const trims = [
    ...inTexts,
    ...layouts.flatMap(([layout, one]) => repeated(layout, one, { loaded: own, inTexts })),
  ]
  const atStart = tokensAtStart(overviews)
  // Pages of the repository that are imported are no memory.
  for (const { text, agents } of loaded.filter(
    ({ path }) => !after.documents.some((one) => one.path === path),
  ))
    for (const agent of agents) atStart.set(agent, (atStart.get(agent) ?? 0) + estimateTokens(text))
  return redactedData({
    version: 1,
    name: basename(memory.project.root),
    agents: [...atStart].map(([agent, tokens]) => ({
      agent,
      tokens,
      saves: trims.reduce((sum, one) => sum + (one.agents.includes(agent) ? one.tokens : 0), 0),
    })),
    trims: trims.toSorted(mostFirst),
  })
}

function mostFirst(a: Trim, b: Trim): number {
  return b.tokens - a.tokens || compareText(a.path, b.path) || a.line - b.line || compareText(a.kind, b.kind)
}

/** A file that is loaded at the start, with its text, and who loads it. */
type LoadedText = { readonly path: string; readonly text: string; readonly agents: readonly string[] }

/** A text of more characters is not looked at: no agent loads so much. */
const MOST_CHARACTERS = 1 << 21

/** The files that agents load at the start, in order of paths; of a symlink the file that it leads to. */
async function loadedTexts(
  overviews: readonly MemoryOverview[],
  snapshot: OpenSnapshot,
): Promise<readonly LoadedText[]> {
  const loads = overviews.flatMap(({ loads: all = [] }) => all)
  const named = loads.flatMap(({ session, files }) =>
    session === null ? [] : files.map(({ path }) => ({ session, path })),
  )
  const links = named.flatMap(({ path }) => (snapshot.files.get(path)?.mode === 'link' ? [path] : []))
  const targets = await textsIn(snapshot, links)
  const agents = new Map<string, Set<string>>()
  for (const { session, path } of named) {
    const target = targets.get(path)
    const end = target === undefined ? path : resolveTarget(path, target)
    if (end === null || snapshot.files.get(end)?.mode === 'link') continue
    const known = agents.get(end)
    if (known) known.add(session)
    else agents.set(end, new Set([session]))
  }
  const texts = await textsIn(snapshot, [...agents.keys()])
  return [...texts]
    .filter(([, text]) => text.length <= MOST_CHARACTERS)
    .map(([path, text]) => ({ path, text, agents: [...(agents.get(path) ?? [])].sort(compareText) }))
    .toSorted((a, b) => compareText(a.path, b.path))
}

/** Without what a tool writes: an edit by hand would be undone. */
function byHand(loaded: readonly LoadedText[], { files }: OpenSnapshot): readonly LoadedText[] {
  const sources = [...files.keys()].flatMap((path) => ruleSourcesOf(path) ?? [])
  const written = [...new Set(sources.map(({ writesBelow }) => writesBelow))]
  return loaded.filter(
    ({ path, text }) =>
      !GENERATED.test(text.slice(0, HEAD)) && !written.some((folder) => path.startsWith(folder)),
  )
}

/** What a text that a tool writes says at its beginning. */
const GENERATED =
  /\b(?:auto-?|automatically )?generated (?:by|from|with)\b|\bdo not (?:edit|modify)\b|自动生成|自動生成/i
const HEAD = 600

/** More manifests than that say nothing together. */
const MOST_MANIFESTS = 400

async function truthsIn(snapshot: OpenSnapshot): Promise<Truths> {
  const paths = [...snapshot.files.keys()].filter((path) => saysTruth(path) && !FOREIGN.test(path))
  const few = paths.length > MOST_MANIFESTS ? paths.filter((path) => !path.includes('/')) : paths
  return truthsOf(snapshot.files, await textsIn(snapshot, few))
}

function trimsOf({ path, text, agents }: LoadedText, truths: Truths): readonly Trim[] {
  return findTrims(text, folderOf(path), truths).map((one) => ({ ...one, path, agents }))
}

type Known = { readonly loaded: readonly LoadedText[]; readonly inTexts: readonly Trim[] }

/** What is loaded twice, without what could go anyway. */
function repeated(layout: Layout, memory: Memory, { loaded, inTexts }: Known): readonly Trim[] {
  return (layout.reports?.repetitions?.(memory) ?? []).flatMap(({ path, other, shared }): readonly Trim[] => {
    const file = loaded.find((one) => one.path === path)
    const isTaken = inTexts.some(
      (one) =>
        one.path === path &&
        shared.some(({ line }) => one.ranges.some(([from, to]) => line >= from && line <= to)),
    )
    const gone = file && !isTaken ? wholeRepetitions(file.text, shared) : null
    if (!file || !gone) return []
    const { otherLine, ...trim } = gone
    return [
      {
        path,
        line: trim.ranges[0]?.[0] ?? 1,
        kind: 'repeated',
        ...trim,
        truth: [`${other}:${otherLine}`],
        agents: file.agents,
      },
    ]
  })
}
