/** What people call the parts of one decision or lesson, lower-case; such a heading starts no entry of its own. */
const PARTS: ReadonlySet<string> = new Set(
  `action items|alternatives|alternatives considered|alternatives rejected|analysis|approach|background|cause|changes|
changes made|conclusion|consequences|constraints|context|decision|decisions made|description|details|discussion|evidence|
example|examples|executive summary|files changed|files modified|findings|fix|follow up|follow ups|future considerations|
future work|how|how it works|how to apply|impact|implementation|implementation details|implementation notes|implications|
issue|key findings|key insight|key insights|lessons learned|metrics|mitigation|motivation|next steps|notes|open questions|
options|options considered|outcome|outcomes|pattern|prevention|problem|problem statement|proposal|proposed solution|
questions|rationale|reason|reasoning|reasons|recommendation|recommendations|references|rejected alternatives|related|
related files|related findings|related issues|requirements|resolution|result|results|risk assessment|risks|
risks and mitigations|risks mitigations|root cause|root cause analysis|root causes|scope|see also|solution|status|
success criteria|success metrics|summary|symptom|symptoms|takeaway|takeaways|team impact|testing|testing requirements|
timeline|trade offs|tradeoffs|validation|verdict|verification|what|what changed|what happened|what this means|
what was changed|what was decided|what was done|what was learned|why|why it matters|why it works|why this matters`
    .replaceAll('\n', '')
    .split('|'),
)

/** True for a heading that names a part of an entry, such as `Context` or `2. Alternatives considered`. */
export function isPartName(heading: string): boolean {
  const words = heading
    .toLowerCase()
    .replace(/\([^)]*\)\s*:?$/, '')
    .match(/[\p{L}']+/gu)
  return words !== null && PARTS.has(words.join(' '))
}
