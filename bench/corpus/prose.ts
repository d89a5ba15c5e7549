import type { Random } from './random.ts'
import { adjective, capital, noun, slug, title, verb } from './words.ts'

/** What a text may link to: targets relative to its own directory that exist in the corpus. */
export type Links = readonly string[]

/** A block of Markdown: its lines, the blank line after it included. */
export type Block = readonly string[]

/** Blocks of every sort, in the proportions of technical notes, until there are at least `lines` lines. */
export function prose(r: Random, lines: number, links: Links): string[] {
  const text: string[] = []
  while (text.length < lines) text.push(...anyBlock(r, links))
  return text
}

/** One to three sentences, a line each. */
export function paragraph(r: Random, links: Links): Block {
  return [...times(r.int(1, 3), () => sentence(r, links)), '']
}

/** A flat bullet list. */
export function bullets(r: Random, links: Links): Block {
  return [...times(r.int(2, 5), () => `- ${sentence(r, links)}`), '']
}

/** A code block that holds what would be an entry's heading and a separator outside of it. */
export function fence(r: Random): Block {
  const language = r.pick(['ts', 'bash', 'yaml', 'json', 'python', ''])
  return [`\`\`\`${language}`, ...times(r.int(4, 12), () => codeLine(r)), '```', '']
}

function anyBlock(r: Random, links: Links): Block {
  const sort = r.int(0, 11)
  if (sort < 2) return [`${r.chance(500) ? '##' : '###'} ${title(r)}`, '']
  if (sort < 4) return list(r, links)
  if (sort < 5) return table(r, links)
  if (sort < 6) return fence(r)
  if (sort < 7) return r.chance(500) ? quote(r, links) : [`<!-- ${sentence(r, [])} -->`, '']
  return paragraph(r, links)
}

function list(r: Random, links: Links): Block {
  const ordered = r.chance(300)
  const items = times(r.int(3, 7), (i) => {
    const item = `${ordered ? `${i + 1}.` : '-'} ${sentence(r, links)}`
    return r.chance(300) ? [item, `${ordered ? '   ' : '  '}- ${sentence(r, links)}`] : [item]
  })
  return [...items.flat(), '']
}

function table(r: Random, links: Links): Block {
  const row = (): string =>
    `| \`${noun(r)}\` | ${adjective(r)} ${noun(r)} | ${r.int(1, 9999)} | ${phrase(r, links)} |`
  return ['| Part | What | Count | Note |', '| --- | --- | ---: | --- |', ...times(r.int(3, 6), row), '']
}

function quote(r: Random, links: Links): Block {
  return [`> ${sentence(r, links)}`, `> ${sentence(r, links)}`, '']
}

function codeLine(r: Random): string {
  const sort = r.int(0, 7)
  if (sort === 0) return `# ${verb(r)} the ${noun(r)}`
  if (sort === 1) return `### [2025-01-${r.int(10, 28)}] not a heading: ${noun(r)}`
  if (sort === 2) return '---'
  if (sort === 3) return ''
  return `  const ${noun(r)} = ${noun(r)}.${verb(r)}(${r.int(0, 99)});`
}

function sentence(r: Random, links: Links): string {
  const condition = r.chance(250) ? ` when ${phrase(r, links)} ${verb(r)}` : ''
  return `${capital(phrase(r, links))} ${verb(r)} ${phrase(r, links)}${condition}.`
}

function phrase(r: Random, links: Links): string {
  switch (r.int(0, 9)) {
    case 0:
      return `\`${noun(r)}.${verb(r)}()\``
    case 1:
      return `**${adjective(r)}** ${noun(r)}`
    case 2:
      return link(r, links)
    case 3:
      return `_${noun(r)}_`
    case 4:
      return `\`src/${slug(noun(r))}/${noun(r)}.ts:${r.int(1, 400)}\``
    case 5:
      return `the naïve ${noun(r)} — ${adjective(r)} by design`
    default:
      return `the ${adjective(r)} ${noun(r)}`
  }
}

function link(r: Random, [first, ...rest]: Links): string {
  return first === undefined ? `the ${noun(r)}` : `[${noun(r)}](${r.pick([first, ...rest])})`
}

function times<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i))
}
