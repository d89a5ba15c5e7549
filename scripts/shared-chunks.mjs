// Bundles several entries, and puts a file that more than one of them uses into a chunk that they load. The bundler splits only
// ES modules, into a chunk for every set of entries: here chunks are few, have names, and become CommonJS.
import { resolve } from 'node:path'
import { build, transform } from 'esbuild'

const NAMESPACE = 'chunk'
/** An entry that first loads its chunks. */
const ENTRY = 'entry'

/**
 * Builds `entries` (name → file). `chunks` is a list of [name, the entries that load it]: a shared file goes to the first chunk that
 * all of its users load. Gives the texts by name, without an extension, and the bundler's metafile.
 */
export async function buildSharing({ entries, chunks, options }) {
  // Imports of later files stay as they are until the texts become CommonJS.
  const splitting = {
    ...options,
    supported: {},
    format: 'esm',
    splitting: true,
    write: false,
    metafile: true,
    outdir: 'dist',
  }
  const alone = await build({ ...splitting, entryPoints: entries })
  const homes = homesOf(usersOf(alone.metafile), alone.metafile, chunks)
  const plugins = [chunkModules(entries, homes, chunks, alone.metafile), ...options.plugins]
  const entryPoints = Object.fromEntries(Object.keys(entries).map((name) => [name, `${ENTRY}:${name}`]))
  const logOverride = { 'ignored-bare-import': 'silent' }
  const { metafile, outputFiles } = await build({ ...splitting, entryPoints, plugins, logOverride })
  const names = namesOf(metafile, homes)
  const texts = await Promise.all(
    outputFiles.map(async ({ path, text }) => {
      const name = names.get(pathIn(metafile, path))
      return [name, await toCommonJs(renamed(text, names), options)]
    }),
  )
  return { texts: Object.fromEntries(texts), metafile: withNames(metafile, names) }
}

/** The path of an output as the metafile has it. */
function pathIn(metafile, path) {
  return Object.keys(metafile.outputs).find((one) => resolve(one) === path)
}

/** Which entries use each file. */
function usersOf({ outputs }) {
  const users = new Map()
  for (const [start, { entryPoint }] of Object.entries(outputs)) {
    if (entryPoint === undefined) continue
    const seen = new Set()
    const visit = (path) => {
      if (seen.has(path)) return
      seen.add(path)
      for (const file of Object.keys(outputs[path].inputs)) {
        users.set(file, (users.get(file) ?? new Set()).add(baseName(start)))
      }
      for (const { path: next, kind, external } of outputs[path].imports) {
        if (kind === 'import-statement' && !external) visit(next)
      }
    }
    visit(start)
  }
  return users
}

/** The chunk of each shared file. What a file of a chunk imports is used by all that load the chunk. */
function homesOf(users, { inputs }, chunks) {
  const homes = new Map()
  const waiting = [...users.keys()]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const own = users.get(file)
    if (own.size < 2) continue
    const chunk = chunks.find(([, entries]) => [...own].every((one) => entries.includes(one)))
    if (!chunk) throw new Error(`${file}: no chunk is loaded by all of ${[...own].join(' ')}`)
    homes.set(file, chunk[0])
    for (const { path, external, kind } of inputs[file]?.imports ?? []) {
      const theirs = external || kind === 'dynamic-import' ? undefined : users.get(path)
      if (!theirs || chunk[1].every((one) => theirs.has(one))) continue
      for (const one of chunk[1]) theirs.add(one)
      waiting.push(path)
    }
  }
  return homes
}

