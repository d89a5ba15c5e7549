// Writes the types of the library into one file for each door: what a user can reach, and nothing else. The compiler gives one
// file for each source, six hundred of them.
// usage: node scripts/roll-up-types.mjs

import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { SyntaxKind } from 'typescript/unstable/ast'
import { API, SymbolFlags } from 'typescript/unstable/sync'

const DOORS = ['index', 'remark']
/** How a statement may start; the first words are replaced. */
const HEAD =
  /^(?:export )?(?:default )?(?:declare )?(?=(?:abstract )?(?:type|interface|const|function|class|enum) )/

function rollUp(folder) {
  const config = join(folder, 'tsconfig.json')
  const compilerOptions = {
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
  }
  const types = { typeRoots: [resolve('node_modules/@types')], types: ['node'] }
  const files = DOORS.map((door) => `${door}.d.ts`)
  writeFileSync(config, JSON.stringify({ compilerOptions: { ...compilerOptions, ...types }, files }))
  const api = new API({ cwd: folder })
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    writeDoors(typesOf(project, folder, 'index.d.ts'), typesOf(project, folder, 'remark.d.ts'))
  } finally {
    api.close()
  }
}

/** One text serves `import` and `require`: in a CommonJS file the types of an ES module are asked for as such. */
function writeDoors(library, remark) {
  writeFileSync('dist/library.d.cts', library)
  writeFileSync('dist/index.d.ts', "export * from './library.cjs';\n")
  writeFileSync('dist/remark.d.ts', remark)
  writeFileSync(
    'dist/remark.d.cts',
    remark.replace(/^(import type .*);$/gm, "$1 with { 'resolution-mode': 'import' };"),
  )
}

/** The text of all that a door exports, with what it refers to. */
function typesOf({ program, checker }, folder, door) {
  const main = program.getSourceFile(join(folder, door))
  const statements = new Map()
  const outside = new Map()
  const target = (symbol) => (symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol)

  /** Takes in the statement of a symbol, and of all that it names. */
  const reach = (symbol) => {
    const statement = statementOf(symbol, folder)
    if (!statement || statements.has(symbol.id)) return
    const uses = []
    statements.set(symbol.id, { symbol, statement, uses })
    const nodes = identifiersIn(statement)
    for (const [i, found] of checker.getSymbolAtLocation(nodes).entries()) {
      if (!found) continue
      const own = target(found)
      if (statementOf(own, folder)) {
        uses.push([nodes[i], own.id])
        reach(own)
      } else if (found.flags & SymbolFlags.Alias) {
        const from = importOf(found)
        if (from) outside.set(found.name, from)
      }
    }
  }
  const exported = checker
    .getExportsOfModule(checker.getSymbolAtLocation(main))
    .map((one) => [one.name, target(one)])
  for (const [, symbol] of exported) reach(symbol)
  return printed([...statements.values()], exported, outside)
}

/** The statement at the top of one of our files that declares a symbol. */
function statementOf(symbol, folder) {
  for (const handle of symbol.declarations) {
    if (!handle.path.toLowerCase().startsWith(folder.toLowerCase())) return undefined
    const node = handle.resolve()
    const outer = node?.kind === SyntaxKind.VariableDeclaration ? node.parent.parent : node
    if (outer?.parent?.kind === SyntaxKind.SourceFile && HEAD.test(textOf(outer))) return outer
  }
  return undefined
}

/** The package that a symbol is imported from. */
function importOf(symbol) {
  const node = symbol.declarations[0]?.resolve()
  for (let at = node; at; at = at.parent) {
    if (at.kind === SyntaxKind.ImportDeclaration) return at.moduleSpecifier.text
  }
  return undefined
}

function identifiersIn(statement) {
  const found = []
  const visit = (node) => {
    if (node.kind === SyntaxKind.ImportType) throw new Error(`the types import a file: ${textOf(statement)}`)
    if (node.kind === SyntaxKind.Identifier) found.push(node)
    node.forEachChild(visit)
  }
  visit(statement)
  return found
}

function textOf(node) {
  return node.getSourceFile().text.slice(node.getStart(), node.end)
}

/** Its comments are those above it, from the line after the statement before. */
function withComments(node) {
  return node.getSourceFile().text.slice(node.pos, node.getStart()).trimStart()
}

function printed(statements, exported, outside) {
  const names = namesFor(statements, exported)
  const own = new Map(exported.map(([name, { id }]) => [id, name]))
  const imports = [...outside].map(([name, from]) => `import type { ${name} } from '${from}';\n`)
  const texts = statements.map(({ symbol, statement, uses }) => {
    const start = statement.getStart()
    let text = textOf(statement)
    const splices = uses
      .map(([node, id]) => [node.getStart() - start, node.end - start, names.get(id)])
      .sort(([a], [b]) => b - a)
    for (const [from, to, name] of splices) text = text.slice(0, from) + name + text.slice(to)
    const isType = /^(?:export )?(?:declare )?(?:type|interface) /.test(text)
    const name = own.get(symbol.id)
    const head = `${name !== undefined && name !== 'default' ? 'export ' : ''}${isType ? '' : 'declare '}`
    return `${withComments(statement)}${text.replace(HEAD, head)}\n`
  })
  const theDefault = exported.find(([name]) => name === 'default')
  const end = theDefault ? `export default ${names.get(theDefault[1].id)};\n` : 'export {};\n'
  // The compiler indents by four spaces.
  return [...imports, ...texts, end]
    .join('')
    .replace(/^(?: {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4))
}

/** What is exported has the name that users import; others keep theirs, with a number where it is taken. */
function namesFor(statements, exported) {
  const names = new Map(exported.filter(([name]) => name !== 'default').map(([name, { id }]) => [id, name]))
  const taken = new Set(names.values())
  for (const { symbol } of statements) {
    if (names.has(symbol.id)) continue
    let name = symbol.name
    for (let i = 2; taken.has(name); i++) name = `${symbol.name}${i}`
    taken.add(name)
    names.set(symbol.id, name)
  }
  return names
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'memkeep-types-')))
try {
  const { status, stdout } = spawnSync(
    process.execPath,
    [resolve('node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json', '--outDir', folder],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stdout)
  const args = ['scripts/run.mjs', 'scripts/library-types.ts', join(folder, 'operations/library.d.ts')]
  const printed = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (printed.status !== 0) throw new Error(printed.stderr)
  rollUp(folder)
} finally {
  rmSync(folder, { recursive: true })
}
