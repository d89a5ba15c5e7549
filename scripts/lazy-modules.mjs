import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Modules of Node that are not in its start-up snapshot, take milliseconds to load, and are not used in every run. */
const SELDOM = /^node:(?:crypto|zlib)$/
const NAMESPACE = 'lazy-module'
const LAZY_PACKAGE = 'lazy-package'

/**
 * For the bundler: these modules are loaded when a function of theirs is first called, not when a bundle starts; and
 * `process` is the global that it is anyway, where a copy of all its properties would be made for every file that imports it.
 */
export const lazyModules = {
  name: 'lazy-modules',
  setup(builder) {
    builder.onResolve({ filter: /^node:(?:crypto|zlib|process)$/ }, ({ path, importer, kind }) =>
      kind === 'import-statement' && importer.endsWith('.ts')
        ? { path, namespace: NAMESPACE, sideEffects: false }
        : undefined,
    )
    builder.onLoad({ filter: SELDOM, namespace: NAMESPACE }, ({ path }) => ({
      contents: functionsOf(path)
        .map((name) => `export function ${name}(...args) { return require('${path}').${name}(...args) }`)
        .join('\n'),
    }))
    builder.onLoad({ filter: /^node:process$/, namespace: NAMESPACE }, () => ({
      contents: 'export default process',
    }))
  },
}

/**
 * For the bundler: the stemmer is one file that several bundles load when the first word is stemmed. The package makes the
 * stemmers of 24 languages when it is loaded, which takes longer than a search: only the English and the Russian one are kept.
 */
export const separateStemmers = {
  name: 'separate-stemmers',
  setup(builder) {
    builder.onResolve({ filter: /^snowball-stemmers$/ }, ({ path }) => ({ path, namespace: NAMESPACE }))
    builder.onLoad({ filter: /^snowball-stemmers$/, namespace: NAMESPACE }, () => ({
      contents: `export function newStemmer(name) { return require('./stemmers.cjs').newStemmer(name) }`,
    }))
    builder.onResolve({ filter: /^\.\/stemmers\.cjs$/ }, ({ path }) => ({ path, external: true }))
    builder.onLoad({ filter: /snowball-stemmers\.js$/ }, ({ path }) => ({
      contents: usedStemmers(readFileSync(path, 'utf8')),
    }))
  },
}

/**
 * For the bundler: `packages` are loaded when a text is first read with one, from the bundle that `bundleOf` names. To make all
 * that they consist of takes longer than the rest of a commit's check.
 */
export function lazyPackages(packages, bundleOf) {
  const isOurs = ({ path, importer }) => Object.hasOwn(packages, path) && importer.endsWith('.ts')
  return {
    name: 'lazy-packages',
    setup(builder) {
      builder.onResolve({ filter: /^[@\w]/ }, (asked) =>
        isOurs(asked) ? { path: asked.path, namespace: LAZY_PACKAGE, sideEffects: false } : undefined,
      )
      builder.onLoad({ filter: /^/, namespace: LAZY_PACKAGE }, async ({ path }) => {
        const bundle = JSON.stringify(`./${bundleOf(path)}.cjs`)
        const names = Object.keys(await import(path)).filter(
          (name) => name !== 'default' && name !== 'module.exports',
        )
        const getters = names.map(
          (name) =>
            `Object.defineProperty(exports, '${name}', { enumerable: true, get: () => require(${bundle}).${name} })`,
        )
        // What a package exports by default alone is a function.
        return {
          contents:
            getters.length > 0
              ? getters.join('\n')
              : `module.exports = function (...args) { return require(${bundle}).default.apply(this, args) }`,
        }
      })
      builder.onResolve({ filter: /^\.\/[\w-]+\.cjs$/ }, ({ path, namespace }) =>
        namespace === LAZY_PACKAGE ? { path, external: true } : undefined,
      )
    },
  }
}

function usedStemmers(source) {
  const starts = [...source.matchAll(/^ {4}(?:var (\w+)Stemmer = function|function newStemmer)/gm)]
  const parts = starts.map(({ index, 1: language }, i) => ({
    language,
    text: source.slice(index, starts[i + 1]?.index),
  }))
  const isKept = ({ language }) => language === undefined || /^(?:Snowball|english|russian)$/.test(language)
  const kept = parts.filter(isKept).map(({ text }) => text)
  const map = /^( {12}(?!english|russian)\w+: \w+Stemmer,?\n)+/gm
  const all = [source.slice(0, starts[0].index), ...kept].join('').replace(map, '')
  if (kept.length !== 4 || /\b(?:french|porter)Stemmer\b/.test(all))
    throw new Error('snowball-stemmers has another form')
  return all
}

function functionsOf(path) {
  const module = require(path)
  return Object.keys(module).filter((name) => typeof module[name] === 'function' && /^[a-z]\w*$/.test(name))
}
