import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '../../helpers/runs.ts'
import {
  ARCHIVED_TASK,
  cleanAtomic,
  DECISION,
  DROPPED_GOAL,
  FACT,
  GOAL,
  item,
  OLD_DECISION,
  REFLECTION,
  SPACED_DECISION,
  TASK,
} from '../../layouts/atomic/items.ts'
import {
  againstMain,
  type Deed,
  everyWay,
  hookCommit,
  inWorkTree,
  judgedMerge,
  merging,
  type TopicRepo as Repo,
  refused,
  staged,
  topicRepos,
} from './topic-repo.ts'

const copied = topicRepos((repo) => {
  for (const [path, text] of Object.entries(cleanAtomic)) repo.write(path, text)
})

const fresh = (category: string, fields: Parameters<typeof item>[0], body?: string) => (repo: Repo) =>
  repo.write(`memory/${category}/new.md`, item({ id: 'new-1', title: 'New', ...fields }, body))

const TOKEN = `ghp_${'x7Kq2LmN8pRtV4wYzA1b'}C3dE5fG6hJ9kS0uQ`

const mistakes: readonly Deed[] = [
  { name: 'an empty body', deed: fresh('facts', {}, ''), found: ['memory/facts/new.md:4 error item-body'] },
  {
    name: 'a status that does not exist',
    deed: fresh('tasks', { status: 'completed' }),
    found: ['memory/tasks/new.md:5 error schema'],
  },
  {
    name: 'a confidence above 1',
    deed: fresh('facts', { confidence: 90 }),
    found: ['memory/facts/new.md:5 error schema'],
  },
  {
    name: 'an item without front matter',
    deed: (repo) => repo.write('memory/reflections/new.md', 'It went well.\n'),
    found: ['memory/reflections/new.md:1 error schema'],
  },
  {
    name: 'an id that another category has',
    deed: fresh('goals', { id: 'task-0002', status: 'active' }),
    found: [`${ARCHIVED_TASK}:3 error id-unique`],
  },
  {
    name: 'a day that has not come',
    deed: fresh('facts', { created: '2062-02-08' }),
    found: ['memory/facts/new.md:2 warning date-future'],
  },
  {
    name: 'a decision that supersedes nothing',
    deed: fresh('decisions', { supersedes: 'dec-0404' }),
    found: ['memory/decisions/new.md:5 error supersedes'],
  },
  {
    name: 'a decision that supersedes itself',
    deed: fresh('decisions', { supersedes: 'new-1' }),
    found: ['memory/decisions/new.md:5 error supersedes'],
  },
  {
    name: 'a decision that was superseded before',
    deed: fresh('decisions', { created: '2026-04-01', supersedes: 'dec-0001' }),
    found: ['memory/decisions/new.md:5 error supersedes'],
  },
  {
    name: 'two decisions that supersede each other',
    deed: (repo) => {
      fresh('decisions', { supersedes: 'new-2' })(repo)
      repo.write('memory/decisions/newer.md', item({ id: 'new-2', title: 'Newer', supersedes: 'new-1' }))
    },
    found: ['memory/decisions/new.md:5 error supersedes'],
  },
  {
    name: 'conflict markers in a fact',
    deed: (repo) => repo.edit(FACT, 'Works', '<<<<<<< HEAD\nWorks\n=======\nLives\n>>>>>>> topic\nWorks'),
    found: [`${FACT}:10 error no-conflict-marker`],
  },
  {
    name: 'a token in a body',
    deed: fresh('facts', {}, `The registry takes ${TOKEN} from everybody.\n`),
    found: ['memory/facts/new.md:7 error no-secret'],
  },
  {
    name: 'an active goal in the archive',
    deed: (repo) => {
      mkdirSync(join(repo.dir, 'memory/goals/archive'))
      repo.git('mv', GOAL, 'memory/goals/archive/offline-mode.md')
    },
    found: ['memory/goals/archive/offline-mode.md:6 error archive-finished'],
  },
  {
    name: 'a task in the archive that is not done',
    deed: (repo) => repo.git('mv', TASK, 'memory/tasks/archive/keys.md'),
    found: ['memory/tasks/archive/keys.md:5 error archive-finished'],
  },
]

