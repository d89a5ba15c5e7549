import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '../../helpers/runs.ts'
import {
  cleanWorkingMemory,
  LOG,
  OTHER_STATE,
  STATE,
  T2,
  UPDATE,
  UPDATED,
} from '../../layouts/working-memory/task-files.ts'
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
  for (const [path, text] of Object.entries(cleanWorkingMemory)) repo.write(path, String(text))
})

const OTHER_UPDATE = OTHER_STATE.replace('state.yaml', 'Größe 1.dsl')
const TOKEN = `ghp_${'x7Kq2LmN8pRtV4wYzA1b'}C3dE5fG6hJ9kS0uQ`
const CLOCK = 'The clock of the tests stands still unless it is moved.'
const MARK = `    archived:\n      at: ${T2}\n      reason: the trace had two jobs with one name\n`
const KL2 = `  - id: KL-2\n    insight: ${CLOCK}\n    reason: the failing test needs it\n    added: ${T2}\n`

const learning = (id: string, insight: string, added = '2026-04-03T08:00:00Z'): string =>
  `  - id: ${id}\n    insight: ${insight}\n    reason: it is so\n    added: ${added}\n`

/** What an update does that adds one learning: to the state, and to the log. */
const learn =
  (id: string, insight: string, added = '2026-04-03T08:00:00Z') =>
  (repo: Repo): void => {
    repo.edit(STATE, 'verbatim_context:\n', `${learning(id, insight, added)}verbatim_context:\n`)
    repo.write(
      LOG,
      `${repo.text(LOG)}\n## ${added}\n\n\`\`\`diff\n+ ${id} because it is so: ${insight}\n\`\`\`\n`,
    )
  }

