import { ruleTest } from '../../../helpers/rule-test.ts'

const SKILL = '.agents/skills/deploys/SKILL.md'
const AGENT = '.claude/agents/reviewer.md'
const COMMAND = '.claude/commands/release.md'

const file = (lines: string): string => `---\n${lines}\n---\n\n# Deploys\n\nRun the script.\n`

ruleTest('skill-front-matter', {
  valid: [
    { name: 'a name and a description', files: { [SKILL]: file('name: deploys\ndescription: Deploys.') } },
    { name: 'no name: the folder has it', files: { [SKILL]: file('description: Deploys.') } },
    { name: 'a name in other case', files: { [SKILL]: file('name: Deploys\ndescription: Deploys.') } },
    {
      name: 'a key that is near to none',
      files: { [SKILL]: file('description: Deploys.\ncontact: a team') },
    },
    { name: 'a command without front matter', files: { [COMMAND]: 'Deploy what is on main.\n' } },
    {
      name: 'what subagents have in common',
      files: { '.claude/agents/OPERATING-MODEL.md': '# How we work\n' },
    },
    { name: 'a charter', files: { '.squad/agents/ripley/charter.md': '# Ripley\n' } },
    {
      name: 'a page of a skill',
      files: {
        [SKILL]: file('description: Read a.md.\nname: deploys'),
        '.agents/skills/deploys/a.md': 'x\n',
      },
    },
  ],
  invalid: [
    {
      name: 'no front matter, and none of what it needs',
      files: { [SKILL]: '# Deploys\n', [AGENT]: file('color: red') },
      expect: [
        { path: SKILL, line: 1, severity: 'warning', message: /^The file has no front matter/ },
        { path: AGENT, line: 1, message: /no `name` and no `description`/ },
      ],
    },
    {
      name: 'a skill that nothing can start, and a switch in quotes',
      files: {
        [SKILL]: file('description: x\nuser-invocable: false\ndisable-model-invocation: true'),
        '.agents/skills/queues/SKILL.md': file('description: x\nuser-invocable: "false"'),
      },
      expect: [
        { path: SKILL, line: 3, severity: 'warning', message: /^Neither a person nor an agent/ },
        { path: '.agents/skills/queues/SKILL.md', line: 3, severity: 'info', message: /is a text/ },
      ],
    },
    {
      name: 'a skill of Claude Code without front matter, which takes its first lines',
      files: { '.claude/skills/deploys/SKILL.md': '# Deploys\n\nRun the script.\n' },
      expect: [
        {
          path: '.claude/skills/deploys/SKILL.md',
          line: 1,
          severity: 'info',
          message: /^The file has no front matter: Claude Code takes its first lines/,
        },
      ],
    },
    {
      name: 'an empty file',
      files: { [COMMAND]: '\n' },
      expect: [{ path: COMMAND, line: 1, message: /^The file is empty$/ }],
    },
    {
      name: 'a misspelt key',
      files: { [SKILL]: file('name: deploys\ndiscription: Deploys.') },
      expect: [{ path: SKILL, line: 3, message: /^No agent knows the key `discription`/ }],
    },
    {
      name: 'no YAML, which Claude Code reads line by line',
      files: {
        [SKILL]: file('name: deploys\ndescription: Deploys: the shop.'),
        '.claude/skills/deploys/SKILL.md': file('name: deploys\ndescription: Deploys: the shop.'),
      },
      expect: [
        { path: SKILL, line: 1, severity: 'warning', message: /is no YAML/ },
        { path: '.claude/skills/deploys/SKILL.md', line: 1, severity: 'info', message: /is no YAML/ },
      ],
    },
    {
      name: 'another name than that of the folder, and a long description',
      files: { [SKILL]: file(`name: releases\ndescription: ${'long '.repeat(300)}`) },
      expect: [
        {
          path: SKILL,
          line: 2,
          severity: 'info',
          message: /named `releases` and lies in the folder `deploys`/,
        },
        { path: SKILL, line: 3, severity: 'warning', message: /1499 characters/ },
      ],
    },
  ],
})
