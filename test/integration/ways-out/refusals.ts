import { shim } from '../../../src/core/shim.ts'
import { layouts } from '../../../src/layouts/index.ts'
import { type Files, indexLiteral } from '../../helpers/check-literal.ts'
import type { PlantedLayout } from '../../helpers/planted.ts'
import { idOf } from '../../layouts/agent-memory/records.ts'
import { STATE, T2 } from '../../layouts/working-memory/task-files.ts'
import { type Changed, type ChangeRepo, printed } from './change-repo.ts'

/** What somebody does who reads a message; `said` is all that was printed. */
type Way = (repo: ChangeRepo, said: string) => unknown

/** A change that is refused, and the ways out that its message names, each by the words that name it. */
export type Refusal = {
  readonly rule: string
  readonly name: string
  readonly base: () => Promise<Files>
  readonly change: (repo: ChangeRepo) => unknown
  readonly ways: { readonly [words: string]: Way }
  /** Only CI refuses it: the hook repairs it, or git asks no hook. */
  readonly ciOnly?: true
  /** What is in a commit already stays until the commit is rewritten. */
  readonly rewritten?: true
}

const planted = new Map(
  await Promise.all(
    layouts.map(
      async ({ id }) => [id, (await import(`../../layouts/${id}/planted.ts`)) as PlantedLayout] as const,
    ),
  ),
)

function memoryOf(id: string): PlantedLayout {
  const layout = planted.get(id)
  if (!layout) throw new Error(`no layout ${id}`)
  return layout
}

/** The violation that is planted for a rule of a layout, and the ways out. */
function plantedIn(
  id: string,
  rule: string,
  ways: Refusal['ways'],
  { settings, more = {} }: { readonly settings?: string; readonly more?: Files } = {},
): Refusal {
  const { clean, planted: all } = memoryOf(id)
  const one = all[rule]
  if (!one) throw new Error(`nothing is planted for ${rule} in ${id}`)
  const own = settings ?? one.settings
  const base = async () => ({
    ...(await indexLiteral({ ...clean, ...more }, { settings: own })),
    ...(own ? { 'memkeep.yaml': own } : {}),
  })
  return {
    rule,
    name: `${rule} in ${id}`,
    base,
    change: (repo) =>
      one.file === undefined
        ? repo.edit(one.path, one.replace ?? '', one.by ?? '')
        : repo.apply({ [one.path]: one.file }),
    ways,
  }
}

function changed(
  id: string,
  rule: string,
  what: {
    readonly name: string
    readonly change: Changed | Way
    readonly ways: Refusal['ways']
    readonly more?: Files
    readonly settings?: string
    readonly ciOnly?: true
  },
): Refusal {
  const { change, more, settings, ...own } = what
  return {
    rule,
    ...own,
    base: async () => ({
      ...(await indexLiteral({ ...memoryOf(id).clean, ...more }, { settings })),
      ...(settings ? { 'memkeep.yaml': settings } : {}),
    }),
    change: (repo) => (typeof change === 'function' ? change(repo, '') : repo.apply(change)),
  }
}

/** Runs the command in backquotes that begins with these words. */
const run =
  (words: string): Way =>
  (repo, said) =>
    repo.shell(printed(said, words))

/** Writes a file as `git show` prints it. */
const asShown =
  (path: string): Way =>
  (repo, said) =>
    repo.write(path, repo.shell(printed(said, 'git show')))

const edit =
  (path: string, from: string, to: string): Way =>
  (repo) =>
    repo.edit(path, from, to)
const move =
  (from: string, to: string): Way =>
  (repo) =>
    repo.move(from, to)
const remove =
  (path: string): Way =>
  (repo) =>
    repo.remove(path)
const inTurn =
  (...ways: readonly Way[]): Way =>
  async (repo, said) => {
    for (const way of ways) await way(repo, said)
  }

/** Takes a file back, and moves it. */
function toArchive(from: string, to: string): Way {
  return (repo) => {
    repo.restore(from)
    repo.move(from, to)
  }
}

