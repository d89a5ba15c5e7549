import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printUpdate, type SectionId } from '../../../../src/layouts/working-memory/dsl/grammar.ts'
import { readAnswer } from '../../../../src/layouts/working-memory/dsl/read-answer.ts'
import { runs } from '../../../helpers/runs.ts'
import { update } from './arbitrary-update.ts'

const BLOCK = 'KEY_LEARNINGS:\n  ADD:\n    - because it failed: the lease runs out\n  ARCHIVE:\n    (none)\n'
const LEARNINGS = { add: [{ reason: 'it failed', insight: 'the lease runs out' }], archive: [] }

describe('an answer that holds its section', () => {
  test.each<readonly [string, string, number]>([
    ['alone', BLOCK, 0],
    ['in a fence', `\`\`\`\n${BLOCK}\`\`\`\n`, 1],
    ['in a fence with a language', `\`\`\`text\n${BLOCK}\`\`\``, 1],
    ['in a fence of tildes', `~~~\n${BLOCK}~~~\n`, 1],
    ['in a fence that nothing closes', `\`\`\`\n${BLOCK}`, 1],
    ['behind words', `Sure! Here it is:\n\n${BLOCK}`, 1],
    ['in a fence between words', `Sure!\n\n\`\`\`\n${BLOCK}\`\`\`\n\nAnything else?\n`, 2],
    [
      'behind thoughts',
      `<think>\nKEY_LEARNINGS:\n  ADD:\n    - because I guess: nothing\n</think>\n${BLOCK}`,
      1,
    ],
    ['behind a section of another role', `CURRENT_PROGRESS:\n  In Progress:\n    - mine\n\n${BLOCK}`, 1],
    ['before a section of another role', `${BLOCK}VERBATIM_CONTEXT:\n  no change\n`, 1],
    ['with line breaks of Windows', `Sure:\r\n${BLOCK.replaceAll('\n', '\r\n')}`, 1],
  ])('%s', (_, answer, notes) => {
    const read = readAnswer('learnings', answer)
    expect(read.problems).toEqual([])
    expect(read.update).toEqual({ progress: null, learnings: LEARNINGS, verbatim: null })
    expect(read.notes).toHaveLength(notes)
  })
})

describe('an answer that changes nothing', () => {
  test.each([
    'no change',
    'No change.',
    '  NO CHANGE\n',
    '```\nno change\n```',
    '<think>hm</think>\nno change',
  ])('%j', (answer) => {
    expect(readAnswer('learnings', answer)).toMatchObject({
      update: { progress: null, learnings: null, verbatim: null },
      problems: [],
    })
  })

  test.each([
    'KEY_LEARNINGS:\n  no change',
    'KEY_LEARNINGS: no change.',
    'KEY_LEARNINGS:\nno change\n',
    'KEY_LEARNINGS:\n  ADD: (none)\n  ARCHIVE:\n    - no change',
  ])('%j', (answer) => {
    const { update, problems } = readAnswer('learnings', answer)
    expect([update.learnings, problems]).toEqual([{ add: [], archive: [] }, []])
  })
})

describe('a header in another form is not guessed', () => {
  test.each([
    '',
    'I would change nothing here.',
    '**KEY_LEARNINGS:**\n  ADD:\n    - because a: b\n',
    '## KEY_LEARNINGS:\n  ADD:\n    - because a: b\n',
    'KEY_LEARNINGS\n  ADD:\n    - because a: b\n',
    'Key Learnings:\n  ADD:\n    - because a: b\n',
    'CURRENT_PROGRESS:\n  In Progress:\n    - mine\n',
  ])('%j', (answer) => {
    const { update, problems } = readAnswer('learnings', answer)
    expect(update.learnings).toBeNull()
    expect(problems).toMatchObject([
      { line: 1, section: 'learnings', message: 'The answer has no header `KEY_LEARNINGS:`' },
    ])
  })
})

test('problems are named by the lines of the answer, whatever was left out before them', () => {
  const { problems, update } = readAnswer(
    'learnings',
    'Sure!\n\nKEY_LEARNINGS:\n  ADD:\n    - the lease runs out\n',
  )
  expect(problems).toMatchObject([{ line: 5, section: 'learnings' }])
  expect(update.learnings).toBeNull()
})

test('words behind the section are a problem: they may be of a snippet that lost its indent', () => {
  const { problems } = readAnswer('learnings', `${BLOCK}\nI hope that helps!\n`)
  expect(problems).toMatchObject([{ line: 7, section: 'learnings' }])
})

test('fences and headers in a snippet are the snippet', () => {
  const answer = [
    'VERBATIM_CONTEXT:',
    '  ADD:',
    '    - because it is quoted: README.md =>',
    '      ```sh',
    '      KEY_LEARNINGS:',
    '      ```',
    '',
  ].join('\n')
  for (const text of [answer, `\`\`\`\n${answer}\`\`\`\n`]) {
    expect(readAnswer('verbatim', text).update.verbatim?.add).toEqual([
      { reason: 'it is quoted', label: 'README.md', snippet: '```sh\nKEY_LEARNINGS:\n```' },
    ])
  }
})

test('whatever a section holds, it is read the same in a fence, behind words, and between other sections', () => {
  const wrapped = fc.constantFrom<((text: string) => string)[]>(
    (text) => text,
    (text) => `\`\`\`\n${text}\`\`\`\n`,
    (text) => `Sure, here it is:\n\n~~~text\n${text}~~~\nDone.\n`,
    (text) => `<think>\nno change\n</think>\n\n${text}`,
  )
  fc.assert(
    fc.property(
      update,
      wrapped,
      fc.constantFrom<SectionId[]>('progress', 'learnings', 'verbatim'),
      (all, wrap, id) => {
        fc.pre(all[id] !== null)
        const nothing = { progress: null, learnings: null, verbatim: null }
        const alone = { ...nothing, [id]: all[id] }
        for (const text of [printUpdate(alone), printUpdate(all)]) {
          const read = readAnswer(id, wrap(text))
          expect(read.problems).toEqual([])
          expect(read.update).toEqual(alone)
        }
      },
    ),
    { numRuns: runs(5000, 250) },
  )
})
