import { expect, test } from 'vitest'
import { layouts } from '../../../src/layouts/index.ts'
import { type Files, indexLiteral } from '../../helpers/check-literal.ts'
import type { PlantedLayout } from '../../helpers/planted.ts'
import { ARCHIVED_TASK, DECISION, FACT, GOAL, OLD_DECISION, TASK } from '../../layouts/atomic/items.ts'
import { STATE, LOG as TASK_LOG } from '../../layouts/working-memory/task-files.ts'
import { type ChangeRepo, copyOf, expectGreen, hook, repositoryOf } from './change-repo.ts'

// What people do with memory on purpose: it is allowed, or the refusal names a way that works.

type Deed = (repo: ChangeRepo) => unknown

/** An edit; where it is refused, the words of the message that name the way, and the way. */
type Edit = {
  readonly layout: string
  readonly name: string
  readonly deed: Deed
  /** More files of the base. */
  readonly more?: Files
  readonly refused?: { readonly words: string; readonly way: Deed }
}

const MEMORIES = new Map(
  await Promise.all(
    layouts.map(async ({ id }) => {
      const { clean } = (await import(`../../layouts/${id}/planted.ts`)) as PlantedLayout
      return [id, clean] as const
    }),
  ),
)

const edit =
  (path: string, from: string, to: string): Deed =>
  (repo) =>
    repo.edit(path, from, to)
const remove =
  (...paths: readonly string[]): Deed =>
  (repo) => {
    for (const path of paths) repo.remove(path)
  }
const move =
  (from: string, to: string): Deed =>
  (repo) =>
    repo.move(from, to)
/** Writes what a function makes of the text of a file. */
const change =
  (path: string, of: (text: string) => string): Deed =>
  (repo) => {
    const text = repo.text(path)
    expect(of(text)).not.toBe(text)
    repo.write(path, of(text))
  }
const withCrlf = (text: string): string => text.replaceAll('\n', '\r\n')
const archived = (from: string, to: string): Edit['refused'] => ({
  words: 'move the file as it is to a folder `archive`',
  way: (repo) => {
    repo.restore(from)
    repo.move(from, to)
  },
})

const DEVTOOLS = 'user/memory/workspaces/devtools'
const DECISIONS = `${DEVTOOLS}/decisions.md`
const LESSONS = `${DEVTOOLS}/lessons.md`
const PLANS = 'resources/workspaces/devtools/common/_plans'
const PLAN = `${PLANS}/260208-workflow-engine.md`
const OVERVIEW = 'resources/workspaces/shop/OVERVIEW.md'
const HOT = 'agent/rules/common/user-profile.md'
const LOG = 'docs/decisions.md'
const LIST = 'tasks/lessons.md'
const ADR = 'docs/adr/0002-jobs-in-postgres.md'
const PROPOSED = 'docs/adr/0003-kafka.md'
const DAY = 'memory/2026-02-08.md'
const CONSTITUTION = '.specify/memory/constitution.md'
const INDEX = '.claude/memory/MEMORY.md'
const SERENA = '.serena/memories'
const BANK = 'memory-bank'
const ITERATION = '.cowork/memory/iterations/iter-3.json'
const SESSION = '.cowork/session.json'
const ENTRY = /### \[2026-01-12\][\s\S]*?\n---\n\n/

const proposed = {
  [PROPOSED]:
    '# 3. Kafka\n\nDate: 2026-03-02\n\n## Status\n\nProposed\n\n## Context\n\nJobs are slow at noon.\n\n## Decision\n\nWe could try Kafka.\n',
}
const renewed = {
  'memory/tasks/renew.md':
    '---\nid: task-0009\ntitle: Renew the certificate\ncreated: 2026-02-08\nstatus: done\n---\n\nIt holds for a year.\n',
}

