import { ruleTest } from '../../../helpers/rule-test.ts'

const SAID = 'Ask the person before you push anything to a branch that others work on.'
const SOUL = '# Soul\n\nBe calm.\n'

ruleTest('openclaw-repeated', {
  valid: [
    { name: 'what is said once', files: { 'SOUL.md': SOUL, 'AGENTS.md': `${SAID}\n` } },
    {
      name: 'what a note says as well, which is searched and does not load',
      files: { 'SOUL.md': SOUL, 'AGENTS.md': `${SAID}\n`, 'memory/rules.md': `${SAID}\n` },
    },
    {
      name: 'what two workspaces say',
      files: {
        'SOUL.md': SOUL,
        'AGENTS.md': `${SAID}\n`,
        'b/SOUL.md': SOUL,
        'b/AGENTS.md': `${SAID}\n`,
      },
      settings: 'openclaw:\n  workspaces: [b]\n',
    },
  ],
  invalid: [
    {
      name: 'what an earlier file says, and what a file says again in other words',
      files: {
        'SOUL.md': SOUL,
        'AGENTS.md': `${SAID}\n`,
        'MEMORY.md': `# Memory\n\n- ${SAID}\n\n- After a restart wait for the gateway and send the test message once more.\n\nOne.\n\nTwo.\n\nThree.\n\nFour.\n\nFive.\n\nWait for the gateway after a restart, and send the test message once more.\n`,
      },
      expect: [
        {
          path: 'MEMORY.md',
          line: 3,
          severity: 'info',
          message: /^One statement of this file is in AGENTS\.md as well, which loads with this one/,
        },
        { path: 'MEMORY.md', line: 17, message: /^One statement is in this file once more/ },
      ],
    },
  ],
})
