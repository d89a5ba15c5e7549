// What the protocol's packages bring that nothing of ours asks for, kept out of the bundle: an agent waits for its servers.
import { readFileSync } from 'node:fs'

/** Never asked: what judges arguments is our own (`src/mcp/any-schema.ts`). It is larger than all the rest of the package. */
const NO_VALIDATOR = `
export { default as process } from 'node:process'
export class DefaultJsonSchemaValidator {
  getValidator() { throw new Error('Unexpected use of a validator that is not bundled') }
}`

/** A schema at the top of a module, as its publisher's bundler prints it. */
const SCHEMA = /^const (\w+) = ((?:.|\n(?=[\t})\]]))+);$/gm

/** Gathers every schema that there is into `specTypeSchemas` and `isSpecType`, which nothing of ours imports. */
const GATHERING = /^for \(const .*(?:SPEC_SCHEMA_KEYS|\(authSchemas\))\) register\(.*\);$/gm

/**
 * A plugin for esbuild. Without it every start makes some two hundred schemas, each with its methods, that are never asked. A
 * text that another release prints in another way is bundled as it is.
 */
export const spareProtocol = {
  name: 'spare-protocol',
  setup(builder) {
    builder.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: 'no-validator',
      namespace: 'spare-protocol',
    }))
    builder.onLoad({ filter: /^/, namespace: 'spare-protocol' }, () => ({ contents: NO_VALIDATOR }))
    builder.onLoad({ filter: /@modelcontextprotocol[\\/]core[\\/]dist[\\/]\w+-\w+\.mjs$/ }, ({ path }) => ({
      // What is made by a function without effects is left out where nobody uses it.
      contents: readFileSync(path, 'utf8').replace(SCHEMA, 'const $1 = /* @__PURE__ */ (() => $2)();'),
    }))
    builder.onLoad({ filter: /@modelcontextprotocol[\\/]server[\\/]dist[\\/]src-\w+\.mjs$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(GATHERING, ''),
    }))
  },
}
