import type { EngineRule } from '../core/rule.ts'

/** Known findings only become fewer. */
export const baseline: EngineRule = {
  id: 'baseline',
  summary: 'Counts in memkeep-baseline.json only fall.',
  why: 'The file lets a repository adopt the rules on day one: findings that it counts are not reported. A count that may rise again would hide what a change adds, so a change is judged by the counts of its base: a higher one hides nothing in it, and `loosened` names it. A count of a rule that is always reported is an error; one that is higher than what is found, or than in the base, is an info.',
  howToFix:
    'Fix what is new instead of counting it, and run `memkeep baseline`: it lowers the counts to what is left, and moves those of a file that was renamed as it is. Findings of `internal`, `unreadable`, `no-secret` and `no-conflict-marker`, and those about a change, are never counted.',
  severity: 'error',
  severities: ['error', 'info'],
  fixable: false,
  example: {
    bad: '# memkeep-baseline.json, where the base has 2\n{ "version": 1, "findings": { "user/memory/workspaces/shop/lessons.md": { "link-resolves": 3 } } }\n',
    good: '# memkeep-baseline.json, where the base has 2\n{ "version": 1, "findings": { "user/memory/workspaces/shop/lessons.md": { "link-resolves": 1 } } }\n',
  },
  subject: 'engine',
}

/** Derived files are what a rebuild would write. */
export const derivedFresh: EngineRule = {
  id: 'derived-fresh',
  summary: 'A derived file equals what a rebuild writes.',
  why: 'An index that lags behind answers searches with memory that is gone, and does not show what is new.',
  howToFix: 'Run `memkeep index` or `memkeep check --fix`. Descriptions that people wrote in it are kept.',
  severity: 'error',
  fixable: true,
  example: {
    bad: '# _index.yaml, next to two decisions\nsummary:\n  total_decisions: 1\n',
    good: '# _index.yaml, next to two decisions\nsummary:\n  total_decisions: 2\n',
  },
  subject: 'engine',
}

/** No rule broke down. */
export const internal: EngineRule = {
  id: 'internal',
  summary: 'Every rule ran to its end.',
  why: 'A rule that failed found nothing because it looked at nothing. It is reported instead of passed over, and the other rules go on.',
  howToFix:
    'This is a bug in memkeep: report it with the file that causes it. Until it is fixed, turn the rule off in `memkeep.yaml`.',
  severity: 'error',
  fixable: false,
  example: {
    bad: 'decisions.md:1:1 error internal: Rule entry-tags failed: TypeError: tags is not iterable\n',
    good: 'decisions.md: nothing to report\n',
  },
  subject: 'engine',
}

/** Files that only lie where a layout has its own are reported, and left alone. */
export const looksLike: EngineRule = {
  id: 'looks-like',
  summary: 'Files at the places of a layout belong to a layout that is in use.',
  why: 'A folder called `memory` may be anything. As long as no file has the signature of the layout, none is checked, fixed or indexed. If the files are memory, the settings have to say so. One that cannot be read is a warning: it may be the whole memory.',
  howToFix:
    'Write `layouts: { <layout>: on }` into `memkeep.yaml` if the files are memory, and `off` if they are not.',
  severity: 'info',
  severities: ['warning', 'info'],
  fixable: false,
  example: {
    bad: 'memory/tasks/todo.md   (no `id` in any front matter)\n',
    good: '# memkeep.yaml\nlayouts:\n  atomic: off\n',
  },
  subject: 'engine',
}

