/** The group, and the ways out of it. */
import type { StateRow } from '../../judging/sign-table.ts';
import { closedSocket, gal, ofJoining, showsForm, withoutLogin } from './parts.ts';

export const inside: readonly StateRow[] = [
  {
    id: 'G16',
    name: 'in_meeting',
    phase: 'in_meeting',
    ...gal,
    signs: [
      { id: 'G16.wire', class: 'N', part: 'joined', kind: 'galene.join' },
      { id: 'G16.login', class: 'S', part: 'inside', selector: withoutLogin, counts_hidden: true },
      {
        id: 'G16.self',
        class: 'S',
        part: 'self',
        selector: '#users [id^="user-"], #users .user-p',
        counts_hidden: true,
      },
    ],
  },
  {
    id: 'G16',
    name: 'in_meeting',
    phase: 'in_meeting',
    ...gal,
    yields: true,
    people_untold: true,
    // Nothing is known of what the server says: by what the page draws for whoever is in the group alone.
    unless_told: ofJoining,
    signs: [
      { id: 'G16.login.drawn', class: 'S', part: 'inside', selector: withoutLogin, counts_hidden: true },
      {
        id: 'G16.self.drawn',
        class: 'S',
        part: 'self',
        selector: '#users [id^="user-"], #users .user-p',
        counts_hidden: true,
      },
      { id: 'G16.profile', class: 'S', part: 'profile', selector: '#profile:not(.invisible)', counts_hidden: true },
    ],
  },
  {
    id: 'G17',
    name: 'muted_by',
    phase: 'in_meeting',
    overlay: true,
    ...gal,
    signs: [
      { id: 'G17.wire', class: 'N', part: 'either', kind: 'galene.warning' },
      { id: 'G17.toast', class: 'T', part: 'either', say: '*You have been muted*' },
    ],
  },
  {
    id: 'G18',
    name: 'kicked',
    phase: 'removed',
    ...gal,
    // That it was let in is told on the wire as well; a page before 0.9.1 goes in by itself.
    gate: { any: ['pressed_join', 'admitted', 'glimpsed'] },
    signs: [
      { id: 'G18.inside', class: 'N', kind: 'galene.join', must: true, aside: true },
      // Words of a toast may be an operator's, about something else.
      { id: 'G18.wire', class: 'N', kind: 'galene.kicked', part: 'kicked', must: true },
      { id: 'G18.toast', class: 'T', say: '*you have been kicked out*' },
      showsForm('G18.outside'),
    ],
  },
  {
    id: 'G19',
    name: 'group_gone',
    phase: 'connecting',
    ...gal,
    // The page shows its form again, and waits for somebody to press (gotClose in static/galene.js). A server that has a reason to
    // close a socket has said it by then.
    again_s: 2,
    gate: { admitted: true },
    signs: [{ id: 'G19.socket', class: 'N', kind: closedSocket, without: { shut_down: [true], no_operators: [true] } }],
  },
  {
    id: 'G19',
    name: 'group_gone',
    phase: 'connecting',
    precisely: 'the server is away',
    ...gal,
    // It may be back by then. A page whose server is gone without a word goes on as if nothing were.
    again_s: 15,
    // No page joins again by itself: it shows people its form, whose password they type anew.
    lost_by_all: true,
    gate: { admitted: true },
    signs: [
      { id: 'G19.silent', class: 'N', kind: 'galene.unanswered' },
      { id: 'G19.shut', class: 'N', kind: closedSocket, with: { shut_down: [true] } },
    ],
  },
  {
    id: 'G19',
    name: 'group_gone',
    phase: 'connecting',
    precisely: 'no operator is there',
    ...gal,
    seen_on: '2026-11-30',
    // The server puts everybody out as soon as the last operator goes, be it that they load their page anew (autokick). It may have
    // locked the group just before (autolock), of which whoever comes back hears first (autoLockKick and AddClient in group/group.go).
    again_s: 15,
    lost_by_all: true,
    emptied: true,
    gate: { admitted: true },
    signs: [{ id: 'G19.deserted', class: 'N', kind: closedSocket, with: { no_operators: [true] } }],
  },
  {
    id: 'G19',
    name: 'group_gone',
    phase: 'ended',
    precisely: 'everybody was put out',
    ...gal,
    gate: { any: ['pressed_join', 'admitted', 'glimpsed'] },
    over: ['G18'],
    signs: [
      { id: 'G19.inside', class: 'N', kind: 'galene.join', must: true, aside: true },
      { id: 'G19.wire', class: 'N', kind: 'galene.kicked', with: { everybody: [true] }, must: true },
      showsForm('G19.outside'),
    ],
  },
  {
    id: 'G20',
    name: 'left',
    phase: 'left',
    ...gal,
    gate: { pressed_leave: true },
    signs: [
      { id: 'G20.wire', class: 'N', kind: 'galene.leave', must: true },
      { id: 'G20.pressed', class: 'H', did: { pressed_leave: true } },
    ],
  },
];
