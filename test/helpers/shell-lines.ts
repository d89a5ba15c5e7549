/** A command of a shell: its words without variables in front, redirections and comments. */
export type ShellCommand = readonly string[]

/** The commands in the text of a `sh` block, in order; `&&`, `||`, `;` and `|` part them. */
export function shellCommands(text: string): ShellCommand[] {
  const lines = text.replaceAll(/\\\n/g, ' ').split('\n')
  return lines.flatMap((line) => commandsOf(line)).filter((words) => words.length > 0)
}

type Token = { readonly text: string; readonly quoted: boolean }

function commandsOf(line: string): string[][] {
  const commands: string[][] = [[]]
  let isFile = false
  for (const { text, quoted } of tokensOf(line)) {
    if (isFile) {
      isFile = false
      continue
    }
    const words = commands.at(-1) ?? []
    if (!quoted && /^(?:&&|\|\|?|;)$/.test(text)) commands.push([])
    // The name of the file may be the next word.
    else if (!quoted && /^[<>]/.test(text)) isFile = /^[<>]+$/.test(text)
    else if (!quoted && words.length === 0 && /^[A-Z_]+=/.test(text)) continue
    else words.push(text)
  }
  return commands
}

/** Words as `sh` reads them, quotes removed; a comment ends the line. */
function tokensOf(line: string): Token[] {
  const tokens: Token[] = []
  for (const [all] of line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)) {
    if (all.startsWith('#')) break
    const parts = /^([^;]+)(;)$/.exec(all)
    const text = (parts?.[1] ?? all).replaceAll(
      /'([^']*)'|"([^"]*)"/g,
      (_, single, double) => single ?? double,
    )
    tokens.push({ text, quoted: /^['"]/.test(all) })
    if (parts) tokens.push({ text: ';', quoted: false })
  }
  return tokens
}
