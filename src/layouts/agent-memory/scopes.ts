/** The scopes of records, from the shortest-lived to the longest; each has a directory of its name. */
export const SCOPES = ['session', 'working', 'durable'] as const

/** True for the name of a scope. */
export function isScope(name: unknown): name is (typeof SCOPES)[number] {
  return SCOPES.some((scope) => scope === name)
}
