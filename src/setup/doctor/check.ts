/** One thing that doctor looked at. */
export type DoctorCheck = {
  /** Kebab-case; stable. */
  readonly check: string
  /** `unknown`: it could not be found out, or is only advice; that is no failure. */
  readonly status: 'ok' | 'wrong' | 'unknown'
  readonly message: string
  /** What to do about it. */
  readonly mend?: string
}

/** A version as numbers, of the text that a program prints. */
export function versionOf(text: string): readonly [number, number] {
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(text) ?? []
  return [Number(major), Number(minor)]
}

/** True when a version is at least another one. */
export function isAtLeast(version: readonly [number, number], least: readonly [number, number]): boolean {
  return version[0] > least[0] || (version[0] === least[0] && version[1] >= least[1])
}
