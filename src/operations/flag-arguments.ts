import type { Json, JsonObject } from '../core/json.ts'
import type { OperationFlag } from './operation-flags.ts'

/** The arguments of an operation, from the values of its flags; a flag without a value is left out. */
export function flagArguments(
  flags: readonly OperationFlag[],
  given: (flag: OperationFlag) => Json | undefined,
): JsonObject {
  const args: { [key: string]: Json } = {}
  for (const flag of flags) {
    const value = given(flag)
    if (value !== undefined) put(args, flag.path, value)
  }
  return args
}

function put(into: { [key: string]: Json }, path: readonly string[], value: Json): void {
  const [key = '', ...rest] = path
  if (rest.length === 0) {
    into[key] = value
    return
  }
  const inner = (into[key] ?? {}) as { [key: string]: Json }
  into[key] = inner
  put(inner, rest, value)
}
