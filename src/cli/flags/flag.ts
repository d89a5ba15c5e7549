/** One flag of the command line: the table that help texts and the README's table are made from. */
export type Flag = {
  /** As commander reads it: `-C, --cwd <dir>`. */
  readonly flags: string
  readonly summary: string
  /** What the help of a command says instead, where a flag is not the same to each of its commands. */
  readonly per?: { readonly [command: string]: string }
  /** The only commands that have it; every command when absent. */
  readonly commands?: readonly string[]
  readonly choices?: readonly string[]
  readonly conflicts?: readonly string[]
  /** May be given several times: the value is a list. */
  readonly repeats?: true
  /** Turns the text given into the value; throws commander's `InvalidArgumentError`. */
  readonly parse?: (text: string) => number | string
}