/** Does something on `main` first, through the hook, and then the change again. */
function inAChangeBefore(deed: Way, again: Way = () => {}): Way {
  return async (repo, said) => {
    repo.git('stash', '--quiet', '--include-untracked')
    repo.git('checkout', '--quiet', 'main')
    await deed(repo, said)
    repo.git('add', '--all')
    repo.git('commit', '--quiet', '--allow-empty', '--message', 'first')
    repo.git('checkout', '--quiet', 'topic')
    repo.git('rebase', '--quiet', 'main')
    if (repo.git('stash', 'list') !== '') repo.git('stash', 'pop', '--quiet')
    await again(repo, said)
  }
}

type Merging = {
  readonly name: string
  readonly ours: Way
  readonly theirs: Way
  readonly resolve: Way
  readonly ways: Refusal['ways']
}

/** A branch that merges `main`, and goes wrong in that. */
function merged(id: string, rule: string, { name, ours, theirs, resolve, ways }: Merging): Refusal {
  return changed(id, rule, {
    name,
    ways,
    change: async (repo, said) => {
      await ours(repo, said)
      await repo.memkeep('index')
      repo.commit('ours')
      repo.git('checkout', '--quiet', 'main')
      await theirs(repo, said)
      await repo.memkeep('index')
      repo.commit('theirs')
      repo.git('checkout', '--quiet', 'topic')
      repo.shell('git merge --quiet --no-commit --no-ff main || true')
      await resolve(repo, said)
    },
  })
}

const other =
  (path: string): Way =>
  (repo) =>
    repo.write(path, 'export {}\n')

const ADR = 'docs/adr'
const FACT = 'memory/facts/time-zone.md'
const TASK = 'memory/tasks/rotate-keys.md'
const GOAL = 'memory/goals/second-region.md'
const DECISION = 'memory/decisions/queue-in-postgres.md'
const COWORK = '.cowork/memory'
const ITERATION = `${COWORK}/iterations/iter-3.json`
const PROJECT = `${COWORK}/project/memory.json`
const WORKSPACES = 'user/memory/workspaces'
const LOG = `${WORKSPACES}/devtools/decisions.md`
const LESSONS = `${WORKSPACES}/devtools/lessons.md`
const PLANS = 'resources/workspaces/devtools/common/_plans'
const PLAN = `${PLANS}/260208-workflow-engine.md`
const HOT = 'agent/rules/common/user-profile.md'
const DAY = 'memory/2026-02-08.md'
const TASK_LOG = '.working-memory/lost-retries/log.md'
const ARCHIVED = '.working-memory/lost-retries/archived-001.yaml'

const DECISION_ROW = `    {
      "id": "dec-iter-1-1",
      "title": "A decision that is never found",
      "context": "There was a file without a row.",
      "decision": "It has one now.",
      "consequences": [],
      "iteration_id": "iter-1",
      "created_at": "2026-03-02T11:00:00Z"
    }`

const DONE_TASK =
  '---\nid: task-0009\ntitle: Renew the certificate\ncreated: 2026-02-08\nstatus: done\n---\n\nIt holds for a year.\n'
const PROPOSED =
  '# 3. Kafka\n\nDate: 2026-03-02\n\n## Status\n\nProposed\n\n## Context\n\nJobs are slow at noon.\n\n## Decision\n\nWe could try Kafka.\n'
const ARCHIVE = 'move the file as it is to a folder `archive`'
const RECORD = `.agent-memory/working/${idOf(1)}.json`
const SETTINGS = 'memkeep.yaml'
const HOOK = '.husky/pre-commit'
const HOOK_BLOCK = `${shim('pre-commit', ['user/memory'])}\n`

/** What `memkeep check` refuses of memory that git does not keep. */
export const LOCAL: readonly Refusal[] = [
  plantedIn('agent-memory', 'record-id', {
    'Rename the file to': move(RECORD, `.agent-memory/working/${idOf(9)}.json`),
    'a copy of another record gets a new id': edit(RECORD, idOf(9), idOf(1)),
  }),
  plantedIn('agent-memory', 'record-scope', {
    'Correct the field': edit(RECORD, '"scope": "session"', '"scope": "working"'),
    'or move the file to .agent-memory/session': move(RECORD, `.agent-memory/session/${idOf(1)}.json`),
  }),
  plantedIn('agent-memory', 'record-times', {
    'Correct the one of the two that is wrong': edit(RECORD, '2026-02-20T11:29:59Z', '2026-02-21T11:29:59Z'),
  }),
]

