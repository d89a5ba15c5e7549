/** Stands in a rule that only a person can fill in, until it is. */
export const TO_FILL_IN = 'TODO: replace this list.'

/** Who the agent works for. Nothing is known of them, so it says what to write. */
export const USER_PROFILE = `# User profile

${TO_FILL_IN} Nothing is known here yet of the person who works in this repository. What belongs here, one line each,
if more than four of five conversations need it:

- who you are and what you are responsible for;
- the language and the tone that answers should have;
- how you like code to be written, and what you never want to see;
- how you like to work: when to ask, when to go ahead.
`

/** What holds everywhere. Nothing was read from the code, so it says what to write. */
export const GLOBAL_CONVENTIONS = `# Global conventions

${TO_FILL_IN} No convention was written down here yet. What belongs here, one line each, if it holds in every workspace
and more than four of five conversations need it:

- decisions that cut across all workspaces, with the reason in half a sentence;
- names: branches, packages, files, commits;
- patterns that all code follows, and commands that are always run.

What holds in one workspace only belongs in that workspace's own memory.
`
