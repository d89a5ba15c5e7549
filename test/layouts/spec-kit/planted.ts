import type { PlantedLayout } from '../../helpers/planted.ts'
import { constitution, PATH, PRINCIPLES } from './constitutions.ts'

const { 'II. One Database': _, ...rest } = PRINCIPLES

/** A constitution with three principles. */
export const clean: PlantedLayout['clean'] = { [PATH]: constitution(PRINCIPLES) }

/** One violation per rule of this layout, and of the shared rules that guard its principles. */
export const planted: PlantedLayout['planted'] = {
  'constitution-version': {
    path: PATH,
    replace: '**Last Amended**: 2026-02-08',
    by: '**Last Amended**: 2025-02-08',
    at: '**Version**',
  },
  'constitution-amended': {
    path: PATH,
    replace: 'in one commit.',
    by: 'in one pull request.',
    at: '**Version**',
    change: true,
  },
  'item-lost': {
    path: PATH,
    file: constitution(rest, '**Version**: 2.0.0 | **Ratified**: 2026-01-05 | **Last Amended**: 2026-02-08'),
    at: 8,
    change: true,
  },
}

export const itemKinds: PlantedLayout['itemKinds'] = {
  all: 'principle',
  living: 'principle',
  dated: '',
}
