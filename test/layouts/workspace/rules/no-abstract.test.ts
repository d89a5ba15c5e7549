import { ruleTest } from '../../../helpers/rule-test.ts'

const ROOT = 'resources/workspaces'

ruleTest('no-abstract', {
  valid: [
    {
      name: 'an abstract outside every scope',
      files: { 'resources/ABSTRACT.md': 'Storefront and checkout.\n' },
    },
    { name: 'a file of another name', files: { [`${ROOT}/shop/_features/abstract.md`]: '# Abstract\n' } },
  ],
  invalid: [
    {
      name: 'an abstract next to an overview',
      files: { [`${ROOT}/shop/ABSTRACT.md`]: 'Storefront and checkout.\n' },
      expect: [{ path: `${ROOT}/shop/ABSTRACT.md`, line: 1, severity: 'warning', message: /`description`/ }],
    },
    {
      name: 'an abstract with front matter, in a domain without an overview',
      files: { [`${ROOT}/shop/checkout/ABSTRACT.md`]: '---\nname: Checkout\n---\n\nPays.\n' },
      expect: [{ path: `${ROOT}/shop/checkout/ABSTRACT.md`, line: 1 }],
    },
  ],
})
