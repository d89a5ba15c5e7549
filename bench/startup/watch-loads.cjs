// Preloaded into the command: times what it loads, and writes that as JSON to the file that BENCH_LOADS names.
// Times are without those of what is loaded inside.
'use strict'
const { writeFileSync } = require('node:fs')
const Module = require('node:module')
const { basename } = require('node:path')
const vm = require('node:vm')

const start = performance.now()
const loads = []
const stack = []

function timed(kind, name, act) {
  const load = { kind, name, ms: 0 }
  stack.push(load)
  loads.push(load)
  const from = performance.now()
  try {
    return act()
  } finally {
    const ms = performance.now() - from
    stack.pop()
    load.ms += ms
    const outer = stack.at(-1)
    if (outer) outer.ms -= ms
  }
}

const seen = new Set()
const load = Module._load
Module._load = (id, ...rest) => {
  if (!Module.isBuiltin(id) || seen.has(id)) return load(id, ...rest)
  seen.add(id)
  return timed('node', id, () => load(id, ...rest))
}

const { Script } = vm
vm.Script = function watched(source, options) {
  const name = basename(options?.filename ?? '')
  const script = timed('compile', name, () => new Script(source, options))
  loads.push({ kind: script.cachedDataRejected === false ? 'cached' : 'source', name, ms: 0 })
  const run = script.runInThisContext.bind(script)
  script.runInThisContext = (how) => {
    const result = timed('evaluate', name, () => run(how))
    if (typeof result !== 'function') return result
    return (...args) => timed('evaluate', name, () => result(...args))
  }
  return script
}

process.on('exit', () => {
  writeFileSync(process.env.BENCH_LOADS, JSON.stringify({ start, end: performance.now(), loads }))
})
