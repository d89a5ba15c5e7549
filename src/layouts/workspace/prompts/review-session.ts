import { safeText } from '../../../core/messages.ts'
import type { AgentPrompt } from '../../../core/operation.ts'

/** Has an agent look back at a session, and save what a later one would otherwise find out again. */
export const reviewSession: AgentPrompt = {
  name: 'review_session',
  title: 'Review this session for what to remember',
  description: 'At the end of a session: finds decisions and lessons worth keeping, saves them, and reports.',
  parameters: [
    { name: 'workspace', description: 'The workspace that the session was about.' },
    { name: 'domain', description: 'Its domain, where the session was about one.' },
  ],
  text: ({
    workspace,
    domain,
  }) => `This session is coming to its end. Look back at it, and save what a later session would otherwise have to find out again.

${scopeStep(workspace, domain)}
2. Go through the whole session and note each moment of these kinds:
   - Hard-won fix: a bug was fixed after several failed attempts. A lesson: what was seen, the root cause, what solves it.
   - Non-obvious solution: it needed knowledge that no document has. A lesson.
   - Decision: an architectural, design or tooling choice was made, or the user confirmed one. A decision: what was chosen, why, and what was rejected.
   - Conflict: an entry or document contradicts what is true now. Do not save a second entry: report to the user which one is outdated, and propose to correct or archive it.
3. Leave out what the code or its documentation says, the progress of the task, guesses, what is known already, and every secret.
4. Save the others with \`workspace_save_memory\`, one call each: a title that says what was learned or decided, a text that is understood without this conversation, a category and tags that are in use where they fit. When a call is refused, do what the refusal says, or leave the entry out.
5. Report to the user: each entry that was saved with its title and path, what was left out on purpose, and what needs their decision. When nothing is worth saving, say that, and save nothing.
`,
}

function scopeStep(workspace: string | undefined, domain: string | undefined): string {
  const known = `read what is known already: call \`workspace_get_context\` with topics decisions and lessons`
  if (!workspace) {
    const about = domain
      ? `the workspace of the domain ${safeText(JSON.stringify(domain))}`
      : 'the workspace, and the domain if it was one, that the session was about'
    return `1. Find ${about}, and ${known}.`
  }
  const scope = { workspace, ...(domain && { domain }) }
  return `1. The scope is ${safeText(JSON.stringify(scope))}. First ${known}.`
}
