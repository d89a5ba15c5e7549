// Keeps unused parts of the protocol's packages out of the bundle: agents wait for their servers to start.
import { readFileSync } from 'node:fs'

/** Never called: arguments are checked elsewhere (`src/mcp/session.ts`). It is larger than the rest of the package. */
const NO_VALIDATOR = `
export { default as process } from 'node:process'
export class DefaultJsonSchemaValidator {
  getValidator() { throw new Error('This validator is not bundled') }
}`

/** A schema at the top of a module, as its publisher's bundler prints it. */
const SCHEMA = /^const (\w+) = ((?:.|\n(?=[\t})\]]))+);$/gm

/** The code that gathers every schema into `specTypeSchemas` and `isSpecType`, which no file of ours imports. */
const GATHERING = /^for \(const .*(?:SPEC_SCHEMA_KEYS|\(authSchemas\))\) register\(.*\);$/gm

/** The code for a tool's question to a person: no tool of ours asks one, and the code needs twenty schemas. */
const QUESTION = /^function normalizeElicitInputParams\(input\) \{\n(?:\t.*\n)+\}$/m
const NO_QUESTION = `function normalizeElicitInputParams() {
	throw new Error('Questions to a person are not bundled')
}`
/** The constants that only it needs. */
const OF_QUESTIONS =
  /^const (ROOT_KEYS|PROPERTY_KEYS_BY_TYPE|SUPPORTED_STRING_FORMATS) = ((?:.|\n(?=[\t})\]]))+);$/gm

/** The maker of all schemas of one protocol, and the table of the schemas by method name. */
const MAKER = /^function build\$1\(\) \{\n((?:\t.*\n|\n)*?)\treturn \{\n((?:\t\t.*\n)+)\t\};\n\}$/m
const MADE = /^\tconst (\w+(?:\$1)?) = ((?:.|\n(?=\t[\t})\]]))+);$/gm
const COMMENT = /^\t\/\*\*(?:.|\n)*?\*\/$/gm
const ENTRY = /^\t\t(\w+)(?:: ((?:.|\n(?=\t\t[\t})\]]))+))?,?$/gm
const BY_METHOD = /^(\t\t\t(?:\w+|"[\w/]+")): (s\.\w+)(,?)$/gm

/** Makes each schema at its first use. A text of another form stays unchanged. */
function madeLater(source) {
  const found = MAKER.exec(source)
  if (!found) return source
  const [whole, constants, table] = found
  const isAll =
    constants.replace(MADE, '').replace(COMMENT, '').trim() === '' && table.replace(ENTRY, '').trim() === ''
  if (!isAll) return source
  const named = [...constants.matchAll(MADE)]
  const names = new Set(named.map(([, name]) => name))
  const asked = (text) =>
    text.replace(/(?<![\w$.])\w+(?:\$1)?(?![\w$:])/g, (word) => (names.has(word) ? `${word}()` : word))
  const made = named.map(([, name, text]) => `const ${name} = once(() => ${asked(text)});`)
  const entries = [...table.matchAll(ENTRY)]
  const values = entries.map(
    ([, name, text = name]) => `const ${name}$made = once(() => ${asked(text.replace(/,$/, ''))});`,
  )
  const getters = entries.map(([, name]) => `get ${name}() { return ${name}$made() }`)
  const later = `function build$1() {
	const once = (make) => { let made; return () => made ??= make(); };
	${[...made, ...values].join('\n')}
	return { ${getters.join(', ')} };
}`
  return source
    .replace(whole, () => later)
    .replace(BY_METHOD, (_, method, schema, comma) => `get ${method.trim()}() { return ${schema} }${comma}`)
}

/** Where zod makes its settings. */
const NO_SETTINGS = /(\.__zod_globalConfig = )\{\}/

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
    builder.onLoad(
      { filter: /@modelcontextprotocol[\\/]core[\\/]dist[\\/]\w+-[\w-]+\.mjs$/ },
      ({ path }) => ({
        // The bundler leaves out unused results of functions without effects.
        contents: readFileSync(path, 'utf8').replace(SCHEMA, 'const $1 = /* @__PURE__ */ (() => $2)();'),
      }),
    )
    builder.onLoad({ filter: /@modelcontextprotocol[\\/]server[\\/]dist[\\/]src-\w+\.mjs$/ }, ({ path }) => ({
      contents: madeLater(readFileSync(path, 'utf8'))
        .replace(GATHERING, '')
        .replace(QUESTION, NO_QUESTION)
        .replace(OF_QUESTIONS, 'const $1 = /* @__PURE__ */ (() => ($2))();'),
    }))
    // It would write and compile a function for each schema, which a server asks a few times.
    builder.onLoad({ filter: /zod[\\/]v4[\\/]core[\\/]core\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(NO_SETTINGS, '$1{ jitless: true }'),
    }))
  },
}
