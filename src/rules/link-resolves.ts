import { isThere } from '../core/cited-paths.ts'
import { foldedPath, pathsUpward, relativeTarget } from '../core/path.ts'
import type { MemoryRule } from '../core/rule.ts'
import { type FileListing, fileNamed, holdsFile, nameInLowerCase } from '../core/snapshot.ts'
import type { Place } from '../core/text.ts'
import { meantPath } from '../formats/meant-path.ts'

/** Names that every folder may have: another folder's file of that name is hardly the one that was meant. */
const COMMON_NAME = /^(?:abstract|changelog|index|license|overview|readme|skill)(?:\.|$)/

/** Relative links and images lead to something in the repository. */
export const linkResolves: MemoryRule = {
  id: 'link-resolves',
  summary: 'Relative links and images point at a file or directory of the repository.',
  why: 'An agent that follows a dead link loses the context that the writer meant it to have, and often guesses instead.',
  howToFix:
    'Point the link at where the file is now, or take the link out. A target that starts with `/` counts from the root of the repository.',
  severity: 'warning',
  severities: ['warning', 'info'],
  fixable: false,
  example: {
    bad: 'See [the plan](_plans/260208-workflow-engin.md).\n',
    good: 'See [the plan](_plans/260208-workflow-engine.md).\n',
  },
  subject: 'memory',
  reach: 'document',
  check: ({ documents, files, dead }, report) => {
    const leadsTo = (target: string, path: string): 'inside' | 'of' | null => {
      const paths = pathsOf(target, path)
      if (paths.length === 0) return 'inside'
      return paths.some((one) => isThere(one, files)) ? null : 'of'
    }
    const endOf = byFolder(leadsTo)
    const endFromAbove = byFolder((target, path) =>
      pathsUpward(path).some((folder) => leadsTo(target, folder) === null) ? null : leadsTo(target, path),
    )
    for (const { path, archive, freeText, links } of documents) {
      // What git can prove another rule says.
      const said = new Set(
        dead?.get(path)?.map(({ citation }) => `${citation.place.line} ${citation.target}`),
      )
      // The same target again is the same fault.
      const faults = new Map<
        string,
        { readonly place: Place; readonly missed: 'inside' | 'of'; times: number }
      >()
      for (const { target, place } of links) {
        const missed = freeText ? endFromAbove(target, path) : endOf(target, path)
        if (
          missed === null ||
          said.has(`${place.endLine} ${target.replace(/[?#].*$/, '').replace(/^\//, '')}`)
        )
          continue
        const fault = faults.get(target)
        if (fault) fault.times += 1
        else faults.set(target, { place, missed, times: 1 })
      }
      for (const [target, { place, missed, times }] of faults) {
        const again = times > 1 ? ` This file links to it ${times} times.` : ''
        report(path, {
          place,
          ...((archive || (freeText && isElsewhere(target, files))) && { severity: 'info' }),
          message:
            missed === 'inside'
              ? `The link to ${target} leaves the repository`
              : `The link to ${target} leads to no file of the repository`,
          help: (freeText && isElsewhere(target, files) ? ELSEWHERE : helpFor(target, path, files)) + again,
        })
      }
    }
  },
}

/** Remembers the answers for the files of one folder, which come one after the other and link to the same places. */
function byFolder<T>(ask: (target: string, path: string) => T): (target: string, path: string) => T {
  let last = ''
  const answers = new Map<string, T>()
  return (target, path) => {
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    if (folder !== last) answers.clear()
    last = folder
    const known = answers.get(target)
    if (known !== undefined) return known
    const answer = ask(target, path)
    answers.set(target, answer)
    return answer
  }
}

/** True for a path from the top into a folder that git does not know: packages and builds lie in such folders. */
function isElsewhere(target: string, files: FileListing): boolean {
  const [, first = ''] = /^\/?([^./?#][^/?#]*)\//.exec(target) ?? []
  return first !== '' && !holdsFile(files, decoded(first))
}

/** Where a target may lie, with and without its percent-encoding undone. Empty when it leaves the repository. */
function pathsOf(target: string, from: string): string[] {
  const written = withoutLine(target.split(/[?#]/, 1)[0] ?? '')
  const directory = from.split('/').slice(0, -1)
  const starts = written.startsWith('/') ? [[], directory] : [directory]
  return [...new Set([decoded(written), written])].flatMap((path) =>
    starts.flatMap((start) => {
      const resolved = resolve(start, path)
      return resolved === null ? [] : [resolved]
    }),
  )
}

/** Editors open `src/a.ts:12` and `src/a.ts:12-20` at a line of `src/a.ts`. */
function withoutLine(path: string): string {
  return path.replace(/(?<=[^/]):\d+(?:[:-]\d+)?$/, '')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function resolve(start: readonly string[], path: string): string | null {
  const segments = [...start]
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) return null
  }
  return segments.join('/')
}

/** A file of the same name is hardly meant by a path into another folder. */
const ELSEWHERE =
  'Its folder is not in git, as those of installed packages and builds: where it is missing, an agent finds nothing there.'

function helpFor(target: string, from: string, files: FileListing): string {
  const written = withoutLine(decoded(target.split(/[?#]/, 1)[0] ?? '').replaceAll('\\', '/'))
  const meant = pathsOf(target, from).flatMap((path): [path: string, meant: string][] => {
    const found = meantPath(files, path)
    return found === null || found === from ? [] : [[path, found]]
  })
  const other = meant.find(([path, found]) => foldedPath(path) === foldedPath(found))?.[1]
  if (other !== undefined)
    return `Write \`${relativeTarget(from, other)}\`: the target differs in case or in the form of accents, and where that counts it leads nowhere.`
  const name = nameInLowerCase(written)
  const file = COMMON_NAME.test(name) ? null : (fileNamed(files, name) ?? fileNamed(files, `${name}.md`))
  if (file) return `Correct the target: \`${relativeTarget(from, file)}\` has that name.`
  const fromRoot = resolve([], written)
  if (fromRoot && isThere(fromRoot, files))
    return `A link counts from the folder of its file: write \`${relativeTarget(from, fromRoot)}\`.`
  const near = meant[0]?.[1]
  if (near !== undefined)
    return `Correct the target, or take the link out: \`${relativeTarget(from, near)}\` has a like name.`
  return 'Correct the target, or take the link out.'
}
