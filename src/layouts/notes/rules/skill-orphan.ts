import type { MemoryRule } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { skillOf } from '../claim.ts'
import { wordsIn } from '../read-note.ts'

/** Pages about a skill, for people. */
const FOR_PEOPLE =
  /(?:^|\/)(?:readme|licen[cs]e|changelog|notice|contributing|agents|claude|learnings|_?template|skill\.\w+)\.md$/i

/** A page of a skill is named by the skill, or by another page of it. */
export const skillOrphan: MemoryRule = {
  id: 'skill-orphan',
  summary: 'Every page in the folder of a skill is named by the skill or by another page of it.',
  why: 'An agent reads SKILL.md and what it leads to. A page that nothing names is never read, and its author believes that it is.',
  howToFix: 'Name the page, or its folder, in SKILL.md and say when to read it; or delete it.',
  severity: 'info',
  fixable: false,
  example: {
    bad: 'SKILL.md: Deploy with the script.\nreferences/rollback.md that nothing names\n',
    good: 'SKILL.md: Deploy with the script. To go back, read references/rollback.md.\n',
  },
  kinds: ['skill', 'skill-page'],
  subject: 'memory',
  check: ({ documents }, report) => {
    const folders = documents.flatMap(({ path }) => skillOf(path) ?? [])
    for (const folder of folders) {
      const own = documents.filter(({ path, complete }) => complete && path.startsWith(folder))
      const lost = own.filter((page) => {
        if (page.kind === 'skill' || FOR_PEOPLE.test(page.path)) return false
        const others = new Set(own.flatMap((one) => (one === page ? [] : wordsIn(one))))
        const names = page.path.slice(folder.length).toLowerCase().split('/')
        return !names.some((name) => others.has(name) || others.has(name.replace(/\.md$/, '')))
      })
      const [first, ...more] = lost
      if (!first) continue
      report(first.path, {
        place: WHOLE_FILE,
        message: `Nothing in its skill names this page${more.length > 0 ? `, nor ${more.length} more of ${folder}` : ''}`,
        help: 'Name it in SKILL.md and say when to read it, or delete it.',
      })
    }
  },
}
