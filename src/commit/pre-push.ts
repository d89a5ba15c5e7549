import type { HookRequest, HookResult } from './hook-request.ts'
import { judgePushed, type Verdict } from './judge-pushed.ts'
import { openHookProject } from './open-hook-project.ts'
import { pushedRefs } from './pushed-refs.ts'

/**
 * Checks what is about to be pushed: the tip of every ref that changes memory, compared with what the remote has, and the
 * merges that are pushed with it. Errors that the remote has already are not this push's; any other refuses it.
 */
export async function prePush(request: HookRequest): Promise<HookResult> {
  const project = await openHookProject(request.cwd)
  const [remote = ''] = request.args
  const verdicts: Verdict[] = []
  for (const ref of pushedRefs(await request.stdin()))
    verdicts.push(await judgePushed(project, { ref, remote }, request))
  const refused = verdicts.filter(({ errors }) => errors > 0)
  const shown = refused[0] ?? verdicts.find(({ check }) => check !== null)
  const others = refused.slice(1).map(({ name, errors }) => `${name} was refused as well: ${counted(errors)}`)
  return {
    refused: refused.length > 0,
    check: shown?.check ?? null,
    notes: [...verdicts.flatMap(({ notes }) => notes), ...others],
  }
}

function counted(errors: number): string {
  return errors === 1 ? '1 new error' : `${errors} new errors`
}