const moves: readonly Deed[] = [
  {
    name: 'a decision is edited',
    deed: (repo) => repo.edit(DECISION, 'two thousand', 'three thousand'),
    found: [`${DECISION}:3 error history`],
    present: [],
  },
  {
    name: 'a decision with spaces and umlauts in its name is edited',
    deed: (repo) => repo.edit(SPACED_DECISION, 'a drawer', 'a door'),
    found: [`${SPACED_DECISION}:3 error history`],
    present: [],
  },
  {
    name: 'the front matter of a decision is edited',
    deed: (repo) => repo.edit(OLD_DECISION, 'tags: [queue]', 'tags: [queue, redis]'),
    found: [`${OLD_DECISION}:3 error history`],
    present: [],
  },
  {
    name: 'a decision is marked as superseded',
    deed: (repo) => repo.edit(OLD_DECISION, 'tags:', 'superseded_by: dec-0002\ntags:'),
    found: [`${OLD_DECISION}:3 error history`],
    present: [],
  },
  {
    name: 'a decision gets a comment in its front matter',
    deed: (repo) => repo.edit(DECISION, 'tags:', '# no longer true\ntags:'),
    found: [`${DECISION}:3 error history`],
    present: [],
  },
  {
    name: 'a decision is renamed',
    deed: (repo) => repo.git('mv', SPACED_DECISION, 'memory/decisions/Maße.md'),
    found: ['memory/decisions/Maße.md:3 error history'],
    present: [],
  },
  {
    name: 'a decision is moved to the archive',
    deed: (repo) => {
      mkdirSync(join(repo.dir, 'memory/decisions/archive'))
      repo.git('mv', OLD_DECISION, 'memory/decisions/archive/queue-in-redis.md')
    },
    found: [
      'memory/decisions/archive/queue-in-redis.md:3 warning archive-finished',
      'memory/decisions/archive/queue-in-redis.md:3 error history',
    ],
    present: ['memory/decisions/archive/queue-in-redis.md:3 warning archive-finished'],
  },
  {
    name: 'a decision is moved out of the memory',
    deed: (repo) => {
      mkdirSync(join(repo.dir, 'attic'))
      repo.git('mv', SPACED_DECISION, 'attic/sizes.md')
    },
    found: [`${SPACED_DECISION}:3 error history`],
    present: [],
  },
  {
    name: 'a decision is made a file that is no item',
    deed: (repo) => {
      repo.remove('memory/decisions/README.md')
      repo.git('mv', '--force', SPACED_DECISION, 'memory/decisions/README.md')
    },
    found: [`${SPACED_DECISION}:3 error history`],
    present: [],
  },
  {
    name: 'a decision is deleted',
    deed: (repo) => repo.git('rm', '--quiet', SPACED_DECISION),
    found: [`${SPACED_DECISION}:3 error history`],
    present: [],
  },
  {
    name: 'a decision is deleted and written again as another one',
    deed: (repo) => {
      const text = repo.text(SPACED_DECISION)
      repo.git('rm', '--quiet', SPACED_DECISION)
      repo.write('memory/decisions/sizes.md', text.replace('dec-0003', 'dec-0004'))
    },
    found: ['memory/decisions/sizes.md:3 error history'],
    present: [],
  },
  {
    name: 'a decision becomes a fact',
    deed: (repo) => repo.git('mv', SPACED_DECISION, 'memory/facts/sizes.md'),
    found: [`${SPACED_DECISION}:3 error history`],
    present: [],
  },
  {
    name: 'two decisions swap their files',
    deed: (repo) => {
      const [old, other] = [repo.text(OLD_DECISION), repo.text(SPACED_DECISION)]
      repo.write(OLD_DECISION, other)
      repo.write(SPACED_DECISION, old)
    },
    found: [`${SPACED_DECISION}:3 error history`, `${OLD_DECISION}:3 error history`],
    present: [],
  },
  {
    name: 'a decision is left with a conflict',
    deed: (repo) =>
      repo.edit(DECISION, 'A lost', '<<<<<<< HEAD\nA lost\n=======\nOne lost\n>>>>>>> topic\nA lost'),
    found: [`${DECISION}:3 error history`, `${DECISION}:10 error no-conflict-marker`],
    present: [`${DECISION}:10 error no-conflict-marker`],
  },
  {
    name: 'a decision becomes a link to its own text',
    deed: (repo) => {
      repo.write('attic/sizes.md', repo.text(SPACED_DECISION))
      repo.remove(SPACED_DECISION)
      repo.link(SPACED_DECISION, '../../attic/sizes.md')
    },
    found: [`${SPACED_DECISION}:1 error unreadable`, `${SPACED_DECISION}:1 error history`],
    present: [`${SPACED_DECISION}:1 error unreadable`],
  },
  {
    name: 'a reflection is edited',
    deed: (repo) => repo.edit(REFLECTION, 'larger ones got none', 'larger ones got many'),
    found: [`${REFLECTION}:3 error history`],
    present: [],
  },
  {
    name: 'a reflection is renamed',
    deed: (repo) => repo.git('mv', REFLECTION, 'memory/reflections/reviews.md'),
    found: ['memory/reflections/reviews.md:3 error history'],
    present: [],
  },
  {
    name: 'a reflection is deleted',
    deed: (repo) => repo.git('rm', '--quiet', REFLECTION),
    found: [`${REFLECTION}:3 error history`],
    present: [],
  },
  {
    name: 'a task goes back',
    deed: (repo) => repo.edit(TASK, 'in_progress', 'todo'),
    found: [`${TASK}:5 error task-forward`],
    present: [],
  },
  {
    name: 'a task comes back from the archive',
    deed: (repo) => repo.git('mv', ARCHIVED_TASK, 'memory/tasks/write-runbook.md'),
    found: ['memory/tasks/write-runbook.md:5 error task-forward'],
    present: [],
  },
  {
    name: 'a task gets another id',
    deed: (repo) => repo.edit(TASK, 'task-0001', 'task-0009'),
    found: [`${TASK}:3 error history`],
    present: [],
  },
  {
    name: 'a task that is done is deleted',
    deed: (repo) => repo.git('rm', '--quiet', ARCHIVED_TASK),
    found: [`${ARCHIVED_TASK}:3 error history`],
    present: [],
  },
  {
    name: 'a goal is deleted',
    deed: (repo) => repo.git('rm', '--quiet', GOAL),
    found: [`${GOAL}:3 error history`],
    present: [],
  },
  {
    name: 'a goal is pursued again without a word',
    deed: (repo) => repo.edit(DROPPED_GOAL, 'abandoned', 'active'),
    found: [`${DROPPED_GOAL}:6 error goal-final`],
    present: [],
  },
  {
    name: 'a fact is deleted, and not archived',
    deed: (repo) => repo.git('rm', '--quiet', FACT),
    found: [`${FACT}:3 error item-lost`],
    present: [],
  },
]

