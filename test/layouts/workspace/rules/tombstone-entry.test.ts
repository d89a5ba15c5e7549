import { ruleTest } from '../../../helpers/rule-test.ts'

const DECISIONS = 'user/memory/workspaces/shop/decisions.md'
const LESSONS = 'user/memory/workspaces/shop/lessons.md'
const ARCHIVE = 'user/memory/workspaces/shop/_archive/decisions-2026.md'

const A = `### [2026-01-16] Prices are "integers"\n\n**Category:** convention\n\nAgreed on that day.\n\n---\n`
const stone = (title: string) => `<!-- memkeep-removed [2026-01-16] ${title} -- it held a password -->\n`

ruleTest('tombstone-entry', {
  valid: [
    { name: 'an entry that is gone', files: { [DECISIONS]: stone('Prices are integers') } },
    {
      name: 'an entry of another workspace',
      files: {
        [DECISIONS]: stone('Prices are integers'),
        'user/memory/workspaces/desk/decisions.md': A,
        'resources/workspaces/desk/OVERVIEW.md': '---\nname: desk\ndescription: The desk.\n---\n\n# desk\n',
      },
    },
    { name: 'an entry of another title', files: { [DECISIONS]: `${A}\n${stone('Prices are cents')}` } },
    {
      name: 'a decision of the title that a removed lesson had',
      files: { [DECISIONS]: A, [LESSONS]: stone('Prices are integers') },
    },
  ],
  invalid: [
    {
      name: 'an entry next to it',
      files: { [DECISIONS]: `${A}\n${stone('Prices are integers')}` },
      expect: [{ path: DECISIONS, line: 9, severity: 'warning', message: /is still at .*decisions\.md:1/ }],
    },
    {
      name: 'a copy in an archive',
      files: { [DECISIONS]: stone('prices are integers.'), [ARCHIVE]: A },
      expect: [{ path: DECISIONS, line: 1, severity: 'warning', message: /_archive\/decisions-2026\.md:1/ }],
    },
    {
      name: 'a title with dashes, which a comment cannot hold',
      files: {
        [DECISIONS]: `${A.replace('Prices are', 'Prices -- are -->')}\n${stone('Prices - are - integers')}`,
      },
      expect: [{ path: DECISIONS, line: 9, severity: 'warning', message: /Prices -- are/ }],
    },
  ],
})
