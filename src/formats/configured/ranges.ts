/** Versions from one to another, both included, as comparable numbers; `isPin` where exactly one is installed. */
type Range = { readonly least: number; readonly most: number; readonly isPin: boolean }

const MINOR = 1000

/** How exact versions are compared: by their first number, or by the first two. */
export type Level = 'major' | 'minor'

function numberAt(major: string, minor: string | undefined, level: Level, missing: number): number {
  if (level === 'major') return Number(major)
  const second = minor === undefined || /[x*]/i.test(minor) ? missing : Number(minor)
  return Number(major) * MINOR + second
}

const PART = /^(>=|>|<=|<|\^|~>|~=|~|===?|=|v)?\s*v?(\d+)(?:\.(\d+|[x*]))?(?:\.[\w*-]+)*(?:[-+][\w.-]+)?$/i

/** The versions that a range of a manifest allows; null where it cannot be known. */
export function rangesOf(written: string, level: Level): readonly Range[] | null {
  const all = written.split('||').map((one) => oneRange(one.trim(), level))
  return all.every((one) => one !== null) ? all : null
}

function oneRange(written: string, level: Level): Range | null {
  const hyphen = /^v?(\d+)(?:\.(\d+))?\S*\s+-\s+v?(\d+)(?:\.(\d+))?\S*$/.exec(written)
  if (hyphen) {
    const [, a = '', b, c = '', d] = hyphen
    return { least: numberAt(a, b, level, 0), most: numberAt(c, d, level, MINOR - 1), isPin: false }
  }
  let [least, most] = [0, Number.POSITIVE_INFINITY]
  const parts = written
    .replaceAll(/(>=|<=|~=|~>|===?|[><^~])\s+/g, '$1')
    .split(/[\s,]+/)
    .filter((part) => part !== '' && !part.startsWith('!='))
  if (parts.length === 0) return null
  for (const part of parts) {
    const [, sign = '=', major, minor] = PART.exec(part) ?? []
    if (major === undefined) return null
    const low = numberAt(major, minor, level, 0)
    const high = numberAt(major, minor, level, MINOR - 1)
    const top = level === 'major' ? low : Number(major) * MINOR + (MINOR - 1)
    if (sign === '>=' || sign === '>') least = Math.max(least, low)
    else if (sign === '<=') most = Math.min(most, high)
    else if (sign === '<') most = Math.min(most, leavesSome(part, level) ? low : low - 1)
    else [least, most] = [low, sign === '^' || sign === '~=' || sign === '~>' ? top : high]
  }
  return least > most ? null : { least, most, isPin: written.startsWith('=') }
}

/** `<5.3.2` leaves most of 5 in, `<5` and `<5.0` nothing. */
function leavesSome(part: string, level: Level): boolean {
  const [, minor = '', patch = ''] = /\d+(?:\.(\d+))?(?:\.(\d+))?/.exec(part) ?? []
  return Number(patch) > 0 || (level === 'major' && Number(minor) > 0)
}

/** True where a stated version, as `18`, `3.11` or `18+`, is one that the ranges allow. */
export function allows(
  ranges: readonly Range[],
  stated: string,
  options: { readonly level: Level; readonly isFloor: boolean },
): boolean {
  const [, major = '', minor, later] = /^(\d+)(?:\.(\d+))?(\+)?$/.exec(stated) ?? []
  const { level, isFloor } = options
  const low = numberAt(major, minor, level, 0)
  const high = numberAt(major, minor, level, MINOR - 1)
  return ranges.some(({ least, most, isPin }) => {
    if (later === undefined) return low <= most && high >= least
    // What runs the code must be new enough: a lower number is wrong.
    return isFloor && !isPin ? high >= least && most >= low : most >= low
  })
}
