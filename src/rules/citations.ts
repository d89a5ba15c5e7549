import type { DeadCitation } from '../core/citation.ts'
import { movedText } from '../core/cited-paths.ts'
import type { Memory } from '../core/document.ts'
import type { Found, MemoryRule } from '../core/rule.ts'
import type { Replacement } from '../core/text.ts'
import { runnerOf } from '../formats/citations/script-names.ts'

/** What a commit renamed is cited by its new path. */
export const citationMoved: MemoryRule = {
  id: 'citation-moved',
  summary: 'Files that present text names were not renamed since the text was written.',
  why: 'Agents open the files that memory names. After a move they look for what is not there, and guess. Only what git can prove is said: the path was there in the commit that wrote the sentence, and a rename leads from it to one path that is there now.',
  howToFix: 'Run `memkeep check --fix`: it writes the new path and changes no other byte.',
  severity: 'warning',
  fixable: true,
  example: {
    bad: 'The pool is in `src/pool.ts`.   (a later commit renamed it to src/db/pool.ts)\n',
    good: 'The pool is in `src/db/pool.ts`.\n',
  },
  subject: 'memory',
  reach: 'document',
  check: (memory, report) => {
    for (const { path, places } of causesIn(memory, isMoved)) report(path, moved(places))
  },
  replace: (memory, findings) => {
    const wanted = new Set(findings.map(({ path }) => path))
    return new Map(
      [...(memory.dead ?? [])].flatMap(([path, dead]) =>
        wanted.has(path) ? [[path, dead.flatMap((one) => replacement(one, path, memory))] as const] : [],
      ),
    )
  },
}

/** What was removed is not named as if it were there. */
export const citationGone: MemoryRule = {
  id: 'citation-gone',
  summary: 'Files that present text names were not removed since the text was written.',
  why: 'A sentence about a file that is gone sends an agent to look for it, or to write it again. Only what git can prove is said: the path was there in the commit that wrote the sentence, and is not there now. It proves that the reference is dead, not that the sentence is wrong.',
  howToFix: 'Read the sentence again: name what took the place of the file, or take the sentence out.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: 'The pool is in `src/pool.ts`.   (a later commit removed it)\n',
    good: 'Connections are opened one by one, in `src/db/connect.ts`.\n',
  },
  subject: 'memory',
  reach: 'document',
  check: (memory, report) => {
    for (const { path, places } of causesIn(memory, (one) => !isMoved(one) && !isScript(one)))
      report(path, gone(places))
  },
}

/** A script that is no more is not named as if it were there. */
export const citationChanged: MemoryRule = {
  id: 'citation-changed',
  summary: 'Scripts that present text runs were not removed since the text was written.',
  why: 'An agent that runs a command which is gone gets an error, and guesses another one. Only what git can prove is said: a manifest had the script in the commit that wrote the sentence, and none has it now.',
  howToFix: 'Name the script that is there now, or take the sentence out.',
  severity: 'info',
  fixable: false,
  example: {
    bad: 'Run `make checks` first.   (a later commit named the target `check`)\n',
    good: 'Run `make check` first.\n',
  },
  subject: 'memory',
  reach: 'document',
  check: (memory, report) => {
    for (const { path, places } of causesIn(memory, isScript))
      for (const one of places) report(path, changed(one))
  },
}

function changed({ citation, was, near, by }: DeadCitation): Found {
  const { tool = '', place } = citation
  const noun = NOUNS[runnerOf(tool)]
  const removed = by ? ` (removed in ${by.oid.slice(0, 7)}, ${by.date})` : ''
  const hint = near ? `; ${near.manifest} has \`${near.name}\`` : ''
  return {
    place,
    alike: { shape: `${tool} ${was}`, count: 1 },
    message: `\`${tool} ${was}\` is no ${noun} any more${removed}${hint}`,
    help: 'Name what is there in its place, or take the sentence out.',
  }
}

const NOUNS = { make: 'target', just: 'recipe', package: 'script' } as const

function isScript({ citation }: DeadCitation): boolean {
  return citation.kind === 'script'
}

function isMoved({ now }: DeadCitation): boolean {
  return now !== undefined
}

function isRow({ citation }: DeadCitation): boolean {
  return citation.within === 'tree'
}

type Places = readonly [DeadCitation, ...DeadCitation[]]

