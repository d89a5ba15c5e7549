import { describe, expect, test } from 'vitest'
import type { SectionId } from '../../../../src/layouts/working-memory/dsl/grammar.ts'
import { parseUpdate } from '../../../../src/layouts/working-memory/dsl/parse-update.ts'

/** A text, and each of its problems as `line:column message`; sections that fail by them. */
type Malformed = readonly [
  name: string,
  lines: readonly string[],
  problems: readonly string[],
  failed: readonly (SectionId | null)[],
]

const P = 'CURRENT_PROGRESS:'
const K = 'KEY_LEARNINGS:'
const V = 'VERBATIM_CONTEXT:'
const NOW = ['  In Progress:', '    - write the parser']
const HEADERS = 'one of CURRENT_PROGRESS, KEY_LEARNINGS, VERBATIM_CONTEXT'

const TABLE: readonly Malformed[] = [
  [
    'In Progress without a bullet',
    [P, '  In Progress:'],
    ['2:3 The progress has no bullet In Progress'],
    ['progress'],
  ],
  [
    'In Progress of (none)',
    [P, '  Completed:', '    - a', '  In Progress:', '    (none)'],
    ['4:3 The progress has no bullet In Progress'],
    ['progress'],
  ],
  [
    'progress without In Progress',
    [P, '  Completed:', '    - a'],
    ['1:1 The progress has no bullet In Progress'],
    ['progress'],
  ],
  ['progress of nothing', [P], ['1:1 The progress has no bullet In Progress'], ['progress']],
  [
    'a bullet of progress on two lines',
    [P, ...NOW, '      and its tests'],
    ['4:7 The text of a bullet has a second line, but belongs on one'],
    ['progress'],
  ],
  ['an empty bullet', [P, ...NOW, '    -'], ['4:5 The bullet has no text behind `- `'], ['progress']],
  [
    'a list of another case',
    [P, '  in progress:', '    - a'],
    [
      '1:1 The progress has no bullet In Progress',
      '2:3 The text "in progress:" in CURRENT_PROGRESS is not one of Completed:, In Progress:, Remaining:',
    ],
    ['progress'],
  ],
  [
    'a list twice',
    [P, ...NOW, '  In Progress:', '    - b'],
    ['4:3 The header In Progress is there twice'],
    ['progress'],
  ],
  [
    'text behind the header of a list',
    [P, '  In Progress: write', '    - a'],
    ['2:3 Text follows In Progress: on the same line'],
    ['progress'],
  ],
  [
    'a list of another section',
    [P, ...NOW, '  ADD:', '    - because a: b'],
    ['4:3 The text "ADD:" in CURRENT_PROGRESS is not one of Completed:, In Progress:, Remaining:'],
    ['progress'],
  ],
  [
    'a second section of the same name',
    [P, ...NOW, K, P, '  In Progress:', '    - b'],
    ['5:1 The header CURRENT_PROGRESS is there twice'],
    ['progress'],
  ],
  [
    'text behind the header of a section',
    [`${P} writing`, ...NOW],
    ['1:1 Text follows CURRENT_PROGRESS: on the same line'],
    ['progress'],
  ],
  [
    'a misspelt section',
    ['KEY_LEARNING:', '  ADD:', '    - because a: b'],
    [`1:1 Section "KEY_LEARNING" is not ${HEADERS}`],
    [null],
  ],
  [
    'a section in lower case',
    ['current progress:', ...NOW],
    [`1:1 Section "current progress" is not ${HEADERS}`],
    [null],
  ],
  [
    'text before the first section, once for a run of lines',
    ['Here is the update:', '```', P, ...NOW],
    [`1:1 The text "Here is the update:" at the start of a line is not ${HEADERS}`],
    [null],
  ],
  [
    'a fence that is left open behind the last section',
    [P, ...NOW, '```'],
    [`4:1 The text "\`\`\`" at the start of a line is not ${HEADERS}`],
    ['progress'],
  ],
  [
    'a list without a section',
    ['  ADD:', '    - because a: b'],
    ['1:3 The text "ADD:" is outside of any section'],
    [null],
  ],
  [
    'a list that is not indented',
    [K, 'ADD:', '    - because a: b'],
    [`2:1 The text "ADD:" at the start of a line is not ${HEADERS}`],
    ['learnings'],
  ],
  [
    'a section that is indented',
    [P, ...NOW, `  ${K}`],
    ['4:3 The text "KEY_LEARNINGS:" in CURRENT_PROGRESS is not one of Completed:, In Progress:, Remaining:'],
    ['progress'],
  ],
  [
    'bullets at the level of their list',
    [K, '  ADD:', '  - because a: b'],
    ['3:3 The bullet is at the level of a list, not one level deeper'],
    ['learnings'],
  ],
  [
    'bullets without a list',
    [K, '    - because a: b'],
    ['2:5 The line in KEY_LEARNINGS has no list above it: one of ADD:, ARCHIVE:'],
    ['learnings'],
  ],
  [
    'a bullet at the level of a list that is not there',
    [K, '  - because a: b'],
    ['2:3 The line in KEY_LEARNINGS has no list above it: one of ADD:, ARCHIVE:'],
    ['learnings'],
  ],
  [
    'an indent of three spaces',
    [K, '  ADD:', '   - because a: b'],
    ['3:4 The indent of 3 columns is not an even number'],
    ['learnings'],
  ],
  [
    'an indent of one space',
    [K, ' ADD:'],
    ['2:2 The indent of 1 column is not an even number'],
    ['learnings'],
  ],
  [
    'bullets that are indented too far',
    [K, '  ADD:', '      - because a: b'],
    ['3:7 The line is indented, but belongs to no bullet above it'],
    ['learnings'],
  ],
  [
    'a bullet with another mark',
    [K, '  ADD:', '    * because a: b'],
    ['3:5 The line is not a bullet that starts with `- `'],
    ['learnings'],
  ],
  [
    'a dash without a space',
    [K, '  ADD:', '    -because a: b'],
    ['3:5 The line is not a bullet that starts with `- `'],
    ['learnings'],
  ],
  [
    'an insight on two lines, the second one deeper',
    [K, '  ADD:', '    - because a: first', '      second'],
    ['4:7 The text of an insight has a second line, but belongs on one'],
    ['learnings'],
  ],
  [
    'an insight on two lines, the second one at its own level',
    [K, '  ADD:', '    - because a: first', '    second', '    third'],
    ['4:5 The text of an insight has a second line, but belongs on one'],
    ['learnings'],
  ],
  [
    'an insight with a line break of Unicode',
    [K, '  ADD:', '    - because a: first\u2028second'],
    ['3:7 The text of an insight has a second line, but belongs on one'],
    ['learnings'],
  ],
  [
    'an insight without a reason',
    [K, '  ADD:', '    - pnpm hoists'],
    ['3:7 The text "pnpm hoists" has no `because <reason>`'],
    ['learnings'],
  ],
  [
    'a reason that runs into its word',
    [K, '  ADD:', '    - becauseof: b'],
    ['3:7 The text "becauseof: b" has no `because <reason>`'],
    ['learnings'],
  ],
  [
    'an empty reason',
    [K, '  ADD:', '    - because : b'],
    ['3:7 The reason has no text behind `because`'],
    ['learnings'],
  ],
  [
    'an empty reason, the colon straight behind the word',
    [K, '  ADD:', '    - because: b'],
    ['3:7 The reason has no text behind `because`'],
    ['learnings'],
  ],
  [
    'a reason without its end, since `://` ends none',
    [K, '  ADD:', '    - because https://example.org says so'],
    ['3:7 The bullet has no `:` behind its reason'],
    ['learnings'],
  ],
  ['an empty insight', [K, '  ADD:', '    - because a:'], ['3:17 The insight is empty'], ['learnings']],
  [
    'an archiving without a reason',
    [K, '  ARCHIVE:', '    - KL-1'],
    ['3:11 The bullet has no `because <reason>`'],
    ['learnings'],
  ],
  [
    'an archiving with an empty reason',
    [K, '  ARCHIVE:', '    - KL-1 because  '],
    ['3:12 The reason has no text behind `because`'],
    ['learnings'],
  ],
  [
    'an archiving with another word',
    [K, '  ARCHIVE:', '    - KL-1 since it is wrong'],
    ['3:12 The text "since it is wrong" has no `because <reason>`'],
    ['learnings'],
  ],
  [
    'an id of the other section',
    [K, '  ARCHIVE:', '    - VC-1 because it is wrong'],
    ['3:7 The text "VC-1" is not an id such as KL-1'],
    ['learnings'],
  ],
  [
    'ids of no form',
    [V, '  ARCHIVE:', ...['VC-0', 'VC-01', 'vc-1', 'VC-1,', 'VC-', '7'].map((id) => `    - ${id} because a`)],
    ['VC-0', 'VC-01', 'vc-1', 'VC-1,', 'VC-', '7'].map(
      (id, i) => `${3 + i}:7 The text "${id}" is not an id such as VC-1`,
    ),
    ['verbatim'],
  ],
  [
    'an id twice',
    [K, '  ARCHIVE:', '    - KL-1 because a', '    - KL-1 because b'],
    ['4:7 The id KL-1 is archived twice'],
    ['learnings'],
  ],
  [
    'an archiving on two lines',
    [K, '  ARCHIVE:', '    - KL-1 because a', '      and b'],
    ['4:7 The text of a bullet has a second line, but belongs on one'],
    ['learnings'],
  ],
  [
    'a snippet without an arrow',
    [V, '  ADD:', '    - because a: label', '      => x'],
    ['3:18 The snippet has no `=>`, as in `<label> => <snippet>`'],
    ['verbatim'],
  ],
  [
    'a snippet without a label',
    [V, '  ADD:', '    - because a: => x'],
    ['3:18 The label is empty'],
    ['verbatim'],
  ],
  [
    'an empty snippet',
    [V, '  ADD:', '    - because a: label =>', '', '    - because b: other => x'],
    ['3:7 The snippet has no text behind `=>`'],
    ['verbatim'],
  ],
  [
    'a snippet of white space',
    [V, '  ADD:', '    - because a: label =>  ', '      ', '        '],
    ['3:7 The snippet has no text behind `=>`'],
    ['verbatim'],
  ],
  [
    'a snippet whose second line has lost its indent',
    [V, '  ADD:', '    - because a: label => {', '}'],
    [`4:1 The text "}" at the start of a line is not ${HEADERS}`],
    ['verbatim'],
  ],
  [
    'a snippet whose second line is indented by too little',
    [V, '  ADD:', '    - because a: label => {', '    }'],
    ['4:5 The line is not a bullet that starts with `- `'],
    ['verbatim'],
  ],
  [
    'a line of a snippet that would be a header but for its case',
    [V, '  ADD:', '    - because a: label => x', 'key_learnings:'],
    [`4:1 Section "key_learnings" is not ${HEADERS}`],
    ['verbatim'],
  ],
  [
    '(none) with bullets and lists',
    [K, '  (none)', '  ADD:', '    (none)', '    - because a: b'],
    ['2:3 The text "(none)" is not alone', '4:5 The text "(none)" is not alone'],
    ['learnings'],
  ],
  [
    'no change with bullets and lists',
    [
      K,
      '  ADD:',
      '    - because a: b',
      'no change',
      V,
      '  ADD:',
      '    No change.',
      '    - because a: b => c',
    ],
    ['4:1 The text "no change" is not alone', '7:5 The text "No change." is not alone'],
    ['learnings', 'verbatim'],
  ],
  [
    'progress that changes, with nothing under way',
    [P, '  Completed:', '    - a', '  In Progress: no change'],
    ['4:3 The progress has no bullet In Progress'],
    ['progress'],
  ],
  [
    '(none) twice in a section',
    [K, '  (none)', '  (none)'],
    ['3:3 The text "(none)" in KEY_LEARNINGS is not one of ADD:, ARCHIVE:'],
    ['learnings'],
  ],
]

