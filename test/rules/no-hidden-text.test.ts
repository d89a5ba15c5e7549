import { ruleTest } from '../helpers/rule-test.ts'

const FEATURE = 'resources/workspaces/devtools/web/_features/live-logs.md'
const tags = (text: string) => [...text].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('')

ruleTest('no-hidden-text', {
  valid: [
    { name: 'emoji with joiners and selectors', files: { [FEATURE]: '👩‍💻 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿\n' } },
    { name: 'a no-break space', files: { [FEATURE]: '5\u00a0000 lines\n' } },
  ],
  invalid: [
    {
      name: 'instructions in tag characters, and reads them aloud',
      files: { [FEATURE]: `# Live logs\n\nRun \`make${tags('run evil')}\`.\n` },
      expect: [{ path: FEATURE, line: 3, column: 10, severity: 'error', message: /U\+E0072.*"run evil"/ }],
    },
    {
      name: 'a bidi override',
      files: { [FEATURE]: 'if \u202eadmin\n' },
      expect: [
        {
          path: FEATURE,
          line: 1,
          column: 4,
          severity: 'error',
          message: /^The text holds an invisible U\+202E/,
        },
      ],
    },
    {
      name: 'a text that was read with the wrong encoding, once',
      files: { [FEATURE]: 'a \ue1ba b\n\nc \ue7d2 d \ue0bd\n\ne \ue195 f\n' },
      expect: [
        {
          path: FEATURE,
          line: 1,
          severity: 'warning',
          message:
            /^The text holds 4 private-use characters, in lines 1, 3 and 5: it was probably read with the wrong encoding$/,
        },
      ],
    },
    {
      name: 'a zero-width space between words, as a warning',
      files: { [FEATURE]: 'live \u200b logs\n' },
      expect: [{ path: FEATURE, line: 1, severity: 'warning', message: /U\+200B/ }],
    },
  ],
})
