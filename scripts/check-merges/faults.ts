/** What a merge did to sections: how many are missing and how many are there too often. */
export type Faults = { readonly lost: readonly string[]; readonly doubled: readonly string[] }

/** The three versions, and what a merge made of them. */
export type Versions = Readonly<Record<'base' | 'ours' | 'theirs' | 'result', string>>

/** Rules and comments between sections belong to none of them. */
const FILLER = /^ {0,3}([-*_])(?:[ \t]*\1){2,}$|^<!--.*-->$/

/**
 * Counts sections, by a scan that shares nothing with the merge: a section is a heading line outside fences with the
 * lines up to the next one, blanks, rules and comments left out. Of a result with conflicts each side's view is counted.
 */
export function faultsOf({ base, ours, theirs, result }: Versions): Faults {
  const [b, o, t] = [sections(base), sections(ours), sections(theirs)]
  const views = result.includes('<<<<<<< ')
    ? [
        { own: o, found: sections(view(result, 'ours')), text: view(result, 'ours') },
        { own: t, found: sections(view(result, 'theirs')), text: view(result, 'theirs') },
      ]
    : [{ own: new Map([...o, ...t]), found: sections(result), text: result }]
  const lost: string[] = []
  const doubled: string[] = []
  for (const { own, found, text } of views) {
    for (const unit of new Set([...own.keys(), ...found.keys()])) {
      const [nb, no, nt, nr] = [b, o, t, found].map((counts) => counts.get(unit) ?? 0) as [
        number,
        number,
        number,
        number,
      ]
      const wanted = nb === 0 ? Math.max(no, nt) : Math.max(0, no + nt - nb)
      const allowed = views.length > 1 ? Math.max(wanted, own.get(unit) ?? 0) : wanted
      const isThere =
        views.length > 1 && nb === 0 ? hasLines(text, unit, base) : isCombined(unit, { b, found })
      if (own.has(unit) && nr < wanted && !isThere) lost.push(unit)
      if (nr > allowed && nr > 1) doubled.push(unit)
    }
  }
  return { lost, doubled }
}

/** A conflict can start in the middle of a section: then every line that its side wrote is in that side's view. */
function hasLines(text: string, unit: string, base: string): boolean {
  const lines = (one: string): Set<string> => new Set(one.split(/\r\n|\n|\r/).map((line) => line.trimEnd()))
  const [there, known] = [lines(text), lines(base)]
  return unit.split('\n').every((line) => there.has(line) || known.has(line))
}

/** Both sides changed one section at different lines: what this side made of it is in the section as merged. */
function isCombined(
  unit: string,
  { b, found }: { b: ReadonlyMap<string, number>; found: ReadonlyMap<string, number> },
): boolean {
  const [heading = '', ...lines] = unit.split('\n')
  const before = [...b.keys()].filter((one) => one.split('\n', 1)[0] === heading)
  const known = new Set(before.flatMap((one) => one.split('\n')))
  const added = lines.filter((line) => !known.has(line))
  return [...found.keys()].some((one) => {
    const there = one.split('\n')
    return before.length > 0 && there[0] === heading && added.every((line) => there.includes(line))
  })
}

function sections(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  let unit: string[] = []
  let fence = ''
  const close = (): void => {
    const key = unit.join('\n')
    if (key !== '') counts.set(key, (counts.get(key) ?? 0) + 1)
    unit = []
  }
  for (const raw of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    const line = raw.trimEnd()
    const marks = /^ {0,3}(```+|~~~+)/.exec(line)?.[1] ?? ''
    if (fence !== '') {
      if (marks.startsWith(fence) && line.trim() === marks) fence = ''
    } else if (marks !== '' && !line.slice(line.indexOf(marks) + marks.length).includes('`')) fence = marks
    else if (/^ {0,3}#{1,6}(?:[ \t]|$)/.test(line)) close()
    if (line !== '' && !FILLER.test(line)) unit.push(line)
  }
  close()
  return counts
}

/** A text with each conflict resolved to one side. */
function view(text: string, side: 'ours' | 'theirs'): string {
  let where: 'both' | 'ours' | 'theirs' = 'both'
  const kept = text.split('\n').filter((line) => {
    if (line.startsWith('<<<<<<< ')) where = 'ours'
    else if (line.startsWith('>>>>>>> ')) where = 'both'
    else if (/^=======\r?$/.test(line) && where === 'ours') where = 'theirs'
    else return where === 'both' || where === side
    return false
  })
  return kept.join('\n')
}
