import type { WritePlan } from '../../core/write-plan.ts'
import type { OpenSnapshot } from '../../snapshot/real-snapshot.ts'
import { loadSide } from '../check-snapshot.ts'
import { derivedPlan, replacedUnread } from '../derived-plan.ts'
import { factsInMemory } from '../facts-in-memory.ts'
import type { FactsStore, LoadOptions } from '../load-options.ts'

/** What a rebuild of a snapshot would write. */
type Derived = {
  readonly plan: WritePlan
  /** Files among them that are there and cannot be read. */
  readonly unreadable: ReadonlySet<string>
}

/** Works out the derived files of snapshots, one after the other; what is the same in two of them is read once. */
export type Deriving = (snapshot: OpenSnapshot) => Promise<Derived>

/** Documents are read without any rule: to derive, nobody needs to know what is wrong with them. */
export function deriving(load: LoadOptions, today: string): Deriving {
  const layouts = load.layouts.map((layout) => ({ ...layout, rules: [] }))
  const bare: LoadOptions = { ...load, layouts, rules: [], facts: above(load.facts) }
  return async (snapshot) => {
    const { memories } = await loadSide(snapshot, today, bare)
    const plan = await derivedPlan({ snapshot, memories }, bare)
    return { plan, unreadable: replacedUnread(memories) }
  }
}

/** Facts that were found without rules are no facts for anybody else. */
function above(known: FactsStore): FactsStore {
  const own = factsInMemory()
  return { get: (id, path) => own.get(id, path) ?? known.get(id, path), put: own.put }
}
