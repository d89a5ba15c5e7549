import { ruleTest } from '../../../helpers/rule-test.ts'
import { item } from '../items.ts'

const at = (name: string): string => `memory/decisions/${name}.md`

const decision = (number: number, supersedes: string | null = null, created = '2026-02-08'): string =>
  item({
    id: `dec-${number}`,
    title: `Choice ${number}`,
    created,
    ...(supersedes !== null && { supersedes }),
  })

ruleTest('supersedes', {
  valid: [
    {
      name: 'a chain, also of decisions in an older archive',
      settings: 'rules:\n  archive-finished: off\n',
      files: {
        'memory/decisions/archive/1.md': decision(1),
        [at('2')]: decision(2, 'dec-1'),
        [at('3')]: decision(3, 'dec-2'),
      },
    },
    {
      name: 'two that one decision replaces, of two branches',
      files: {
        [at('1')]: decision(1),
        [at('2')]: decision(2, 'dec-1'),
        [at('3')]: decision(3, 'dec-1'),
        [at('4')]: decision(4, '[dec-2, dec-3]'),
      },
    },
    {
      name: 'a second one that names the first as well, as a merge may write it',
      files: {
        [at('1')]: decision(1),
        [at('2')]: decision(2, 'dec-1'),
        [at('3')]: decision(3, '[dec-1, dec-2]'),
      },
    },
    {
      name: 'a field without a value',
      files: { [at('1')]: decision(1, 'null'), [at('2')]: decision(2, '') },
    },
    {
      name: 'a field of that name in a fact, which says nothing',
      files: { 'memory/facts/1.md': item({ id: 'fact-1', title: 'One', supersedes: 'dec-9' }) },
    },
  ],
  invalid: [
    {
      name: 'an id that nothing has',
      files: { [at('2')]: decision(2, 'dec-1') },
      expect: [
        {
          path: at('2'),
          line: 5,
          column: 13,
          severity: 'error',
          message: /`supersedes` names dec-1, but no decision has that id/,
        },
      ],
    },
    {
      name: 'an id that is not known because a decision cannot be read: only that is said',
      files: { [at('1')]: decision(1).replace('title: ', 'title: [x: '), [at('2')]: decision(2, 'dec-1') },
      expect: [{ path: at('1'), line: 5, rule: 'syntax' }],
    },
    {
      name: 'the id of something else',
      files: { 'memory/facts/1.md': item({ id: 'fact-1', title: 'One' }), [at('2')]: decision(2, 'fact-1') },
      expect: [{ path: at('2'), line: 5, message: /`supersedes` names fact-1, which is a fact/ }],
    },
    {
      name: 'its own id, which is no circle',
      files: { [at('1')]: decision(1, 'dec-1') },
      expect: [{ path: at('1'), line: 5, message: /dec-1 supersedes itself/ }],
    },
    {
      name: 'a decision that was superseded before: at every newer one',
      files: {
        [at('1')]: decision(1),
        [at('a')]: decision(4, 'dec-1', '2026-03-03'),
        [at('b')]: decision(3, 'dec-1', '2026-03-01'),
        [at('c')]: decision(2, 'dec-1', '2026-03-02'),
      },
      expect: [
        { path: at('a'), line: 5, message: /second decision supersedes dec-1: "Choice 3"/ },
        { path: at('c'), line: 5, message: /second decision supersedes dec-1: "Choice 3"/ },
      ],
    },
    {
      name: 'a third one that a joining decision does not name',
      files: {
        [at('1')]: decision(1),
        [at('2')]: decision(2, 'dec-1'),
        [at('3')]: decision(3, 'dec-1'),
        [at('4')]: decision(4, 'dec-1'),
        [at('5')]: decision(5, '[dec-2, dec-3]'),
      },
      expect: [{ path: at('4'), line: 5, message: /second decision supersedes dec-1/ }],
    },
    {
      name: 'a circle by the second id of a list',
      files: {
        [at('a')]: decision(1, '[dec-3, dec-2]'),
        [at('b')]: decision(2, 'dec-1'),
        [at('c')]: decision(3),
      },
      expect: [{ path: at('a'), line: 5, message: /in a circle: dec-1 → dec-2 → dec-1$/ }],
    },
    {
      name: 'two on one day: the first path counts as the older',
      files: { [at('1')]: decision(1), [at('b')]: decision(2, 'dec-1'), [at('a')]: decision(3, 'dec-1') },
      expect: [{ path: at('b'), line: 5, message: /"Choice 3"/ }],
    },
    {
      name: 'a circle, once, at its first path',
      files: {
        [at('a')]: decision(7, 'dec-9'),
        [at('b')]: decision(9, 'dec-8'),
        [at('c')]: decision(8, 'dec-7'),
        [at('0')]: decision(1),
      },
      expect: [{ path: at('a'), line: 5, message: /in a circle: dec-7 → dec-9 → dec-8 → dec-7$/ }],
    },
    {
      name: 'a circle with a tail, and another circle',
      files: {
        [at('a')]: decision(1, 'dec-2'),
        [at('b')]: decision(2, 'dec-3'),
        [at('c')]: decision(3, 'dec-2'),
        [at('x')]: decision(8, 'dec-9'),
        [at('y')]: decision(9, 'dec-8'),
      },
      expect: [
        { path: at('b'), line: 5, message: /in a circle: dec-2 → dec-3 → dec-2$/ },
        { path: at('x'), line: 5, message: /in a circle: dec-8 → dec-9 → dec-8$/ },
      ],
    },
  ],
})
