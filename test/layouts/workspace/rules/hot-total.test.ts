import { ruleTest } from '../../../helpers/rule-test.ts'

const RULES = 'agent/rules/common'

/** A rule of so many lines in all. */
const rule = (lines: number, line = '- a'): string =>
  `${['<!-- budget: 400 lines -->', '', ...Array(lines - 2).fill(line)].join('\n')}\n`

const SETTINGS =
  'hot:\n  budgets: {user-profile.md: 400, global-conventions.md: 400, workspace-workflow.md: 400}\n'

/** The clean memory's hot files but for the three that the cases write: 6 and 9 lines. */
ruleTest('hot-total', {
  valid: [
    {
      name: 'files of an agent that load for some files only',
      files: Object.fromEntries(
        [...'abcdefgh'].map((letter) => [
          `.cursor/rules/${letter}.mdc`,
          `---\nglobs: **/*.ts\n---\n${rule(90, `- ${letter}`)}`,
        ]),
      ),
    },
    {
      name: 'symlinks, which cost nothing in addition to their rule',
      files: {
        [`${RULES}/user-profile.md`]: rule(200),
        '.codex/profile-again.md': { link: `../${RULES}/user-profile.md` },
      },
      settings: SETTINGS,
    },
  ],
  invalid: [
    {
      name: 'nine tenths of the lines',
      files: {
        [`${RULES}/user-profile.md`]: rule(100),
        [`${RULES}/global-conventions.md`]: rule(100),
        [`${RULES}/workspace-workflow.md`]: rule(55),
      },
      settings: SETTINGS,
      expect: [
        {
          path: '.',
          line: 1,
          severity: 'warning',
          message:
            /^Hot memory is nearly full: 270 lines \(at most 300\), most of all agent\/rules\/common\/global-conventions\.md \(100 lines\), agent\/rules\/common\/user-profile\.md \(100 lines\), [^,]+ \(55 lines\), 2 more$/,
        },
      ],
    },
    {
      name: 'more lines than the total, with what falls off',
      files: {
        [`${RULES}/user-profile.md`]: rule(200),
        [`${RULES}/global-conventions.md`]: rule(80),
        [`${RULES}/workspace-workflow.md`]: rule(20),
      },
      settings: SETTINGS,
      expect: [
        {
          path: '.',
          line: 1,
          severity: 'error',
          message:
            /^Hot memory is over its limit: 315 lines \(at most 300\), most of all agent\/rules\/common\/user-profile\.md \(200 lines\), [^;]*, 2 more; loaded last and so read least: agent\/rules\/common\/workspace-workflow\.md in part$/,
        },
      ],
    },
    {
      name: 'more files than are named',
      files: Object.fromEntries(
        [...'abcdefghijkl'].map((letter) => [`.cursor/rules/${letter}.mdc`, rule(90, `- ${letter}`)]),
      ),
      settings: 'hot:\n  defaultBudget: 400\n',
      expect: [
        {
          path: '.',
          line: 1,
          message:
            /^(?=.{100,400}$).*.*(\.mdc \(\d+ tokens\), [^,]*){3}14 more; loaded last[^:]*: ([^,]+, ){3}11 more$/,
        },
      ],
    },
    {
      name: 'more of both than the totals',
      files: { [`${RULES}/user-profile.md`]: rule(340, `- ${'remember this sentence '.repeat(4)}`) },
      settings: SETTINGS,
      expect: [
        {
          path: '.',
          line: 1,
          message:
            /^(?=.{100,400}$).*: \d+ lines \(at most 300\) and about \d+ tokens \(at most 3000\), [^(]* \(\d+ tokens\)/,
        },
      ],
    },
    {
      name: 'more tokens than the total, in few lines',
      files: { [`${RULES}/user-profile.md`]: rule(40, `- ${'remember this sentence '.repeat(30)}`) },
      settings: SETTINGS,
      expect: [
        {
          path: '.',
          line: 1,
          severity: 'error',
          message:
            /^Hot memory is over its limit: about \d+ tokens \(at most 3000\), most of all [^(]*user-profile\.md \(\d+ tokens\), .*: [^,]*user-profile\.md in part, agent[^,]*workspace-workflow\.md$/,
        },
      ],
    },
  ],
})