const mistakes: readonly Deed[] = [
  {
    name: 'a file that no kind claims: that it is there, and nothing in it',
    deed: (repo) => repo.write('.working-memory/lost-retries/notes.txt', '<<<<<<< x\n'),
    found: ['.working-memory/lost-retries:1 info unclaimed'],
  },
  {
    name: 'an update without a reason',
    deed: (repo) => repo.edit(UPDATE, 'because the failing test needs it: ', ''),
    found: [`${UPDATE}:8 error update-syntax`],
  },
  {
    name: 'an update whose file has spaces and umlauts in its path, with nothing in progress',
    deed: (repo) =>
      repo.write(OTHER_UPDATE, 'CURRENT_PROGRESS:\n  Completed:\n    - a\n  In Progress:\n    (none)\n'),
    found: [`${OTHER_UPDATE}:4 error update-syntax`],
  },
  {
    name: 'an insight on two lines in an update',
    deed: (repo) => repo.edit(UPDATE, 'stands still', 'stands\n\t\t\tstill'),
    found: [`${UPDATE}:9 error update-syntax`],
  },
  {
    name: 'an update that archives what is not there',
    deed: (repo) => repo.edit(UPDATE, 'KL-1', 'KL-9'),
    found: [`${UPDATE}:10 warning update-ids`],
  },
  {
    name: 'a field that is missing',
    deed: (repo) => repo.edit(OTHER_STATE, ', remaining: [resize]', ''),
    found: [`${OTHER_STATE}:2 error schema`],
  },
  {
    name: 'nothing in progress in a state',
    deed: (repo) => repo.edit(STATE, '[write a failing test]', '[]'),
    found: [`${STATE}:4 error schema`],
  },
  {
    name: 'an id twice',
    deed: (repo) =>
      repo.edit(STATE, 'verbatim_context:\n', `${learning('KL-2', 'More.')}verbatim_context:\n`),
    found: [`${STATE}:18 error task-ids`],
  },
  {
    name: 'a new entry without a reason',
    deed: (repo) => {
      learn('KL-3', 'More.')(repo)
      repo.edit(STATE, '    reason: it is so\n', '')
    },
    found: [`${STATE}:18 error task-reason`],
  },
  {
    name: 'a new insight of two lines',
    deed: (repo) => {
      learn('KL-3', 'More.')(repo)
      repo.edit(STATE, 'insight: More.', 'insight: "More,\\nand more."')
    },
    found: [`${STATE}:19 error insight-line`],
  },
  {
    name: 'an entry that the log does not have',
    deed: (repo) =>
      repo.edit(STATE, 'verbatim_context:\n', `${learning('KL-3', 'More.')}verbatim_context:\n`),
    found: [`${STATE}:18 warning log-state`],
  },
  {
    name: 'a state that is older than an entry',
    deed: (repo) => repo.edit(STATE, `updated: ${UPDATED}`, 'updated: 2026-04-02T09:30:00Z'),
    found: [`${STATE}:1 error task-times`],
  },
  {
    name: 'a bullet of an update that is too long',
    deed: (repo) => repo.edit(UPDATE, '- reproduce it', `- ${'reproduce it '.repeat(9).trim()}`),
    found: [`${UPDATE}:3 info update-limits`],
  },
  {
    name: 'an archiving that only the log has',
    deed: (repo) =>
      repo.write(LOG, `${repo.text(LOG)}\n## ${T2}\n\n\`\`\`diff\n- KL-2 because of age\n\`\`\`\n`),
    found: [`${LOG}:26 error log-state`],
  },
  {
    name: 'a task with a log and no state',
    deed: (repo) => repo.write('.working-memory/new/log.md', '# Log\n'),
    found: ['.working-memory/new/log.md:1 error state-missing'],
  },
  {
    name: 'conflict markers in a state',
    deed: (repo) =>
      repo.edit(OTHER_STATE, 'key_learnings', '<<<<<<< HEAD\n=======\n>>>>>>> topic\nkey_learnings'),
    found: [`${OTHER_STATE}:3 error no-conflict-marker`],
  },
  {
    name: 'conflict markers in an update',
    deed: (repo) => repo.edit(UPDATE, 'KEY_LEARNINGS', '<<<<<<< HEAD\n=======\n>>>>>>> topic\nKEY_LEARNINGS'),
    found: [`${UPDATE}:6 error no-conflict-marker`],
  },
  {
    name: 'a token in a snippet of an update',
    deed: (repo) =>
      repo.write(
        OTHER_UPDATE,
        `VERBATIM_CONTEXT:\n  ADD:\n    - because a: b =>\n      x\n      token: ${TOKEN}\n`,
      ),
    found: [`${OTHER_UPDATE}:5 error no-secret`],
  },
  {
    name: 'a day that has not come',
    deed: (repo) => {
      learn('KL-3', 'More.', '2062-04-03T08:00:00Z')(repo)
      repo.edit(STATE, `updated: ${UPDATED}`, 'updated: 2062-04-03T08:00:00Z')
    },
    found: [`${STATE}:21 warning date-future`],
  },
]

