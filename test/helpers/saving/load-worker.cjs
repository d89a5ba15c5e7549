// Starts a program of the bundle next to it, from the code that V8 had compiled when the first one of them ended by itself.
'use strict'
const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const { Script } = require('node:vm')

/** They run so little of the bundle that the others would gain nothing from it. */
const SMALL = ['lock-worker', 'tokens-worker']

module.exports = (name) => {
  const filename = join(__dirname, 'workers.cjs')
  const kept = `${filename}.compiled`
  const cachedData = existsSync(kept) ? readFileSync(kept) : undefined
  const source = readFileSync(filename, 'utf8')
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${source}\n})`
  const script = new Script(wrapped, { filename, cachedData })
  const module = { exports: {} }
  script.runInThisContext()(module.exports, require, module, filename, __dirname)
  module.exports.programs[name]()
  if (cachedData === undefined && !SMALL.includes(name)) process.on('exit', () => keep(script, kept))
}

/** The first process does it alone. */
function keep(script, path) {
  const unfinished = `${path}.unfinished`
  try {
    writeFileSync(unfinished, '', { flag: 'wx' })
  } catch {
    return
  }
  writeFileSync(unfinished, script.createCachedData())
  renameSync(unfinished, path)
}
