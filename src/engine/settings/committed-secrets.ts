import { isUserError } from '../../core/messages.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../core/settings.ts'

/**
 * Settings that let no more secrets pass than the last commit's: an agent may have written the present ones. `committed` gives those
 * of the last commit, null before the first one; where it throws `UserError`, nothing counts as committed.
 */
export async function allowingAsCommitted(
  settings: Settings,
  committed: () => Promise<Settings | null>,
): Promise<Settings> {
  const { rules, secrets } = settings
  const severity = rules[RULE] ?? STRICTEST
  if (severity === STRICTEST && secrets.allow.length === 0) return settings
  const earlier = (await committed().catch(noSettings)) ?? DEFAULT_SETTINGS
  const allow = secrets.allow.filter((fingerprint) => earlier.secrets.allow.includes(fingerprint))
  const stricter = severity === STRICTEST ? severity : (earlier.rules[RULE] ?? STRICTEST)
  return { ...settings, rules: { ...rules, [RULE]: stricter }, secrets: { ...secrets, allow } }
}

const RULE = 'no-secret'
const STRICTEST = 'error'

function noSettings(error: unknown): null {
  if (isUserError(error)) return null
  throw error
}
