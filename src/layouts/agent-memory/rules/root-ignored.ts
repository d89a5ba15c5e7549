import type { Memory } from '../../../core/document.ts'
import type { Found, MemoryRule } from '../../../core/rule.ts'
import { filesBelow } from '../../../core/snapshot.ts'
import { compareText, WHOLE_FILE } from '../../../core/text.ts'
import { agentMemoryRoot } from '../claim.ts'

/** How many files a message names; it counts the others. */
const NAMED = 3

/** The memory is local to one checkout: git neither keeps it nor would add it. */
export const rootIgnored: MemoryRule = {
  id: 'root-ignored',
  summary: 'Git keeps no file of the memory, and ignores all of them.',
  why: 'What an agent noted on one machine, in the middle of its work, is not meant for every clone of the repository, and once pushed it stays in the history. Without an ignore rule the next `git add .` takes all of it.',
  howToFix:
    'Run `memkeep check --fix`: it writes a `.gitignore` with the line `*` into the directory. What is tracked already has to be taken out by `git rm -r --cached .agent-memory`, which leaves it on disk.',
  severity: 'error',
  fixable: true,
  example: {
    bad: '$ git add -f .agent-memory\n',
    good: '# .agent-memory/.gitignore\n*\n',
  },
  subject: 'memory',
  check: (memory, report) => {
    const root = agentMemoryRoot(memory.settings)
    const { tracked, untracked } = seenByGit(memory, root)
    if (tracked.length > 0) report(root, isTracked(root, tracked))
    if (untracked.length > 0) report(root, isUntracked(root, untracked, hasIgnoreFile(memory, root)))
  },
  fix: (memory) => {
    const root = agentMemoryRoot(memory.settings)
    if (hasIgnoreFile(memory, root)) return new Map()
    return new Map([[ignoreFile(root), { kind: 'text', text: '*\n' }]])
  },
}

/** Paths below the root. Ignore rules may well be kept: they are no memory, and keep it out. */
function seenByGit({ files }: Memory, root: string): { tracked: string[]; untracked: string[] } {
  const own = filesBelow(files, root).filter(({ path, ignored }) => !ignored && !path.endsWith('/.gitignore'))
  const paths = (isUntracked: boolean): string[] =>
    own
      .filter(({ untracked = false }) => untracked === isUntracked)
      .map(({ path }) => path.slice(root.length + 1))
      .sort(compareText)
  return { tracked: paths(false), untracked: paths(true) }
}

function ignoreFile(root: string): string {
  return `${root}/.gitignore`
}

/** Existing ignore rules are not extended: what they let through may be on purpose. */
function hasIgnoreFile({ files }: Memory, root: string): boolean {
  return files.has(ignoreFile(root))
}

function isTracked(root: string, paths: readonly string[]): Found {
  return {
    place: WHOLE_FILE,
    message: `Git keeps ${counted(paths)} of ${root}, which is local memory: ${named(paths)}`,
    help: `Take ${paths.length === 1 ? 'it' : 'them'} out of git with \`git rm -r --cached ${quoted(root)}\`, which leaves everything on disk. Then run \`memkeep check --fix\`: it writes ${ignoreFile(root)} where no ignore rule covers the folder.`,
  }
}

function isUntracked(root: string, paths: readonly string[], isThere: boolean): Found {
  const add = `add \`/${root}/\` to the .gitignore at the top`
  return {
    place: WHOLE_FILE,
    fixable: !isThere,
    message: `No ignore rule covers ${counted(paths)} of ${root}, which git would add: ${named(paths)}`,
    help: isThere
      ? `End ${ignoreFile(root)} with the line \`*\`, or ${add}.`
      : `Run \`memkeep check --fix\`, which writes ${ignoreFile(root)} with the line \`*\`, or ${add}.`,
  }
}

function counted(paths: readonly string[]): string {
  return paths.length === 1 ? 'a file' : `${paths.length} files`
}

function named(paths: readonly string[]): string {
  const more = paths.length - NAMED
  return `${paths.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** As a word of a shell. */
function quoted(root: string): string {
  return /^[\w./-]+$/.test(root) ? root : `'${root.replaceAll("'", "'\\''")}'`
}
