import { expect, test } from 'vitest'
import { answerOf, didYouMean, planAnswer, refuse, writeAnswer } from '../../src/stores/answer.ts'
import { planDelete, planMove, planText } from '../../src/stores/plans.ts'

const plan = planText('a.md', 'text')

test('a refusal says why, and what to do instead', () => {
  expect(refuse('It is there', 'Take another name.')).toEqual({
    refusal: 'It is there',
    help: 'Take another name.',
  })
})

test('data is an answer as text, and as it is', () => {
  expect(answerOf({ id: 'x', tags: ['a'] })).toEqual({
    text: 'id: x\ntags: [a]\n',
    data: { id: 'x', tags: ['a'] },
  })
})

test('a guess is a sentence, and no guess is nothing; what is guessed cannot reach a terminal', () => {
  expect(didYouMean('fact-1')).toBe('Did you mean fact-1? ')
  expect(didYouMean(undefined)).toBe('')
  expect(didYouMean('a\u001bb')).not.toContain('\u001b')
})

test('an answer has its plan and its review, and says for itself what was done', () => {
  const review = () => null
  expect(planAnswer({}, { id: 'x' }, { plan, review })).toEqual({
    text: 'id: x\n',
    data: { id: 'x' },
    plan,
    review,
  })
  expect(planAnswer({ dry_run: true }, { id: 'x' }, { plan })).toMatchObject({ dryRun: true, plan })
  expect(planAnswer({}, { id: 'x' }, { plan: new Map() })).toEqual({ text: 'id: x\n', data: { id: 'x' } })
})

test('a write says whether it is written first, and what else is to be known last', () => {
  const { text, ...rest } = writeAnswer({}, { id: 'x' }, { plan, notes: ['Near.'] })
  expect(text).toBe('saved: true\nid: x\nnotes: [Near.]\n')
  expect(rest).toEqual({ data: { saved: true, id: 'x', notes: ['Near.'] }, plan })
})

test('a dry run is checked and not written', () => {
  const answer = writeAnswer({ dry_run: true }, { id: 'x' }, { plan, notes: ['Near.'] })
  expect(Object.entries(answer.data)).toEqual([
    ['saved', false],
    ['id', 'x'],
    ['dry_run', true],
    ['notes', ['Near.']],
  ])
  expect(answer).toMatchObject({ dryRun: true, plan })
})

test('where there is nothing to do nothing is saved, and there is no plan', () => {
  expect(writeAnswer({ dry_run: false }, { id: 'x' }, { plan: new Map() })).toEqual({
    text: 'saved: false\nid: x\n',
    data: { saved: false, id: 'x' },
  })
})

test('a move writes the new file before the old one goes', () => {
  expect([...planMove('a.md', 'b.md', 'text')]).toEqual([
    ['b.md', { kind: 'text', text: 'text' }],
    ['a.md', { kind: 'delete' }],
  ])
  expect([...planDelete('a.md')]).toEqual([['a.md', { kind: 'delete' }]])
})
