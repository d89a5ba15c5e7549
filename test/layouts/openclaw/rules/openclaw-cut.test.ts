import { ruleTest } from '../../../helpers/rule-test.ts'

const SOUL = '# Soul\n'

/** Sections of a thousand characters. */
const sections = (count: number, end = '\n'): string =>
  Array.from({ length: count }, (_, i) => `## Part ${i}${end}`.padEnd(1000 - end.length, 'a') + end).join('')

ruleTest('openclaw-cut', {
  valid: [
    {
      name: 'files that fit, each and together, and blanks at the end',
      files: {
        'SOUL.md': `${sections(20)}\n\n\n`,
        'AGENTS.md': sections(20),
        'MEMORY.md': sections(20),
        'memory/2026-02-08.md': sections(60),
      },
    },
    {
      name: 'limits that the settings raise',
      files: { 'SOUL.md': sections(30) },
      settings: 'openclaw:\n  fileCharacters: 40000\n',
    },
    {
      name: 'long files of no workspace',
      files: { 'AGENTS.md': sections(30), 'HEARTBEAT.md': sections(30) },
    },
  ],
  invalid: [
    {
      name: 'a file whose middle is lost, and USER.md, which has a limit of its own',
      files: { 'SOUL.md': sections(24, '\r\n'), 'USER.md': sections(5) },
      expect: [
        {
          path: 'SOUL.md',
          line: 31,
          severity: 'warning',
          message:
            /^OpenClaw loads 20000 of 2\d{4} characters of this file; lost: "## Part 15", "## Part 16"/,
        },
        { path: 'USER.md', line: 7, message: /^OpenClaw loads 4000 of 4999 characters .*lost: "## Part 3"$/ },
      ],
    },
    {
      name: 'of AGENTS.md a digest of the middle is kept',
      files: { 'SOUL.md': SOUL, 'AGENTS.md': sections(24) },
      expect: [
        {
          path: 'AGENTS.md',
          line: 19,
          message: /"## Part 9".* but for a digest of at most 7000 characters$/,
        },
      ],
    },
    {
      name: 'what loads last gets what the others leave',
      files: {
        'AGENTS.md': sections(20),
        'SOUL.md': sections(20),
        'TOOLS.md': sections(15),
        'MEMORY.md': sections(8),
      },
      expect: [
        {
          path: 'MEMORY.md',
          line: 7,
          message:
            /^OpenClaw loads 500\d of 7999 characters of this file, which is what the files before it leave of the total; lost: "## Part 4"/,
        },
      ],
    },
    {
      name: 'files for which no room is left',
      files: { 'SOUL.md': SOUL, 'AGENTS.md': sections(2), 'MEMORY.md': '# What stays\n\n- One.\n' },
      settings: 'openclaw:\n  totalCharacters: 2050\n',
      expect: [
        { path: 'SOUL.md', line: 1 },
        { path: 'MEMORY.md', line: 1, message: /^OpenClaw loads 0 of 20 characters .*lost: all of it$/ },
      ],
    },
    {
      name: 'a workspace that the settings name',
      files: { 'bots/wren/SOUL.md': SOUL, 'bots/wren/USER.md': sections(5), 'bots/owl/USER.md': sections(5) },
      settings: 'openclaw:\n  workspaces: [bots/wren/]\n',
      expect: [{ path: 'bots/wren/USER.md', line: 7 }],
    },
  ],
})
