import { COLD } from './benches/check.ts'
import { START } from './floors.ts'
import { type Verdict, verdictTable } from './judge-targets.ts'
import type { Fact, Section } from './section.ts'
import { againstTable, table } from './table.ts'

const HEAD = `# How fast it is

Written by \`npm run bench\`. Wall times are medians of rounds in which everything runs once, each ratio the median of its
rounds' ratios; compare ratios, for machines differ and are busy. CPU is the mean processor time of all processes, CPU ×
that against \`node -e 0\`. Peak memory is that of the largest process in a first run, which counts otherwise only when it
takes over 2 s; what has used 90 s is not run again.`

type Report = {
  readonly machine: readonly string[]
  readonly missing: readonly string[]
  readonly limitMs: number
}

/** All that was measured, as Markdown. */
export function reportOf(
  sections: readonly Section[],
  verdicts: readonly Verdict[],
  { machine, missing, limitMs }: Report,
): string {
  const parts = [
    HEAD,
    machine.join('\n'),
    ...(missing.length > 0 ? [missing.join('\n')] : []),
    '## Targets',
    verdictTable(verdicts),
    ...sections.map((section) => sectionText(section, limitMs)),
  ]
  return `${parts.join('\n\n')}\n`
}

/** One bench at one size, as Markdown. */
export function sectionText(
  { bench, size, results, facts = [], notes = [], more, against }: Section,
  limitMs: number,
): string {
  const cold = results.some(({ id }) => id === COLD) ? { cold: COLD } : {}
  const parts = [
    `## ${bench}, ${size}`,
    table(results, { start: START, ...cold, limitMs }),
    ...(against ? [`New build against old build:\n\n${againstTable(results, against.results)}`] : []),
    facts.map((fact) => factLine(fact, against?.facts)).join('\n'),
    notes.join('\n'),
    more ?? '',
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

function factLine(fact: Fact, others: readonly Fact[] = []): string {
  const other = others.find(({ id }) => id === fact.id)
  return `- ${fact.label}: ${factValue(fact)}${other ? `; old build: ${factValue(other)}` : ''}`
}

function factValue({ value, unit }: Fact): string {
  return value === null ? '?' : `${Number.isInteger(value) ? value : value.toFixed(1)}${unit && ` ${unit}`}`
}
