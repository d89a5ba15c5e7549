/** Where a command prints. */
export type Stream = {
  readonly write: (text: string) => unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

/** Everything a command takes from the process: nothing in `cli/` looks at the process itself. */
export type Io = {
  readonly stdout: Stream
  readonly stderr: Stream
  /** Everything that is piped in; read only when a command asks for it. */
  readonly stdin: () => Promise<string>
  readonly env: { readonly [name: string]: string | undefined }
  readonly cwd: string
  readonly now: () => Date
}