/** What one commit made dead in a document, and what it names several times, in order of the first place. */
function causesIn(
  { documents, dead }: Memory,
  isMeant: (one: DeadCitation) => boolean,
): readonly { readonly path: string; readonly places: Places }[] {
  return documents.flatMap(({ path }) => {
    const causes = new Map<string, [DeadCitation, ...DeadCitation[]]>()
    for (const one of dead?.get(path)?.filter(isMeant) ?? []) {
      // A tree is drawn anew as a whole.
      const cause = `${one.by?.oid} ${isRow(one)}`
      const known = causes.get(cause)
      if (known) known.push(one)
      else causes.set(cause, [one])
    }
    return [...causes.values()].flatMap((places) => separate(places).map((some) => ({ path, places: some })))
  })
}

/** So many paths of one cause are named one by one. */
const FEW = 3

/** Places that are one finding: all of one path, or, of many paths, all. */
function separate(places: Places): readonly Places[] {
  const byPath = new Map<string, [DeadCitation, ...DeadCitation[]]>()
  for (const one of places) {
    const known = byPath.get(one.was)
    if (known) known.push(one)
    else byPath.set(one.was, [one])
  }
  return byPath.size > FEW || isRow(places[0]) ? [places] : [...byPath.values()]
}

function moved(places: Places): Found {
  const [first] = places
  const named = distinct(places).map(({ was, now }) => `\`${was}\` is now \`${now}\``)
  return {
    ...found(places),
    message: `${shortened(named)} (renamed ${inCommit(first)})${again(places)}`,
    ...(isRow(first)
      ? { help: 'Draw the tree as it is now.' }
      : {
          help: 'Write the new path: `memkeep check --fix` does, with `--staged` in what is staged.',
          fixable: true,
        }),
  }
}

function gone(places: Places): Found {
  const [first] = places
  const named = distinct(places)
  const { by, written, candidates = [] } = first
  const verb = candidates.length > 0 ? 'was renamed' : named.length > 1 ? 'were removed' : 'was removed'
  const subject = by && by.subject !== '' ? ` ("${cut(by.subject)}")` : ''
  const since = written === undefined ? '' : `; the line is of ${written}`
  const left =
    candidates.length > 0
      ? `Name the file that is meant now: ${candidates.map((one) => `\`${one}\``).join(' or ')}.`
      : 'Name what is there in its place, or take the sentence out.'
  const look = by ? ` \`git show ${by.oid.slice(0, 7)}\` shows the change.` : ''
  return {
    ...found(places),
    message: `${shortened(named.map(({ was }) => `\`${was}\``))} ${verb} ${inCommit(first)}${subject}${since}${again(places)}`,
    help: `${left}${look}`,
  }
}

function found(places: Places): { place: Found['place']; alike: NonNullable<Found['alike']> } {
  const [first] = places
  const shape = distinct(places).length > 1 ? (first.by?.oid ?? 'now') : first.was
  return { place: first.citation.place, alike: { shape, count: places.length } }
}

/** The other lines of the file that name the same. */
function again([{ citation }, ...others]: Places): string {
  const lines = [...new Set(others.map((one) => one.citation.place.line))].filter(
    (one) => one !== citation.place.line,
  )
  const shown = lines.slice(0, MOST_LINES).join(', ')
  const more = lines.length - MOST_LINES
  if (lines.length === 0) return ''
  return `; also in line${lines.length > 1 ? 's' : ''} ${shown}${more > 0 ? ` and ${more} more` : ''}`
}

const MOST_LINES = 8

function distinct(places: Places): readonly DeadCitation[] {
  return places.filter(({ was }, i) => places.findIndex((one) => one.was === was) === i)
}

function shortened(named: readonly string[]): string {
  const more = named.length - FEW
  return more > 0 ? `${named.slice(0, FEW).join(', ')} and ${more} more` : named.join(', ')
}

function inCommit({ by }: DeadCitation): string {
  return by ? `in ${by.oid.slice(0, 7)}, ${by.date}` : 'by this change'
}

const LONGEST = 60

function cut(subject: string): string {
  const text = subject.replaceAll('"', "'")
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1).trimEnd()}…` : text
}

function replacement(dead: DeadCitation, from: string, { files }: Memory): readonly Replacement[] {
  const { citation, was, now } = dead
  const text = now === undefined ? null : movedText(citation, from, { was, now, files })
  return text === null ? [] : [{ place: citation.place, text }]
}
