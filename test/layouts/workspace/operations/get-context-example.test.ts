import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { getContext } from '../../../../src/layouts/workspace/operations/get-context.ts'
import { askOperation } from '../../../helpers/ask-operation.ts'
import { devtoolsMemory } from './devtools-memory.ts'

/** The format's own example of an answer. Its tree ends in `...`, where a real one names what else is there. */
const EXAMPLE = `
defaults:
  folder_structure: |
    resources/workspaces/devtools/
    ├── OVERVIEW.md
    ├── common/
    │   ├── OVERVIEW.md
    │   ├── cli-plugin-debate/
    │   ├── cli-plugin-server/
    │   └── _plans/
    └── ...

  overviews_t0:
    - scope: "devtools"
      name: "DevTools"
      description: "Shared development tools and infrastructure"
      tags: [devtools, infrastructure]
      _meta:
        document_path: "resources/workspaces/devtools/OVERVIEW.md"

    - scope: "devtools/common"
      name: "DevTools Common"
      description: "Shared tools and utilities across all domains"
      tags: [cli, shared]
      _meta:
        document_path: "resources/workspaces/devtools/common/OVERVIEW.md"

  memory_metadata:
    workspace: devtools
    last_updated: "2026-02-25"
    tags:
      - { name: "nestjs", description: "NestJS framework", used_in: [decisions, lessons], count: 3 }
      - { name: "pnpm", description: "Package manager issues", used_in: [lessons], count: 2 }
    categories:
      - { name: "architecture", used_in: [decisions], count: 5 }
      - { name: "debugging", used_in: [lessons], count: 3 }
    summary:
      total_decisions: 12
      total_lessons: 8
      domains_with_memory: [common]

plans:
  - name: "Workflow Engine"
    description: "Build a workflow execution engine for sequential and parallel task graphs"
    status: done
    created: "2026-02-08"
    updated: "2026-02-09"
    tags: [workflow, engine, xstate]
    _meta:
      document_path: "resources/workspaces/devtools/common/_plans/260208-workflow-engine.md"
      document_id: "260208-workflow-engine"

  - name: "SPA Self-Serve from Feature Modules"
    description: "Eliminate per-SPA boilerplate in server package"
    status: in_progress
    created: "2026-02-23"
    tags: [nestjs, spa, architecture]
    _meta:
      document_path: "resources/workspaces/devtools/common/_plans/260223-spa-self-serve.md"
      document_id: "260223-spa-self-serve"
`

type Meta = { document_path: string; document_id?: string }
type Example = {
  defaults: { folder_structure: string; overviews_t0: { _meta: Meta }[] }
}

/** The example with what the format says of every entry and the example leaves out: the OVERVIEWs' ids, and a real tree. */
function expected(): unknown {
  const example = parse(EXAMPLE) as Example
  example.defaults.folder_structure = example.defaults.folder_structure.replace(
    '└── ...\n',
    '└── stock/\n    └── notes.md\n',
  )
  const [workspace, domain] = example.defaults.overviews_t0
  if (!workspace || !domain) throw new Error('the example has two overviews')
  workspace._meta.document_id = 'devtools/OVERVIEW'
  domain._meta.document_id = 'devtools/common/OVERVIEW'
  return example
}

describe("the format's own example", () => {
  test('is what the answer says, key for key, as text and as data', async () => {
    const files = { ...devtoolsMemory, 'resources/workspaces/devtools/stock/notes.md': 'Stock.\n' }
    const args = { scope: { workspace: 'devtools' }, topics: ['plans'] }
    const answer = await askOperation(getContext, { files, args })
    if ('refusal' in answer) throw new Error(answer.refusal)
    // As texts: the order of the keys counts.
    expect(JSON.stringify(answer.data, null, 1)).toBe(JSON.stringify(expected(), null, 1))
    expect(JSON.stringify(parse(answer.text))).toBe(JSON.stringify(answer.data))
    expect(answer.text.split('\n').slice(0, 4)).toEqual([
      'defaults:',
      '  folder_structure: |',
      '    resources/workspaces/devtools/',
      '    ├── OVERVIEW.md',
    ])
  })
})
