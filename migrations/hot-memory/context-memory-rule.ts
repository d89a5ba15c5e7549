import type { WorkspaceRoots } from '../workspace/workspace-roots.ts'

/**
 * When and how an agent uses memory: the one rule that it needs before it can call any tool. It names no tag and no
 * category, since those are in the memory index and would go stale here.
 */
export function contextMemoryRule({ resources, memory }: WorkspaceRoots): string {
  return `# Context memory

What is known of a workspace lies in files and loads on demand: what it is and what is planned in \`${resources}/\`,
decisions and lessons in \`${memory}/\`.

## When to load context

Load it when the task

- touches a path with \`workspaces/\` or \`${resources}/\` in it;
- names a workspace, a domain or a repository;
- depends on the structure, the conventions or the history of a project.

Do without for general questions, for small edits where the conversation has all that they need, and for repairs of
infrastructure that have nothing to do with what a workspace contains.

## How to load it

1. Call \`workspace_get_context\` for the narrowest scope that fits, with its defaults: they give the structure, the
   summaries and the memory metadata.
2. Decide from that which topics the task needs, and ask for those only.
3. In every later call pass \`include_defaults: false\`, so that nothing is paid for twice.
4. Filter by tags and categories that the metadata lists; a guessed one finds nothing.

Without that tool, read the front matter of \`${resources}/{scope}/OVERVIEW.md\` and
\`${memory}/{workspace}/_index.yaml\` first.

## When to save

Watch for these while you work; do not wait to be asked.

| moment | what to do |
| --- | --- |
| a bug was fixed after several failed attempts | suggest a lesson: root cause and solution |
| a solution needed knowledge that no document has | suggest a lesson |
| an entry contradicts what you see now | ask the user to update or archive it |
| a design choice was made or confirmed | suggest a decision with its reasons |
| the conversation ends | decide what is worth keeping, save it, and report what was saved |

Before you save, call \`workspace_get_context\` for the topics that the entry would belong to: what is there already is
not saved again. Then use \`workspace_save_memory\`. Files in \`${resources}/\` are edited directly.

## Where the rest is

- For detail, read the file that an entry's \`document_path\` names.
- For what no answer held, search \`${resources}/{scope}/\` for words that the text would use.
- The folder structure is the index; there is nothing else to ask.

## What does not belong here

Lists of tags, categories or topics, which the memory metadata has, and knowledge of one workspace, which its own
files have.
`
}
