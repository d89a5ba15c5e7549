import type { Evidence, FileChange, ForPerson, WorkedOut } from '../core/migration.ts'
import { markdownCode, markdownProse, section } from './markdown-text.ts'
import type { MigrateOutcome } from './migrate-text.ts'
import { counted } from './wording.ts'

/**
 * A run of migrations as Markdown: what was changed, where every value comes from, what was guessed, what needs a person,
 * what was left.
 */
export function migrateReport(outcome: MigrateOutcome): string {
  const { migrations, rebuilt, refused } = outcome
  const changes = migrations.flatMap((one) => one.changes)
  const guesses = changes.flatMap(({ path, values }) => values.flatMap((value) => guessLine(path, value)))
  const sections = [
    ...migrations
      .filter((one) => one.changes.length > 0)
      .map(({ id, summary, changes: own }) =>
        section(`## ${markdownProse(id)}`, [markdownProse(summary), '', ...own.flatMap(changeLines)]),
      ),
    section(
      '## Derived files that follow',
      rebuilt.map((path) => `- ${markdownCode(path)}`),
    ),
    section('## What was guessed', guesses),
    section(
      '## What needs a person',
      migrations.flatMap(({ forPerson }) => forPerson.map(personLine)),
    ),
    section(
      '## What was left as it was',
      refused.map(({ path, reason }) => `- ${markdownCode(path)}: ${markdownProse(reason)}`),
    ),
  ]
  return `${['# Migration of memory', '', headline(outcome), '', ...sections.flat()].join('\n').trimEnd()}\n`
}

function headline({ mode, written, differences }: MigrateOutcome): string {
  if (mode === 'write') return `${counted(written.length, 'file')} written.`
  return `${counted(differences.length, 'file')} would be written.`
}

function changeLines({ kind, path, values }: FileChange): string[] {
  return [
    `- ${markdownCode(path)}: ${kind}`,
    ...values.map(
      ({ field, value, evidence }) =>
        `  - ${markdownCode(field)} ${markdownCode(value)}, ${source(evidence)}`,
    ),
  ]
}

function source(evidence: Evidence): string {
  switch (evidence.kind) {
    case 'text':
      return `from ${markdownCode(`${evidence.path}:${evidence.line}`)}`
    case 'commit':
      return `from commit ${markdownCode(evidence.commit)}`
    case 'file-name':
      return `from the file's name ${markdownCode(evidence.path)}`
    case 'path':
      return `from the path ${markdownCode(evidence.path)}`
    case 'guess':
      return `a guess: ${markdownProse(evidence.why)}`
  }
}

function guessLine(path: string, { field, value, evidence }: WorkedOut): string[] {
  if (evidence.kind !== 'guess') return []
  return [
    `- ${markdownCode(path)}: ${markdownCode(field)} ${markdownCode(value)}, ${markdownProse(evidence.why)}`,
  ]
}

function personLine({ path, line, what }: ForPerson): string {
  return `- ${markdownCode(`${path}:${line}`)}: ${markdownProse(what)}`
}