const moves: readonly Deed[] = [
  {
    name: 'an insight is edited',
    deed: (repo) => repo.edit(STATE, 'unless it is moved', 'until it is moved'),
    found: [`${STATE}:14 error history`],
    present: [],
  },
  {
    name: 'a snippet is edited in white space at its end alone',
    deed: (repo) => repo.edit(STATE, 'snippet: |-', 'snippet: |'),
    found: [`${STATE}:19 error history`],
    present: [],
  },
  {
    name: 'a reason is edited',
    deed: (repo) => repo.edit(STATE, 'the failing test needs it', 'a test needs it'),
    found: [`${STATE}:14 error history`],
    present: [],
  },
  {
    name: 'an entry gets another time',
    deed: (repo) => repo.edit(STATE, 'added: 2026-04-02T10', 'added: 2026-04-02T11'),
    found: [`${STATE}:14 error history`],
    present: [],
  },
  {
    name: 'an entry is taken out, of the log as well',
    deed: (repo) => {
      repo.edit(STATE, KL2, '')
      repo.edit(LOG, `+ KL-2 because the failing test needs it: ${CLOCK}\n`, '')
    },
    found: [`${LOG}:13 error history`, `${STATE}:14 error history`],
    present: [],
  },
  {
    name: 'an entry is replaced under its id',
    deed: (repo) => {
      repo.edit(STATE, KL2, learning('KL-2', 'Something else entirely was learnt.'))
    },
    found: [`${STATE}:14 error history`],
    present: [],
  },
  {
    name: 'an entry gets another number, in the log as well',
    deed: (repo) => {
      repo.edit(STATE, 'id: KL-2', 'id: KL-4')
      repo.edit(LOG, '+ KL-2', '+ KL-4')
    },
    found: [`${STATE}:14 error task-history`],
    present: [],
  },
  {
    name: 'an archived entry comes back',
    deed: (repo) => repo.edit(STATE, MARK, ''),
    found: [`${LOG}:19 error log-state`, `${STATE}:7 error task-history`],
    present: [`${LOG}:19 error log-state`],
  },
  {
    name: 'an entry was archived for another reason',
    deed: (repo) => repo.edit(STATE, 'the trace had two', 'the trace had three'),
    found: [`${STATE}:7 error task-history`],
    present: [],
  },
  {
    name: 'the log is edited',
    deed: (repo) => repo.edit(LOG, '+ In Progress: write', '+ In Progress: rewrite'),
    found: [`${LOG}:13 error history`],
    present: [],
  },
  {
    name: 'an update is logged above the others',
    deed: (repo) =>
      repo.edit(LOG, '# Log of lost-retries\n', '# Log\n\n## 2026-01-01T00:00:00Z\n\nNothing.\n'),
    found: [`${LOG}:3 error history`],
    present: [],
  },
  {
    name: 'a state is deleted',
    deed: (repo) => repo.git('rm', '--quiet', STATE),
    found: [...[7, 14, 19].map((line) => `${STATE}:${line} error history`), `${LOG}:1 error state-missing`],
    present: [`${LOG}:1 error state-missing`],
  },
  {
    name: 'a state is moved out of the memory',
    deed: (repo) => repo.git('mv', STATE, '.working-memory/lost-retries/state-old.yaml'),
    found: [
      '.working-memory/lost-retries:1 info unclaimed',
      ...[7, 14, 19].map((line) => `${STATE}:${line} error history`),
      `${LOG}:1 error state-missing`,
    ],
    present: ['.working-memory/lost-retries:1 info unclaimed', `${LOG}:1 error state-missing`],
  },
  {
    name: 'a task is deleted whole',
    deed: (repo) => repo.git('rm', '-r', '--quiet', '.working-memory/lost-retries'),
    found: [
      ...[7, 14, 19].map((line) => `${STATE}:${line} error history`),
      ...[3, 13].map((line) => `${LOG}:${line} error history`),
    ],
    present: [],
  },
  {
    name: 'an entry moves to another task',
    deed: (repo) => {
      repo.edit(STATE, KL2, '')
      repo.edit(OTHER_STATE, 'key_learnings: []', `key_learnings:\n${KL2.replace('KL-2', 'KL-1')}`.trimEnd())
    },
    found: [
      `${LOG}:20 error log-state`,
      `${OTHER_STATE}:1 warning log-state`,
      `${OTHER_STATE}:4 error task-history`,
    ],
    present: [`${LOG}:20 error log-state`, `${OTHER_STATE}:1 warning log-state`],
  },
  {
    name: 'a state becomes a link to its own text',
    deed: (repo) => {
      repo.write('attic/state.yaml', repo.text(OTHER_STATE))
      repo.remove(OTHER_STATE)
      repo.link(OTHER_STATE, '../../attic/state.yaml')
    },
    found: [`${OTHER_STATE}:1 error unreadable`],
  },
]