const rightThings: readonly (Omit<Deed, 'found'> & { readonly mode?: true })[] = [
  { name: 'nothing', deed: () => undefined },
  {
    name: 'one more of everything',
    deed: (repo) => {
      for (const [category, status] of [
        ['facts', ''],
        ['decisions', ''],
        ['goals', 'active'],
        ['tasks', 'todo'],
        ['reflections', ''],
      ] as const) {
        const fields = { id: `${category}-9`, title: 'Ünd more', ...(status !== '' && { status }) }
        repo.write(`memory/${category}/Ünd more.md`, item(fields))
      }
    },
  },
  { name: 'a newer decision', deed: fresh('decisions', { supersedes: 'dec-0002' }) },
  {
    name: 'CRLF in every file',
    deed: (repo) => {
      for (const path of Object.keys(cleanAtomic)) repo.write(path, repo.text(path).replaceAll('\n', '\r\n'))
    },
  },
  {
    name: 'another order of keys, and another style, in a decision',
    deed: (repo) => {
      const [, , id = '', title = '', tags = '', supersedes = '', why = ''] = repo.text(DECISION).split('\n')
      const lines = [why, supersedes, tags.replace('[queue]', '\n  - "queue"'), title, id]
      repo.write(DECISION, repo.text(DECISION).replace(/id: [\s\S]*back up/, lines.join('\n')))
    },
  },
  {
    name: 'the executable bit of a decision and a reflection',
    deed: (repo) => {
      chmodSync(join(repo.dir, SPACED_DECISION), 0o755)
      chmodSync(join(repo.dir, REFLECTION), 0o755)
    },
  },
  {
    name: 'a task that is done and archived at once, and renamed',
    deed: (repo) => {
      repo.edit(TASK, 'in_progress', 'done')
      repo.edit(TASK, 'for a week', 'for two weeks')
      repo.git('mv', TASK, 'memory/tasks/archive/all keys.md')
    },
  },
  {
    name: 'a goal that is refined, and one that is reopened with a reason',
    deed: (repo) => {
      repo.edit(GOAL, 'without a network', 'without a network, for a week')
      repo.edit(DROPPED_GOAL, 'status: abandoned', 'status: active\nreopened: The south is too slow.')
    },
  },
  {
    name: 'a fact that is edited, renamed and archived',
    deed: (repo) => {
      repo.edit(FACT, 'UTC+7', 'UTC+8')
      repo.write('memory/facts/archive/Zeit zone.md', repo.text(FACT))
      repo.remove(FACT)
    },
  },
]