const EDITS: readonly Edit[] = [
  // workspace
  {
    layout: 'workspace',
    name: 'a typo',
    deed: edit(DECISIONS, 'no lockfile below it', 'no lock file below it'),
  },
  {
    layout: 'workspace',
    name: 'an entry gets a clearer title',
    deed: edit(DECISIONS, 'One lockfile for all packages', 'One lockfile for all packages of the repository'),
  },
  {
    layout: 'workspace',
    name: 'an entry is retitled',
    deed: edit(
      DECISIONS,
      '### [2026-01-12] One lockfile for all packages',
      '### [2026-01-12] Packages share a lockfile',
    ),
  },
  {
    layout: 'workspace',
    name: 'an entry is reworded',
    deed: edit(
      DECISIONS,
      'One tool formats and lints; a full run fell from 14 s to 0.6 s.',
      'Formatting and linting are one tool now, which takes 0.6 s and not 14 s.',
    ),
  },
  {
    layout: 'workspace',
    name: 'an entry is translated',
    deed: edit(
      DECISIONS,
      'One tool formats and lints; a full run fell from 14 s to 0.6 s.',
      'Ein Werkzeug formatiert und prüft; ein Lauf dauert 0.6 s statt 14 s.',
    ),
  },
  {
    layout: 'workspace',
    name: 'entries change places',
    deed: change(
      DECISIONS,
      (text) => `${text.replace(ENTRY, '').trimEnd()}\n\n${ENTRY.exec(text)?.[0].trimEnd()}\n`,
    ),
  },
  {
    layout: 'workspace',
    name: 'a log is split by year',
    deed: (repo) => {
      const entry = ENTRY.exec(repo.text(DECISIONS))?.[0] ?? ''
      repo.edit(DECISIONS, entry, '')
      repo.write(`${DEVTOOLS}/_archive/decisions-2026-1.md`, `# Decisions\n\n${entry.trimEnd()}\n`)
    },
  },
  {
    layout: 'workspace',
    name: 'the oldest entries go to the archive',
    deed: (repo) => repo.memkeep('archive', DECISIONS, '--keep', '2'),
  },
  { layout: 'workspace', name: 'a log gets CRLF', deed: change(DECISIONS, withCrlf) },
  {
    layout: 'workspace',
    name: 'prettier formats a log',
    deed: change(LESSONS, (text) => text.replaceAll(/^(\d)\. /gm, '$1.  ')),
  },
  {
    layout: 'workspace',
    name: 'a tag is renamed',
    deed: (repo) => repo.memkeep('rename-tag', 'biome', 'linter'),
  },
  {
    layout: 'workspace',
    name: 'a domain gets another name',
    deed: (repo) => {
      repo.move(`${DEVTOOLS}/web`, `${DEVTOOLS}/site`)
    },
    more: {
      [`${DEVTOOLS}/web/lessons.md`]:
        '# Lessons\n\n### [2026-02-10] Fonts block the page\n\n**Category:** performance\n**Tags:** fonts\n\nPreload them in the head.\n\n---\n',
    },
  },
  {
    layout: 'workspace',
    name: 'an entry moves to another log',
    deed: (repo) => {
      const entry = ENTRY.exec(repo.text(DECISIONS))?.[0] ?? ''
      repo.edit(DECISIONS, entry, '')
      repo.write(LESSONS, `${repo.text(LESSONS).trimEnd()}\n\n${entry.trimEnd()}\n`)
    },
  },
  {
    layout: 'workspace',
    name: 'a plan is done',
    deed: edit(PLAN, 'updated: 2026-02-19', 'updated: 2026-02-21'),
  },
  {
    layout: 'workspace',
    name: 'a plan gets another name',
    deed: move(PLAN, `${PLANS}/260208-state-engine.md`),
  },
  { layout: 'workspace', name: 'a plan is deleted', deed: remove(PLAN) },
  {
    layout: 'workspace',
    name: 'an overview is rewritten',
    deed: edit(OVERVIEW, 'Storefront and checkout.', 'What the shop sells, and how people pay for it.'),
  },
  {
    layout: 'workspace',
    name: 'a rule is shortened',
    deed: edit(HOT, '- Prefers small commits, one reason each.\n', ''),
  },
  {
    layout: 'workspace',
    name: 'an entry is obsolete and deleted',
    deed: change(DECISIONS, (text) => text.replace(ENTRY, '')),
    refused: {
      words: 'write in its place',
      way: edit(
        DECISIONS,
        '### [2026-02-03]',
        '<!-- memkeep-removed [2026-01-12] One lockfile for all packages -- there is one package now -->\n\n### [2026-02-03]',
      ),
    },
  },
  {
    layout: 'workspace',
    name: 'two entries are joined',
    deed: (repo) => {
      const entry = ENTRY.exec(repo.text(DECISIONS))?.[0] ?? ''
      repo.edit(DECISIONS, entry, '')
      repo.edit(DECISIONS, '0.6 s.\n', `0.6 s.\n\n${entry.split('\n').slice(5, -3).join('\n')}\n`)
    },
    refused: {
      words: 'write in its place',
      way: edit(
        DECISIONS,
        '### [2026-02-03]',
        '<!-- memkeep-removed [2026-01-12] One lockfile for all packages -- joined with the linter -->\n\n### [2026-02-03]',
      ),
    },
  },

  // log
  { layout: 'log', name: 'a typo', deed: edit(LOG, 'Two of them disagreed', 'Two of them differed') },
  {
    layout: 'log',
    name: 'the newest first',
    deed: change(LOG, (text) => {
      const [head = '', first = '', second = '', rest = ''] = text.split(/(?=^## )|(?=^<!--)/m)
      return head + second + first + rest
    }),
  },
  {
    layout: 'log',
    name: 'bullets become headings',
    deed: change(LIST, (text) => text.replaceAll(/^- ([^:,]*)[:,] (.*)$/gm, '## $1\n\n$2\n')),
  },
  { layout: 'log', name: 'other bullets', deed: change(LIST, (text) => text.replaceAll(/^- /gm, '* ')) },
  {
    layout: 'log',
    name: 'headings one level deeper',
    deed: change(LOG, (text) => text.replaceAll(/^## /gm, '### ')),
  },
  {
    layout: 'log',
    name: 'another heading form',
    deed: change(LOG, (text) => text.replaceAll(/^## (\d{4}-\d\d-\d\d): /gm, '## [$1] ')),
  },
  { layout: 'log', name: 'CRLF', deed: change(LOG, withCrlf) },
  {
    layout: 'log',
    name: 'lines are wrapped',
    deed: change(LIST, (text) => text.replace(': set the zone', ':\n  set the zone')),
  },
  {
    layout: 'log',
    name: 'an entry goes to the archive',
    deed: (repo) => repo.memkeep('archive', LOG, '--keep', '1'),
  },
  { layout: 'log', name: 'the folder gets another name', deed: move('docs', 'documentation') },
  {
    layout: 'log',
    name: 'a lesson is translated',
    deed: edit(
      LIST,
      'A port that is taken shows as a time limit, not as an error.',
      'Ein belegter Port zeigt sich als Zeitüberschreitung, nicht als Fehler.',
    ),
    refused: {
      words: 'write in its place',
      way: (repo) =>
        repo.write(
          LIST,
          `${repo.text(LIST)}\n<!-- memkeep-removed A port that is taken shows as a time limit, not as an error -- translated -->\n`,
        ),
    },
  },

  // adr
  { layout: 'adr', name: 'a typo', deed: edit(ADR, 'in no backup', 'in no back-up') },
  {
    layout: 'adr',
    name: 'a proposed record is deleted',
    more: proposed,
    deed: remove(PROPOSED),
    refused: archived(PROPOSED, 'docs/adr/archive/0003-kafka.md'),
  },
  {
    layout: 'adr',
    name: 'a proposed record is accepted',
    more: proposed,
    deed: edit(PROPOSED, 'Proposed', 'Accepted'),
  },
  {
    layout: 'adr',
    name: 'a proposed record is withdrawn',
    more: proposed,
    deed: edit(PROPOSED, 'Proposed', 'Withdrawn'),
  },
  {
    layout: 'adr',
    name: 'a proposed record is rewritten',
    more: proposed,
    deed: edit(
      PROPOSED,
      'We could try Kafka.',
      'We could try Kafka for the mails, and leave the rest where it is.',
    ),
  },
  {
    layout: 'adr',
    name: 'a record gets another file name',
    more: proposed,
    deed: move(PROPOSED, 'docs/adr/0003-jobs-in-kafka.md'),
  },
  { layout: 'adr', name: 'the folder gets another name', deed: move('docs/adr', 'docs/decisions') },
  { layout: 'adr', name: 'CRLF', deed: change(ADR, withCrlf) },

  // openclaw
  {
    layout: 'openclaw',
    name: 'a day is pruned',
    deed: remove(DAY),
    refused: archived(DAY, 'memory/archive/2026-02-08.md'),
  },
  {
    layout: 'openclaw',
    name: 'a section of a day is pruned',
    deed: edit(DAY, '## The printer\n\nIt wants to be switched off twice.\n\n', ''),
    refused: {
      words: 'If it was taken out on purpose',
      way: edit(DAY, '## The mails', '<!-- memkeep-removed The printer -- it is gone -->\n\n## The mails'),
    },
  },
  { layout: 'openclaw', name: 'sections of a day are joined', deed: edit(DAY, '\n## The mails\n', '') },
  {
    layout: 'openclaw',
    name: 'what stays is pruned',
    deed: edit('MEMORY.md', '- Invoices go out on Mondays.\n', '- Nothing yet.\n'),
  },
  {
    layout: 'openclaw',
    name: 'the soul is rewritten',
    deed: edit(
      'SOUL.md',
      'You are calm, and you say what you do not know.',
      'Be calm. Say it when you do not know.',
    ),
  },

  // memory-bank, serena, claude-memory
  {
    layout: 'memory-bank',
    name: 'a topic is deleted',
    deed: (repo) => repo.remove(`${BANK}/integrations/mail.md`),
  },
  {
    layout: 'memory-bank',
    name: 'a bank file is pruned',
    deed: change(`${BANK}/progress.md`, () => '# Progress\n\nAll is done.\n'),
  },
  { layout: 'memory-bank', name: 'the bank is deleted', deed: remove(BANK) },
  { layout: 'memory-bank', name: 'the bank gets another name', deed: move(BANK, 'memory_bank') },
  {
    layout: 'serena',
    name: 'a memory is deleted',
    deed: (repo) => repo.shell(`git rm -q $(git ls-files ${SERENA} | head -1)`),
  },
  {
    layout: 'claude-memory',
    name: 'a topic goes with its row',
    deed: (repo) => {
      repo.remove('.claude/memory/time-zones.md')
      repo.edit(INDEX, '- [Time zones](time-zones.md): tests run in UTC\n', '')
    },
  },
  {
    layout: 'claude-memory',
    name: 'two topics are joined',
    deed: (repo) => {
      repo.write(
        '.claude/memory/deploys.md',
        `${repo.text('.claude/memory/deploys.md')}\n${repo.text('.claude/memory/time-zones.md')}`,
      )
      repo.remove('.claude/memory/time-zones.md')
      repo.edit(INDEX, '- [Time zones](time-zones.md): tests run in UTC\n', '')
    },
  },

  // spec-kit
  {
    layout: 'spec-kit',
    name: 'a principle is reworded, with a version',
    deed: (repo) => {
      repo.edit(CONSTITUTION, 'in one commit.', 'in one pull request.')
      repo.write(
        CONSTITUTION,
        repo.text(CONSTITUTION).replace(/\*\*Version\*\*: [\d.]+/, '**Version**: 9.0.0'),
      )
    },
  },

  // instructions
  {
    layout: 'instructions',
    name: 'CLAUDE.md goes into AGENTS.md',
    deed: (repo) => {
      repo.write('AGENTS.md', `${repo.text('AGENTS.md')}\nAsk before you change a migration.\n`)
      repo.remove('CLAUDE.md')
    },
  },
  {
    layout: 'instructions',
    name: 'CLAUDE.md becomes a link',
    deed: (repo) => {
      repo.write('AGENTS.md', `${repo.text('AGENTS.md')}\nAsk before you change a migration.\n`)
      repo.apply({ 'CLAUDE.md': { link: 'AGENTS.md' } })
    },
  },
  { layout: 'instructions', name: 'a rule is deleted', deed: remove('.claude/rules/migrations.md') },
  {
    layout: 'instructions',
    name: 'instructions are rewritten',
    deed: change('AGENTS.md', () => '# Shop\n\nIt sells bread.\n'),
  },

  // atomic
  { layout: 'atomic', name: 'a fact is corrected', deed: edit(FACT, 'UTC+7', 'UTC+8') },
  {
    layout: 'atomic',
    name: 'a fact is deleted',
    deed: remove(FACT),
    refused: {
      words: 'run `memkeep atomic archive fact-0001`',
      way: async (repo) => {
        repo.restore(FACT)
        await repo.memkeep('atomic', 'archive', 'fact-0001')
      },
    },
  },
  { layout: 'atomic', name: 'a task is finished', deed: edit(TASK, 'status: in_progress', 'status: done') },
  {
    layout: 'atomic',
    name: 'a finished task goes to the archive',
    more: renewed,
    deed: move('memory/tasks/renew.md', 'memory/tasks/archive/renew.md'),
  },
  { layout: 'atomic', name: 'a goal is reached', deed: edit(GOAL, 'status: active', 'status: achieved') },
  {
    layout: 'atomic',
    name: 'a decision is superseded',
    deed: (repo) =>
      repo.write(
        'memory/decisions/queue-in-kafka.md',
        '---\nid: dec-0009\ntitle: Jobs in Kafka\ncreated: 2026-04-02\nsupersedes: dec-0002\n---\n\nA month of it lost nothing.\n',
      ),
  },
  {
    layout: 'atomic',
    name: 'a typo in a decision',
    deed: edit(DECISION, 'two thousand', '2,000'),
    refused: { words: 'Restore what it said', way: (repo) => repo.restore(DECISION) },
  },
  {
    layout: 'atomic',
    name: 'a superseded decision is deleted',
    deed: remove(OLD_DECISION),
    refused: { words: 'Restore its file', way: (repo) => repo.restore(OLD_DECISION) },
  },
  {
    layout: 'atomic',
    name: 'an archived task is deleted',
    deed: remove(ARCHIVED_TASK),
    refused: { words: 'Restore its file', way: (repo) => repo.restore(ARCHIVED_TASK) },
  },

  // working-memory
  {
    layout: 'working-memory',
    name: 'a task is finished and deleted',
    deed: async (repo) => {
      await repo.memkeep('working', 'finish', 'lost-retries')
      repo.remove('.working-memory/lost-retries')
    },
    refused: {
      words: 'move the file as it is to a folder `archive`',
      way: (repo) => {
        repo.restore('.working-memory/lost-retries')
        repo.move('.working-memory/lost-retries', 'docs/archive/lost-retries')
      },
    },
  },
  {
    layout: 'working-memory',
    name: 'short-term memory goes out of git',
    deed: (repo) => {
      repo.git('rm', '-r', '--quiet', '--cached', '.working-memory')
      repo.write('.gitignore', '.working-memory/\n')
    },
  },
  {
    layout: 'working-memory',
    name: 'an update is written',
    deed: (repo) => {
      repo.edit(
        STATE,
        'verbatim_context:\n',
        '  - id: KL-3\n    insight: Another lease.\n    reason: it is so\n    added: 2026-04-03T10:00:00Z\nverbatim_context:\n',
      )
      repo.write(
        TASK_LOG,
        `${repo.text(TASK_LOG)}\n## 2026-04-03T10:00:00Z\n\n\`\`\`diff\n+ KL-3 because it is so: Another lease.\n\`\`\`\n`,
      )
    },
  },

  // cowork
  {
    layout: 'cowork',
    name: 'an iteration is deleted',
    deed: (repo) => {
      repo.remove(ITERATION)
      repo.edit(SESSION, '"current_session": "iter-3"', '"current_session": "iter-1"')
    },
  },
  {
    layout: 'cowork',
    name: 'an issue is reopened',
    deed: (repo) => {
      repo.edit(ITERATION, '"resolved": true', '"resolved": false')
      repo.edit(ITERATION, '"resolved_at": "2026-03-01T10:30:00+01:00"', '"resolved_at": null')
    },
  },
]

test('there are sixty and more', () => {
  expect(EDITS.length).toBeGreaterThanOrEqual(60)
})

test.each(EDITS)('$layout: $name', async ({ layout, deed, more = {}, refused }) => {
  const base = { ...(await indexLiteral({ ...MEMORIES.get(layout), ...more })) }
  const repo = repositoryOf(base)
  await deed(repo)
  if (!refused) return expectGreen(repo, 'allowed')
  const { code, said } = hook(copyOf(repo))
  expect(code, said).toBe(1)
  expect(said).toContain(refused.words)
  await refused.way(repo)
  await expectGreen(repo, refused.words)
})
