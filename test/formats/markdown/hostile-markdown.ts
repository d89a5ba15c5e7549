/** A text that some Markdown parser needs more than linear time or memory for; `size` is about its length. */
export type Hostile = { readonly name: string; readonly text: (size: number) => string }

/** Markdown that is small to write and dear to parse. */
export const HOSTILE: readonly Hostile[] = [
  { name: 'quote marks on one line', text: (size) => '>'.repeat(size) },
  { name: 'bullets on one line', text: (size) => `${'- '.repeat(size / 2)}x` },
  { name: 'numbers on one line', text: (size) => `${'1. '.repeat(size / 3)}x` },
  { name: 'quote and bullet on one line', text: (size) => `${'> - '.repeat(size / 4)}x` },
  { name: 'ever deeper list', text: (size) => deeperList(Math.floor(Math.sqrt(size))) },
  { name: 'ever deeper list, again and again', text: (size) => fill(deeperList(60), size) },
  { name: 'list of 30 levels on each line', text: (size) => fill(`${'- '.repeat(30)}x\n`, size) },
  { name: 'quote of 30 levels on each line', text: (size) => fill(`${'> '.repeat(30)}x\n`, size) },
  { name: 'quotes of rising depth', text: (size) => fill(rising(50), size) },
  { name: 'quotes of rising depth to 30', text: (size) => fill(rising(30), size) },
  { name: 'lazy lines after 200 quotes', text: (size) => `${'> '.repeat(200)}a\n${fill('b\n', size)}` },
  { name: 'lazy lines after 30 quotes', text: (size) => `${'> '.repeat(30)}a\n${fill('b\n', size)}` },
  { name: 'lazy lines after one quote', text: (size) => `> a\n${fill('b\n', size)}` },
  { name: 'opening brackets', text: (size) => '['.repeat(size) },
  { name: 'brackets in brackets', text: (size) => '['.repeat(size / 2) + ']'.repeat(size / 2) },
  { name: 'links in links', text: (size) => fill('[a](', size) },
  { name: 'links in links, closed', text: (size) => `${'[a'.repeat(size / 6)}${'](b)'.repeat(size / 6)}` },
  { name: 'images in images', text: (size) => `${'![a'.repeat(size / 7)}${'](b)'.repeat(size / 7)}` },
  { name: 'links, one paragraph', text: (size) => fill('[a](b) ', size) },
  { name: 'brackets, one paragraph', text: (size) => fill('[a] ', size) },
  { name: 'stars', text: (size) => '*'.repeat(size) },
  { name: 'opening stars', text: (size) => fill('*a ', size) },
  { name: 'emphasis, one paragraph', text: (size) => fill('*a* ', size) },
  { name: 'strong text, one line each', text: (size) => fill('**a** b\n', size) },
  { name: 'crossing emphasis', text: (size) => fill('*a_ ', size) },
  { name: 'opening underscores', text: (size) => fill(' _a', size) },
  { name: 'strong inside words, then stars', text: (size) => fill('a**b', size / 2) + fill('c* ', size / 2) },
  { name: 'backtick runs of rising length', text: (size) => backticks(Math.floor(Math.sqrt(size * 2))) },
  { name: 'backticks, unpaired', text: (size) => fill('` `` ', size) },
  { name: 'code spans, one paragraph', text: (size) => fill('`a` ', size) },
  { name: 'definitions', text: (size) => fill('[a]: b\n', size) },
  { name: 'different definitions', text: (size) => lines(size, (i) => `[a${i}]: b`) },
  { name: 'definitions and references', text: (size) => lines(size, (i) => `[a${i}]: b\n\n[a${i}]\n`) },
  { name: 'flat list', text: (size) => fill('- a\n', size) },
  { name: 'flat ordered list', text: (size) => lines(size, (i) => `${(i % 1000) + 1}. a`) },
  { name: 'flat list with blank lines', text: (size) => fill('- a\n\n', size) },
  { name: 'task list', text: (size) => fill('- [ ] a\n', size) },
  { name: 'list of two levels', text: (size) => fill('- a\n  - b\n', size) },
  { name: 'empty list items', text: (size) => fill('-\n', size) },
  { name: 'headings', text: (size) => fill('# a\n', size) },
  { name: 'underlined headings', text: (size) => fill('a\n=\n', size) },
  { name: 'thematic breaks', text: (size) => fill('***\n', size) },
  { name: 'table', text: (size) => `|a|b|\n|-|-|\n${fill('|c|d|\n', size)}` },
  { name: 'front matter, repeated', text: (size) => fill('---\na: b\n---\n', size) },
  { name: 'quotes', text: (size) => fill('> a\n\n', size) },
  { name: 'fences', text: (size) => fill('```\n```\n', size) },
  { name: 'fences in a list', text: (size) => fill('- ```\n  ```\n', size) },
  { name: 'open fences in quotes', text: (size) => fill('> ```\n\n', size) },
  { name: 'indented code', text: (size) => fill('    a\n\n', size) },
  { name: 'one line of words', text: (size) => fill('word ', size) },
  { name: 'short lines, one paragraph', text: (size) => fill('a\n', size) },
  { name: 'short paragraphs', text: (size) => fill('a\n\n', size) },
  { name: 'hard breaks', text: (size) => fill('a\\\n', size) },
  { name: 'blank lines', text: (size) => fill('\n', size) },
  { name: 'carriage returns', text: (size) => fill('a\r', size) },
  { name: 'escapes', text: (size) => fill('\\*', size) },
  { name: 'character references', text: (size) => fill('&amp;', size) },
  { name: 'ampersands', text: (size) => fill('&a', size) },
  { name: 'spaces', text: (size) => `a${' '.repeat(size)}b` },
  { name: 'leading spaces', text: (size) => `${' '.repeat(size)}b` },
  { name: 'tabs', text: (size) => '\t'.repeat(size) },
  { name: 'list, then tabs', text: (size) => `- a\n${fill('\t\t\t\tb\n', size)}` },
  { name: 'NUL', text: (size) => '\0'.repeat(size) },
  { name: 'number signs', text: (size) => '#'.repeat(size) },
  { name: 'dashes', text: (size) => '-'.repeat(size) },
  { name: 'open tags', text: (size) => fill('a<b ', size) },
  { name: 'open tags with attributes', text: (size) => fill('<a b="', size) },
  { name: 'tags, one paragraph', text: (size) => fill('x <b> ', size) },
  { name: 'open comments', text: (size) => fill('a <!-- ', size) },
  { name: 'open comment blocks', text: (size) => fill('<!--\n', size) },
  { name: 'open instructions', text: (size) => fill('a <? ', size) },
  { name: 'open character data', text: (size) => fill('a <![CDATA[ ', size) },
  { name: 'comment blocks', text: (size) => fill('<!-- a -->\n\n', size) },
  { name: 'autolinks', text: (size) => fill('<http://a.b> ', size) },
  { name: 'open link titles', text: (size) => fill('[a](b "', size) },
  { name: 'open link destinations', text: (size) => fill('[a](<b', size) },
  { name: 'parentheses', text: (size) => `[a](${'('.repeat(size)}` },
  { name: 'heading with many closing marks', text: (size) => `# a${' #'.repeat(size / 2)}` },
  {
    name: 'words in emphasis, nested',
    text: (size) => `${'*a **b '.repeat(size / 14)}${'c** d* '.repeat(size / 14)}`,
  },
]

function fill(piece: string, size: number): string {
  return piece.repeat(Math.max(1, Math.floor(size / piece.length)))
}

function lines(size: number, line: (index: number) => string): string {
  const count = Math.max(1, Math.floor(size / line(1000).length))
  return Array.from({ length: count }, (_, index) => line(index)).join('\n')
}

function deeperList(depth: number): string {
  return Array.from({ length: depth }, (_, level) => `${'  '.repeat(level)}- a\n`).join('')
}

function rising(depth: number): string {
  return Array.from({ length: depth }, (_, level) => `${'>'.repeat(level + 1)} a\n`).join('')
}

function backticks(runs: number): string {
  return Array.from({ length: runs }, (_, length) => '`'.repeat(length + 1)).join(' ')
}
