import { UserError } from '../core/errors.ts'
import { layoutTools } from '../layouts/tools.ts'
import type { LayoutTool } from './tools/tool-request.ts'

/** The tool of this name, with its layout. Throws `UserError` when no layout of this build has it. */
export function toolNamed(name: string): LayoutTool {
  for (const { layout, tools } of layoutTools) {
    const tool = tools.find((one) => one.name === name)
    if (tool) return { tool, layout }
  }
  throw new UserError(`no layout of this build has the tool ${name}`)
}
