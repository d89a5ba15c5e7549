import type { Document } from '../../../core/document.ts'
import { relativeTarget } from '../../../core/path.ts'
import type { Found, MemoryRule } from '../../../core/rule.ts'
import { type FileListing, fileNamed, nameInLowerCase } from '../../../core/snapshot.ts'
import { agentsIn } from '../chains.ts'
import { followImports, isThere } from '../follow-imports.ts'
import { type Import, meantBy, pathOf, takenBy } from '../imports.ts'
import type { LoaderModel } from '../models.ts'
import { factsOf } from '../read-instructions.ts'

/** Imported files are there, and are loaded once. */
export const importResolves: MemoryRule = {
  id: 'import-resolves',
  summary: 'A file that instructions import is there, and the import has a form that the agent follows.',
  why: 'An agent leaves out an import that it cannot follow, without a word. Each has its own grammar: Claude Code does not follow `(@docs/style.md)`, and Codex no import at all.',
  howToFix:
    'Write `@path` at the start of a line or after a space, with a space or the end of the line after it: every agent that follows imports takes that form. The path counts from the folder of the file. Claude Code follows imports 4 files deep, Gemini CLI and Qwen Code 5.',
  severity: 'warning',
  severities: ['warning', 'info'],
  fixable: false,
  example: { bad: '@docs/stlye.md\n', good: '@docs/style.md\n' },
  subject: 'memory',
  check: (memory, report) => {
    const { documents, files } = memory
    const byPath = new Map(documents.map((one) => [one.path, one]))
    const agents = agentsIn(memory)
    for (const document of documents) {
      const imports = factsOf(document)?.imports ?? []
      if (imports.length === 0) continue
      const readers = agents.filter(({ imports: grammar }) => grammar?.kinds.includes(document.kind))
      for (const one of imports) {
        const found = one.inside
          ? inCode(one, document, files)
          : (notTaken(one, document, files, readers) ?? dead(one, document, files, readers))
        if (found) report(document.path, found)
      }
      for (const found of loops(document, readers, { byPath, files })) report(document.path, found)
    }
  },
}

function loops(
  document: Document,
  readers: readonly LoaderModel[],
  around: Parameters<typeof followImports>[2],
): readonly Found[] {
  // What comes back or is too deep for one agent is so for the next, but for its depth.
  const found = new Map<Import, Found>()
  for (const { agent, imports } of readers) {
    if (!imports) continue
    const { cycles, tooDeep } = followImports(document, imports, around, '')
    for (const one of cycles) {
      found.set(one, {
        place: one.place,
        message: `The import of ${meantBy(one)} leads back to this file`,
        help: 'Take one of the imports out.',
      })
    }
    for (const one of tooDeep.filter((one) => !found.has(one))) {
      found.set(one, {
        place: one.place,
        message: `The import of ${meantBy(one)} leads to files more than ${imports.deepest} imports deep, which ${agent} does not load`,
        help: 'Import those files here.',
      })
    }
  }
  return [...found.values()]
}

/** An import of a file that is there, in a form that an agent which reads this file does not follow. */
function notTaken(
  one: Import,
  { path, kind }: Document,
  files: FileListing,
  readers: readonly LoaderModel[],
): Found | null {
  const { written, before, place } = one
  const meant = meantBy(one)
  const leadsTo = (target: string | null): boolean => {
    const to = target === null ? null : pathOf(path, target)
    return to !== null && to !== path && isThere(to, files)
  }
  if (kind === 'kiro-steering' || !leadsTo(meant)) return null
  const isWord = !/[./]/.test(meant)
  if (readers.length === 0) {
    if (kind !== 'agents-md' || isWord) return null
    return {
      place,
      severity: 'info',
      message: `No agent in use here follows the import of ${meant} in AGENTS.md: it reads \`@${meant}\` as text`,
      help: `Write what is needed here, or when to read the file: "Before a release, read ${meant}".`,
    }
  }
  const blind = readers.filter(({ imports }) => imports && !leadsTo(takenBy(imports, one)))
  if (blind.length === 0) return null
  const names = blind.map(({ agent }) => agent)
  const agents = names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  const isEnding = blind.some(({ imports }) => imports?.refuses.test(meant))
  return {
    place,
    message: `${agents} ${names.length === 1 ? 'does' : 'do'} not follow \`${before}@${written}\``,
    help:
      isEnding || meant.includes(' ')
        ? 'Give the file a name that ends with `.md`, without a space.'
        : `Write \`@${meant}\` at the start of a line or after a space, with a space or the end of the line after it.`,
  }
}

/** A path that ends like a text file: a name of a package, a person or a decorator does not. */
const TEXT = /^[\w.~/-]*\.(?:md|mdc|markdown|txt|ya?ml|json|toml)$/i

function dead(
  one: Import,
  { path, kind }: Document,
  files: FileListing,
  readers: readonly LoaderModel[],
): Found | null {
  const isKiro = kind === 'kiro-steering'
  const target = isKiro ? one.written : meantBy(one)
  const to = pathOf(path, target)
  if (to === null || isThere(to, files) || !(isKiro || (readers.length > 0 && TEXT.test(target)))) return null
  // Other agents read the file as well, and take `@name.md` for a word.
  if (kind === 'agents-md') return null
  const known = fileNamed(files, nameInLowerCase(target))
  const isFromTop = isThere(target.replace(/^\.\//, ''), files)
  return {
    place: one.place,
    message: `The import of ${target} leads to no file of the repository`,
    help: isFromTop
      ? `The path counts from the folder of this file: \`@${relativeTarget(path, target.replace(/^\.\//, ''))}\`.`
      : known
        ? `Correct the path: \`${known}\` has that name.`
        : 'Correct the path, or take the import out.',
  }
}

/** An import that is alone on its line in a code block was meant to be one. */
function inCode(one: Import, { path, kind }: Document, files: FileListing): Found | null {
  const { inside, place } = one
  const target = meantBy(one)
  const to = pathOf(path, target)
  if (inside !== 'code' || kind !== 'claude-md' || place.column !== 1 || to === null || !isThere(to, files))
    return null
  return {
    place,
    severity: 'info',
    message: `The import of ${target} is in a code block, where Claude Code does not follow it`,
    help: 'Move it out of the block if it is to be loaded.',
  }
}
