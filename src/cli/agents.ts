/** The commands by which agents and people read and write memory from the shell: one bundle, loaded when one is asked for. */
export { context } from './context.ts'
export { save } from './save.ts'
