import { ruleTest } from '../../../helpers/rule-test.ts'

const FOLDER = '.claude/skills/deploys'
const SKILL = `${FOLDER}/SKILL.md`

const file = (text: string): string => `---\nname: deploys\ndescription: Deploys.\n---\n\n${text}\n`

ruleTest('skill-reference', {
  valid: [
    {
      name: 'files of the skill, from its page as well, of the repository, and examples',
      files: {
        [SKILL]: file(
          'Run `scripts/deploy.sh` and `scripts/release.mjs`. A skill may have one, e.g. `scripts/rotate.py`. Read `references/back.md`, and `src/none.ts`. Names match `assets/[a-z]+`.\n\n```\nskill/\n├── references/a.md\n```',
        ),
        [`${FOLDER}/scripts/deploy.sh`]: 'true\n',
        [`${FOLDER}/references/back.md`]: 'Run `scripts/deploy.sh`.\n',
        'scripts/release.mjs': 'x\n',
      },
    },
  ],
  invalid: [
    {
      name: 'a script that was never added, once, and a page',
      files: {
        [SKILL]: file(
          'Run `scripts/deploy.sh`, then `scripts/deploy.sh` again.\n\nRead `references/back.md`.',
        ),
      },
      expect: [
        {
          path: SKILL,
          line: 6,
          column: 6,
          severity: 'info',
          message: /^The skill has no scripts\/deploy\.sh$/,
        },
        { path: SKILL, line: 8, message: /references\/back\.md$/ },
      ],
    },
  ],
})
