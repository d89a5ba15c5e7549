import { describe, expect, test } from 'vitest'
import { keepsSections } from '../../../src/formats/merge/text-sections.ts'

const A = '## A\n\nOne.\n\n'
const B = '## B\n\nTwo.\n\n'
const C = '## C\n\nThree.\n\n'
const D = '## D\n\nFour.\n\n'
const base = `# Log\n\n${A}${B}`

describe('a text merge keeps sections', () => {
  test.each([
    ['both additions', base + C, base + D, base + C + D],
    ['both additions, the other way round', base + C, base + D, base + D + C],
    ['one addition of both', base + C, base + C, base + C],
    ['an edit', base.replace('One', 'Uno'), base + C, base.replace('One', 'Uno') + C],
    ['a deletion', `# Log\n\n${A}`, base + C, `# Log\n\n${A}${C}`],
    ['another title', base.replace('# Log', '# Book'), base + C, base.replace('# Log', '# Book') + C],
    [
      'two edits of one section that fit together',
      base.replace('One.', 'Uno.'),
      base.replace('# A', '# A!').replace('## A!', '## A').replace('Two.', 'Two.\n\nMore.'),
      base.replace('One.', 'Uno.').replace('Two.', 'Two.\n\nMore.'),
    ],
    [
      'what only looks like a heading',
      `${base}\`\`\`\n## C\n\`\`\`\n`,
      base,
      `${base}\`\`\`\n## C\n\`\`\`\n`,
    ],
  ])('%s', (_, ours, theirs, merged) => {
    expect(keepsSections({ base, ours, theirs }, merged)).toBe(true)
  })

  test('edits of one section at lines far apart', () => {
    const long = '# Log\n\n## A\n\n1\n2\n3\n4\n5\n'
    const [ours, theirs] = [long.replace('1', 'one'), long.replace('5', 'five')]
    expect(keepsSections({ base: long, ours, theirs }, ours.replace('5', 'five'))).toBe(true)
    expect(keepsSections({ base: long, ours, theirs }, ours)).toBe(false)
  })
})

describe('a text merge does not keep sections', () => {
  test.each([
    ['an addition is lost', base + C, base + D, base + C],
    ['an addition is doubled', base + C, base + C, base + C + C],
    ['two additions are fused', base + C, base + D, `${base}## C\n\n## D\n\nThree.\nFour.\n`],
    [
      'a part went to another section',
      `${base}${C}### Why\n\nSo.\n`,
      base + D,
      `${base}${C}${D}### Why\n\nSo.\n`,
    ],
    ['an edit is lost', base.replace('One', 'Uno'), base + C, base + C],
    ['a deletion came back', `# Log\n\n${A}`, base + C, base + C],
    [
      'two new sections under one heading became one',
      `${base}## E\n\nOurs.\n`,
      `${base}## E\n\nTheirs.\n`,
      `${base}## E\n\nOurs.\nTheirs.\n`,
    ],
  ])('%s', (_, ours, theirs, merged) => {
    expect(keepsSections({ base, ours, theirs }, merged)).toBe(false)
  })
})
