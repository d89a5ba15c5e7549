const RULES = 'agent/rules/common'

/**
 * A small memory in the workspace layout that no rule has anything to say about: path → text, or the target of a
 * symlink. Two workspaces: `devtools` with the domains `common` and `web`, and `shop` without domains. All
 * dates lie before 2026-06-01. The derived `_index.yaml` files are left out: a test that needs them derives them.
 */
export const cleanWorkspace: { readonly [path: string]: string | { readonly link: string } } = {
  [`${RULES}/user-profile.md`]: text(
    '<!-- budget: 50 lines -->',
    '',
    '# User profile',
    '',
    '- Works in UTC+7; answers in short paragraphs.',
    '- Prefers small commits, one reason each.',
  ),
  [`${RULES}/global-conventions.md`]: text(
    '<!-- budget: 80 lines -->',
    '',
    '# Global conventions',
    '',
    '1. Branch names: `feat/`, `fix/`, `chore/` and a slug.',
    '2. Every package exports from its root only.',
    '',
    '```bash',
    'pnpm lint && pnpm test   # before every commit',
    '```',
  ),
  [`${RULES}/context-memory-rule.md`]: text(
    '<!-- budget: 80 lines, 800 tokens -->',
    '',
    '# Context memory',
    '',
    '- Load context when a task names a workspace, a domain or a repository.',
    '- Save a lesson after a fix that took more than one attempt.',
  ),
  [`${RULES}/workspace-workflow.md`]: text(
    '<!-- budget: 100 lines -->',
    '',
    '# Workspace workflow',
    '',
    'Read the OVERVIEW of the scope first, then its open plans.',
  ),
  '.cursor/rules/user-profile.mdc': { link: `../../${RULES}/user-profile.md` },
  '.cursor/rules/global-conventions.mdc': { link: `../../${RULES}/global-conventions.md` },
  '.cursor/rules/context-memory-rule.mdc': { link: `../../${RULES}/context-memory-rule.md` },
  '.cursor/rules/workspace-workflow.mdc': { link: `../../${RULES}/workspace-workflow.md` },
  '.cursor/rules/gitignore-tool-behavior.mdc': text(
    '---',
    'description: How file tools treat ignored paths',
    'alwaysApply: true',
    '---',
    '<!-- budget: 30 lines -->',
    '',
    '# Ignored files and tools',
    '',
    'Search tools skip what `.gitignore` names; read such a file by its full path.',
  ),
  '.codex/user-profile.md': { link: `../${RULES}/user-profile.md` },
  '.codex/global-conventions.md': { link: `../${RULES}/global-conventions.md` },
  '.codex/context-memory-rule.md': { link: `../${RULES}/context-memory-rule.md` },
  '.codex/workspace-workflow.md': { link: `../${RULES}/workspace-workflow.md` },

  'resources/workspaces/devtools/OVERVIEW.md': text(
    '---',
    'name: DevTools',
    'description: Shared development tools and infrastructure.',
    'tags: [devtools, infrastructure]',
    'updated: 2026-03-02',
    '---',
    '',
    '# DevTools',
    '',
    'Two domains: [common](common/OVERVIEW.md) and [web](web/OVERVIEW.md).',
  ),
  'resources/workspaces/devtools/common/OVERVIEW.md': text(
    '---',
    'name: DevTools Common',
    'description: Tools that every domain uses.',
    'tags: [cli, shared]',
    '---',
    '',
    '# DevTools Common',
    '',
    '| package | purpose |',
    '| --- | --- |',
    '| `workflow-engine` | runs task graphs |',
    '| `cli-server` | serves the plugins |',
  ),
  'resources/workspaces/devtools/common/_plans/260208-workflow-engine.md': text(
    '---',
    'name: Workflow Engine',
    'description: Build an engine that runs sequential and parallel task graphs.',
    'status: done',
    'created: 2026-02-08',
    'updated: 2026-02-19',
    'tags: [workflow, xstate]',
    '---',
    '',
    '# Workflow Engine',
    '',
    '- [x] Graph model with cycle detection',
    '- [x] Parallel branches, joined by `all` or `any`',
    '',
    'The design is in [state machines](../_architecture/state-machines.md).',
  ),
  'resources/workspaces/devtools/common/_plans/260223-plugin-sandbox.md': text(
    '---',
    'name: Plugin Sandbox',
    'description: Run each plugin in a worker of its own.',
    'status: in_progress',
    "created: '2026-02-23'",
    'tags:',
    '  - plugin',
    '  - sandbox',
    '---',
    '',
    '# Plugin Sandbox',
    '',
    '- [x] Message channel with a schema',
    '- [ ] Memory limit per worker',
  ),
  'resources/workspaces/devtools/common/_architecture/state-machines.md': text(
    '---',
    'name: State machines',
    'description: How a task graph becomes a machine.',
    'tags: [xstate]',
    '---',
    '',
    '# State machines',
    '',
    'A node is a state; an edge is a transition that carries the result.',
  ),
  'resources/workspaces/devtools/web/OVERVIEW.md': text(
    '---',
    'name: DevTools Web',
    'description: The dashboard and its build.',
    '---',
    '',
    '# DevTools Web',
    '',
    'One application, `dashboard`, built with Vite.',
  ),
  'resources/workspaces/devtools/web/_plans/260310-offline-mode.md': text(
    '---',
    'name: Offline Mode',
    'description: Keep the dashboard usable without a network.',
    'status: new',
    'created: 2026-03-10',
    '---',
    '',
    '# Offline Mode',
    '',
    '- [ ] Cache the last answer of every query',
  ),
  'resources/workspaces/devtools/web/_features/live-logs.md': text(
    '# Live logs',
    '',
    'The server pushes lines over one event stream; the client keeps the last 5,000.',
  ),
  'resources/workspaces/shop/OVERVIEW.md': text(
    '---',
    'name: Shop',
    'description: Storefront and checkout.',
    'tags: [checkout]',
    'updated: 2026-02-20',
    '---',
    '',
    '# Shop',
    '',
    'Checkout talks to the payment gateway through one queue.',
  ),
  'resources/workspaces/shop/_plans/260115-guest-checkout.md': text(
    '---',
    'name: Guest Checkout',
    'description: Let a visitor pay without an account.',
    'status: abandoned',
    'created: 2026-01-15',
    'updated: 2026-02-20',
    '---',
    '',
    '# Guest Checkout',
    '',
    'Dropped: refunds need an account. See [the decision](../../../../user/memory/workspaces/shop/decisions.md).',
  ),

  'user/memory/workspaces/devtools/decisions.md': text(
    '# Decisions: devtools',
    '',
    'Oldest first.',
    '',
    ...entry('2026-01-12', 'One lockfile for all packages', 'dependency', 'pnpm, monorepo', [
      'Packages share one lockfile, because two of them pulled different versions of one peer dependency.',
      '',
      '- `pnpm-lock.yaml` at the root',
      '- no lockfile below it',
    ]),
    ...entry('2026-02-03', 'Entries are written by hand', 'convention', 'memory, markdown', [
      'An entry looks like this; the text in the fence is an example:',
      '',
      '```markdown',
      '### [2026-01-01] not an entry',
      '',
      '---',
      '```',
      '',
      'The engine is described in',
      '[its plan](../../../../resources/workspaces/devtools/common/_plans/260208-workflow-engine.md).',
    ]),
    ...entry('2026-03-01', 'Biome replaces two older linters', 'tooling', 'biome, lint', [
      'One tool formats and lints; a full run fell from 14 s to 0.6 s.',
    ]),
  ),
  'user/memory/workspaces/devtools/lessons.md': text(
    '# Lessons: devtools',
    '',
    ...entry('2026-01-20', 'A watcher misses files on network drives', 'configuration', 'watcher, vite', [
      'Change events do not cross the mount. Set `server.watch.usePolling` there.',
    ]),
    ...entry('2026-02-14', 'Workers keep the process alive', 'debugging', 'worker, monorepo', [
      'The test run hung after the last test:',
      '',
      '1. `process.getActiveResourcesInfo()` named a message port.',
      '2. `worker.unref()` after the handshake fixed it.',
    ]),
  ),
  'user/memory/workspaces/devtools/_archive/decisions-2025.md': text(
    '# Decisions of 2025: devtools',
    '',
    ...entry('2025-06-30', 'Plugins are loaded by name', 'architecture', 'plugin', [
      'A plugin is a package whose name starts with `devtools-plugin-`.',
    ]),
    ...entry('2025-11-04', 'Tests run on the current Node only', 'convention', 'node', [
      'The matrix of three versions found nothing in a year.',
    ]),
  ),
  'user/memory/workspaces/devtools/common/decisions.md': text(
    '# Decisions: devtools/common',
    '',
    ...entry('2026-02-09', 'State machines run the workflow engine', 'architecture', 'xstate, workflow', [
      'XState gives history and guards; a switch over strings gave neither.',
    ]),
    ...entry('2026-02-25', 'Plugins talk JSON over a message port', 'architecture', 'plugin, worker', [
      'Structured clone kept prototypes by accident; JSON makes the contract plain.',
    ]),
  ),
  'user/memory/workspaces/devtools/common/lessons.md': text(
    '# Lessons: devtools/common',
    '',
    ...entry('2026-02-11', 'Parallel joins lost the first error', 'debugging', 'workflow', [
      '`Promise.all` rejects with the first error only. Use `Promise.allSettled` and report every failure.',
    ]),
    ...entry('2026-02-27', 'Schema checks dominate small messages', 'performance', 'plugin, schema', [
      'Compiling the schema once per channel took a message from 1.9 ms to 0.1 ms.',
    ]),
  ),
  'user/memory/workspaces/shop/decisions.md': text(
    '# Decisions: shop',
    '',
    ...entry('2026-01-16', 'Prices are integers in minor units', 'convention', 'money', [
      'Floating point lost a cent in 1 of 40,000 orders.',
    ]),
    ...entry('2026-02-20', 'No checkout without an account', 'architecture', 'checkout, refund', [
      'A refund needs a verified address, which only an account has.',
    ]),
  ),
  'user/memory/workspaces/shop/lessons.md': text(
    '# Lessons: shop',
    '',
    ...entry('2026-01-22', 'The gateway sends a webhook twice', 'integration', 'webhook, checkout', [
      'Both carry one event id. Store it with a unique constraint and answer 200 to the second.',
    ]),
    ...entry('2026-02-18', 'A missing index slowed the order list', 'performance', 'postgres', [
      'The list filtered by `(shop_id, created_at)` and had an index on `shop_id` alone.',
    ]),
  ),
}

function text(...lines: readonly string[]): string {
  return `${lines.join('\n').trimEnd()}\n`
}

function entry(
  date: string,
  title: string,
  category: string,
  tags: string,
  body: readonly string[],
): readonly string[] {
  const labels = [`**Category:** ${category}`, `**Tags:** ${tags}`]
  return [`### [${date}] ${title}`, '', ...labels, '', ...body, '', '---', '']
}
