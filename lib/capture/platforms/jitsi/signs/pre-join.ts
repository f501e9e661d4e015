/** Up to the press that asks to be let in: the page that boots, its form, and what lies over it. */
import type { StateRow } from '../../judging/sign-table.ts';
import { jm, recent, state, testId } from './parts.ts';

const prejoin = testId('prejoin.screen');

export const preJoin: readonly StateRow[] = [
  {
    id: 'J01',
    name: 'booting',
    phase: 'loading',
    ...jm,
    gate: { pressed_join: false, admitted: false },
    signs: [{ id: 'J01.store', class: 'N', kind: state, with: { has_store: [false] } }],
  },
  {
    id: 'J02',
    name: 'prejoin',
    phase: 'pre_join',
    ...jm,
    // A press is lost before the page has its store.
    unless_told: [{ kind: state, with: { has_store: [false] } }],
    signs: [
      { id: 'J02.screen', class: 'S', part: 'screen', selector: prejoin },
      { id: 'J02.name', class: 'S', part: 'screen', selector: '#premeeting-name-input' },
      { id: 'J02.join', class: 'S', part: 'join', selector: testId('prejoin.joinMeeting') },
    ],
  },
  {
    id: 'J03',
    name: 'name_missing',
    phase: 'pre_join',
    ...jm,
    over: ['J02', 'J07'],
    signs: [
      { id: 'J03.error', class: 'S', part: 'either', selector: testId('prejoin.errorMessage') },
      { id: 'J03.text', class: 'T', part: 'either', say: 'Please enter your name to join the meeting*' },
    ],
  },
  {
    id: 'J04',
    name: 'unsafe_name',
    phase: 'pre_join',
    overlay: true,
    ...jm,
    signs: [{ id: 'J04.text', class: 'T', say: 'I understand the risks, I want to join the meeting' }],
  },
  {
    id: 'J05',
    name: 'deep_link',
    phase: 'unknown',
    overlay: true,
    ...jm,
    signs: [
      { id: 'J05.page', class: 'S', part: 'either', selector: '.deep-linking-mobile, .deep-linking-desktop' },
      { id: 'J05.text.1', class: 'T', part: 'either', say: 'Launching your meeting*' },
      { id: 'J05.text.2', class: 'T', part: 'either', say: 'Join this meeting on your phone' },
      { id: 'J05.text.3', class: 'T', part: 'either', say: 'How do you want to join this meeting?' },
    ],
  },
  {
    id: 'J37',
    name: 'joining',
    phase: 'connecting',
    ...jm,
    ...recent,
    // The form stays until the server has answered.
    gate: { admitted: false },
    // It may wait for ever, for a socket that is gone without a word or by a failure that it has only logged.
    again_s: 20,
    again_times: 1,
    signs: [{ id: 'J37.wire', class: 'N', kind: state, with: { is_connecting: [true] } }],
  },
];
