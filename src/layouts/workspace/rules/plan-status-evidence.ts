import type { DocumentRule } from '../../../core/rule.ts'
import { frontMatterPlace } from '../front-matter.ts'

/** A plan's task boxes bear out its status. */
export const planStatusEvidence: DocumentRule = {
  id: 'plan-status-evidence',
  summary: 'A plan that is `done` has no open task box, and a `new` one no checked box.',
  why: 'The status is all that an agent reads of most plans: open work in a plan that says `done` is forgotten.',
  howToFix: 'Set the status that the boxes show, or check the boxes that are done.',
  severity: 'info',
  fixable: false,
  example: {
    bad: 'status: done\n---\n\n- [x] Graph model\n- [ ] Parallel branches\n',
    good: 'status: partial\n---\n\n- [x] Graph model\n- [ ] Parallel branches\n',
  },
  kinds: ['plan'],
  subject: 'document',
  check: (source, report) => {
    const status = source.frontMatter?.fields.status
    if (status !== 'done' && status !== 'new') return
    const against = (source.markdown?.tasks ?? []).filter(({ checked }) => checked === (status === 'new'))
    const first = against[0]
    if (!first) return
    const state = status === 'done' ? 'open' : 'checked'
    const boxes = `${against.length} ${state} task ${against.length === 1 ? 'box' : 'boxes'}`
    report({
      place: frontMatterPlace(source, 'status'),
      message: `Status \`${status}\` does not fit ${boxes}, the first in line ${first.place.line}`,
      help:
        status === 'done'
          ? 'Check or remove the open boxes, or set the status to in_progress or partial.'
          : 'Set the status to in_progress or partial, or clear the boxes.',
    })
  },
}