describe('is found in the work tree, when it is staged, and on the branch', () => {
  test.each(rowsOf(mistakes, 2))('$name', (one) => everyWay(copied(), one))
})

describe('is found when it is staged, and on the branch', () => {
  test.each(rowsOf(moves, 2))('$name', (one) => everyWay(copied(), one))
})

describe('nothing is found of', () => {
  test.each(rowsOf(rightThings, 2))('$name', (one) => everyWay(copied(), { ...one, found: [] }))
})

describe('the hook', () => {
  // Each is found in other ways above: these are to see that the hook asks.
  const REFUSED = [
    ['a decision with spaces and umlauts in its name is edited', 'history'],
    ['a decision is renamed', 'history'],
    ['a decision is deleted', 'history'],
    ['a reflection is renamed', 'history'],
    ['a decision is left with a conflict', 'no-conflict-marker'],
    ['a token in a body', 'no-secret'],
    ['a task goes back', 'task-forward'],
    ['a goal is pursued again without a word', 'goal-final'],
    ['a decision that was superseded before', 'supersedes'],
  ] as const

  test.each(rowsOf(REFUSED, 4))('refuses: %s, with %s', (name, rule) => {
    refused(copied(), [...mistakes, ...moves], [name, rule])
  })

  test('advises to archive tasks, and no decision', () => {
    const repo = copied()
    repo.git('rm', '--quiet', SPACED_DECISION)
    expect(hookCommit(repo).said).not.toContain('archive')
    repo.git('reset', '--quiet', '--hard')
    repo.git('rm', '--quiet', TASK)
    const said = hookCommit(repo).said.replace(/\s+/g, ' ')
    expect(said).toContain(`\`git restore --source=HEAD --staged --worktree -- :/${TASK}\``)
    expect(said).toContain('may move unchanged to an archive with `memkeep atomic archive task-0001`')
  })

  test('lets no fact go, but into the archive, and takes CRLF as it is', () => {
    const repo = copied()
    repo.git('rm', '--quiet', FACT)
    const lost = hookCommit(repo)
    expect([lost.code, lost.said]).toEqual([1, expect.stringContaining('item-lost')])
    repo.git('reset', '--quiet', '--hard')
    mkdirSync(join(repo.dir, 'memory/facts/archive'), { recursive: true })
    repo.git('mv', FACT, FACT.replace('facts/', 'facts/archive/'))
    repo.write('memory/facts/new.md', item({ id: 'new-1', title: 'New' }).replaceAll('\n', '\r\n'))
    repo.git('add', '--all')
    const { code, said } = hookCommit(repo)
    expect(code, said).toBe(0)
    expect(said).not.toContain('item-lost')
    expect(repo.git('cat-file', 'blob', 'HEAD:memory/facts/new.md')).toContain('title: New\r\n')
  })
})

