import { describe, expect, test } from 'vitest'
import { byNearness, nearest } from '../../src/formats/names.ts'

const STATUSES = ['new', 'in_progress', 'partial', 'done', 'abandoned']

describe('nearest', () => {
  test.each([
    ['don', 'done'],
    ['doen', 'done'],
    ['Done', 'done'],
    ['In Progress', 'in_progress'],
    ['in-progress', 'in_progress'],
    ['inprogress', 'in_progress'],
    ['abandonned', 'abandoned'],
    ['nwe', 'new'],
    ['progress', 'in_progress'],
    ['abando', 'abandoned'],
  ])('%j means %j', (word, choice) => {
    expect(nearest(word, STATUSES)).toBe(choice)
  })

  test.each(['finished', 'x', '', 'abc', 'in', 'x'.repeat(100_000)])('%j means none of them', (word) => {
    expect(nearest(word, STATUSES)).toBeUndefined()
  })

  test('takes the nearest, and the first of two that are equally near', () => {
    expect(nearest('hosst', ['hot', 'host'])).toBe('host')
    expect(nearest('cat', ['bat', 'rat'])).toBe('bat')
    expect(nearest('warn', ['error', 'warning'])).toBe('warning')
    expect(nearest('entry', ['entry-heading', 'entry-category'])).toBeUndefined()
    expect(nearest('cat', [])).toBeUndefined()
  })
})

describe('byNearness', () => {
  test('puts the nearest first, whatever the case, and leaves equally near ones in their order', () => {
    expect(byNearness('Done', ['partial', 'new', 'done', 'dune', 'abandoned'])).toEqual([
      'done',
      'dune',
      'new',
      'abandoned',
      'partial',
    ])
    expect(byNearness('x', ['b', 'a', 'x'])).toEqual(['x', 'b', 'a'])
  })

  test('gives all choices for any word', () => {
    expect(byNearness('', ['b', 'a'])).toEqual(['b', 'a'])
    expect(byNearness('y'.repeat(10_000), ['b', 'a'])).toHaveLength(2)
  })
})
