/** Over for the bot. */
import type { StateRow } from '../../judging/sign-table.ts';
import { button, home, isOver, outsideHeading, texts, youAreRemoved, youAreRemovedElse, youLeft } from './parts.ts';

export const ends: readonly StateRow[] = [
  {
    id: 'M32',
    name: 'removed',
    phase: 'removed',
    seen_on: '2026-11-20',
    source: 'pf 1.11',
    confidence: '++',
    unless: ['toolbar', 'form', 'call'],
    signs: [
      ...texts('M32.text', youAreRemoved),
      { id: 'M32.status', class: 'N', kind: 'meet.self_status', with: { status: [7] }, aside: true },
      { id: 'M32.home', class: 'S', selector: button, labels: home, aside: true },
    ],
  },
  {
    id: 'M32',
    name: 'removed',
    phase: 'removed',
    seen_on: '2026-11-20',
    source: 'pf 1.11, pf 1.6',
    confidence: '++',
    // The bot has not been seen inside, and was: the service has said so.
    gate: { pressed_join: true, admitted: false },
    unless: ['toolbar', 'form', 'call'],
    signs: [
      ...texts('M32.text.unseen', youAreRemoved),
      { id: 'M32.inside', class: 'N', kind: 'meet.self_status', with: { status: [1, 7] }, must: true, aside: true },
      { id: 'M32.home.unseen', class: 'S', selector: button, labels: home, aside: true },
    ],
  },
  {
    id: 'M32',
    name: 'removed',
    phase: 'removed',
    seen_on: '2026-11-29',
    source: 'two public Brazilian bots that look for it',
    confidence: '++',
    unless: ['toolbar', 'form', 'call'],
    signs: [
      ...texts('M32.else', youAreRemovedElse),
      { id: 'M32.else.told', class: 'S', ...outsideHeading, must: true },
    ],
  },
  {
    id: 'M32',
    name: 'removed',
    phase: 'removed',
    seen_on: '2026-11-20',
    source: 'pf 1.6',
    confidence: '+',
    // In whatever words and language: the service says it, and the page is one of those that are outside.
    yields: true,
    unless: ['toolbar'],
    signs: [
      { id: 'M32.told', class: 'N', kind: 'meet.self_status', with: { status: [7] }, must: true },
      { id: 'M32.told.outside', class: 'S', ...outsideHeading, must: true },
    ],
  },
  {
    id: 'M33',
    name: 'ended',
    phase: 'ended',
    seen_on: '2026-11-20',
    source: 'pf 1.11',
    confidence: '++',
    unless: ['toolbar', 'form', 'call', 'scene'],
    signs: [...texts('M33.text', isOver), { id: 'M33.home', class: 'S', selector: button, labels: home, aside: true }],
  },
  {
    id: 'M33',
    name: 'ended',
    phase: 'ended',
    seen_on: '2026-11-20',
    source: 'pf 1.11, pf 1.6',
    confidence: '++',
    gate: { pressed_join: true, admitted: false },
    unless: ['toolbar', 'form', 'call', 'scene'],
    signs: [
      ...texts('M33.text.unseen', isOver),
      { id: 'M33.inside', class: 'N', kind: 'meet.self_status', with: { status: [1, 6] }, must: true, aside: true },
      { id: 'M33.home.unseen', class: 'S', selector: button, labels: home, aside: true },
    ],
  },
  {
    id: 'M34',
    name: 'left',
    phase: 'left',
    seen_on: '2026-11-20',
    source: 'pf 1.11',
    confidence: '++',
    // Somebody may have been quicker, and the page says so.
    yields: true,
    unless: ['toolbar'],
    signs: [
      ...texts('M34.text', youLeft),
      // In whatever language: it is out once it has pressed.
      { id: 'M34.told', class: 'S', ...outsideHeading },
      { id: 'M34.pressed', class: 'H', did: { pressed_leave: true } },
    ],
  },
];
