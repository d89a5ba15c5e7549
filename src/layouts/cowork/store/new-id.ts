import type { Memory } from '../../../core/memory.ts'
import { coworkRoot } from '../claim.ts'
import { projectFacts } from '../project-facts.ts'

/**
 * A free id of the form `{prefix}-{iteration}-{milliseconds since 1970}`: one millisecond more for each that is in use, by an
 * item of the memory or in the name of a detail file.
 */
export function newId(
  prefix: string,
  iteration: string,
  {
    memory,
    now,
    taken = [],
  }: { readonly memory: Memory; readonly now: string; readonly taken?: readonly string[] },
): string {
  const facts = projectFacts(memory)
  const used = new Set([
    ...taken,
    ...memory.documents.flatMap(({ items }) => items.flatMap(({ id }) => (id === undefined ? [] : [id]))),
    ...[...(facts?.decisions ?? []), ...(facts?.patterns ?? [])].map(({ id }) => id),
  ])
  const project = `${coworkRoot(memory.settings)}/memory/project`
  const isTaken = (id: string): boolean =>
    used.has(id) ||
    ['decisions', 'patterns'].some((folder) => memory.files.has(`${project}/${folder}/${id}.md`))
  for (let time = Date.parse(now); ; time += 1) {
    const id = `${prefix}-${iteration}-${time}`
    if (!isTaken(id)) return id
  }
}