describe('one change after another', () => {
  test('a revert of a removal brings the decision back, and the branch has changed nothing', async () => {
    const repo = copied()
    repo.git('rm', '--quiet', SPACED_DECISION)
    repo.commit('remove')
    expect(await againstMain(repo)).toEqual([`${SPACED_DECISION}:3 error history`])
    repo.git('revert', '--no-commit', 'HEAD')
    expect(await staged(repo)).toEqual([])
    repo.commit('revert')
    expect(await againstMain(repo)).toEqual([])
    repo.git('revert', '--no-commit', 'HEAD')
    expect(await staged(repo)).toEqual([`${SPACED_DECISION}:3 error history`])
  })

  test('a squash shows what its branch did', async () => {
    const repo = copied()
    repo.edit(REFLECTION, 'two hundred', 'four hundred')
    repo.commit('edit')
    repo.git('rm', '--quiet', GOAL)
    repo.commit('remove')
    repo.git('checkout', '--quiet', 'main')
    repo.git('merge', '--quiet', '--squash', 'topic')
    expect(await staged(repo)).toEqual([`${GOAL}:3 error history`, `${REFLECTION}:3 error history`])
  })

  test('what is deleted and added again later is a deletion first', async () => {
    const repo = copied()
    const text = repo.text(TASK)
    repo.git('rm', '--quiet', TASK)
    expect(await staged(repo)).toEqual([`${TASK}:3 error history`])
    repo.commit('remove')
    repo.write(TASK, text.replace('in_progress', 'todo'))
    repo.commit('again')
    expect(await againstMain(repo)).toEqual([`${TASK}:5 error task-forward`])
  })
})

describe('a merge', () => {
  const REFLECTIONS = 'memory/reflections'
  const write = (path: string, title: string, id: string) => (repo: Repo) =>
    repo.write(path, item({ id, title }, `What ${title} is about, in words of its own.\n`))

  test('keeps what both sides wrote', async () => {
    const ours = write(`${REFLECTIONS}/a b.md`, 'Slow builds', 'refl-0002')
    expect(
      await judgedMerge(merging(copied(), ours, write(`${REFLECTIONS}/ä.md`, 'Long meetings', 'refl-0003'))),
    ).toEqual([])
  })

  test('may not drop a reflection or a fact of the other side', async () => {
    const repo = merging(copied(), write('memory/facts/ours.md', 'Ours', 'fact-0002'), (theirs) => {
      write(`${REFLECTIONS}/ä.md`, 'Long meetings', 'refl-0003')(theirs)
      write('memory/facts/theirs.md', 'Theirs', 'fact-0003')(theirs)
    })
    repo.git('rm', '--quiet', '--force', `${REFLECTIONS}/ä.md`, 'memory/facts/theirs.md')
    expect(await judgedMerge(repo)).toEqual([
      'memory/facts/theirs.md:3 error item-lost',
      `${REFLECTIONS}/ä.md:3 error history`,
    ])
  })

  test('may not drop an item of our own side', async () => {
    const repo = merging(
      copied(),
      write('memory/decisions/ours.md', 'Ours', 'dec-0004'),
      write('memory/facts/theirs.md', 'Theirs', 'fact-0003'),
    )
    repo.git('rm', '--quiet', '--force', 'memory/decisions/ours.md')
    expect(await judgedMerge(repo)).toEqual(['memory/decisions/ours.md:3 error history'])
  })

  test('may not take one side where both have written the same id', async () => {
    const path = 'memory/decisions/dec-0004.md'
    const sides = [write(path, 'Ours', 'dec-0004'), write(path, 'Theirs', 'dec-0004')] as const
    const repo = merging(copied(), ...sides)
    repo.git('checkout', '--quiet', '--ours', path)
    expect(await judgedMerge(repo)).toEqual([`${path}:3 error merge-id-clash`])
    const both = merging(copied(), ...sides)
    both.git('checkout', '--quiet', '--ours', path)
    write('memory/decisions/dec-0005.md', 'Theirs', 'dec-0005')(both)
    expect(await judgedMerge(both)).toEqual([])
  })

  test('may not undo the step of a task', async () => {
    const repo = merging(
      copied(),
      (ours) => ours.edit(TASK, 'in_progress', 'done'),
      (theirs) => theirs.edit(TASK, 'a week', 'two weeks'),
    )
    repo.edit(TASK, 'done', 'in_progress')
    expect(await judgedMerge(repo)).toEqual([`${TASK}:5 error task-forward`])
  })

  test('may not supersede one decision from both sides', async () => {
    const successor = (name: string, created: string) => (repo: Repo) =>
      repo.write(
        `memory/decisions/${name}.md`,
        item({ id: name, title: name, created, supersedes: 'dec-0003' }),
      )
    const repo = merging(copied(), successor('ours', '2026-05-02'), successor('theirs', '2026-05-01'))
    expect(await judgedMerge(repo)).toEqual(['memory/decisions/ours.md:5 error supersedes'])
  })
})

