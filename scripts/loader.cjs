#!/usr/bin/env node
// Starts the bundled command from compiled code where this very Node made it. Another Node that keeps compiled code by
// itself keeps it next to the bundles, where only users who may change the bundles can write; any other one compiles anew.
'use strict'
const { readFileSync, writeFileSync } = require('node:fs')
const { enableCompileCache } = require('node:module')
const { join } = require('node:path')
const { Script } = require('node:vm')

/** Set by the build alone: keep what V8 compiled in this run. */
const KEEP = process.env.MEMKEEP_KEEP_COMPILED === '1'

const loaded = new Map()

function load(name) {
  const known = loaded.get(name)
  if (known) return known.exports
  const filename = join(__dirname, name)
  // The bundles are ASCII, and this reads them fastest.
  const source = readFileSync(filename, 'latin1')
  const cachedData = compiled(`${filename}.compiled`)
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${source}\n})`
  const script = new Script(wrapped, { filename, cachedData })
  const module = { exports: {} }
  loaded.set(name, module)
  const requireOwn = (id) => (/^\.\/.+\.cjs$/.test(id) ? load(id.slice(2)) : require(id))
  script.runInThisContext()(module.exports, requireOwn, module, filename, __dirname)
  if (KEEP) process.on('exit', () => writeFileSync(`${filename}.compiled`, script.createCachedData()))
  return module.exports
}

/** V8 itself refuses what another version, other flags or another source made. */
function compiled(path) {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

const [command, flag, text, ...more] = process.argv.slice(2)

/** The command as git's shims and agents' clients call it has a separate file: `hook NAME -- …`, `mcp`, `mcp --cwd DIR`; so does `check`. */
function entry() {
  if (command === 'hook' && text === '--') return 'hook.cjs'
  if (command === 'check' && flag === undefined) return 'check-main.cjs'
  const isPlain = flag === undefined || (flag === '--cwd' && /^[^-]/.test(text) && more.length === 0)
  return command === 'mcp' && isPlain ? 'mcp-main.cjs' : 'main.cjs'
}

/**
 * True when the bundles were compiled by another Node, and this one keeps what it compiles. Never in the folder for temporary
 * files, which everybody can write to.
 */
function isKeptByNode() {
  if (KEEP || typeof enableCompileCache !== 'function') return false
  if (String(compiled(join(__dirname, 'compiled-by'))) === process.version) return false
  return enableCompileCache(join(__dirname, 'compiled-here')).directory !== undefined
}

if (isKeptByNode()) require(join(__dirname, entry()))
else load(entry())
