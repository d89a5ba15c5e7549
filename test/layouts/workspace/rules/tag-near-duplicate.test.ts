import { ruleTest } from '../../../helpers/rule-test.ts'

const ROOT = 'user/memory/workspaces/shop'

/** A log with one entry per list of tags; entry `n`, from 0, is on line `1 + 9 n`, its tags three below. */
const log = (...tags: readonly string[]): string =>
  tags
    .map(
      (list, i) =>
        `### [2026-03-0${i + 1}] Entry number ${i}\n\n**Category:** debugging\n**Tags:** ${list}\n\nText ${i}.\n\n---\n`,
    )
    .join('\n')

ruleTest('tag-near-duplicate', {
  valid: [
    {
      name: 'tags that only look alike',
      files: {
        [`${ROOT}/lessons.md`]: log(
          'c, c++, c#, css, cs',
          'v1.10, v110, js, j',
          'https, http, class, cl',
          'bus, bu',
        ),
      },
    },
    {
      name: 'near tags in two workspaces',
      files: {
        [`${ROOT}/lessons.md`]: log('nodejs'),
        'user/memory/workspaces/lab/lessons.md': log('node.js'),
      },
    },
  ],
  invalid: [
    {
      name: 'hyphens and dots, at the first use of the rarer tag',
      files: { [`${ROOT}/lessons.md`]: log('nodejs', 'node.js', 'nodejs, node.js', 'nodejs') },
      expect: [
        {
          path: `${ROOT}/lessons.md`,
          line: 13,
          severity: 'warning',
          message: /"node\.js" \(2 entries\) is nearly the same as "nodejs" \(3 entries\)/,
        },
      ],
    },
    {
      name: 'plurals, each pair once',
      files: {
        [`${ROOT}/lessons.md`]: log('webhook, class, policy, box', 'webhooks, classes', 'policies, boxes'),
      },
      expect: [
        {
          path: `${ROOT}/lessons.md`,
          line: 13,
          message: /"webhooks" \(1 entry\) is nearly the same as "webhook" \(1 entry\)/,
        },
        { path: `${ROOT}/lessons.md`, line: 13, message: /"classes".*"class"/ },
        { path: `${ROOT}/lessons.md`, line: 22, message: /"policies".*"policy"/ },
        { path: `${ROOT}/lessons.md`, line: 22, message: /"boxes".*"box"/ },
      ],
    },
    {
      name: 'case, in a file of a domain',
      files: {
        [`${ROOT}/lessons.md`]: log('pnpm', 'pnpm'),
        [`${ROOT}/checkout/decisions.md`]: log('PNPM').replace('debugging', 'tooling'),
      },
      expect: [
        { path: `${ROOT}/checkout/decisions.md`, line: 4, rule: 'entry-tags' },
        { path: `${ROOT}/checkout/decisions.md`, line: 4, message: /"PNPM".*"pnpm" \(2 entries\)/ },
      ],
    },
    {
      name: 'three spellings, each against the commonest',
      files: { [`${ROOT}/lessons.md`]: log('e-2-e, type-script', 'typescript', 'typescript', 'type.script') },
      expect: [
        { path: `${ROOT}/lessons.md`, line: 4, message: /"type-script".*"typescript"/ },
        { path: `${ROOT}/lessons.md`, line: 31, message: /"type\.script".*"typescript"/ },
      ],
    },
  ],
})
