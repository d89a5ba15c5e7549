import { ruleTest } from '../../../helpers/rule-test.ts'

const at = (name: string): string => `.serena/memories/${name}.md`

ruleTest('serena-reference', {
  valid: [
    {
      name: 'names, folders, and memories of all projects',
      files: {
        [at('core')]: '`mem:auth/login` `mem:auth/login.md` `mem:auth` `mem:auth/` `mem:global/style`\n',
        [at('auth/login')]: '# Login\n',
      },
    },
    {
      name: 'patterns, code, and what is no reference',
      files: {
        [at('core')]:
          '`mem:NAME` `mem:...` mem:x `std::mem:x` `jdbc:h2:mem:x` `mem: 16` ``mem:x``\n\n```\n`mem:y`\n```\n',
      },
    },
    {
      name: 'the guide that each project has',
      files: { [at('memory_maintenance')]: 'Use a prefix, e.g. `mem:frontend/core`.\n' },
    },
  ],
  invalid: [
    {
      name: 'a name in another folder, in another project, of another case, or of nothing',
      files: {
        [at('core')]:
          'a\n`mem:login`\n\n- `mem:Core`\n- see `mem:auth/logout`\n- `mem:other`\n- `mem:auth/login-flows`',
        [at('auth/login')]: '# Login\n',
        [at('auth/login-flow')]: '# Flow\n',
        [`app/${at('other')}`]: '# Other\n',
      },
      expect: [
        {
          path: at('core'),
          line: 2,
          column: 1,
          severity: 'warning',
          message: /^The reference `mem:login` names no memory$/,
        },
        { path: at('core'), line: 4 },
        { path: at('core'), line: 5, column: 7 },
        { path: at('core'), line: 6 },
        { path: at('core'), line: 7 },
      ],
    },
  ],
})
