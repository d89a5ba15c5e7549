import { ruleTest } from '../helpers/rule-test.ts'

const BEFORE = {
  'package.json': '{"scripts":{"lint:all":"x","test":"y"}}',
  'AGENTS.md': '# A\n\nRun `npm run lint:all` first.\n',
}
const AFTER = '{"scripts":{"lint":"x","test":"y"}}'

ruleTest('citation-changed', {
  valid: [
    { name: 'what is there', files: BEFORE },
    { name: 'what never was there', files: { 'AGENTS.md': 'Run `npm run never`.\n' } },
    {
      name: 'what another manifest has now',
      before: BEFORE,
      files: {
        'AGENTS.md': BEFORE['AGENTS.md'],
        'package.json': AFTER,
        'web/package.json': BEFORE['package.json'],
      },
    },
    {
      name: 'what the change itself says',
      before: { 'package.json': BEFORE['package.json'], 'AGENTS.md': '# A\n' },
      files: { 'package.json': AFTER, 'AGENTS.md': BEFORE['AGENTS.md'] },
    },
    {
      name: 'a manifest that may have it',
      before: { Makefile: 'image:\n\tx\n', 'AGENTS.md': 'Run `make image`.\n' },
      files: { Makefile: 'include more.mk\n', 'AGENTS.md': 'Run `make image`.\n' },
    },
  ],
  invalid: [
    {
      name: 'a script that the change takes away',
      before: BEFORE,
      files: { 'AGENTS.md': BEFORE['AGENTS.md'], 'package.json': AFTER },
      expect: [
        {
          path: 'AGENTS.md',
          line: 3,
          column: 14,
          severity: 'info',
          message: /^`npm run lint:all` is no script any more; package\.json has `lint`$/,
        },
      ],
    },
    {
      name: 'a target',
      before: { Makefile: 'image:\n\tx\n', 'AGENTS.md': '```sh\nmake image\n```\n' },
      files: { Makefile: 'all:\n\tx\n', 'AGENTS.md': '```sh\nmake image\n```\n' },
      expect: [{ path: 'AGENTS.md', line: 2, message: /^`make image` is no target any more$/ }],
    },
  ],
})
