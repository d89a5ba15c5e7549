import type { Document } from '../../../core/document.ts'
import type { Found, MemoryRule } from '../../../core/rule.ts'
import { type FileListing, fileNamed, nameInLowerCase } from '../../../core/snapshot.ts'
import { DEEPEST, factsOf, followImports, type Import, pathOf } from '../read-instructions.ts'

/** Imported files are there, and are loaded once. */
export const importResolves: MemoryRule = {
  id: 'import-resolves',
  summary: 'A file that instructions import is there, outside of code, and not too deep.',
  why: 'An agent leaves out an import that it cannot follow, without a word. One in a code block it does not follow at all.',
  howToFix: `Correct the path, which counts from the folder of the file, or take the import out. Claude Code follows imports ${DEEPEST} files deep.`,
  severity: 'warning',
  severities: ['warning', 'info'],
  fixable: false,
  example: { bad: '@docs/stlye.md\n', good: '@docs/style.md\n' },
  subject: 'memory',
  check: ({ documents, files }, report) => {
    const byPath = new Map(documents.map((one) => [one.path, one]))
    for (const document of documents) {
      const imports = factsOf(document)?.imports ?? []
      for (const one of imports) {
        const found = one.isCode ? inCode(one, document, files) : dead(one, document, files)
        if (found) report(document.path, found)
      }
      if (imports.length === 0) continue
      const { cycles, tooDeep } = followImports(document, byPath)
      for (const one of cycles) {
        report(document.path, {
          place: one.place,
          message: `The import of ${one.target} leads back to this file`,
          help: 'Take one of the imports out.',
        })
      }
      for (const one of tooDeep) {
        report(document.path, {
          place: one.place,
          message: `The import of ${one.target} leads to files more than ${DEEPEST} imports deep, which Claude Code does not load`,
          help: 'Import those files here.',
        })
      }
    }
  },
}

function dead({ target, place }: Import, { path, kind }: Document, files: FileListing): Found | null {
  const to = pathOf(path, target)
  if (to === null || isThere(to, files)) return null
  // Agents that read AGENTS.md follow no import in it, so `@name.md` is a word there.
  if (kind === 'agents-md') return null
  const known = fileNamed(files, nameInLowerCase(target))
  const isFromTop = isThere(target.replace(/^\.\//, ''), files)
  return {
    place,
    message: `The import of ${target} leads to no file of the repository`,
    help: isFromTop
      ? 'The path counts from the folder of this file: write it so.'
      : known
        ? `Correct the path: \`${known}\` has that name.`
        : 'Correct the path, or take the import out.',
  }
}

/** An import that is alone on its line in a code block was meant to be one. */
function inCode({ target, place }: Import, { path, kind }: Document, files: FileListing): Found | null {
  const to = pathOf(path, target)
  if (kind !== 'claude-md' || place.column !== 1 || to === null || !isThere(to, files)) return null
  return {
    place,
    severity: 'info',
    message: `The import of ${target} is in a code block, where Claude Code does not follow it`,
    help: 'Move it out of the block if it is to be loaded.',
  }
}

function isThere(path: string, files: FileListing): boolean {
  if (files.has(path)) return true
  const segments = path.split('/')
  // Behind a symlink or in a submodule nothing is known.
  return segments.slice(1).some((_, i) => files.has(segments.slice(0, i + 1).join('/')))
}