const rightThings: readonly Omit<Deed, 'found' | 'present'>[] = [
  { name: 'nothing', deed: () => undefined },
  { name: 'one more learning', deed: learn('KL-3', 'Ünd more was learnt.') },
  {
    name: 'an entry that is archived',
    deed: (repo) => {
      const [at, reason] = ['2026-04-03T08:00:00Z', 'the tests got a clock']
      repo.edit(STATE, KL2, `${KL2}    archived: { at: ${at}, reason: ${reason} }\n`)
      repo.write(LOG, `${repo.text(LOG)}\n## ${at}\n\n\`\`\`diff\n- KL-2 because ${reason}\n\`\`\`\n`)
    },
  },
  {
    name: 'progress that is written anew',
    deed: (repo) => {
      repo.edit(STATE, 'completed: [reproduce it]', 'completed: [reproduce it, write a failing test]')
      repo.edit(STATE, 'in_progress: [write a failing test]', 'in_progress: [fix it]')
    },
  },
  {
    name: 'CRLF in every file',
    deed: (repo) => {
      for (const path of Object.keys(cleanWorkingMemory))
        repo.write(path, repo.text(path).replaceAll('\n', '\r\n'))
    },
  },
  {
    name: 'another order of keys, another style, and a comment',
    deed: (repo) => {
      const [, insight = '', reason = '', added = ''] = KL2.split('\n')
      const again = `  - id: "KL-2"\n${[added, reason, insight].join('\n')}\n    mood: sure # as ever\n`
      repo.edit(STATE, KL2, again)
    },
  },
  {
    name: 'the executable bit',
    deed: (repo) => {
      for (const path of [STATE, LOG, UPDATE]) chmodSync(join(repo.dir, path), 0o755)
    },
  },
  {
    name: 'a task that is renamed',
    deed: (repo) => repo.git('mv', '.working-memory/lost-retries', '.working-memory/verlorene Aufträge'),
  },
  {
    name: 'updates that are edited, renamed and deleted',
    deed: (repo) => {
      repo.edit(UPDATE, 'reproduce it', 'reproduce it twice')
      repo.git('mv', UPDATE, UPDATE.replace('002', 'the second'))
      repo.git('rm', '--quiet', UPDATE.replace('002', '001'))
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
    ['an update without a reason', 'update-syntax'],
    ['an id twice', 'task-ids'],
    ['a task with a log and no state', 'state-missing'],
    ['a token in a snippet of an update', 'no-secret'],
    ['an insight is edited', 'history'],
    ['an archived entry comes back', 'task-history'],
    ['a task is deleted whole', 'history'],
  ] as const

  test.each(rowsOf(REFUSED, 4))('refuses: %s, with %s', (name, rule) => {
    refused(copied(), [...mistakes, ...moves], [name, rule])
  })

  test('lets an update in that archives what is not there, with a warning', () => {
    const repo = copied()
    repo.edit(UPDATE, 'KL-1', 'KL-9')
    repo.git('add', '--all')
    const { code, said } = hookCommit(repo)
    expect(code, said).toBe(0)
    expect(said).toContain('update-ids')
  })
})

describe('one change after another', () => {
  test('a revert of a removal brings the entry back, and a revert of that is a removal', async () => {
    const repo = copied()
    repo.edit(STATE, MARK, '')
    repo.commit('come back')
    repo.git('revert', '--no-commit', 'HEAD')
    expect(await staged(repo)).toEqual([])
    repo.commit('revert')
    expect(await againstMain(repo)).toEqual([])
    repo.git('revert', '--no-commit', 'HEAD')
    expect(await staged(repo)).toContain(`${STATE}:7 error task-history`)
  })

  test('a squash shows what its branch did', async () => {
    const repo = copied()
    repo.edit(STATE, 'unless it is moved', 'until it is moved')
    repo.commit('edit')
    learn('KL-3', 'More.')(repo)
    repo.commit('learn')
    repo.git('checkout', '--quiet', 'main')
    repo.git('merge', '--quiet', '--squash', 'topic')
    expect(await staged(repo)).toEqual([`${STATE}:14 error history`])
  })

  test('an entry that is deleted and added again later is a deletion first', async () => {
    const repo = copied()
    const text = repo.text(STATE)
    repo.edit(STATE, KL2, '')
    repo.git('add', '--all')
    expect(await staged(repo)).toEqual([`${LOG}:20 error log-state`, `${STATE}:14 error history`])
    repo.commit('delete')
    repo.write(STATE, text)
    repo.git('add', '--all')
    expect(await staged(repo)).toEqual([])
    repo.commit('again')
    expect(await againstMain(repo)).toEqual([])
  })
})