/** A change names what it allows itself. */
export const loosened: EngineRule = {
  id: 'loosened',
  summary: 'A change does not loosen what it is judged by.',
  why: 'A change that turns a rule off, raises a budget, counts a finding as known or suppresses it could hide what it does at the same time. So a change is judged twice: by its own settings, budgets and baseline, and by those of the commit before. What only the second judgement finds is reported as well (`"loosened": true` in JSON). A new suppression of `no-secret`, `history`, `item-lost`, `file-lost`, `merge-doubled` or `merge-invented` has no effect in the change that adds it. This rule names the loosening itself, so that a reviewer sees it, with the number of entries that lose their guard. A form of `logs` that finds none of the entries of a log, or fewer than the form that it replaces, is an error, unless a change of nothing but settings gives one that finds others and no fewer. Files of others decide as well: `.gitattributes` and `.gitignore`, by which git joins, shows, converts and leaves out memory; a hook file whose part of memkeep is another one than `memkeep init` writes for these settings, or gone, which is an error unless the workflow goes with it, and new lines above that part that can end or skip it; the workflow or the jobs of GitLab that run memkeep, under another name too; `package.json`, the lock file and `vendor/memkeep-*.tgz` where they bring another memkeep or none, and a script `prepare` that installs the hooks of clones no more (an update of memkeep is named as well: somebody should look at it); and what installs a package that the settings extend. What only guards more is not named: a stricter word, further folders, logs and notes.',
  howToFix:
    'Merge the loosening in a pull request of its own first, and the rest after it: one is judged by the branch that it goes into, and all its commits count as one change, also where the hook let each of them pass. With `rules: { loosened: error }` a change of nothing but settings, budgets, suppressions, the baseline, hooks, workflows and what installs packages passes with a warning, an update of memkeep as well; one that does anything else as well is refused. `ci: { newSuppressions: report }` in `memkeep.yaml` lets new suppressions of every rule count at once and lists them.',
  severity: 'warning',
  severities: ['error', 'warning', 'info'],
  fixable: false,
  example: {
    bad: '# memkeep.yaml, in the commit that also adds a token\nrules: { no-secret: off }\n',
    good: '# memkeep.yaml, in its own commit\nrules: { no-secret: off }\n',
  },
  subject: 'engine',
}

/** Every file belongs to one layout. */
export const pathClaimed: EngineRule = {
  id: 'path-claimed',
  summary: 'No two layouts claim one path.',
  why: 'Two layouts check a file by different rules, and what fixes it for one breaks it for the other.',
  howToFix: "Move one layout's root in `memkeep.yaml`. Until then the first layout keeps the file.",
  severity: 'error',
  fixable: false,
  example: {
    bad: "# memkeep.yaml\nworkspace:\n  memory: memory   # another layout's root\n",
    good: '# memkeep.yaml\nworkspace:\n  memory: user/memory/workspaces\n',
  },
  subject: 'engine',
}

/** Suppression comments say why, and suppress something. */
export const suppression: EngineRule = {
  id: 'suppression',
  summary: 'A suppression comment gives a reason, and covers a finding.',
  why: 'Without a reason no one knows later whether it may go; one that covers nothing hides the next mistake.',
  howToFix: 'Write `RULE -- reason`, or delete the comment. A comment without a reason suppresses nothing.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: '<!-- memkeep-disable-next-line link-resolves -->\n[design](../design.md)\n',
    good: '<!-- memkeep-disable-next-line link-resolves -- lies in the docs repository -->\n[design](../design.md)\n',
  },
  subject: 'engine',
}

/** What lies among memory and is no memory is reported. */
export const unclaimed: EngineRule = {
  id: 'unclaimed',
  summary: "Every file in a layout's own folders is of one of its kinds.",
  why: 'A file that no kind claims is not checked, not indexed and not found, although it is among memory. Often its name differs in one small thing from what was meant: the case, the ending, a folder too many.',
  howToFix:
    'Rename or move the file to the path that the finding names, or move it out of the folder. A README is never reported.',
  severity: 'info',
  severities: ['warning', 'info'],
  fixable: false,
  example: {
    bad: 'memory/tasks/renew-certificate.MD\n',
    good: 'memory/tasks/renew-certificate.md\n',
  },
  subject: 'engine',
}

/** Every file that a layout claims could be read. */
export const unreadable: EngineRule = {
  id: 'unreadable',
  summary: 'Every memory file can be read.',
  why: 'A file that was not read was not checked, so it cannot count as fine.',
  howToFix: 'Make it a regular file that may be read: no symlink, no submodule, no name that is not UTF-8.',
  severity: 'error',
  fixable: false,
  example: {
    bad: 'user/memory/workspaces/devtools/decisions.md -> /home/me/decisions.md\n',
    good: 'user/memory/workspaces/devtools/decisions.md   (a regular file)\n',
  },
  subject: 'engine',
}
