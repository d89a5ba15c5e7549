import { UserError } from '../core/errors.ts'
import { SAVE_MEMORY, type SaveArguments, saveMemory } from '../run/workspace-tools.ts'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'
import { commonOptions, listed, needTexts } from './options.ts'
import { tellTool } from './tell-tool.ts'
import { needArguments } from './tool-call.ts'

/** `memkeep save --workspace NAME --type decision|lesson --title TITLE`, the text with `--content` or piped in: exit 1 for a refusal. */
export async function save(_: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { workspace: asked, domain, category, tags, dryRun, allowDuplicate } = flags
  const { workspace, type, title } = needTexts('save', {
    workspace: asked,
    type: flags.type,
    title: flags.title,
  })
  const args = needArguments<SaveArguments>(SAVE_MEMORY, {
    scope: { workspace, domain },
    type,
    title,
    content: flags.content ?? (await piped(io)),
    category,
    tags: listed(tags),
    dry_run: dryRun,
    allow_duplicate: allowDuplicate,
  })
  return tellTool(await saveMemory(args, commonOptions(flags, io)), flags, io)
}

async function piped({ stdin }: Io): Promise<string> {
  const content = await stdin()
  if (content.trim() !== '') return content
  throw new UserError('save needs the text of the entry', 'Give it with --content, or pipe it in.')
}