/** A plugin: each entry imports its chunks, and each chunk the files that it consists of. */
function chunkModules(entries, homes, chunks, { outputs }) {
  const exported = new Map(
    Object.entries(outputs).flatMap(([path, { entryPoint, exports }]) =>
      entryPoint === undefined ? [] : [[baseName(path), exports]],
    ),
  )
  return {
    name: 'chunk-modules',
    setup(builder) {
      builder.onResolve({ filter: /^(?:chunk|entry):/ }, ({ path }) => ({
        path: `${path.slice(path.indexOf(':') + 1)}.ts`,
        namespace: path.slice(0, path.indexOf(':')),
      }))
      // An entry without exports is there for its effects.
      builder.onResolve({ filter: /^\// }, ({ path, importer, namespace }) =>
        namespace === ENTRY && exported.get(importer.replace(/\.ts$/, '')).length === 0
          ? { path, sideEffects: true }
          : undefined,
      )
      builder.onLoad({ filter: /^/, namespace: ENTRY }, ({ path }) => {
        const name = path.replace(/\.ts$/, '')
        const own = chunks.filter(([, loading]) => loading.includes(name))
        const source = JSON.stringify(resolve(entries[name]))
        return {
          contents: [
            ...own.map(([chunk]) => `import 'chunk:${chunk}'`),
            `export * from ${source}`,
            ...(exported.get(name).includes('default') ? [`export { default } from ${source}`] : []),
          ].join('\n'),
          resolveDir: '.',
        }
      })
      builder.onLoad({ filter: /^/, namespace: NAMESPACE }, ({ path }) => ({
        contents: [...homes]
          .filter(([, chunk]) => `${chunk}.ts` === path)
          .map(([file]) => `import ${JSON.stringify(specifierOf(file))}`)
          .join('\n'),
        resolveDir: '.',
      }))
    },
  }
}

/** A plugin's own module is named by what resolves to it. */
function specifierOf(file) {
  const [, own] = /^[\w-]+:(.*)$/.exec(file) ?? []
  return own ?? resolve(file)
}

/** Output path → name: of the entry, or of the chunk whose files it has. */
function namesOf({ outputs }, homes) {
  const names = new Map()
  for (const [path, { entryPoint, inputs }] of Object.entries(outputs)) {
    const chunks = new Set(Object.keys(inputs).flatMap((file) => homes.get(file) ?? []))
    if (entryPoint === undefined && chunks.size !== 1)
      throw new Error(`${path}: a chunk of ${[...chunks].join(' and ')}`)
    names.set(path, entryPoint === undefined ? [...chunks][0] : baseName(path))
  }
  return names
}

function renamed(text, names) {
  let result = text
  for (const [path, name] of names) {
    result = result.replaceAll(`"./${path.replace(/^.*\//, '')}"`, `"./${name}.cjs"`)
  }
  return result
}

/**
 * The bundler's own form calls a function for each use of another file's export. Here exports are plain properties, and each
 * file takes what it uses into variables when it starts.
 */
async function toCommonJs(text, { target, supported }) {
  const { code } = await transform(text, { format: 'cjs', platform: 'node', target, supported })
  const found = EXPORTS.exec(code)
  if (!found) return withVariables(code)
  const exports = [...found[1].matchAll(/^ {2}("?[\w$]+"?): \(\) => (.*?),?$/gm)]
  const plain = exports.map(([, name, value]) => `  ${name}: ${value},\n`).join('')
  const mark = exports.some(([, name]) => name === 'default') ? '  __esModule: true,\n' : ''
  const body = code.replace(found[0], () => '').replace(ANNOTATION, '')
  return withVariables(`${body}module.exports = {\n${mark}${plain}};\n`)
}

/** How the bundler says what a file exports. */
const EXPORTS =
  /^var stdin_exports = \{\};\n__export\(stdin_exports, \{\n((?: {2}.*\n)*)\}\);\nmodule\.exports = __toCommonJS\(stdin_exports\);\n/m
const ANNOTATION =
  /^\/\/ Annotate the CommonJS export names.*\n0 && \(module\.exports = \{\n(?: {2}.*\n)*\}\);\n/m

function withVariables(code) {
  let result = code
  for (const [whole, name, path] of code.matchAll(/^var (import_\w+) = require\("(\.\/[\w-]+\.cjs)"\);$/gm)) {
    const used = new Set()
    // A call reads `(0, name.one)(…)`, which means the same with a variable; `slice(0, name.one)` is no call of it.
    result = result.replace(new RegExp(`\\b${name}\\.([\\w$]+)`, 'g'), (_, one) => {
      used.add(one)
      return `${name}$${one}`
    })
    const taken = [...used].map((one) => `${one}: ${name}$${one}`).join(', ')
    result = result.replace(whole, () => `var { ${taken} } = require("${path}");`)
  }
  return result
}

function withNames({ inputs, outputs }, names) {
  const rows = Object.entries(outputs).map(([path, output]) => [`dist/${names.get(path)}.cjs`, output])
  return { inputs, outputs: Object.fromEntries(rows) }
}

function baseName(path) {
  return path.replace(/^.*\//, '').replace(/\.\w+$/, '')
}
