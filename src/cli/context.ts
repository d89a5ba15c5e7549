import { type ContextArguments, GET_CONTEXT, getContext } from '../run/workspace-tools.ts'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'
import { commonOptions, listed, needTexts } from './options.ts'
import { tellTool } from './tell-tool.ts'
import { needArguments } from './tool-call.ts'

/** `memkeep context --workspace NAME`: exit 1 for a refusal. */
export async function context(_: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { workspace: asked, domain, repository, topics, defaults, status, tags, category } = flags
  const { workspace } = needTexts('context', { workspace: asked })
  const filters = { status: listed(status), tags: listed(tags), category }
  const args = needArguments<ContextArguments>(GET_CONTEXT, {
    scope: { workspace, domain, repository },
    topics: listed(topics),
    include_defaults: defaults,
    filters,
    token_budget: flags.tokenBudget,
  })
  return tellTool(await getContext(args, commonOptions(flags, io)), flags, io)
}