describe('a malformed update', () => {
  test('is tested in more than forty forms', () => {
    expect(TABLE.length).toBeGreaterThanOrEqual(40)
    expect(new Set(TABLE.map(([, lines]) => lines.join('\n'))).size).toBe(TABLE.length)
  })

  test.each(TABLE)('%s', (_, lines, problems, failed) => {
    const { update, problems: found } = parseUpdate(`${lines.join('\n')}\n`)
    expect(found.map(({ line, column, message }) => `${line}:${column} ${message}`)).toEqual(problems)
    for (const { help, section } of found) {
      expect(help).toMatch(/[.?]$/)
      expect(failed).toContain(section)
    }
    for (const section of failed) if (section) expect(update[section]).toBeNull()
  })

  test.each(TABLE)('%s: the same with tabs', (_, lines, problems) => {
    const tabbed = lines.map((line) => line.replace(/^ +/, (spaces) => spaces.replaceAll('  ', '\t')))
    const found = parseUpdate(tabbed.join('\n')).problems
    const place = /^(\d+):\d+ /
    expect(found.map(({ line, message }) => `${line} ${message}`)).toEqual(
      problems.map((problem) => problem.replace(place, '$1 ')),
    )
  })

  test.each([
    [K, '  - because a: b', '  ADD:', '    - because <reason>: <insight>'],
    [K, '    - because a: b', '  ADD:', '    - because <reason>: <insight>'],
    [K, '- a', '  ADD:', '    - because <reason>: <insight>'],
    [`${K} a`, '', '  ADD:', '    - because <reason>: <insight>'],
    [K, '  ADD: because a: b', '  ADD:', '    - because <reason>: <insight>'],
    [K, '  - KL-1 because a', '  ARCHIVE:', '    - KL-<number> because <reason>'],
    [V, '  - because a: b => c', '  ADD:', '    - because <reason>: <label> => <snippet>'],
    [V, '  ARCHIVE: VC-1', '  ARCHIVE:', '    - VC-<number> because <reason>'],
    [P, '  - a', '  In Progress:', '    - <one thing on one line>'],
  ])('%s %s: the help says the lines that are read', (header, wrong, list, bullet) => {
    const helps = parseUpdate(`${header}\n${wrong}\n`).problems.map(({ help }) => help)
    const [section = ''] = header.split(' ')
    const form = `Write three lines: \`${section}\`, \`${list}\`, \`${bullet}\`.`
    expect(helps.filter((help) => help.endsWith(form))).toHaveLength(1)
    const said = [...form.matchAll(/`([^`]+)`/g)].map(([, line = '']) => line.replace('<number>', '1'))
    expect(parseUpdate(said.join('\n')).problems).toEqual([])
  })

  test('says in the place of a reason that is missing how the bullet is written', () => {
    const helps = [
      [K, '  ADD:', '    - the cookie needs a path'],
      [V, '  ADD:', '    - a => b'],
      [K, '  ARCHIVE:', '    - KL-7'],
    ].map((lines) => parseUpdate(lines.join('\n')).problems[0]?.help)
    expect(helps).toEqual([
      'Say in one sentence why: `- because <reason>: <insight>`.',
      'Say in one sentence why: `- because <reason>: <label> => <snippet>`.',
      'Say in one sentence why: `- KL-7 because <reason>`.',
    ])
  })

  test('leaves the other sections as they are read alone', () => {
    const good = [K, '  ADD:', '    - because the build needs it: pnpm hoists nothing', '']
    const bad = [P, '  In Progress:', '']
    const { update, problems } = parseUpdate([...bad, ...good].join('\n'))
    expect(problems).toHaveLength(1)
    expect(update).toEqual({ ...parseUpdate(good.join('\n')).update, progress: null })
    expect(update.learnings?.add).toHaveLength(1)
  })
})
