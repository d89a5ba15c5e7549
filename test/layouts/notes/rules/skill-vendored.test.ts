import { expect, test } from 'vitest'
import { checkLiteral } from '../../../helpers/check-literal.ts'
import { ruleTest } from '../../../helpers/rule-test.ts'

const SKILL = '.agents/skills/pptx/SKILL.md'
const TEXT = '---\nname: pptx\ndescription: Makes slides.\n---\n\nSee [the guide](guide.md).\n'
const OWN = TEXT.replace('[the guide](guide.md)', 'the guide')
const LOCK = '{ "version": 1, "skills": { "pptx": { "source": "a/b" } } }\n'

ruleTest('skill-vendored', {
  valid: [
    { name: 'a skill of the project', files: { [SKILL]: OWN } },
    {
      name: 'a list of other skills',
      files: { [SKILL]: OWN, 'skills-lock.json': LOCK.replace('pptx', 'docx') },
    },
  ],
  invalid: [
    {
      name: 'a list that names it: its dead link is no finding',
      files: { [SKILL]: TEXT, 'skills-lock.json': LOCK },
      expect: [{ path: SKILL, line: 1, severity: 'info', message: /^One skill is installed from elsewhere/ }],
    },
    {
      name: 'a licence in its folder',
      files: { [SKILL]: TEXT, '.agents/skills/pptx/LICENSE.txt': 'MIT\n' },
      expect: [{ path: SKILL, line: 1, message: /: pptx$/ }],
    },
  ],
})

test('a secret in an installed skill is found', async () => {
  const secret = `ghp_${'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'}`
  const { diagnostics } = await checkLiteral({ [SKILL]: `${TEXT}\n${secret}\n`, 'skills-lock.json': LOCK })
  expect(diagnostics.map(({ rule }) => rule).sort()).toEqual(['no-secret', 'skill-vendored'])
})