describe('a merge', () => {
  const ours = learn('KL-3', 'Ours is about slow builds.', '2026-04-03T08:00:00Z')
  const theirs = learn('KL-3', 'Theirs is about long queues.', '2026-04-03T09:00:00Z')

  /** What both sides learnt, the second one under a number of its own. */
  function both(repo: Repo): void {
    repo.git('checkout', '--quiet', '--ours', STATE, LOG)
    learn('KL-4', 'Theirs is about long queues.', '2026-04-03T09:00:00Z')(repo)
  }

  test('gives one of two entries another number where both sides gave out the same one', async () => {
    const repo = merging(copied(), ours, theirs)
    both(repo)
    expect(await judgedMerge(repo)).toEqual([])
  })

  test('may not keep both of them under one number', async () => {
    const repo = merging(copied(), ours, theirs)
    repo.git('checkout', '--quiet', '--ours', STATE, LOG)
    theirs(repo)
    expect(await judgedMerge(repo)).toEqual([`${LOG}:32 error log-state`, `${STATE}:22 error task-ids`])
  })

  test('may drop neither of them', async () => {
    for (const [side, log, line] of [
      ['--ours', 22, 17],
      ['--theirs', 22, 17],
    ] as const) {
      const repo = merging(copied(), ours, theirs)
      repo.git('checkout', '--quiet', side, STATE, LOG)
      expect(await judgedMerge(repo)).toEqual([
        `${LOG}:${log} error history`,
        `${STATE}:${line} error history`,
      ])
    }
  })

  test('may not take an archiving back', async () => {
    const repo = merging(copied(), ours, (topic) => {
      topic.edit(STATE, KL2, `${KL2}    archived: { at: ${T2}, reason: of age }\n`)
      topic.write(LOG, `${topic.text(LOG)}\n## ${T2}\n\n\`\`\`diff\n- KL-2 because of age\n\`\`\`\n`)
    })
    repo.git('checkout', '--quiet', 'HEAD', '--', STATE, LOG)
    repo.write(LOG, `${repo.text(LOG)}\n## ${T2}\n\n\`\`\`diff\n- KL-2 because of age\n\`\`\`\n`)
    expect(await judgedMerge(repo)).toEqual([`${LOG}:32 error log-state`, `${STATE}:14 error task-history`])
  })
})

describe('settings', () => {
  test('amend lets a reason change and nothing else, off lets everything happen', async () => {
    const repo = copied()
    repo.write('memkeep.yaml', 'history: { task-state: { mode: amend, editable: [reason] } }\n')
    repo.commit()
    repo.edit(STATE, 'the failing test needs it', 'a test needs it')
    repo.git('add', '--all')
    expect(await staged(repo)).toEqual([])
    repo.edit(STATE, 'unless it is moved', 'until it is moved')
    repo.edit(STATE, 'the trace had two', 'the trace had three')
    repo.git('add', '--all')
    expect(await staged(repo)).toEqual([`${STATE}:7 error task-history`, `${STATE}:14 error history`])
    repo.write('memkeep.yaml', 'history: { task-state: { mode: off } }\n')
    repo.git('commit', '--quiet', '--no-verify', '--message', 'free', 'memkeep.yaml')
    expect(await staged(repo)).toEqual([])
  })

  test('a log that may be rewritten, and a rule that is off', async () => {
    const repo = copied()
    repo.write('memkeep.yaml', 'history: { task-log: { mode: off } }\nrules: { log-state: off }\n')
    repo.commit()
    repo.write(LOG, '# Log\n\nBegun anew.\n')
    repo.git('add', '--all')
    expect(await staged(repo)).toEqual([`${LOG}:3 error item-lost`, `${LOG}:3 error item-lost`])
  })

  test('another root', async () => {
    const repo = copied()
    repo.write('memkeep.yaml', 'workingMemory: { root: agent/tasks/ }\n')
    repo.write('.working-memory/x/log.md', '# Log\n')
    repo.write('agent/tasks/x/log.md', '# Log\n')
    expect(await inWorkTree(repo)).toEqual(['agent/tasks/x/log.md:1 error state-missing'])
  })
})
