import { ruleTest } from '../helpers/rule-test.ts'

const FEATURE = 'resources/workspaces/devtools/web/_features/live-logs.md'
const OVERVIEW = 'resources/workspaces/shop/OVERVIEW.md'
const DEAD = '[design](design.md)\n'

ruleTest('suppression', {
  valid: [
    {
      name: 'a reason, and a finding on the next line',
      files: { [FEATURE]: `<!-- memkeep-disable-next-line link-resolves -- lies elsewhere -->\n${DEAD}` },
    },
    {
      name: 'a finding past a blank line',
      files: { [FEATURE]: `<!-- memkeep-disable-next-line link-resolves -- lies elsewhere -->\n\n${DEAD}` },
    },
    {
      name: 'findings up to the end of the file',
      files: {
        [FEATURE]: `# Logs\n\n<!-- memkeep-disable link-resolves -- lie elsewhere -->\n\n${DEAD}\n${DEAD}`,
      },
    },
    {
      name: 'a finding in front matter, by a comment there',
      files: {
        [OVERVIEW]:
          '---\nname: Shop\ndescription: Storefront.\n# memkeep-disable-next-line schema -- not known yet\nupdated: soon\n---\n',
      },
    },
    {
      name: 'a finding about the whole file, by a comment at its top',
      files: { [OVERVIEW]: '<!-- memkeep-disable schema -- generated -->\n\n# Shop\n' },
    },
    { name: 'an example in code', files: { [FEATURE]: '`<!-- memkeep-disable link-resolves -->`\n' } },
    {
      name: 'a comment for a rule that only a change wakes',
      files: { [FEATURE]: '<!-- memkeep-disable item-lost -- pruned by hand -->\n' },
    },
  ],
  invalid: [
    {
      name: 'no reason, which suppresses nothing',
      files: { [FEATURE]: `<!-- memkeep-disable-next-line link-resolves -->\n${DEAD}` },
      expect: [
        { path: FEATURE, line: 1, column: 1, severity: 'warning', message: /has no reason/ },
        { path: FEATURE, line: 2, rule: 'link-resolves' },
      ],
    },
    {
      name: 'a comment that covers nothing',
      files: { [FEATURE]: `# Logs\n\n<!-- memkeep-disable-next-line link-resolves -- lies elsewhere -->\n` },
      expect: [{ path: FEATURE, line: 3, message: /of link-resolves covers no finding/ }],
    },
    {
      name: 'a finding above the comment',
      files: { [FEATURE]: `${DEAD}\n<!-- memkeep-disable link-resolves -- lies elsewhere -->\n` },
      expect: [
        { path: FEATURE, line: 1, rule: 'link-resolves' },
        { path: FEATURE, line: 3 },
      ],
    },
    {
      name: 'a form that does not exist',
      files: { [FEATURE]: '# Logs\n\n<!-- memkeep-disable-line link-resolves -- lies elsewhere -->\n' },
      expect: [
        { path: FEATURE, line: 3, message: /^The keyword memkeep-disable-line is not memkeep-disable or / },
      ],
    },
    {
      name: 'a misspelt keyword in YAML',
      files: {
        [OVERVIEW]: '---\nname: Shop\ndescription: Storefront.\n# memkeep-ignore schema -- generated\n---\n',
      },
      expect: [{ path: OVERVIEW, line: 4, message: /^The keyword memkeep-ignore is not / }],
    },
    {
      name: 'a rule that does not exist',
      files: { [FEATURE]: `<!-- memkeep-disable-next-line link-resolve -- lies elsewhere -->\n${DEAD}` },
      expect: [
        { path: FEATURE, line: 1, message: /^The suppression names link-resolve, / },
        { path: FEATURE, line: 2, rule: 'link-resolves' },
      ],
    },
    {
      name: 'the one rule of two that covers nothing',
      files: {
        [FEATURE]: `<!-- memkeep-disable-next-line link-resolves, growth -- lies elsewhere -->\n${DEAD}`,
      },
      expect: [{ path: FEATURE, line: 1, message: /of growth covers no finding/ }],
    },
    {
      name: 'the attempt to suppress a broken suppression',
      files: {
        [FEATURE]:
          '<!-- memkeep-disable suppression -- quiet -->\n\n<!-- memkeep-disable link-resolves -->\n',
      },
      expect: [
        { path: FEATURE, line: 1 },
        { path: FEATURE, line: 3 },
      ],
    },
  ],
})
