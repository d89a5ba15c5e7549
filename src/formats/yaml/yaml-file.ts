import { UserError } from '../../core/errors.ts'
import type { Data } from '../../core/source.ts'
import { type LineStarts, lineStarts, placeOf } from '../../core/text.ts'
import type { SchemaProblem } from '../schema.ts'
import { parseYaml } from './yaml.ts'

/** A file of settings, parsed. `path` is as its errors name it. */
export type YamlFile = { readonly data: Data; readonly starts: LineStarts; readonly path: string }

/** Parses a file of settings. Throws `UserError` with line and column for what is not YAML. */
export function yamlFile(text: string, path: string): YamlFile {
  const starts = lineStarts(text)
  const parsed = parseYaml(text, { start: 0, end: text.length }, starts)
  if (!('problem' in parsed)) return { data: parsed.data, starts, path }
  const { place, message, help } = parsed.problem
  throw new UserError(`${path}:${place.line}:${place.column}: ${message}`, help)
}

/** The error for the first problem in the file; it says how many there are in all. */
export function firstProblem(
  problems: readonly SchemaProblem[],
  { data, starts, path }: YamlFile,
): UserError {
  const [first] = problems
    .map((problem) => ({ ...problem, start: startOf(problem, data) }))
    .sort((a, b) => a.start - b.start)
  if (!first) throw new Error('no problem to report')
  const { line, column } = placeOf(starts, first.start)
  const others = problems.length - 1
  const more = others === 0 ? '' : `; ${others} more ${others === 1 ? 'mistake' : 'mistakes'} behind it`
  return new UserError(`${path}:${line}:${column}: ${first.message}${more}`, first.help)
}

function startOf({ pointer, missing, unknown }: SchemaProblem, { nodes }: Data): number {
  const node = nodes.get(pointer)
  const range = (missing !== undefined || unknown) && node?.key ? node.key : node?.value
  return range?.start ?? 0
}
