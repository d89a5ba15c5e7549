/** The commands by which agents and people read and write memory from the shell: one bundle, loaded when one is called. */

export { agentHook } from './agent-hook.ts'
export { operationCommand, operationUse, tool, tools } from './operations/operation-command.ts'
