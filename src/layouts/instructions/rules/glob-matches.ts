import type { MemoryRule } from '../../../core/rule.ts'
import { matchesAny } from '../globs.ts'
import { factsOf } from '../read-instructions.ts'

/** Globs for which a rule is loaded match files. */
export const globMatches: MemoryRule = {
  id: 'glob-matches',
  summary: 'A rule that is loaded for some files has globs that match files of the repository.',
  why: 'A rule whose globs match nothing is never loaded, and no agent says so: after a folder is renamed, the rules about it are no longer loaded.',
  howToFix: 'Correct the glob, or delete the rule. Separate folders with `/`.',
  severity: 'warning',
  severities: ['warning', 'info'],
  fixable: false,
  example: { bad: '---\npaths: ["source/**/*.ts"]\n---\n', good: '---\npaths: ["src/**/*.ts"]\n---\n' },
  subject: 'memory',
  check: ({ documents, files }, report) => {
    for (const document of documents) {
      const { globs = [], broken } = factsOf(document) ?? {}
      const dead = globs.filter(({ glob }) => !glob.includes('\\') && !matchesAny(glob, files))
      for (const { glob, place } of globs.filter((one) => one.glob.includes('\\'))) {
        report(document.path, {
          place,
          message: `The glob ${glob} has backslashes, which match nothing on most systems`,
          help: `Write \`${glob.replaceAll('\\', '/')}\`.`,
        })
      }
      const [first] = dead
      if (!first) continue
      const isAll = dead.length === globs.length
      const names = dead.map(({ glob }) => glob)
      report(document.path, {
        place: first.place,
        // The rule is loaded by its other globs.
        ...(!isAll && { severity: 'info' }),
        message: `${names.length === 1 ? 'The glob' : 'The globs'} ${names.join(', ')} ${names.length === 1 ? 'matches' : 'match'} no file${isAll ? ', so the rule is never loaded' : ''}`,
        help:
          broken === undefined
            ? `Correct the glob, or ${isAll ? 'delete the rule' : 'take it out'}.`
            : `The front matter is no YAML (${broken}), so each line is read as it is. Put the globs in quotes.`,
      })
    }
  },
}
