// Leaves files that few runs need in bundles of their own.
import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'

const ON_CALL = 'on-call'
/** An entry of several files. */
const ENTRY = 'on-call-entry'

/** The entry of each bundle. */
export function onCallEntries(bundles) {
  return Object.fromEntries(Object.keys(bundles).map((name) => [name, `${ENTRY}:${name}`]))
}

/**
 * For the bundler: a file in `bundles` (name → files, which export nothing but functions) is loaded when a function of it is first
 * called. `bundleOf` says from where, by the name and the file.
 */
export function loadedOnCall(bundles, root, bundleOf) {
  const names = new Map(Object.entries(bundles).flatMap(([name, files]) => files.map((file) => [file, name])))
  const pathOf = (file) => relative(root, file).replaceAll('\\', '/')
  const nameOf = (file) => names.get(pathOf(file))
  const stub = (file) => ({ path: `${ON_CALL}/${pathOf(file)}`, namespace: ON_CALL, sideEffects: false })
  return {
    name: 'loaded-on-call',
    setup(builder) {
      builder.onResolve(
        { filter: /^\.{1,2}\/.*\.ts$/ },
        ({ path, kind, importer, namespace, resolveDir }) => {
          const file = resolve(resolveDir, path)
          const name = nameOf(file)
          if (
            name === undefined ||
            kind !== 'import-statement' ||
            nameOf(importer) === name ||
            namespace === ENTRY
          )
            return undefined
          return stub(file)
        },
      )
      // As a chunk names what it consists of.
      builder.onResolve({ filter: /^on-call\// }, ({ path }) =>
        stub(resolve(root, path.slice(ON_CALL.length + 1))),
      )
      builder.onResolve({ filter: /^on-call-entry:/ }, ({ path }) => ({
        path: path.slice(ENTRY.length + 1),
        namespace: ENTRY,
      }))
      builder.onLoad({ filter: /^/, namespace: ENTRY }, ({ path }) => ({
        contents: bundles[path].map((file) => `export * from ${JSON.stringify(`./${file}`)}`).join('\n'),
        resolveDir: resolve(root),
      }))
      builder.onLoad({ filter: /^/, namespace: ON_CALL }, ({ path }) => {
        const file = resolve(root, path.slice(ON_CALL.length + 1))
        const bundle = JSON.stringify(bundleOf(nameOf(file), file))
        const calls = functionsIn(file).map(
          (name) => `export function ${name}(...args) { return require(${bundle}).${name}(...args) }`,
        )
        return { contents: calls.join('\n') }
      })
      builder.onResolve({ filter: /^\.\/[\w-]+\.cjs$/ }, ({ path, namespace }) =>
        namespace === ON_CALL ? { path, external: true } : undefined,
      )
    },
  }
}

/** The functions that a source exports. Another value would be there too late. */
function functionsIn(path) {
  const text = readFileSync(path, 'utf8')
  const [other] = text.match(/^export (?!function |async function |type ).*$/m) ?? []
  if (other !== undefined)
    throw new Error(`${path}: "${other}" is no function, and the file is loaded on call`)
  return [...text.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name)
}
