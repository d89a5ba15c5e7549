import { expect, test } from 'vitest'
import type { MemoryReport } from '../../src/core/report.ts'
import { memoryJson } from '../../src/reporters/json.ts'
import { sampleCi } from './sample-ci.ts'

/** A report on one state has no other side. */
const { files: _, ...state } = sampleCi.report

const shown = {
  version: 1 as const,
  name: 'sh\u202eop',
  today: '2026-06-01',
  report: state,
  overviews: sampleCi.overviews,
  nearTags: [
    { tag: 'node.js', count: 1, like: 'nodejs', likeCount: 3, command: 'memkeep rename-tag node.js nodejs' },
  ],
  code: {
    files: [{ name: 'a.md', citations: 5, held: 1, moved: 1, gone: 1, unproven: 2 }],
    agents: [],
    changed: [
      { path: 'a.md', line: 3, text: 'Use `x`.', written: '2026-01-02', commits: 4, gone: ['openPool'] },
    ],
    total: 1,
  },
  suppressions: [{ path: 'a.md', line: 3, rules: ['history'], reason: 'typos' }],
}

/** Parts of findings are for the page alone. */
const report: MemoryReport = { ...shown, parts: ['devtools'] }

test('is the report, whatever order its keys came in, and shows nothing unseen', () => {
  const text = memoryJson({ ...report, more: 1 } as MemoryReport)
  expect(JSON.parse(text)).toEqual(shown)
  expect(text).toContain('"name":"sh\\u202eop"')
  const shuffled = Object.fromEntries(Object.entries(report).reverse()) as MemoryReport
  expect(memoryJson(shuffled)).toBe(text)
})

test('its keys are stable', () => {
  const keysOf = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.length > 0 ? [keysOf(value[0])] : []
    if (typeof value !== 'object' || value === null) return typeof value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, keysOf(one)]))
  }
  expect(keysOf(JSON.parse(memoryJson(report)))).toMatchInlineSnapshot(`
    {
      "code": {
        "agents": [],
        "changed": [
          {
            "commits": "number",
            "gone": [
              "string",
            ],
            "line": "number",
            "path": "string",
            "text": "string",
            "written": "string",
          },
        ],
        "files": [
          {
            "citations": "number",
            "gone": "number",
            "held": "number",
            "moved": "number",
            "name": "string",
            "unproven": "number",
          },
        ],
        "total": "number",
      },
      "name": "string",
      "nearTags": [
        {
          "command": "string",
          "count": "number",
          "like": "string",
          "likeCount": "number",
          "tag": "string",
        },
      ],
      "overviews": [
        {
          "budgets": [
            {
              "lines": "number",
              "mostLines": "number",
              "mostTokens": "object",
              "name": "string",
              "tokens": "number",
            },
          ],
          "categories": [
            {
              "count": "number",
              "name": "string",
            },
          ],
          "items": {
            "first": "string",
            "kinds": [
              {
                "count": "number",
                "name": "string",
              },
            ],
            "last": "string",
            "living": "number",
            "oldest": [
              {
                "date": "string",
                "kind": "string",
                "line": "number",
                "path": "string",
                "title": "string",
              },
            ],
            "statuses": [
              {
                "count": "number",
                "name": "string",
              },
            ],
            "undated": "number",
          },
          "layout": "string",
          "loads": [
            {
              "agent": "string",
              "asOf": "string",
              "files": [
                {
                  "lost": "object",
                  "path": "string",
                  "size": "number",
                  "tokens": "number",
                },
              ],
              "most": "number",
              "name": "string",
              "session": "string",
              "source": "string",
              "standing": "string",
              "total": "number",
              "unit": "string",
            },
          ],
          "logs": [
            {
              "items": "number",
              "months": [
                {
                  "count": "number",
                  "name": "string",
                },
              ],
              "most": "number",
              "part": "string",
              "path": "string",
            },
          ],
          "parts": [
            {
              "documents": "number",
              "errors": "number",
              "infos": "number",
              "items": "number",
              "name": "string",
              "warnings": "number",
            },
          ],
          "plans": [
            {
              "created": "string",
              "name": "string",
              "part": "string",
              "path": "string",
              "status": "string",
            },
          ],
          "removed": [
            {
              "date": "string",
              "kind": "string",
              "line": "number",
              "path": "string",
              "reason": "string",
              "title": "string",
            },
          ],
          "tags": [
            {
              "count": "number",
              "name": "string",
            },
          ],
        },
      ],
      "report": {
        "diagnostics": [
          {
            "column": "number",
            "endColumn": "number",
            "endLine": "number",
            "fixable": "boolean",
            "help": "string",
            "layout": "string",
            "line": "number",
            "message": "string",
            "new": "boolean",
            "path": "string",
            "rule": "string",
            "severity": "string",
          },
        ],
        "summary": {
          "cached": "number",
          "documents": "number",
          "errors": "number",
          "fixed": "number",
          "headings": "number",
          "infos": "number",
          "items": "number",
          "seconds": "number",
          "warnings": "number",
        },
        "version": "number",
      },
      "suppressions": [
        {
          "line": "number",
          "path": "string",
          "reason": "string",
          "rules": [
            "string",
          ],
        },
      ],
      "today": "string",
      "version": "number",
    }
  `)
})
