import { holdsPath, pathsIn } from '../../../core/cited-paths.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { skillOf } from '../claim.ts'

/** A file in a folder that the specification of agent skills gives a skill; what has other signs in it is a pattern. */
const OWN = /^(?:\.\/)?(?:references?|scripts|assets)\/[\p{L}\p{N}_./-]+\.[a-z0-9]{1,5}$/iu

/** What a skill says it has is there. */
export const skillReference: MemoryRule = {
  id: 'skill-reference',
  summary: 'A file in `references/`, `scripts/` or `assets/` that a skill names is there.',
  why: 'An agent that follows a skill opens or runs the file in the middle of its work, finds nothing, and makes up what it should have said.',
  howToFix:
    'Add the file, name the one that is meant, or take the sentence out. A file that only shows how a skill may look is best named as an example: "for example `scripts/rotate.py`".',
  severity: 'info',
  fixable: false,
  example: {
    bad: 'SKILL.md: Run `scripts/deploy.sh`.\n',
    good: 'SKILL.md: Run `scripts/deploy.sh`.\nscripts/deploy.sh\n',
  },
  kinds: ['skill', 'skill-page'],
  subject: 'memory',
  check: ({ documents, files, dead }, report) => {
    const folders = documents.flatMap(({ path }) => skillOf(path) ?? [])
    for (const document of documents) {
      const { path } = document
      const folder = folders.findLast((one) => path.startsWith(one))
      if (folder === undefined) continue
      // What git can prove another rule says.
      const said = new Set(dead?.get(path)?.map(({ citation }) => citation.target))
      const known = new Set<string>()
      for (const citation of pathsIn(document)) {
        const { target, within, place } = citation
        const isOwn =
          OWN.test(target) &&
          (within === 'code' || within === 'command') &&
          !said.has(target) &&
          !known.has(target)
        if (!isOwn || holdsPath(citation, path, files) || holdsPath(citation, `${folder}SKILL.md`, files))
          continue
        known.add(target)
        report(path, {
          place,
          message: `The skill has no ${target}`,
          help: 'Add the file, name the one that is meant, or take the sentence out.',
        })
      }
    }
  },
}
