import type { LoadLimit } from '../../formats/loading/limits.ts'

/** Characters of one file that load, unless the settings of OpenClaw say otherwise. */
export const FILE_CHARACTERS = 20_000

/** Characters of all files together. */
export const TOTAL_CHARACTERS = 60_000

/** Characters of USER.md; settings can only lower that. */
export const USER_CHARACTERS = 4000

/** With less room than that, files are left out. */
export const LEAST_CHARACTERS = 64

/** The share of AGENTS.md that becomes a digest of its rules, between its beginning and its end. */
export const DIGEST_SHARE = 0.35

/** What all limits have in common: the middle of a file is left out, with a mark in its place. */
const LIMIT: Omit<LoadLimit, 'most'> = {
  unit: 'characters',
  keeps: { start: 0.75, end: 0.25 },
  standing: 'enforced',
  source: 'OpenClaw 2026.8, agents.defaults.bootstrapMaxChars and bootstrapTotalMaxChars',
  asOf: '2026-09',
}

/** The limit of a file with so much room. */
export function limitOf(name: string, most: number): LoadLimit {
  const keeps = name === 'AGENTS.md' ? { start: 0.45, end: 0.15 } : LIMIT.keeps
  return { ...LIMIT, keeps, most }
}
