import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../src/core/json.ts'
import { readSettings } from '../../../src/formats/json/edit-json.ts'
import {
  earlierMomentsIn,
  momentsIn,
  newAgentFile,
  withAgentHooks,
  withoutAgentHooks,
} from '../../../src/setup/agents/agent-file.ts'
import {
  AGENT_MOMENTS,
  AGENTS,
  agentCommand,
  agentNamed,
  earlierCommand,
  isOwnCommand,
} from '../../../src/setup/agents/agents.ts'

function added(text: string, id: string): string {
  const agent = agentNamed(id)
  const result = agent && withAgentHooks(text, agent)
  if (!result || 'byHand' in result) throw new Error(`${id} ${JSON.stringify(result)}`)
  return result.text
}

function taken(text: string, id: string): string | null {
  const agent = agentNamed(id)
  const result = agent ? withoutAgentHooks(text, agent) : null
  return result && 'text' in result ? result.text : null
}

test('a new file for Claude Code holds an entry for each moment', () => {
  const agent = agentNamed('claude')
  expect(agent && JSON.parse(newAgentFile(agent))).toEqual({
    hooks: Object.fromEntries(
      [
        ['SessionStart', 'session-start'],
        ['PreCompact', 'before-compaction'],
        ['Stop', 'turn-end'],
      ].map(([event, moment]) => [
        event,
        [
          {
            hooks: [
              {
                type: 'command',
                command: `sh -c 'cd "$(git rev-parse --show-toplevel)" && "$(env | sed -n "s/^MEMKEEP_BIN=//p" | grep . || ls node_modules/.bin/memkeep 2>/dev/null || echo memkeep)" agent-hook claude ${moment}; exit 0'`,
                timeout: 10,
              },
            ],
          },
        ],
      ]),
    ),
  })
})

test('a new file for Cursor has a version, and its own form of entries', () => {
  const agent = agentNamed('cursor')
  expect(agent && JSON.parse(newAgentFile(agent))).toMatchObject({
    version: 1,
    hooks: {
      stop: [{ command: expect.stringMatching(/agent-hook cursor turn-end; exit 0'$/), timeout: 10 }],
    },
  })
})

test('a command of ours is known again, and no other', () => {
  for (const { id } of AGENTS) expect(isOwnCommand(agentCommand(id, 'turn-end'))).toBe(true)
  for (const other of ['memkeep agent-hook claude turn-end', 'npm test', "sh -c 'memkeep check; exit 0'"]) {
    expect(isOwnCommand(other)).toBe(false)
  }
})

const TEXTS = [
  '{}',
  '{ }\n',
  '{\n}\n',
  '{"a":1}',
  '{ "a": 1 }',
  '{\n  "a": 1\n}\n',
  '{\n\t"a": [\n\t\t1\n\t],\n\t"b": {}\n}',
  '\ufeff{\r\n    "permissions": {\r\n        "allow": []\r\n    }\r\n}\r\n',
  '{\n  // mine\n  "a": 1, // why\n  /* more */\n}\n',
  '{"hooks":{}}',
  '{\n  "hooks": {\n  }\n}\n',
  '{\n  "hooks": {\n    "Stop": []\n  },\n  "z": null\n}\n',
  '{ "hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "npm test" } ] } ], "stop": [] } }',
  '{\n  "hooks": {\n    "PreCompact": [\n      { "matcher": "auto", "hooks": [] },\n    ],\n    "stop": [{ "command": "x" }]\n  }\n}\n',
]

describe.each(AGENTS.map(({ id }) => [id]))('the file of %s', (id) => {
  test.each(TEXTS)('%j gets entries once, and is the same to the byte when they are taken out', (text) => {
    const result = added(text, id)
    const agent = agentNamed(id)
    expect(agent && momentsIn(result, agent)).toHaveLength(3)
    expect(agent && momentsIn(text, agent)).toHaveLength(0)
    expect(added(result, id)).toBe(result)
    expect(taken(result, id)).toBe(text)
    // All that was there is there, in its place.
    const [before, after] = [readSettings(text), readSettings(result)] as [Json, Json]
    expect(after).toMatchObject(withoutEmptyLists(before) as object)
  })

  test('that has the entries of an earlier version gets those of now', () => {
    const agent = agentNamed(id)
    if (!agent) throw new Error(id)
    const now = newAgentFile(agent)
    const old = AGENT_MOMENTS.reduce((text, moment) => {
      const quoted = (command: string): string => JSON.stringify(command).slice(1, -1)
      return text.replace(quoted(agentCommand(id, moment)), () => quoted(earlierCommand(id, moment)))
    }, now)
    expect(old.match(/PATH/g)).toHaveLength(6)
    expect(earlierMomentsIn(old, agent)).toEqual(AGENT_MOMENTS)
    expect(added(old, id)).toBe(now)
    const edited = old.replaceAll('agent-hook', '--debug agent-hook')
    expect(added(edited, id)).toBe(edited)
  })

  test('names no variable that an agent puts a value in for', () => {
    const agent = agentNamed(id)
    // As Gemini CLI looks for them.
    expect(agent && newAgentFile(agent)).not.toMatch(/\$(?:\w+|\{[^}]+\})/)
  })

  test('that memkeep made is taken away whole', () => {
    const agent = agentNamed(id)
    if (!agent) throw new Error(id)
    expect(taken(newAgentFile(agent), id)).toBeNull()
    const edited = newAgentFile(agent).replace('{\n', '{\n  "mine": true,\n')
    expect(readSettings(taken(edited, id) ?? '')).toEqual({ mine: true, ...agent.head })
  })

  test.each(['[]', 'null', '{', '{"hooks": []}', '{"hooks": 3}', ''])('%j is left to its owner', (text) => {
    const agent = agentNamed(id)
    expect(agent && withAgentHooks(text, agent)).toHaveProperty('byHand')
    expect(taken(text, id)).toBe(text)
  })
})

/** A list that was empty gets entries. */
function withoutEmptyLists(value: Json): Json {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value
  const all = Object.entries(value).filter(([, inner]) => !Array.isArray(inner))
  return Object.fromEntries(all.map(([key, inner]) => [key, withoutEmptyLists(inner)]))
}

test('any JSON object is the same to the byte after entries came and went', () => {
  const space = fc.constantFrom('', ' ', '\n', '\n  ', '\r\n\t')
  const hooks = fc.dictionary(
    fc.constantFrom('SessionStart', 'PreCompact', 'Stop', 'Other'),
    fc.array(fc.constantFrom<Json>({ hooks: [] }, { command: 'x' }, 1, 'y')),
  )
  const object = fc.record({ hooks, a: fc.jsonValue(), z: fc.jsonValue() }, { requiredKeys: [] })
  fc.assert(
    fc.property(
      object,
      fc.constantFrom(undefined, 1, 2, '\t'),
      space,
      space,
      (value, indent, before, after) => {
        const text = `${before}${JSON.stringify(value, null, indent)}${after}`
        expect(taken(added(text, 'claude'), 'claude')).toBe(text)
      },
    ),
  )
})
