/** Where a constitution lies. */
export const PATH = '.specify/memory/constitution.md'

/** A constitution with these principles, by name, and this last line. */
export function constitution(
  principles: Readonly<Record<string, string>>,
  line = '**Version**: 1.1.0 | **Ratified**: 2026-01-05 | **Last Amended**: 2026-02-08',
): string {
  const parts = Object.entries(principles).map(([name, text]) => `### ${name}\n\n${text}\n`)
  return `# Shop Constitution\n\n## Core Principles\n\n${parts.join('\n')}\n## Governance\n\n### Changes\n\nBy pull request.\n\n${line}\n`
}

/** Three principles. */
export const PRINCIPLES = {
  'I. Tests First': 'A test that fails comes before the code that makes it pass, and both are in one commit.',
  'II. One Database':
    'Everything that has to last is in Postgres, jobs and sessions included, so that one backup holds all of it.',
  'III. Plain Words':
    'Messages to customers say what happened and what to do next, without the names of our services.',
}
