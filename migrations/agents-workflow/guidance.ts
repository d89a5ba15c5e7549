import type { WorkspaceRoots } from '../workspace/workspace-roots.ts'

/** By this the migration knows its own text again. */
export const MARK = '<!-- memkeep: agents-workflow -->'

/** The rule file that says more, in the rule directory. */
export const CONTEXT_RULE = 'context-memory-rule.md'

/** What takes the place of mandatory loading; lines without line ends. `rule` is the path of the rule that says more. */
export function guidance({ resources }: WorkspaceRoots, rule: string | null): readonly string[] {
  return [
    MARK,
    '',
    'Workspace context is optional. Decide from the task whether it needs any; nothing has to be loaded or confirmed first.',
    '',
    `- Load it when the task touches a path with \`workspaces/\` or \`${resources}/\` in it, names a workspace, a domain or`,
    '  a repository, or depends on the structure, the conventions or the history of a project.',
    '- Do without for general questions, small edits that come with all they need, and repairs of infrastructure.',
    '- Start with `workspace_get_context` and its defaults, for the narrowest scope that fits, and ask for more only when',
    `  they show what. Without that tool, begin with the front matter of \`${resources}/{scope}/OVERVIEW.md\`.`,
    ...(rule === null ? [] : [`- \`${rule}\` says more, and what to save.`]),
  ]
}

/** What an AGENTS.md gets that never spoke of it. */
export function pointer({ resources, memory }: WorkspaceRoots, rule: string | null): readonly string[] {
  return [
    '## Workspace memory',
    '',
    MARK,
    '',
    `What is known of the workspaces here lies in \`${resources}/\` and \`${memory}/\`. It loads on demand: call`,
    '`workspace_get_context` when a task touches a workspace, or read the front matter of its OVERVIEW.md.',
    ...(rule === null ? [] : [`\`${rule}\` says when, and what to save.`]),
  ]
}
