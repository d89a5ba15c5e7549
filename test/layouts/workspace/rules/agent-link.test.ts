import { ruleTest } from '../../../helpers/rule-test.ts'

const RULES = 'agent/rules/common'
const PROFILE = '<!-- budget: 50 lines -->\n\n# Profile\n\n- Works in UTC+7.\n'
const NAMES = ['user-profile', 'global-conventions', 'context-memory-rule', 'workspace-workflow'] as const

/** Takes every link of one directory away. */
const without = (directory: string, suffix: string): { [path: string]: null } =>
  Object.fromEntries(NAMES.map((name) => [`${directory}/${name}${suffix}`, null]))

ruleTest('agent-link', {
  valid: [
    { name: 'no directory of an agent', files: without('.codex', '.md') },
    {
      name: 'one link to the rule directory in place of links to its files',
      files: { ...without('.codex', '.md'), '.codex/common': { link: `../${RULES}` } },
    },
    {
      name: 'a link to a link that leads to a rule',
      files: { '.codex/user-profile.md': { link: '../.cursor/rules/user-profile.mdc' } },
    },
    {
      name: 'a link of another name',
      files: {
        '.codex/user-profile.md': null,
        '.codex/who.md': { link: `./../${RULES}//user-profile.md` },
      },
    },
    {
      name: 'files of an agent that are no memory',
      files: { '.codex/config.toml': 'model = "x"\n', '.cursor/mcp.json': '{}\n' },
    },
  ],
  invalid: [
    {
      name: 'a broken link, and the rule that it leaves out',
      files: { '.codex/user-profile.md': { link: '../agent/rules/user-profile.md' } },
      expect: [
        {
          path: '.codex/user-profile.md',
          line: 1,
          severity: 'error',
          message: /symlink to \.\.\/agent\/rules\/user-profile\.md is broken/,
        },
        { path: `${RULES}/user-profile.md`, line: 1, severity: 'warning', message: /something else/ },
      ],
    },
    {
      name: 'links out of the repository',
      files: { '.codex/a.md': { link: '../../home/a.md' }, '.codex/b.md': { link: '/etc/hosts' } },
      expect: [
        {
          path: '.codex/a.md',
          line: 1,
          severity: 'error',
          message: /out of the repository, to \.\.\/\.\.\/home\/a\.md/,
        },
        {
          path: '.codex/b.md',
          line: 1,
          severity: 'error',
          message: /out of the repository, to \/etc\/hosts/,
        },
      ],
    },
    {
      name: 'a link to a file that is no rule, and one to a directory above the rules',
      files: {
        'AGENTS.md': '# Agents\n',
        '.codex/a.md': { link: '../AGENTS.md' },
        '.codex/b': { link: '../agent' },
      },
      expect: [
        {
          path: '.codex/a.md',
          line: 1,
          severity: 'error',
          message: /symlink leads to AGENTS\.md, not to a file in agent\/rules\/common/,
        },
        { path: '.codex/b', line: 1, severity: 'error', message: /symlink leads to agent,/ },
      ],
    },
    {
      name: 'links in a circle',
      files: { '.codex/a.md': { link: 'b.md' }, '.codex/b.md': { link: 'a.md' } },
      expect: [
        { path: '.codex/a.md', line: 1, message: /broken/ },
        { path: '.codex/b.md', line: 1, message: /broken/ },
      ],
    },
    {
      name: 'a rule without links, which get the ending of their neighbours',
      files: { [`${RULES}/reviews.md`]: '<!-- budget: 20 lines -->\n\n# Reviews\n' },
      expect: [
        {
          path: `${RULES}/reviews.md`,
          line: 1,
          severity: 'warning',
          message: /\.cursor\/rules\/reviews\.mdc/,
        },
        { path: `${RULES}/reviews.md`, line: 1, severity: 'warning', message: /\.codex\/reviews\.md/ },
      ],
      fixed: {},
    },
    {
      name: 'a directory of an agent with an own file and no symlink',
      files: { ...without('.codex', '.md'), '.codex/config.toml': 'model = "x"\n' },
      expect: NAMES.map((name) => ({
        path: `${RULES}/${name}.md`,
        line: 1,
        message: /has no symlink in \.codex/,
      })),
      fixed: {},
    },
    {
      name: 'a copy of a rule, with front matter or without',
      files: {
        [`${RULES}/user-profile.md`]: PROFILE,
        '.codex/user-profile.md': PROFILE,
        '.cursor/rules/user-profile.mdc': `---\nalwaysApply: true\n---\n\n${PROFILE}`,
      },
      expect: [
        {
          path: '.codex/user-profile.md',
          line: 1,
          severity: 'warning',
          message: /copy of agent\/rules\/common\/user-profile\.md/,
        },
        { path: '.cursor/rules/user-profile.mdc', line: 1, severity: 'warning' },
      ],
    },
    {
      name: "an agent's own file under the name of a rule",
      files: { '.codex/user-profile.md': '<!-- budget: 50 lines -->\n\n# Another profile\n' },
      expect: [
        {
          path: `${RULES}/user-profile.md`,
          line: 1,
          severity: 'warning',
          message: /\.codex\/user-profile\.md is something else/,
        },
      ],
    },
  ],
})
