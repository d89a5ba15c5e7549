import { ruleTest } from '../helpers/rule-test.ts'

const NOTE = '.serena/memories/overview.md'
const valid = (name: string, text: string) => ({ name, files: { [NOTE]: text } })
const invalid = (name: string, text: string, ...found: readonly (readonly [number, RegExp])[]) => ({
  ...valid(name, text),
  expect: found.map(([line, message]) => ({ path: NOTE, line, message, severity: 'warning' as const })),
})

ruleTest('managed-block', {
  valid: [
    valid(
      'pairs in every form',
      [
        '<!-- BEGIN a -->\n<!-- END a -->',
        '<!-- begin:b -->\n<!-- End: b -->',
        '<!-- C D START -->\n<!-- C D END -->',
        '<!-- e:start -->\n<!-- e:end -->',
        '<!-- F:START -->\n<!-- F:STOP -->',
        '<!-- toc-begin -->\n<!-- toc-end -->',
        '<!-- SECTION:NOTES:BEGIN -->\n<!-- SECTION:NOTES:END -->',
        '<!-- nx configuration start-->\n<!-- nx configuration end-->',
      ].join('\n\n'),
    ),
    valid(
      'a start that says more than its end',
      '<!-- BEGIN beads v:1 profile:x -->\n\na\n\n<!-- END beads -->\n',
    ),
    valid(
      'links that are written more than once',
      '<!-- nav:start -->\n[a](#a)\n<!-- nav:end -->\n\n'.repeat(2),
    ),
    valid(
      'a start with a remark behind it, however long',
      `<!-- libs:modules:start (written by a tool — ${'what is changed here is lost, '.repeat(4)}) -->\n\na\n\n<!-- libs:modules:end -->\n\n<!-- NAV:START - do not edit -->\n\na\n\n<!-- NAV:END -->\n`,
    ),
    valid('a section that is written often', '<!-- c:start -->\n## A\n<!-- c:end -->\n\n'.repeat(3)),
    valid('blocks in a block', '<!-- a:start -->\n<!-- b:start -->\n<!-- b:end -->\n<!-- a:end -->\n'),
    valid(
      'remarks, and words without a name',
      '<!-- end -->\n\n<!-- START -->\n\n<!-- the place to start -->\n\n<!-- end of file -->\n\n<!-- End of the list -->\n\n<!-- start with the tests -->\n\n<!-- front-end -->\n\n<!-- Start Date -->\n\n<!-- stop words -->\n\n<!-- sprint end -->\n\n<!-- END of file -->\n\n<!-- legend -->\n',
    ),
    valid('marks in code', '`<!-- a:start -->`\n\n```html\n<!-- b:start -->\n```\n\n    <!-- c:end -->\n'),
  ],
  invalid: [
    invalid('a start without an end', '# A\n\n<!-- OPENSPEC:START -->\n\nText.\n', [
      3,
      /^The block "openspec" has a mark for its start here and none for its end$/,
    ]),
    invalid('an end without a start', 'Text.\n\n<!-- x END -->\n', [
      3,
      /"x" has a mark for its end here and none/,
    ]),
    invalid('a start that is there twice', '<!-- a:start -->\n\n<!-- a:start -->\n\n<!-- a:end -->\n', [
      1,
      /none for its end/,
    ]),
    invalid(
      'a block that is there twice',
      '<!-- BEGIN a -->\n## A\n<!-- END a -->\n\n<!-- BEGIN a -->\n## A\n<!-- END a -->\n',
      [5, /^The block "a" is there a second time: the first one starts in line 1$/],
    ),
    invalid(
      'blocks that cross',
      '<!-- a:start -->\n\n<!-- b:start -->\n\n<!-- a:end -->\n\n<!-- b:end -->\n',
      [5, /^The block "a" ends inside the block "b", which starts in it$/],
    ),
    invalid('an end of two names', '<!-- step0:table-end -->\n', [1, /"step0:table" has a mark for its end/]),
    invalid('marks of two names', '<!-- a:start -->\n\n<!-- b:end -->\n', [1, /"a"/], [3, /"b"/]),
  ],
})