describe('settings', () => {
  const HISTORY = 'history:\n  decision: { mode: amend, editable: [tags] }\n  reflection: { mode: off }\n'

  test('amend lets a field of a decision change, off lets everything happen to a reflection', async () => {
    const repo = copied()
    repo.write('memkeep.yaml', HISTORY)
    repo.commit()
    repo.edit(DECISION, 'tags: [queue]', 'tags: [queue, postgres]')
    repo.edit(REFLECTION, 'two hundred', 'four hundred')
    repo.git('add', '--all')
    expect(await staged(repo)).toEqual([])
    repo.edit(DECISION, 'two thousand', 'three thousand')
    repo.git('rm', '--quiet', '--force', REFLECTION)
    repo.git('add', '--all')
    expect(await staged(repo)).toEqual([`${DECISION}:3 error history`, `${REFLECTION}:3 error item-lost`])
  })

  test('a task can be frozen but for its status', async () => {
    const repo = copied()
    repo.write('memkeep.yaml', 'history:\n  task: { mode: immutable, editable: [status] }\n')
    repo.edit(TASK, 'in_progress', 'done')
    repo.git('add', '--all')
    expect(await staged(repo)).toEqual([])
    repo.edit(TASK, 'for a week', 'for two weeks')
    repo.git('add', '--all')
    expect(await staged(repo)).toEqual([`${TASK}:3 error history`])
  })

  test('another root: what is called memory is then somebody else’s', async () => {
    const repo = copied()
    repo.write('memkeep.yaml', 'atomic: { root: notes/agent }\n')
    repo.write('memory/facts/unrelated.md', '# Not of ours\n')
    repo.write('notes/agent/facts/empty.md', item({ id: 'fact-1', title: 'Empty' }, ''))
    expect(await inWorkTree(repo)).toEqual(['notes/agent/facts/empty.md:4 error item-body'])
  })
})

test('what else lies in the folder is reported, and not checked', async () => {
  const repo = copied()
  repo.write('memory/src/allocator.md', '# Allocator\n')
  repo.write('memory/tasks/kernel/README.md', '---\n')
  repo.write('memory/tasks/kernel/scheduler.md', '<<<<<<< HEAD\n')
  repo.write('memory/decisions/.template.md', '')
  repo.write('memory/decisions/table.csv', 'a,b\n')
  expect(await inWorkTree(repo)).toEqual([
    'memory/decisions:1 info unclaimed',
    'memory/src:1 info unclaimed',
    'memory/tasks/kernel/scheduler.md:1 warning unclaimed',
  ])
})
