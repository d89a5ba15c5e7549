import { ruleTest } from '../../../helpers/rule-test.ts'

const CURSOR = 'web/.cursor/rules/shop.mdc'
const rule = (text: string, fields = 'alwaysApply: true'): string => `---\n${fields}\n---\n\n${text}`

const SHARED = [
  'An order is never changed.',
  'Amounts are integers.',
  'Every route has a schema.',
  'A migration is never edited.',
  'Errors have a code.',
]
const SHARED_END = 'A release has notes.'
const text = (...more: readonly string[]): string =>
  `# Shop\n\n${[...SHARED, ...more].map((one) => `- ${one}\n`).join('')}`
const other = (...more: readonly string[]): string =>
  `# Rules of the editor\n\nThese are read by the editor.\n\n${text(...more)}\n## More\n\nThe editor shows errors at once. It formats what is saved. Its terminal has the tools of the project.\n`

ruleTest('statement-drifted', {
  valid: [
    {
      name: 'a text in other words here and there, and what one of both says in addition',
      files: {
        'web/CLAUDE.md': text(
          'Answer from the files above, and never read sources again.',
          'Do not read sources to learn the structure of it, use memory files.',
          'Where something seems old, ask for it instead of guessing.',
          'The client is made anew (after each change).',
        ),
        [CURSOR]: rule(
          other(
            'Answer from the context above, and never read sources again.',
            'Do not read sources to learn the structure of it, use this context.',
            'Where something seems old, ask for it instead of searching.',
            'The client is made anew.',
          ),
        ),
      },
    },
    {
      name: 'copies that say the same',
      files: {
        'web/CLAUDE.md': text('Uploads stay below 80 MB.'),
        [CURSOR]: rule(other('Uploads stay below **80** MB.')),
      },
    },
    {
      name: 'texts that are no copies',
      files: {
        'web/CLAUDE.md': '# Shop\n\nUploads stay below 80 MB.\n',
        [CURSOR]: rule('A page waits at most 90 ms for its pictures.\n'),
      },
    },
    {
      name: 'other words for the same, what only one of both says, and what is said below a heading that turns it',
      files: {
        'web/CLAUDE.md':
          '# Shop\n\nAlways check the totals of a cart before it is paid.\n\nKeep names of routes, tables and events in English.\n\n## Never do\n\n- Log keys, tokens or secrets of a customer in plain text\n',
        [CURSOR]: rule(
          'Always verify the totals of a cart before it is paid.\n\nKeep names of routes and tables in English.\n\n- Never log keys, tokens or secrets of a customer in plain text\n',
        ),
      },
    },
    {
      name: 'two lines that are as near',
      files: {
        'web/CLAUDE.md': '# Shop\n\nThe tests of the API are in the folder `api/tests`.\n',
        [CURSOR]: rule(
          'The tests of the API are in the folder `api/unit`.\n\nThe tests of the API are in the folder `api/e2e`.\n',
        ),
      },
    },
    {
      name: 'lines about two things between lines that are the same',
      files: {
        'web/CLAUDE.md': text('The cart holds at most 50 lines.', SHARED_END),
        [CURSOR]: rule(other('A price has 2 digits behind the point.', SHARED_END)),
      },
    },
    {
      name: 'names of files for each agent',
      files: {
        'web/CLAUDE.md': text('Write what you learn into `CLAUDE.md`.'),
        [CURSOR]: rule(other('Write what you learn into `.cursorrules`.')),
      },
    },
    {
      name: 'one word in two forms',
      files: {
        'web/CLAUDE.md': text('The sandbox runs the migrations.', 'Logs are kept a week.'),
        [CURSOR]: rule(other('A sandbox runs the migration.', 'Logs are kept a week.')),
      },
    },
    {
      name: 'the days on which they were made',
      files: {
        'web/CLAUDE.md': text('This page was made on 2026-01-10.'),
        [CURSOR]: rule(other('This page was made on 2026-02-20.')),
      },
    },
    {
      name: 'lines of one form that are several',
      files: {
        'web/CLAUDE.md': text('The folder `a` has code.', 'The folder `b` has code.'),
        [CURSOR]: rule(other('The folder `c` has code.')),
      },
    },
    {
      name: 'a rule for some files alone',
      files: {
        'web/CLAUDE.md': text('Uploads stay below 80 MB.'),
        [CURSOR]: rule(other('Uploads stay below 90 MB.'), 'globs: "**/*.md"\nalwaysApply: false'),
      },
    },
    {
      name: 'what only one of both says in addition, and paths with a mark of one agent',
      files: {
        'web/CLAUDE.md': text(
          'The gates of the shop are in `@docs/gates.md`.',
          'It has gates, enforcement and doors.',
          SHARED_END,
        ),
        [CURSOR]: rule(
          other('The gates of the shop are in `docs/gates.md`.', 'It has gates and doors.', SHARED_END),
        ),
      },
    },
  ],
  invalid: [
    {
      name: 'one difference to several files that are alike',
      files: {
        'CLAUDE.md': text('Uploads stay below 80 MB.'),
        'GEMINI.md': other('Uploads stay below 90 MB.'),
        'QWEN.md': `# Qwen\n\n${other('Uploads stay below 90 MB.')}`,
      },
      expect: [
        {
          path: 'GEMINI.md',
          line: 12,
          message: /^The line says `90` where CLAUDE\.md:8 says `80`; QWEN\.md has one of both as well$/,
        },
      ],
    },
    {
      name: 'a command in place of another one, in a line of any two files',
      files: {
        'web/CLAUDE.md':
          '# Shop\n\nSchema changes go through `npm run db:migrate` and are committed together with the code that needs them.\n',
        [CURSOR]: rule(
          'Schema changes go through `npx prisma db push` and are committed together with the code that needs them.\n',
        ),
      },
      expect: [
        {
          path: 'web/CLAUDE.md',
          line: 3,
          message: /^The line says `npm run db:migrate` where \S+ says `npx prisma db push`$/,
        },
      ],
    },
    {
      name: 'no in place of a, and a negation in a language without blanks',
      files: {
        'web/CLAUDE.md':
          '# Shop\n\nPeople that write under their own accounts need no signature; the account says who they are.\n\n收到回复之后，整合结果再回复用户，不再通知其他机器人。\n',
        [CURSOR]: rule(
          'People that write under their own accounts need a signature; the account says who they are.\n\n收到回复之后，整合结果再回复用户，再通知其他机器人。\n',
        ),
      },
      expect: [
        {
          path: 'web/CLAUDE.md',
          line: 3,
          message: /^The line says `no` where \S+ says `a`; 1 more line differs so$/,
        },
      ],
    },
    {
      name: 'lines that were copied one by one: a number, a command, a name and a row',
      files: {
        'web/CLAUDE.md':
          '# Shop\n\nUploads stay below 80 MB.\n\n- Before a push: run `npm test` in the folder of the shop.\n- Mapping of names and units lives in the Normalizer, never in a connector.\n- Use snake_case for names of fields, so that none is mapped by hand.\n\n| Part | Coverage |\n| --- | --- |\n| `domain/` | 90% line + branch |\n',
        [CURSOR]: rule(
          'Uploads stay below 90 MB.\n\n- Mapping of names and units lives in the Importer, never in a connector.\n- Before a push: run `npm run check` in the folder of the shop.\n- Use camelCase for names of fields, so that none is mapped by hand.\n\n| Part | Coverage |\n| --- | --- |\n| `domain/` | 75% line + branch |\n',
        ),
      },
      expect: [
        {
          path: 'web/CLAUDE.md',
          line: 3,
          message: /^The line says `80` where .*:5 says `90`; 4 more lines differ so$/,
        },
      ],
    },
    {
      name: 'a line of code between lines that are the same',
      files: {
        'web/CLAUDE.md': text(SHARED_END, 'Undo it:\n\n```sh\nnpm ci\nnpm run down\nnpm test\n```'),
        [CURSOR]: rule(other(SHARED_END, 'Undo it:\n\n```sh\nnpm ci\nnpm run back\nnpm test\n```')),
      },
      expect: [{ path: 'web/CLAUDE.md', line: 13, message: /^The line says `down` where .* says `back`$/ }],
    },
    {
      name: 'a name of several words, a rule turned round, and an example in brackets',
      files: {
        'web/CLAUDE.md': text(
          'Orders are kept in services, not in views.',
          SHARED_END,
          'Types begin with `S` (e.g. `SUser`, `SCart`).',
          'Logs are kept a week.',
          'The price is read by the order service itself.',
          'Keys are rotated.',
        ),
        [CURSOR]: rule(
          other(
            'Orders are kept in views, not in services.',
            SHARED_END,
            'Types begin with `R` (e.g. `RUser`, `RCart`).',
            'Logs are kept a week.',
            'The price is read by the catalogue of goods itself.',
            'Keys are rotated.',
          ),
        ),
      },
      expect: [{ path: 'web/CLAUDE.md', line: 8, message: /; 2 more lines differ so$/ }],
    },
    {
      name: 'a short copy that another agent loads when asked',
      files: {
        'web/CLAUDE.md':
          "# Commits\n\n- Use English for messages.\n- Add one change only.\n- Don't capitalize first letter.\n",
        [CURSOR]: rule(
          '# Commits\n\n- Use English for messages.\n- Add one change only.\n- Capitalize first letter.\n',
          'description: Commits\nalwaysApply: false',
        ),
      },
      expect: [{ path: 'web/CLAUDE.md', line: 5, message: /^The line says `don't` where/ }],
    },
    {
      name: 'a number that differs',
      files: {
        'web/CLAUDE.md': text('Uploads stay below 80 MB.'),
        [CURSOR]: rule(other('Uploads stay below 90 MB.')),
      },
      expect: [
        {
          path: 'web/CLAUDE.md',
          line: 8,
          severity: 'info',
          message: /^The line says `80` where web\/\.cursor\/rules\/shop\.mdc:16 says `90`$/,
        },
      ],
    },
    {
      name: 'a name between two lines that are the same',
      files: {
        'web/CLAUDE.md': text('The sandbox runs on the broker.', 'Logs are kept a week.'),
        [CURSOR]: rule(other('The sandbox runs on the daemon.', 'Logs are kept a week.')),
      },
      expect: [
        {
          path: 'web/CLAUDE.md',
          line: 8,
          severity: 'info',
          message: /^The line says `broker` where .*:16 says `daemon`$/,
        },
      ],
    },
    {
      name: 'a rule and its opposite',
      files: {
        'web/CLAUDE.md': text('An update must not repeat the article.'),
        [CURSOR]: rule(other('An update must repeat the article.')),
      },
      expect: [
        {
          path: 'web/CLAUDE.md',
          line: 8,
          severity: 'info',
          message: /^The line says `not` where .*:16 says `do`$/,
        },
      ],
    },
    {
      name: 'a rule and its opposite, each with reasons of its own',
      files: {
        'web/CLAUDE.md': text('The alarm must always close the shutter of the shop, no exceptions.'),
        [CURSOR]: rule(other('The alarm must never close the shutter of the shop: a person does it.')),
      },
      expect: [
        {
          path: 'web/CLAUDE.md',
          line: 8,
          severity: 'info',
          message: /^The line says `always` where .*:16 says `never`$/,
        },
      ],
    },
    {
      name: 'a number in a line of new words',
      files: {
        'web/CLAUDE.md': text('Minimize nesting (max 3 levels)', SHARED_END),
        [CURSOR]: rule(other('Keep nesting low (max 5 levels)', SHARED_END)),
      },
      expect: [
        {
          path: 'web/CLAUDE.md',
          line: 8,
          severity: 'info',
          message: /^The line says `3` where .*:16 says `5`$/,
        },
      ],
    },
    {
      name: 'a rule that was let go, in a line of new words',
      files: {
        'web/CLAUDE.md': text('Tests must NOT contain logic of the shop', SHARED_END),
        [CURSOR]: rule(other('Tests may contain logic of the shop', SHARED_END)),
      },
      expect: [
        {
          path: 'web/CLAUDE.md',
          line: 8,
          severity: 'info',
          message: /^The line says `not` where .*:16 says `do`$/,
        },
      ],
    },
    {
      name: 'a word of a language without blanks',
      files: {
        'web/CLAUDE.md': text('テストケースのタイトルは英語で記述する', SHARED_END),
        [CURSOR]: rule(other('テストケースのタイトルは日本語で記述する', SHARED_END)),
      },
      expect: [
        {
          path: 'web/CLAUDE.md',
          line: 8,
          severity: 'info',
          message: /^The line says `英` where .*:16 says `日本`$/,
        },
      ],
    },
    {
      name: 'a command and a path that differ, in one finding',
      files: {
        'web/CLAUDE.md': text('Run `make check` before a commit.', 'Pages of the docs are in `docs/`.'),
        [CURSOR]: rule(other('Run `make test` before a commit.', 'Pages of the docs are in `site/`.')),
      },
      expect: [
        {
          path: 'web/CLAUDE.md',
          line: 8,
          severity: 'info',
          message: /^The line says `make check` where .*:16 says `make test`; 1 more line differs so$/,
        },
      ],
    },
  ],
})