/** Every rule that can refuse a commit or a pull request, with the ways out that its messages name. */
export const REFUSALS: readonly Refusal[] = [
  // adr
  plantedIn('adr', 'adr-number', {
    'Give one of them another number; the next free one is 3': (repo) => {
      repo.move(`${ADR}/0002-one-lockfile.md`, `${ADR}/0003-one-lockfile.md`)
      repo.edit(`${ADR}/0003-one-lockfile.md`, '# 2.', '# 3.')
    },
  }),
  plantedIn('adr', 'item-lost', {
    'Restore its file': run('git restore'),
    [ARCHIVE]: toArchive(`${ADR}/0001-jobs-in-redis.md`, `${ADR}/archive/0001-jobs-in-redis.md`),
  }),

  changed('adr', 'item-lost', {
    name: 'a proposed record is deleted',
    more: { [`${ADR}/0003-kafka.md`]: PROPOSED },
    change: remove(`${ADR}/0003-kafka.md`),
    ways: {
      'Restore its file': run('git restore'),
      [ARCHIVE]: toArchive(`${ADR}/0003-kafka.md`, 'docs/archive/0003-kafka.md'),
    },
  }),

  // agent-memory
  changed('agent-memory', 'root-ignored', {
    name: 'a record is added to git',
    change: (repo) => repo.git('add', '--force', RECORD),
    ways: { 'Take it out of git with': run('git rm') },
  }),

  // atomic
  plantedIn('atomic', 'item-body', {
    'Write below the front matter what is to be remembered': edit(
      FACT,
      '# Time zone',
      '# Time zone\n\nWorks in UTC+7 and answers before noon.',
    ),
  }),
  plantedIn('atomic', 'one-item', {
    'Move it into a separate file': (repo) => {
      const [first = '', second = ''] = repo
        .text(FACT)
        .split(/(?<=\n)(?=---\ncreated: 2026-02-08\nid: fact-0002)/)
      repo.write(FACT, first)
      repo.write('memory/facts/noon.md', second)
    },
    'put an example into a code fence': (repo) =>
      repo.write(
        FACT,
        repo.text(FACT).replace(/(?<=\n)---\ncreated: 2026-02-08\nid: fact-0002[\s\S]*$/, '```\n$&```\n'),
      ),
  }),
  changed('atomic', 'supersedes', {
    name: 'a new decision supersedes one that is not there',
    change: {
      'memory/decisions/queue-in-kafka.md': decision('dec-0009', 'The job queue runs in Kafka', 'dec-1000'),
    },
    ways: { 'Correct the id': edit('memory/decisions/queue-in-kafka.md', 'dec-1000', 'dec-0002') },
  }),
  changed('atomic', 'supersedes', {
    name: 'a new decision supersedes one that is superseded',
    change: {
      'memory/decisions/queue-in-kafka.md': decision('dec-0009', 'The job queue runs in Kafka', 'dec-0001'),
    },
    ways: {
      'Supersede dec-0002 instead': edit('memory/decisions/queue-in-kafka.md', 'dec-0001', 'dec-0002'),
      'record a third one': (repo) =>
        repo.write(
          'memory/decisions/queue-as-it-is.md',
          decision('dec-0010', 'The job queue stays in one store', '[dec-0002, dec-0009]'),
        ),
    },
  }),
  plantedIn('atomic', 'archive-finished', {
    'Move it back out of `archive/`': move(
      'memory/goals/archive/offline-kiosk.md',
      'memory/goals/offline-kiosk.md',
    ),
  }),
  plantedIn('atomic', 'task-forward', {
    'Put `status: in_progress` back': edit(TASK, 'status: todo', 'status: in_progress'),
    'write a new task for what is left to do': (repo) => {
      repo.edit(TASK, 'status: todo', 'status: in_progress')
      repo.write(
        'memory/tasks/rotate-more-keys.md',
        '---\nid: task-0009\ntitle: Rotate the other keys\ncreated: 2026-02-08\nstatus: todo\n---\n\nThose of the mail server are left.\n',
      )
    },
  }),
  plantedIn('atomic', 'goal-final', {
    'Put `status: abandoned` back': edit(GOAL, 'status: active', 'status: abandoned'),
    'add a line `reopened: …` that says why': edit(
      GOAL,
      'status: active',
      'status: active\nreopened: The second office opened',
    ),
  }),
  plantedIn('atomic', 'id-unique', { 'Give it a new id': edit(FACT, 'task-0001', 'fact-0001') }),
  changed('atomic', 'history', {
    name: 'a decision is edited',
    change: edit(DECISION, 'two thousand', 'three thousand'),
    ways: {
      'Restore what it said': asShown(DECISION),
      'write a new item that replaces it': inTurn(asShown(DECISION), (repo) =>
        repo.write(
          'memory/decisions/queue-again.md',
          decision('dec-0009', 'The job queue stays', 'dec-0002'),
        ),
      ),
    },
  }),
  changed('atomic', 'history', {
    name: 'a decision is deleted',
    change: remove(DECISION),
    ways: { 'Restore its file': run('git restore') },
  }),
  changed('atomic', 'history', {
    name: 'a task that is done is deleted',
    more: { 'memory/tasks/renew.md': DONE_TASK },
    change: remove('memory/tasks/renew.md'),
    ways: {
      'Restore its file': run('git restore'),
      'If it is over, it may move unchanged to an archive': (repo) =>
        repo.write('memory/tasks/archive/renew.md', DONE_TASK),
    },
  }),
  {
    ...merged('atomic', 'merge-id-clash', {
      name: 'two branches gave one id to two decisions',
      ours: (repo) => repo.write('memory/decisions/ports.md', decision('dec-0010', 'Ports are fixed', '')),
      theirs: (repo) => repo.write('memory/decisions/ports.md', decision('dec-0010', 'Hosts have names', '')),
      resolve: (repo) => repo.write('memory/decisions/ports.md', decision('dec-0010', 'Ports are fixed', '')),
      ways: {
        'Keep both, and give the one that no other branch has yet a new id': (repo, said) => {
          const lost = repo.shell(printed(said, 'git show'))
          repo.write(
            'memory/decisions/fixed-ports.md',
            repo.text('memory/decisions/ports.md').replace('dec-0010', 'dec-0011'),
          )
          repo.write('memory/decisions/ports.md', lost)
        },
      },
    }),
  },

  // cowork
  changed('cowork', 'project-item-id', {
    name: 'a new decision has the id of another iteration',
    change: (repo) =>
      repo.edit(
        PROJECT,
        '\n  ],\n  "patterns"',
        `,\n${DECISION_ROW.replace('"iter-1"', '"iter-3"')}\n  ],\n  "patterns"`,
      ),
    ways: { 'Correct the one of the two that is wrong': edit(PROJECT, 'dec-iter-1-1"', 'dec-iter-3-1"') },
  }),
  plantedIn('cowork', 'detail-row', {
    'Add the row to': edit(PROJECT, '\n  ],\n  "patterns"', `,\n${DECISION_ROW}\n  ],\n  "patterns"`),
  }),
  plantedIn('cowork', 'iteration-name', {
    'Correct it': edit(ITERATION, '"iteration_id": "iter-4"', '"iteration_id": "iter-3"'),
  }),
  plantedIn('cowork', 'issue-resolved', {
    'Write `"resolved": true`': edit(ITERATION, '"resolved": false', '"resolved": true'),
    'or null for `resolved_at`': edit(
      ITERATION,
      '"resolved_at": "2026-03-01T10:30:00+01:00"',
      '"resolved_at": null',
    ),
  }),
  plantedIn('cowork', 'utc-time', {
    'Write a day that exists, `T`': edit(ITERATION, '2026-03-01 10:00', '2026-03-01T10:00:00Z'),
  }),
  plantedIn('cowork', 'time-order', {
    'Correct the time that is wrong': edit(ITERATION, '+01:01', '+01:00'),
  }),

  // instructions
  plantedIn('instructions', 'instruction-link', {
    'Point the symlink at the file': (repo) => repo.apply({ 'GEMINI.md': { link: 'AGENTS.md' } }),
    'or delete it': remove('GEMINI.md'),
  }),

  // log
  plantedIn('log', 'item-returned', {
    'Leave it out': edit('docs/decisions.md', '## 2026-03-03: A key for all\n\nIt is in the safe.\n\n', ''),
    'delete the tombstone in the same change': edit(
      'docs/decisions.md',
      '<!-- memkeep-removed [2026-03-03] A key for all -- it held the key itself -->\n',
      '',
    ),
  }),
  plantedIn('log', 'log-tombstone', {
    'Write it as `<!-- memkeep-removed': edit(
      'docs/decisions.md',
      'Deploy key -->',
      'Deploy key -- it was the key itself -->',
    ),
  }),
  plantedIn('log', 'item-lost', {
    'Restore it': asShown('tasks/lessons.md'),
    'To archive it, restore it and run': inTurn(asShown('tasks/lessons.md'), async (repo, said) => {
      const [, title = ''] = /--entry '([^']+)'/.exec(printed(said, 'memkeep archive')) ?? []
      await repo.memkeep('archive', 'tasks/lessons.md', '--entry', title)
    }),
    'If it must not stay anywhere, write in its place': (repo, said) =>
      repo.write(
        'tasks/lessons.md',
        `${repo.text('tasks/lessons.md')}${printed(said, '<!-- memkeep-removed').replace('reason', 'it named a customer')}\n`,
      ),
  }),

  // openclaw
  plantedIn('openclaw', 'item-lost', {
    'Restore it': asShown(DAY),
    'If it was taken out on purpose, write in its place': (repo, said) =>
      repo.edit(
        DAY,
        '## The mails',
        `${printed(said, '<!-- memkeep-removed').replace('reason', 'the printer is gone')}\n\n## The mails`,
      ),
  }),
  changed('openclaw', 'item-lost', {
    name: 'the notes of a day are deleted',
    change: remove(DAY),
    ways: {
      'Restore its file': run('git restore'),
      [ARCHIVE]: toArchive(DAY, 'memory/archive/2026-02-08.md'),
    },
  }),
  changed('openclaw', 'file-lost', {
    name: 'a file that has to stay is deleted',
    settings: 'history: { openclaw-self: { mode: append-only } }\n',
    change: remove('SOUL.md'),
    ways: {
      'Restore it if that was not meant': run('git restore'),
      'with its file to a folder `archive`': toArchive('SOUL.md', 'docs/archive/SOUL.md'),
      'goes to another memory file': (repo, said) => {
        const text = repo.shell(`${printed(said, 'git restore')}; cat SOUL.md; rm SOUL.md`)
        repo.write('IDENTITY.md', `${repo.text('IDENTITY.md')}\n${text.replace('# Who', '## Who')}`)
      },
    },
  }),

  // spec-kit
  plantedIn('spec-kit', 'item-lost', {
    'Restore it': asShown('.specify/memory/constitution.md'),
    'If it was taken out on purpose, write in its place': (repo, said) =>
      repo.edit(
        '.specify/memory/constitution.md',
        '### III. Plain Words',
        `${printed(said, '<!-- memkeep-removed').replace('reason', 'there are two now')}\n\n### III. Plain Words`,
      ),
  }),

  // working-memory
  plantedIn('working-memory', 'update-syntax', {
    'Say in one sentence why': edit(
      '.working-memory/lost-retries/002.dsl',
      '- The clock',
      '- because the failing test needs it: The clock',
    ),
  }),
  plantedIn('working-memory', 'task-ids', {
    'Give it the next free id, KL-3': edit(
      STATE,
      '- id: KL-2\n    insight: Another',
      '- id: KL-3\n    insight: Another',
    ),
  }),
  plantedIn('working-memory', 'task-times', {
    'Correct the time that is wrong': edit(
      STATE,
      'updated: 2026-04-02T09:59:00Z',
      'updated: 2026-04-30T10:00:00Z',
    ),
  }),
  changed('working-memory', 'task-reason', {
    name: 'a new learning without a reason',
    change: edit(
      STATE,
      'verbatim_context:\n',
      `  - id: KL-3\n    insight: Another lease.\n    added: ${T2}\nverbatim_context:\n`,
    ),
    ways: {
      'Add a line `reason: …`': edit(
        STATE,
        'insight: Another lease.\n',
        'insight: Another lease.\n    reason: it is so\n',
      ),
    },
  }),
  changed('working-memory', 'insight-line', {
    name: 'a new insight of two lines',
    change: edit(
      STATE,
      'verbatim_context:\n',
      `  - id: KL-3\n    insight: |\n      Another\n      lease.\n    reason: it is so\n    added: ${T2}\nverbatim_context:\n`,
    ),
    ways: {
      'Say it on one line': edit(STATE, 'insight: |\n      Another\n      lease.', 'insight: Another lease.'),
    },
  }),
  changed('working-memory', 'state-missing', {
    name: 'the state of a task is deleted and its updates stay',
    change: remove(STATE),
    ways: {
      'Restore the state': (repo, said) => {
        repo.shell(printed(said, 'git log'))
        repo.shell(`git restore --source=main -- :/${STATE}`)
      },
    },
  }),
  changed('working-memory', 'log-state', {
    name: 'the log says what the state does not',
    change: (repo) =>
      repo.write(
        TASK_LOG,
        `${repo.text(TASK_LOG)}\n## 2026-04-03T10:00:00Z\n\n\`\`\`diff\n+ KL-3 because it is so: Another lease.\n\`\`\`\n`,
      ),
    ways: {
      'Restore it in .working-memory/lost-retries/state.yaml': edit(
        STATE,
        'verbatim_context:\n',
        '  - id: KL-3\n    insight: Another lease.\n    reason: it is so\n    added: 2026-04-03T10:00:00Z\nverbatim_context:\n',
      ),
    },
  }),
  plantedIn('working-memory', 'archived-ids', {
    'give a different one a number of its own': edit(ARCHIVED, 'KL-1', 'KL-9'),
  }),
  plantedIn('working-memory', 'task-history', {
    'Restore its `archived` as it was': edit(STATE, 'had three', 'had two'),
  }),
  plantedIn('working-memory', 'history', { 'Restore it': asShown(STATE) }),

  // workspace
  plantedIn('workspace', 'syntax', { 'Close the bracket': edit(PLAN, 'xstate', 'xstate]') }),
  plantedIn('workspace', 'size-limit', {
    'Split the file or archive a part of it': (repo) => repo.restore(LESSONS),
    '`limits.fileBytes` in memkeep.yaml moves the limit, in a change that is merged before this one':
      inAChangeBefore(
        (repo) => repo.write('memkeep.yaml', 'limits: { fileBytes: 2000000 }\n'),
        (repo) => {
          repo.restore(LESSONS)
          repo.write(
            LESSONS,
            `${repo.text(LESSONS).replace(/\n(?=### )/, `\n${'a word '.repeat(160_000)}\n\n`)}`,
          )
        },
      ),
  }),
  plantedIn('workspace', 'front-matter-position', {
    'Move the block to the top of the file': edit('resources/workspaces/shop/OVERVIEW.md', '\n---', '---'),
  }),
  plantedIn('workspace', 'schema', { 'Did you mean "done"': edit(PLAN, 'status: finished', 'status: done') }),
  plantedIn('workspace', 'no-conflict-marker', {
    'Decide what lines 3 to 7 should say, and delete the markers': edit(
      LOG,
      '<<<<<<< HEAD\nOldest first.\n=======\nNewest first.\n>>>>>>> theirs',
      'Oldest first.',
    ),
  }),
  plantedIn('workspace', 'no-hidden-text', { 'Delete it': edit(HOT, '\u202e', '') }),
  changed('workspace', 'derived-fresh', {
    name: 'an index that does not follow',
    change: edit(LOG, '**Tags:** biome, lint', '**Tags:** biome, lint, speed'),
    ciOnly: true,
    ways: { 'Run `memkeep index`': (repo) => repo.memkeep('index') },
  }),
  plantedIn('workspace', 'history', {
    'Restore what it said': asShown(LOG),
    'write a new item that replaces it': inTurn(asShown(LOG), (repo) =>
      repo.write(
        LOG,
        `${repo.text(LOG)}\n### [2026-04-01] One lockfile below the packages\n\n**Category:** dependency\n**Tags:** biome\n\nIt replaces the one for all.\n\n---\n`,
      ),
    ),
  }),
  changed('workspace', 'item-lost', {
    name: 'a decision is taken out of a log',
    change: (repo) => repo.write(LOG, repo.text(LOG).replace(/### \[2026-02-03\][\s\S]*?\n---\n\n/, '')),
    ways: {
      'Restore it': asShown(LOG),
      'To archive it, restore it and run': inTurn(asShown(LOG), async (repo, said) => {
        const [, title = ''] = /--entry '([^']+)'/.exec(printed(said, 'memkeep archive')) ?? []
        await repo.memkeep('archive', LOG, '--entry', title)
      }),
      'If it must not stay anywhere, write in its place': (repo, said) =>
        repo.edit(
          LOG,
          '### [2026-03-01]',
          `${printed(said, '<!-- memkeep-removed').replace('reason', 'it named a customer')}\n\n### [2026-03-01]`,
        ),
    },
  }),
  plantedIn('workspace', 'unreadable', {
    'Make it a readable regular file': (repo) => repo.restore(`${WORKSPACES}/shop/lessons.md`),
  }),
  plantedIn('workspace', 'plan-file-name', {
    'Rename the file: the day the plan was made, then lower-case words joined by hyphens': move(
      `${PLANS}/Sandbox_Two.md`,
      `${PLANS}/260223-sandbox-two.md`,
    ),
  }),
  plantedIn('workspace', 'plan-dates', {
    'Correct the date that is wrong': edit(PLAN, 'updated: 2026-02-01', 'updated: 2026-02-20'),
  }),
  plantedIn('workspace', 'entry-heading', {
    'Start the heading with `### [2026-01-12]`': edit(LOG, '## [2026-01-12]', '### [2026-01-12]'),
  }),
  changed('workspace', 'entry-heading', {
    name: 'a heading that is no entry',
    change: (repo) => repo.write(LOG, `${repo.text(LOG)}\n## Later\n\nMore to come.\n`),
    ways: {
      'Bring an entry into that form': edit(
        LOG,
        '## Later',
        '### [2026-04-01] Later\n\n**Category:** general',
      ),
      'give a heading inside an entry four `#`': edit(LOG, '## Later', '#### Later'),
    },
  }),
  plantedIn('workspace', 'entry-category', {
    'Add the line right under the heading, above the text; `general` when nothing else fits': edit(
      LOG,
      'One lockfile for all packages\n\n',
      'One lockfile for all packages\n\n**Category:** general\n',
    ),
  }),
  plantedIn('workspace', 'entry-tags', { 'Write it as lint': edit(LOG, 'Lint', 'lint') }),
  plantedIn('workspace', 'entry-body', {
    'Write the reason': edit(
      LOG,
      '**Tags:** biome, lint\n',
      '**Tags:** biome, lint\n\nOne tool formats and lints.\n',
    ),
    'or delete the entry': (repo) => repo.restore(LOG),
  }),
  plantedIn('workspace', 'entry-separator', {
    'Put a blank line above the ---': edit(LOG, '0.6 s.\n---', '0.6 s.\n\n---'),
  }),
  plantedIn('workspace', 'entry-hidden', {
    'Close what opens in line': edit(LESSONS, '<!-- a note\n', '<!-- a note -->\n'),
  }),
  plantedIn('workspace', 'entry-duplicate', {
    'give one another title': (repo) => repo.restore(LOG),
  }),
  plantedIn('workspace', 'tombstone', {
    'Write it as `<!-- memkeep-removed': edit(
      LOG,
      'Deploy key -->',
      'Deploy key -- it was the key itself -->',
    ),
  }),
  plantedIn('workspace', 'hot-budget', {
    'Move what few conversations need into workspace memory': (repo) => repo.restore(HOT),
    'raise the budget in a change that is merged before this one': inAChangeBefore(
      edit(HOT, '<!-- budget: 50 lines -->', '<!-- budget: 60 lines -->'),
    ),
  }),
  plantedIn('workspace', 'agent-link', {
    'Point the symlink at a file in agent/rules/common': (repo) =>
      repo.apply({ '.cursor/rules/naming.mdc': { link: '../../agent/rules/common/user-profile.md' } }),
    'or delete it': remove('.cursor/rules/naming.mdc'),
  }),
  {
    ...plantedIn('workspace', 'no-secret', {
      'Remove it': edit(LESSONS, `1. https://user:${'hunter'}2x9k@git.acme.dev/pkg\n`, ''),
      'allow it in memkeep.yaml, in a change that is merged before this one': inAChangeBefore((repo, said) =>
        repo.write(SETTINGS, `${printed(said, 'secrets:')}\n`),
      ),
    }),
    rewritten: true,
  },
  {
    ...changed('workspace', 'hot-total', {
      name: 'hot memory grows over its limit',
      settings: 'hot: { lines: 38 }\n',
      change: edit(HOT, '- Works', '- One\n- Two\n- Three\n- Four\n- Works'),
      ways: {
        'Move the least universal items into workspace memory': edit(
          HOT,
          '- One\n- Two\n- Three\n- Four\n',
          '',
        ),
      },
    }),
  },
  changed('workspace', 'loosened', {
    name: 'memkeep is taken out of a hook',
    more: { [HOOK]: `#!/bin/sh\nnpm test\n${HOOK_BLOCK}` },
    change: edit(HOOK, HOOK_BLOCK, ''),
    ways: { 'Run `memkeep init`': edit(HOOK, 'npm test\n', `npm test\n${HOOK_BLOCK}`) },
  }),
  merged('workspace', 'merge-doubled', {
    name: 'a merge has an entry twice',
    ours: other('src/a.ts'),
    theirs: other('src/b.ts'),
    resolve: (repo) => {
      const [, entry = ''] = /(### \[2026-01-12\][\s\S]*?\n---\n)/.exec(repo.text(LOG)) ?? []
      repo.write(`${WORKSPACES}/devtools/_archive/decisions-2024.md`, `# Decisions of 2026\n\n${entry}`)
    },
    ways: { 'Delete the copy': remove(`${WORKSPACES}/devtools/_archive/decisions-2024.md`) },
  }),
  merged('workspace', 'merge-invented', {
    name: 'a merge edits an entry that no side edited',
    ours: other('src/a.ts'),
    theirs: other('src/b.ts'),
    resolve: edit(LOG, 'no lockfile below it', 'one lockfile below it'),
    ways: { 'Write that version': asShown(LOG) },
  }),
  changed('workspace', 'baseline', {
    name: 'a count of findings that are always reported',
    change: {
      'memkeep-baseline.json': `${JSON.stringify({ version: 1, findings: { [LOG]: { 'no-secret': 1 } } })}\n`,
    },
    ways: {
      'Delete the count': (repo) => repo.write('memkeep-baseline.json', '{ "version": 1, "findings": {} }\n'),
    },
  }),
  changed('atomic', 'path-claimed', {
    name: 'two roots at one place',
    settings: 'layouts: { openclaw: off }\n',
    change: {
      [SETTINGS]: 'layouts: { openclaw: off }\nworkspace: { memory: memory }\n',
      'memory/facts/decisions.md':
        '---\nid: fact-0009\ntitle: Where decisions are\ncreated: 2026-02-08\n---\n\nThey are in another folder.\n',
    },
    ways: {
      'Move one of their roots in memkeep.yaml': edit(SETTINGS, 'workspace: { memory: memory }\n', ''),
    },
  }),
]

function decision(id: string, title: string, supersedes: string): string {
  const line = supersedes === '' ? '' : `supersedes: ${supersedes}\n`
  return `---\nid: ${id}\ntitle: ${title}\ncreated: 2026-04-02\n${line}---\n\nIt was tried for a month, and nothing was lost in it.\n`
}
