import { firstNames } from '../../../core/messages.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { vendoredSkills } from '../vendored.ts'

/** Installed skills are named, and not judged. */
export const skillVendored: MemoryRule = {
  id: 'skill-vendored',
  summary: 'Skills that other people wrote are named once, and not judged.',
  why: 'An installed skill is written elsewhere, and advice about its text reaches the wrong reader. Secrets and hidden text in it matter all the more: an agent follows it.',
  howToFix:
    'Nothing has to be done. A skill is taken for installed where `skills-lock.json` or `.clawhub/lock.json` names it, or where its folder has a licence or a `_meta.json`.',
  severity: 'info',
  ofForeign: true,
  fixable: false,
  example: { bad: '.agents/skills/pptx/ with LICENSE.txt\n', good: '.agents/skills/deploys/\n' },
  kinds: ['skill'],
  subject: 'memory',
  check: (memory, report) => {
    const folders = vendoredSkills(memory)
    const [first] = folders
    if (first === undefined) return
    const names = folders.map((folder) => folder.slice(0, -1).split('/').at(-1) ?? '')
    const isOne = folders.length === 1
    report(`${first}SKILL.md`, {
      place: WHOLE_FILE,
      message: `${isOne ? 'One skill is' : `${folders.length} skills are`} installed from elsewhere and not judged: ${firstNames(names, 3)}`,
      help: 'Secrets and hidden text are looked for in them as well. `memkeep files` lists them.',
    })
  },
}
