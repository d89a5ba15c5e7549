import type { WorkspaceRoots } from '../workspace/workspace-roots.ts'

/** Files and folders of a workspace that an agent may be told to read, and the call that reads them. */
const SOURCES: readonly RegExp[] = [
  /\bABSTRACT(?:\.md)?\b/,
  /\bOVERVIEW(?:\.md)?\b|\boverview\.md\b/,
  /(?<![A-Za-z0-9])_plans\b/,
  /(?<![A-Za-z0-9])_features\b/,
  /(?<![A-Za-z0-9])_spikes\b/,
  /(?<![A-Za-z0-9])_architecture\b/,
  // In a directory of another name they are somebody else's.
  /(?<![\w-]\/)\bdecisions\.md\b/,
  /(?<![\w-]\/)\blessons\.md\b/,
  /\bworkspace_get_context\b/,
]

const READ =
  /\b(?:read|reads|reading|re-?read|load|loads|loading|open|review|reviewing|check|checking|scan|consult|study|gather|fetch|call|list|browse|understand|look|go through|familiari[sz]e)\b/i

/** What a heading over such steps says. */
const HEADING =
  /\b(?:context|workspace|memory)\b.*\b(?:load(?:ing)?|read(?:ing)?|gathering|discovery|detection|bootstrap|initiali[sz]ation|protocol|ceremony)\b|\b(?:load(?:ing)?|read(?:ing)?|gather(?:ing)?)\b.*\b(?:context|workspace|memory|overview|abstract)\b|\bbefore (?:you |we )?(?:start|begin|do|work|any|every|each|writ|anything)|\b(?:session|conversation|task) start(?:up)?\b|\bstart of (?:every|each|a|the) (?:session|conversation|task)\b/i

const DUTY =
  /\bmust\b|\bmandatory\b|\brequired\b|\bnon-negotiable\b|\balways\b|\bbefore (?:you |we )?(?:start|begin|do|work|writ|answer|any|every|each)|\b(?:every|each|any) (?:task|conversation|session|request)\b|\b(?:do not|don't|never) (?:start|begin|proceed|skip)\b|\bno exceptions?\b/i

/** What is left to the agent is no ceremony. */
const CHOICE =
  /\boptional(?:ly)?\b|\b(?:when|if|as|where|unless) (?:it is |it's |you |the task |really )*(?:need|needs|needed|relevant|necessary|helpful|useful)\b|\bon demand\b|\bdecide\b|\b(?:not|never|nothing is|no longer) (?:mandatory|required|needed|necessary)\b|\bno need\b|\bdo(?:es)? not (?:have|need) to\b/i

const MATTER = /\b(?:workspaces?|domains?|scopes?|context|memory|overviews?|abstracts?|plans?)\b/i

/** True when a text names anything of a workspace. */
export function sourcesIn(text: string, { resources, memory }: WorkspaceRoots): readonly string[] {
  const named = SOURCES.filter((source) => source.test(text)).map(({ source }) => source)
  return [...named, ...[resources, memory].filter((root) => text.includes(`${root}/`))]
}

/** True when a text tells to read. */
export function saysRead(text: string): boolean {
  return READ.test(text)
}

/** True for the heading of steps that load context. */
export function isLoadingHeading(text: string): boolean {
  return HEADING.test(text)
}

/** True when a text leaves no choice. */
export function isDuty(text: string): boolean {
  return DUTY.test(text) && !isChoice(text)
}

/** True when a text leaves it to the agent. */
export function isChoice(text: string): boolean {
  return CHOICE.test(text)
}

/** True when a text is about workspaces, in any way. */
export function isOnMatter(text: string): boolean {
  return MATTER.test(text)
}
