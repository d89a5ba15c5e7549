import type { Plan } from './scenario.ts'

const LOG = 'user/memory/workspaces/devtools/lessons.md'
const LESSONS = /lessons[^/]*\.md$|_archive\//
const lesson = (name: string): string => `Lesson ${name}\n`
const OLD = `# Lessons\n\n### [2026-01-05] Lesson old\n\n**Category:** general\n**Tags:** node\n\nThe old one stays readable wherever it lies.\n\n---\n`

const STATE = '.working-memory/retries/state.yaml'
const side = (name: string): string =>
  `${OLD}\n### [2026-02-05] Lesson ${name}\n\n**Category:** general\n**Tags:** node\n\nThe side of ${name} says this.\n\n---\n`

const ALL: readonly Plan[] = [
  {
    name: 'save-over-save',
    before: [['save', 'base']],
    actors: [
      ['save', 'alpha'],
      ['save', 'beta'],
    ],
    next: ['save', 'next'],
    memory: LESSONS,
    stays: [lesson('base')],
    adds: [lesson('alpha'), lesson('beta')],
    nextAdds: lesson('next'),
  },
  {
    name: 'save-over-archive',
    files: { [LOG]: OLD },
    before: [['save', 'base']],
    actors: [
      ['save', 'alpha'],
      ['archive', LOG],
    ],
    // A run that is killed between the archive and the log leaves entries in both, and the next one ends it.
    next: ['archive and save', LOG, 'next'],
    memory: LESSONS,
    stays: [lesson('base'), 'Lesson old\n'],
    adds: [lesson('alpha'), ''],
    nextAdds: lesson('next'),
  },
  {
    name: 'index-over-save',
    before: [['save', 'base']],
    actors: [['save', 'alpha'], ['index']],
    next: ['save', 'next'],
    memory: LESSONS,
    stays: [lesson('base')],
    adds: [lesson('alpha'), ''],
    nextAdds: lesson('next'),
  },
  {
    name: 'two-promotions',
    before: [
      ['start session'],
      ['save session', 'Cents are integers.'],
      ['save session', 'Queues need names.'],
    ],
    actors: [
      ['promote', 'Cents are integers.'],
      ['promote', 'Queues need names.'],
    ],
    next: ['index'],
    memory: /project\/memory\.json$/,
    stays: [],
    adds: ['"Promoted Cents are integers."', '"Promoted Queues need names."'],
    nextAdds: '',
  },
  {
    name: 'session-end-over-save',
    before: [['start session'], ['save session', 'Cents are integers.']],
    actors: [['end session'], ['save session', 'Queues need names.']],
    next: ['index'],
    memory: /iterations\/[^/]*$|session\.json$/,
    // The end clears the session, and keeps aside what no commit has.
    copies: /memkeep\/kept\//,
    stays: ['"Cents are integers."'],
    adds: ['"completed_at"', '"Queues need names."'],
    nextAdds: '',
  },
  {
    name: 'finish-over-edit',
    before: [['start task']],
    actors: [
      ['finish', 'the fix is merged'],
      ['apply', 'Queues need names.'],
    ],
    next: ['apply', 'Locks name owners.'],
    memory: /state\.yaml$/,
    stays: [],
    adds: ['the fix is merged', 'Queues need names.'],
    nextAdds: 'Locks name owners.',
  },
  {
    // An agent that got no answer sends the same again.
    name: 'update-sent-twice',
    before: [['start task']],
    actors: [
      ['apply', 'Queues need names.'],
      ['apply', 'Queues need names.'],
    ],
    next: ['apply', 'Queues need names.'],
    memory: /state\.yaml$/,
    stays: [],
    adds: ['Queues need names.', ''],
    nextAdds: 'Queues need names.',
  },
  {
    // The second writer moves the record to a part that has a lock of its own while the first one waits.
    name: 'update-of-a-moved-record',
    before: [['add record']],
    actors: [
      ['update record', 'summary', 'Prices are whole'],
      ['promote and update record', 'content', 'Cents, never floats.'],
    ],
    // A promotion that is killed leaves the record in both scopes: the check says so, and the same call again ends it.
    next: ['promote and update record', 'source', 'a test'],
    memory: /\.agent-memory\/.*\.json$/,
    stays: [],
    adds: ['"Prices are whole"', '"Cents, never floats."'],
    nextAdds: '"a test"',
    isKnown: (fault) => /^torn: .* id-unique: /.test(fault),
    power: false,
  },
  {
    name: 'stale-lock-taken-over',
    files: { 'log.txt': 'begin\n' },
    before: [['leave lock']],
    actors: [
      ['under lock', 'first'],
      ['under lock', 'second'],
      ['under lock', 'third'],
    ],
    next: ['under lock', 'next'],
    memory: /log\.txt$/,
    stays: ['begin'],
    adds: ['first', 'second', 'third'],
    nextAdds: 'next',
    // Its own files are not synced; the scenes of saves have the power losses.
    power: false,
  },
  {
    name: 'update-over-hand-edit',
    before: [['start task'], ['apply', 'Queues need names.']],
    actors: [
      ['apply', 'Locks name owners.'],
      ['edit', STATE, 'Queues need names.', 'Queues need short names.'],
    ],
    next: ['apply', 'Clocks go back.'],
    memory: /state\.yaml$/,
    stays: [],
    adds: ['Locks name owners.', 'short names.'],
    nextAdds: 'Clocks go back.',
    isKnown: (fault, steps) => {
      const last = (step: RegExp): number => steps.findLastIndex((one) => step.test(one))
      const [written, opened, saved] = ['a rename', 'b read', 'b rename'].map((step) =>
        last(new RegExp(`^${step} .*state\\.yaml$`)),
      )
      // What memkeep does last before it renames has to be the look.
      const before = steps.slice(0, written).findLastIndex((one) => one.startsWith('a '))
      const look = /^a (?:look|open) .*state\.yaml$/.test(steps[before] ?? '') ? before : -1
      const isBetween = (a = -1, b = -1, c = -1): boolean => a >= 0 && a < b && b < c
      // An editor takes no lock: what it read before an update and wrote after it is without the update, which the check says.
      if (isBetween(opened, written, saved)) return /^lost: Locks|log adds KL-2, which the state/.test(fault)
      // Between memkeep's last look at the file and its rename no call of the system can hold others off.
      return isBetween(look, saved, written) && fault === 'lost: short names.'
    },
    power: false,
  },
  {
    name: 'migration-and-revert-over-save',
    files: { [LOG]: OLD, 'a.note': 'a\n', 'b.note': 'b\n', 'b.part': 'words of b\n' },
    before: [['index'], ['commit all']],
    actors: [['migrate and revert'], ['save', 'alpha']],
    next: ['save', 'next'],
    memory: LESSONS,
    stays: ['Lesson old\n'],
    adds: ['', lesson('alpha')],
    nextAdds: lesson('next'),
    power: false,
  },
  {
    name: 'uninstall-over-commit',
    files: { [LOG]: OLD },
    before: [['index'], ['commit all'], ['save', 'base'], ['add']],
    actors: [['uninstall'], ['commit']],
    next: ['save', 'next'],
    memory: LESSONS,
    stays: ['Lesson old\n', lesson('base')],
    adds: ['', ''],
    nextAdds: lesson('next'),
    power: false,
  },
  {
    name: 'merge-driver-over-hook',
    files: {
      [LOG]: OLD,
      'merge/base.md': OLD,
      'merge/ours.md': side('ours'),
      'merge/theirs.md': side('theirs'),
    },
    before: [['index'], ['commit all'], ['save', 'base'], ['add']],
    actors: [['merge'], ['commit']],
    next: ['save', 'next'],
    memory: LESSONS,
    stays: ['Lesson old\n', lesson('base')],
    adds: ['', ''],
    nextAdds: lesson('next'),
    power: false,
  },
  {
    name: 'save-over-commit',
    files: { [LOG]: OLD },
    before: [['index'], ['commit all'], ['save', 'base'], ['add']],
    actors: [['save', 'alpha'], ['commit']],
    next: ['save', 'next'],
    memory: LESSONS,
    stays: ['Lesson old\n', lesson('base')],
    adds: [lesson('alpha'), ''],
    nextAdds: lesson('next'),
    power: false,
  },
]

/** The largest come last, and have what time the others leave. */
const LARGE = [
  'save-over-save',
  'migration-and-revert-over-save',
  'session-end-over-save',
  'save-over-archive',
  'two-promotions',
]

export const PLANS: readonly Plan[] = [
  ...ALL.filter(({ name }) => !LARGE.includes(name)),
  ...LARGE.flatMap((name) => ALL.filter((plan) => plan.name === name)),
]
