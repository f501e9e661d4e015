/** Neither here nor there: what nobody can go on from. */
import type { StateRow } from '../../judging/sign-table.ts';
import { texts, youLeft } from './parts.ts';

export const astray: readonly StateRow[] = [
  {
    id: 'M24',
    name: 'black_after_knock',
    phase: 'unknown',
    seen_on: '2026-11-20',
    source: 'vexa#432',
    confidence: '+',
    signs: [],
  },
  {
    id: 'M25',
    name: 'credentials_changed',
    phase: 'unknown',
    seen_on: '2025-10-01',
    source: 'MB 2025-10',
    confidence: '+',
    gate: { signed_in: false },
    signs: [{ id: 'M25.text.1', class: 'T', say: 'Your sign-in credentials might have changed*' }],
  },
  {
    id: 'M25',
    name: 'credentials_changed',
    phase: 'login_required',
    seen_on: '2025-10-01',
    source: 'MB 2025-10',
    confidence: '+',
    gate: { signed_in: true },
    advice: 'sign_in_again',
    signs: [{ id: 'M25.text.2', class: 'T', say: 'Your sign-in credentials might have changed*' }],
  },
  {
    id: 'M26',
    name: 'left_unasked',
    phase: 'unknown',
    seen_on: '2026-11-20',
    source: 'att',
    confidence: '+',
    gate: { admitted: false, pressed_leave: false },
    unless: ['form', 'call', 'ways'],
    signs: texts('M26.text', youLeft),
  },
];
