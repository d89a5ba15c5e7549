import { UserError } from '../core/errors.ts'
import { usedLayouts } from '../operations/registry.ts'
import type { Session } from './session.ts'

/** Whose tools and prompts a client is offered: a call is refused for what no list would show. */
export type Offer = {
  /** Ids of the layouts; null where they are not known, because settings are wrong or there is no project. */
  readonly layouts: () => Promise<readonly string[] | null>
  /** Throws `UserError` for a tool or a prompt of a layout that is not offered. */
  readonly assertOffered: (layout: string, what: string) => Promise<void>
}

/**
 * Offers the layouts that the session names, else those in use, because every tool costs an agent tokens. What was offered once stays
 * offered: the last file of a layout may be deleted by one of its own tools.
 */
export function openOffer(session: Session): Offer {
  const shown = new Set<string>()
  const layouts = async (): Promise<readonly string[] | null> => {
    const now = session.layouts ?? (await layoutsInUse(session))
    for (const id of now ?? []) shown.add(id)
    return now && [...shown]
  }
  return {
    layouts,
    assertOffered: async (layout, what) => {
      if (shown.has(layout)) return
      const offered = await layouts()
      if (offered?.includes(layout) ?? true) return
      throw new UserError(
        `${what} belongs to the layout ${layout}, which this repository does not use`,
        `To use it, turn it on in memkeep.yaml: layouts: { ${layout}: on }. The list of tools has those that can be called.`,
      )
    },
  }
}

/** Null where a call says what is wrong. */
async function layoutsInUse({ cwd, config, cache, moment }: Session): Promise<readonly string[] | null> {
  try {
    return await usedLayouts({ cwd: await cwd(), config, cache, today: moment().today })
  } catch {
    return null
  }
}
