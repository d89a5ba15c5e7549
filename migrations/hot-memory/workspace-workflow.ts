import type { WorkspaceRoots } from '../workspace/workspace-roots.ts'

/** How an agent finds the scope of a task, and keeps plans and overviews true while it works. */
export function workspaceWorkflow({ resources, memory }: WorkspaceRoots): string {
  return `# Workspace workflow

A scope is a workspace, a domain in it, or a repository in that: \`{workspace}[/{domain}[/{repository}]]\`.

| in | lies |
| --- | --- |
| \`${resources}/{scope}/OVERVIEW.md\` | what the scope is; its \`description\` is the summary |
| \`${resources}/{scope}/_plans/\` | plans, \`YYMMDD-name.md\` |
| \`${resources}/{scope}/_features/\`, \`_spikes/\`, \`_architecture/\` | what was built, tried and designed |
| \`${memory}/{workspace}[/{domain}]/\` | \`decisions.md\` and \`lessons.md\` |

## Find the scope

Take it from the paths and names in the task. When several fit, ask which one is meant. When none does, the task needs
no workspace: just do it.

## Load what the task needs

\`context-memory-rule.md\` says when and how. Nothing has to be loaded or confirmed before work starts.

## While you work

- A task that follows a plan: read that plan whole, and respect the decisions of its scope.
- New work of more than one sitting: write a plan first, with \`name\`, \`description\`, \`status\` and \`created\`.
- Edit plans and overviews directly. Set a plan's \`status\` when it changes: \`new\`, \`in_progress\`, \`partial\`, \`done\`
  or \`abandoned\`. An abandoned plan stays.
- What changes the purpose or the structure of a scope changes its OVERVIEW.md too.

## When you are done

Set the status of the plan, and save what \`context-memory-rule.md\` calls worth saving.
`
}
