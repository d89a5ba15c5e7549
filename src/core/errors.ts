/** The user asked wrongly: one line, what to do, exit 2. Anything else that is thrown is a bug. */
export class UserError extends Error {
  readonly hint: string
  constructor(message: string, hint = '', cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'UserError'
    this.hint = hint
  }
}

/** What a call says of itself is wrong: no memory was judged, and nothing was read or written for it. */
export class WrongUse extends UserError {
  readonly failure = 'use'
}
