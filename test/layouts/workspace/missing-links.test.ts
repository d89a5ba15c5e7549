import { describe, expect, test } from 'vitest'
import { type Diagnostic, toDiagnostic } from '../../../src/core/diagnostic.ts'
import type { Document, Memory } from '../../../src/core/document.ts'
import type { FileMode } from '../../../src/core/snapshot.ts'
import type { WritePlan } from '../../../src/core/write-plan.ts'
import { missingLinks } from '../../../src/layouts/workspace/hot-memory.ts'
import { agentLink } from '../../../src/layouts/workspace/rules/agent-link.ts'
import { literalDocument, literalMemory } from './literal-memory.ts'

const RULE = literalDocument('agent/rules/common/profile.md', { facts: { budget: null, body: 'p' } })
const OTHER = literalDocument('agent/rules/common/reviews.md', { facts: { budget: null, body: 'r' } })

const link = (path: string, target: string): Document =>
  literalDocument(path, { kind: 'agent-link', facts: { target } })

/** The symlinks that are missing with these documents and files. */
function missing(
  documents: readonly Document[],
  others: { readonly [path: string]: FileMode } = {},
): string[] {
  const memory = literalMemory([RULE, OTHER, ...documents], undefined, others)
  return missingLinks(memory).map((one) => `${one.link} -> ${one.target}${one.taken ? ' (taken)' : ''}`)
}

describe('missingLinks', () => {
  test('asks for nothing where no agent has a directory', () => {
    expect(missing([])).toEqual([])
  })

  test('takes the ending of the links that are there, else that of the files', () => {
    expect(missing([link('.cursor/rules/profile.md', '../../agent/rules/common/profile.md')])).toEqual([
      '.cursor/rules/reviews.md -> ../../agent/rules/common/reviews.md',
    ])
    expect(missing([literalDocument('.codex/own.mdc')])).toEqual([
      '.codex/profile.mdc -> ../agent/rules/common/profile.md',
      '.codex/reviews.mdc -> ../agent/rules/common/reviews.md',
    ])
  })

  test('takes the ending that the agent reads where nothing is there to go by', () => {
    expect(missing([], { '.cursor/rules/deep/a.txt': 'file', '.codex/config.toml': 'file' })).toEqual([
      '.cursor/rules/profile.mdc -> ../../agent/rules/common/profile.md',
      '.cursor/rules/reviews.mdc -> ../../agent/rules/common/reviews.md',
      '.codex/profile.md -> ../agent/rules/common/profile.md',
      '.codex/reviews.md -> ../agent/rules/common/reviews.md',
    ])
  })

  test('asks for nothing in a directory that is a link itself, and writes nothing below it', () => {
    expect(missing([], { '.cursor/rules': 'link' })).toEqual([])
  })

  test('asks for nothing where a link leads through another that cannot be seen', () => {
    expect(missing([link('.codex/a.md', '../shared/a.md')], { shared: 'link' })).toEqual([])
  })

  test('counts a copy as present', () => {
    expect(missing([literalDocument('.codex/p.md', { facts: { budget: null, body: 'p' } })])).toEqual([
      '.codex/reviews.md -> ../agent/rules/common/reviews.md',
    ])
  })

  test('marks a name that is taken, which a fix leaves alone', () => {
    const documents = [
      RULE,
      OTHER,
      literalDocument('.codex/profile.md', { facts: { budget: null, body: 'x' } }),
    ]
    expect(missing(documents.slice(2))).toEqual([
      '.codex/profile.md -> ../agent/rules/common/profile.md (taken)',
      '.codex/reviews.md -> ../agent/rules/common/reviews.md',
    ])
    expect(planned(literalMemory(documents))).toEqual(
      new Map([['.codex/reviews.md', { kind: 'link', target: '../agent/rules/common/reviews.md' }]]),
    )
  })

  test('has nothing left to do after its own fix', () => {
    const before = [RULE, OTHER, literalDocument('.codex/own.md')]
    const plan = planned(literalMemory(before))
    expect([...plan.keys()]).toEqual(['.codex/profile.md', '.codex/reviews.md'])
    const links = [...plan].map(([path, file]) => link(path, file.kind === 'link' ? file.target : ''))
    expect(planned(literalMemory([...before, ...links]))).toEqual(new Map())
  })
})

/** What a fix of everything that the rule reports would write. */
function planned(memory: Memory): WritePlan {
  const findings: Diagnostic[] = []
  agentLink.check(memory, (path, { place, message, help }) => {
    const finding = { rule: 'agent-link', severity: 'warning', place, message, help, fixable: true } as const
    findings.push(toDiagnostic(finding, path, 'workspace'))
  })
  return agentLink.fix?.(memory, findings) ?? new Map()
}
