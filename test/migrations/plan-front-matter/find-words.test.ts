import { describe, expect, test } from 'vitest'
import { PATH, planOnce, worked } from './plan-once.ts'

const TODO = 'TODO: say what this plan is for'
const SAID = 'Sell gift cards at the till.'

describe('description', () => {
  test.each<[string, string, unknown]>([
    ['a key', `---\nsummary: ${SAID}\n---\n`, 2],
    ['a label', `# T\n\n**Date:** 2026-01-01\n**Goal:** Sell gift cards\nat the *till*.\n`, 4],
    ['a goal section', `# T\n\nAbout gifts and more.\n\n## 1. Goals & non-goals\n\n${SAID}\n`, 7],
    ['a goal section further down', `# T\n\n## Steps\n\n- a\n\n### Objective\n\n${SAID}\n`, 9],
    ['a labelled item', `# T\n\n## Goal capsule\n\n- **Objective:** ${SAID}\n- **Owner:** me\n`, 5],
    ['an overview', `# T\n\nBy the team, for the team.\n\n## Overview\n\n<!-- x -->\n${SAID}\n`, 8],
    ['the text under the title', `# T\n\nAuthor: me\n\n${SAID}\n\n## Problem\n\nThey do not sell.\n`, 5],
    ['a quote', `# T\n\n> ${SAID}\n`, 3],
    ['a problem', `# T\n\n## Steps\n\n- a\n\n## Problem statement\n\n${SAID}\n`, 9],
    [
      'a purpose among the background',
      `# T\n\n## Background\n\nIt is old.\n\nThis plan replaces it with gift cards.\n`,
      7,
    ],
  ])('%s', (_, text, line) => {
    const [value, evidence] = worked(text, 'description')
    expect([SAID, 'This plan replaces it with gift cards.']).toContain(value)
    expect(evidence).toBe(line)
  })

  test.each([
    ['two sentences at most', 'One is here now. Two is here. Three is not.', 'One is here now. Two is here.'],
    [
      'a list that belongs to a sentence',
      'We need this:\n\n- **Cards**: a. B\n- Tills.',
      'We need this: Cards: a; Tills.',
    ],
    ['plain text', 'Open [the `till`](x.md) and <b>sell</b> **more**.', 'Open the till and sell more.'],
    ['a labelled list', '**Goals:**\n\n- Sell gift cards\n- Redeem them', 'Sell gift cards; Redeem them.'],
    [
      'no list of a quote',
      '> Gift cards in two steps\n> 1. Sell them.\n> 2. Redeem them.',
      'Gift cards in two steps',
    ],
    ['whole code', 'Write `{ a ... }` to the till file. More of it.', 'Write { a ... } to the till file.'],
    [
      'whole code with a mark',
      'The name is `"{till}…"` for each of the tills. More of it. And more.',
      'The name is "{till}…" for each of the tills. More of it.',
    ],
    ['a list alone', '1. Sell gift cards\n2. Redeem them', 'Sell gift cards; Redeem them.'],
  ])('is %s', (_, section, value) => {
    expect(worked(`# T\n\n## Goal\n\n${section}\n`, 'description')[0]).toBe(value)
  })

  test.each([
    ['no text', '# T\n'],
    ['an open brace', '# T\n\n## Goal\n\nThe till reads this {\n  a ...\n'],
    ['an open brace that goes on', '# T\n\n## Goal\n\nexport const till = { ... Rest\n'],
    ['an open code span', '# T\n\n## Goal\n\nRun the command `till --all now.\n'],
    ['the start of a list', '# T\n\n## Goal\n\nThere are some things to do 1. First\n'],
    ['facts only', '# T\n\nAuthor: me\nTicket: A-1\n\n## Files\n\nA list of files follows here.\n'],
    ['a template', '# T\n\n## Goal\n\nTBD\n\n## Summary\n\n[describe the goal here]\n'],
    ['a note to the reader', '# T\n\n> **Note:** read the guide before you start here.\n'],
    ['a state', '# T\n\n> **Superseded (2026-01-01).** See the other plan for more.\n'],
    ['the goal of a part', '# T\n\n## Phase 1\n\n### Goal\n\nSell the first card of them all.\n'],
    ['a sentence without its list', '# T\n\n## Goal\n\nWe need all of these things:\n\n```\ncode\n```\n'],
  ])('is left to a person where there is %s', (_, text) => {
    expect(worked(text, 'description')).toEqual([TODO, 'guess'])
    expect(planOnce(text).forPerson).toContainEqual({
      path: PATH,
      line: 1,
      what: expect.stringContaining('Write its `description`'),
    })
  })
})

describe('name', () => {
  test.each<[string, string, unknown, unknown]>([
    ['a title key', '---\ntitle: "feat(till): Sell cards"\n---\n## Steps\n', 'till: Sell cards', 2],
    ['the heading before a title key', '---\ntitle: Other\n---\n# Sell cards\n', 'Sell cards', 4],
    [
      'a heading behind the data about the document',
      '## Metadata Header\n\n- a: b\n\n# Sell cards\n',
      'Sell cards',
      5,
    ],
    ['no data about the document', '# Metadata Header\n\n- a: b\n', 'Limits', 'file-name'],
    ['a heading with a note that is no state', '# Sell cards — 📋 for the till team\n', 'Sell cards', 1],
    ['a heading with nothing but a ticket before', '# SHOP-12 - 📋 Sell cards\n', 'Sell cards', 1],
    ['a heading with a linked ticket', '# [SHOP-12](https://x.test/SHOP-12) Sell cards\n', 'Sell cards', 1],
    [
      'a heading with a ticket, a day and an emoji',
      '# 📋 [SHOP-12: 2025-11-01] - Sell cards\n',
      'Sell cards',
      1,
    ],
    ['the first heading', '# Plan: Sell cards (SHOP-12) 🎁\n', 'Sell cards', 1],
    ['a heading with a state', '# [DONE] Sell cards — ✅ SHIPPED (v2)\n', 'Sell cards', 1],
    [
      'a heading with a name in capitals',
      '# Cards: TODO list of the till\n',
      'Cards: TODO list of the till',
      1,
    ],
    ['a heading with a day', '# 2026-01-05: Sell cards\n', 'Sell cards', 1],
    ['an underlined heading', 'Sell cards\n===\n', 'Sell cards', 1],
    ['no name of a section', '## Description\n\nText.\n', 'Limits', 'file-name'],
    ['no heading', 'Text.\n', 'Limits', 'file-name'],
  ])('%s', (_, text, name, evidence) => {
    expect(worked(text, 'name')).toEqual([name, evidence])
  })

  test.each(['260105-sell-gift_cards', '260105sell-gift_cards', '20260105_sell-gift_cards'])(
    'the file name %s without its day',
    (name) => {
      const path = `resources/workspaces/shop/_plans/${name}.md`
      expect(worked('', 'name', { path })).toEqual(['Sell gift cards', 'file-name'])
    },
  )
})

describe('tags', () => {
  test.each<[string, string, unknown, unknown]>([
    ['the scope', '# T\n', ['shop', 'api'], 'path'],
    [
      'labels and the scope',
      '---\nlabels: [Gift Cards, shop, C++]\n---\n',
      ['gift-cards', 'shop', 'c++', 'api'],
      2,
    ],
    ['words with commas', '---\nkeywords: one, Two\n---\n', ['one', 'two', 'shop', 'api'], 2],
    ['what is there', '---\ntags: [x]\nlabels: [y]\n---\n', ['x'], undefined],
  ])('%s', (_, text, tags, evidence) => {
    expect(worked(text, 'tags')).toEqual([tags, evidence])
  })
})
