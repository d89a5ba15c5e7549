import { resolveTarget } from '../../../core/path.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { holdsFile } from '../../../core/snapshot.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { instructionsPaths, kindNamed } from '../claim.ts'
import { targetOf } from '../read-instructions.ts'

/** A symlink in the place of instructions leads to a file. */
export const instructionLink: MemoryRule = {
  id: 'instruction-link',
  summary: 'A symlink in the place of instructions leads to a file of the repository.',
  why: 'An agent that finds a broken symlink starts without instructions, and does not say so. A Markdown page of the repository is read as the instructions of that agent. What an agent reads through a symlink from any other file is not read here: a secret in it, or the loss of half of it, is not seen.',
  howToFix: 'Point the symlink at the file, or delete it.',
  severity: 'error',
  severities: ['error', 'warning', 'info'],
  fixable: false,
  example: { bad: 'CLAUDE.md -> AGENT.md\n', good: 'CLAUDE.md -> AGENTS.md\n' },
  kinds: ['instruction-link'],
  subject: 'memory',
  check: ({ documents, files, settings }, report) => {
    const elsewhere: { readonly path: string; readonly end: string }[] = []
    for (const { path, facts } of documents) {
      const target = targetOf(facts)
      if (target === null) continue
      const end = resolveTarget(path, target)
      if (end === null) {
        report(path, {
          place: WHOLE_FILE,
          severity: 'warning',
          message: `The symlink leads out of the repository, to ${target}: others do not have that file`,
          help: 'Point it at a file of the repository.',
        })
      } else if (!files.has(end) && !holdsFile(files, end)) {
        report(path, {
          place: WHOLE_FILE,
          message: `The symlink to ${target} is broken: no such file`,
          help: 'Point the symlink at the file, or delete it.',
        })
      } else if (!files.has(end)) {
        report(path, {
          place: WHOLE_FILE,
          severity: 'info',
          message: `Agents read what is in ${end || 'the repository'} through this symlink, and it is not checked as rules`,
          help: 'Keep the files here, and let other places lead to them.',
        })
      } else if (instructionsPaths.claim(end, 'file', settings) === null) elsewhere.push({ path, end })
    }
    // Rules that several agents share lie in a folder of their own on purpose.
    const isShared = ({ path }: { readonly path: string }): boolean =>
      kindNamed(path)?.endsWith('-rule') ?? true
    const [first, ...more] = elsewhere.toSorted((a, b) => Number(isShared(a)) - Number(isShared(b)))
    if (!first) return
    const others = more.length > 0 ? ` (and so through ${more.length} more, as ${more[0]?.path})` : ''
    report(first.path, {
      place: WHOLE_FILE,
      severity: isShared(first) ? 'info' : 'warning',
      message: `Agents read ${first.end} through this symlink${others}, and it is not checked as instructions`,
      help: 'Lead it to a Markdown page of the repository, or keep the text in the place of the symlink.',
    })
  },
}
