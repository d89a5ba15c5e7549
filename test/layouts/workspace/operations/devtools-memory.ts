import type { Files } from '../../../helpers/check-literal.ts'

const HOME = 'resources/workspaces/devtools'
const MEMORY = 'user/memory/workspaces/devtools'

const TWELVE = 12
const EIGHT = 8

/** The labels of a numbered entry, where it has any. */
type Labels = { readonly category?: string; readonly tags?: string }

/** A workspace whose context is the format's own example of an answer: structure, summaries, counts and two plans. */
export const devtoolsMemory: Files = {
  [`${HOME}/OVERVIEW.md`]: `---
name: DevTools
description: Shared development tools and infrastructure
tags: [devtools, infrastructure]
---

# DevTools
`,
  [`${HOME}/common/OVERVIEW.md`]: `---
name: DevTools Common
description: Shared tools and utilities across all domains
tags: [cli, shared]
updated: 2026-02-20
---

# DevTools Common

Every tool is a plugin of one server.
`,
  [`${HOME}/common/cli-plugin-debate/notes.md`]: 'How two models argue.\n',
  [`${HOME}/common/cli-plugin-server/notes.md`]: 'How pages are served.\n',
  [`${HOME}/common/_plans/260208-workflow-engine.md`]: `---
name: Workflow Engine
description: Build a workflow execution engine for sequential and parallel task graphs
status: done
created: 2026-02-08
updated: 2026-02-09
tags: [workflow, engine, xstate]
---

# Workflow Engine
`,
  [`${HOME}/common/_plans/260223-spa-self-serve.md`]: `---
name: SPA Self-Serve from Feature Modules
description: Eliminate per-SPA boilerplate in server package
status: in_progress
created: 2026-02-23
tags: [nestjs, spa, architecture]
---

# SPA Self-Serve
`,
  [`${MEMORY}/decisions.md`]: log(
    'Decision',
    Array.from({ length: TWELVE }, (_, i) => (i < 5 ? { category: 'architecture' } : {})),
    (i) => `2026-01-${String(i + 1).padStart(2, '0')}`,
  ).replace('architecture\n', 'architecture\n**Tags:** nestjs\n'),
  [`${MEMORY}/common/lessons.md`]: log(
    'Lesson',
    Array.from({ length: EIGHT }, (_, i): Labels => {
      const tags = ['nestjs', 'nestjs', 'pnpm', 'pnpm'][i]
      return { ...(i < 3 && { category: 'debugging' }), ...(tags !== undefined && { tags }) }
    }),
    (i) => `2026-02-${18 + i}`,
  ),
  [`${MEMORY}/_index.yaml`]: `tags:
  - name: nestjs
    description: "NestJS framework"
  - name: pnpm
    description: "Package manager issues"
`,
}

function log(what: string, entries: readonly Labels[], day: (i: number) => string): string {
  const written = entries.map(({ category, tags }, i) => {
    const labels = [category && `**Category:** ${category}`, tags && `**Tags:** ${tags}`].filter(Boolean)
    return [
      `### [${day(i)}] ${what} ${i + 1}`,
      '',
      ...labels,
      '',
      `Because of ${i + 1}.`,
      '',
      '---',
      '',
    ].join('\n')
  })
  return `# ${what}s\n\n${written.join('\n')}`
}
