import { ruleTest } from '../../../helpers/rule-test.ts'

const FOLDER = '.claude/skills/deploys'
const SKILL = `${FOLDER}/SKILL.md`
const PAGE = `${FOLDER}/references/back.md`

const file = (text: string): string => `---\nname: deploys\ndescription: Deploys.\n---\n\n${text}\n`

ruleTest('skill-orphan', {
  valid: [
    { name: 'a page that is named', files: { [SKILL]: file('Read `references/back.md`.'), [PAGE]: 'x\n' } },
    { name: 'a folder that is named', files: { [SKILL]: file('More is in references/.'), [PAGE]: 'x\n' } },
    {
      name: 'a page that another page names',
      files: {
        [SKILL]: file('Read more.md.'),
        [`${FOLDER}/more.md`]: 'See [back](references/back.md).\n',
        [PAGE]: 'x\n',
      },
    },
    { name: 'a page for people', files: { [SKILL]: file('Run it.'), [`${FOLDER}/README.md`]: 'x\n' } },
  ],
  invalid: [
    {
      name: 'pages that nothing names but themselves',
      files: {
        [SKILL]: file('Run it.'),
        [PAGE]: 'This is back.md.\n',
        [`${FOLDER}/references/on.md`]: 'x\n',
      },
      expect: [{ path: PAGE, line: 1, severity: 'info', message: /names this page, nor 1 more of / }],
    },
  ],
})
