import { ruleTest } from '../../../helpers/rule-test.ts'

const PATH = 'user/memory/workspaces/shop/lessons.md'

const entry = (tags: string, lineEnd = '\n'): string =>
  [
    '### [2026-01-05] Title',
    '',
    '**Category:** debugging',
    ...(tags ? [tags] : []),
    '',
    'The body.',
    '',
    '---',
    '',
  ].join(lineEnd)

ruleTest('entry-tags', {
  valid: [
    { name: 'no tags line', files: { [PATH]: entry('') } },
    {
      name: 'names with dots, plus and number signs',
      files: { [PATH]: entry('**Tags:** node.js, c++, c#, x-1, 3d') },
    },
    {
      name: 'a sentence that starts like a label',
      files: { [PATH]: entry('').replace('The body.', 'Tags: we renamed all of them, see below.') },
    },
    { name: 'no blanks behind commas', files: { [PATH]: entry('**Tags:** queue,mail') } },
  ],
  invalid: [
    {
      name: 'a list that goes on in the next lines, which a fix must leave',
      files: { [PATH]: entry('**Tags:** alpha, beta,\ngamma, delta') },
      expect: [{ path: PATH, line: 4, message: /A tag is empty/ }],
      fixed: { [PATH]: entry('**Tags:** alpha, beta,\ngamma, delta') },
    },
    {
      name: 'an empty label above a list, which a fix must leave',
      files: { [PATH]: entry('**Tags:**\n- alpha\n- beta') },
      expect: [{ path: PATH, line: 4, message: /tags line is empty/ }],
      fixed: { [PATH]: entry('**Tags:**\n- alpha\n- beta') },
    },
    {
      name: 'other spellings of tags',
      files: { [PATH]: entry('**Tags:** NestJS, #queue, `task graph`, snake_case, "quoted"') },
      expect: [
        {
          path: PATH,
          line: 4,
          column: 11,
          severity: 'error',
          message: /Tag NestJS should be nestjs/,
        },
        { path: PATH, line: 4, column: 19, message: /Tag #queue should be queue/ },
        { path: PATH, line: 4, column: 27, message: /Tag `task graph` should be task-graph/ },
        { path: PATH, line: 4, column: 41, message: /should be snake-case/ },
        { path: PATH, line: 4, column: 53, message: /should be quoted/ },
      ],
      fixed: { [PATH]: entry('**Tags:** nestjs, queue, task-graph, snake-case, quoted') },
    },
    {
      name: 'a list in brackets, in a file with CRLF',
      files: { [PATH]: entry('**Tags:** [queue, Mail]', '\r\n') },
      expect: [
        { path: PATH, line: 4, column: 11, message: /\[queue should be queue/ },
        { path: PATH, line: 4, column: 19, message: /Mail\] should be mail/ },
      ],
      fixed: { [PATH]: entry('**Tags:** queue, mail', '\r\n') },
    },
    {
      name: 'tags that only a person can spell',
      files: { [PATH]: entry('**Tags:** R&D, 設計, #one #two, .net') },
      expect: [11, 16, 20, 31].map((column) => ({
        path: PATH,
        line: 4,
        column,
        message: /should be lower-case kebab/,
      })),
      fixed: { [PATH]: entry('**Tags:** R&D, 設計, #one #two, .net') },
    },
    {
      name: 'repeated tags, also in another spelling',
      files: { [PATH]: entry('**Tags:** Queue, mail, queue, mail') },
      expect: [
        { path: PATH, line: 4, column: 11, message: /should be queue/ },
        { path: PATH, line: 4, column: 24, message: /Tag queue is repeated/ },
        { path: PATH, line: 4, column: 31, message: /Tag mail is repeated/ },
        { path: PATH, line: 4, rule: 'tag-near-duplicate' },
      ],
      fixed: { [PATH]: entry('**Tags:** Queue, mail').replace('Queue', 'queue') },
    },
    {
      name: 'empty tags anywhere',
      files: { [PATH]: entry('**Tags:** , ,queue,, mail , ') },
      expect: [
        { path: PATH, line: 4, column: 11, message: /A tag is empty/ },
        { path: PATH, line: 4, column: 13 },
        { path: PATH, line: 4, column: 19 },
        { path: PATH, line: 4, column: 26 },
      ],
      fixed: { [PATH]: entry('**Tags:** queue, mail ') },
    },
    {
      name: 'a line without a tag',
      files: { [PATH]: entry('**Tags:** , ') },
      expect: [{ path: PATH, line: 4, column: 1, message: /The tags line is empty/ }],
      fixed: { [PATH]: entry('') },
    },
    {
      name: 'a label in another form, with a tag to correct',
      files: { [PATH]: entry('- *Tag*: Queue') },
      expect: [
        { path: PATH, line: 4, column: 1, message: /Label - \*Tag\*: should be \*\*Tags:\*\*/ },
        { path: PATH, line: 4, column: 10, message: /should be queue/ },
      ],
      fixed: { [PATH]: entry('**Tags:** queue') },
    },
  ],
})
