/** The meeting, and its connection. */
import type { StateRow } from '../../judging/sign-table.ts';
import { asksWithoutDevices, hangUp, pf, stage, tid, toolbar, wire } from './parts.ts';

const chrome = `#roster-button, ${['roster-button', 'calling-toolbar', toolbar].map(tid).join(', ')}, ${stage}`;
/** What a dialog over a meeting says keeps nobody out. */
const dialogs = ['T17', 'T18', 'T19', 'T22'];

export const inside: readonly StateRow[] = [
  {
    id: 'T28',
    name: 'in_meeting',
    phase: 'in_meeting',
    ...pf,
    source: 'pf 3.5; a meeting as it was captured on 2026-07-06',
    unless: ['call'],
    // Such a dialog hides all else from screen readers (microsoft/fluentui#22051).
    over: dialogs,
    signs: [
      { id: 'T28.hang_up', class: 'S', part: 'hang_up', selector: hangUp, counts_hidden: true },
      { id: 'T28.chrome', class: 'S', part: 'chrome', selector: chrome, counts_hidden: true },
    ],
  },
  // The bar may be out of the page while no pointer moves: the servers have the bot among the people, and a connection is open.
  {
    id: 'T28',
    name: 'in_meeting',
    phase: 'in_meeting',
    seen_on: '2026-11-30',
    source: 'inferred from what of a meeting is not in its bar',
    confidence: '?',
    gate: { any: ['admitted', 'glimpsed'] },
    unless: ['form', 'call'],
    unless_told: [{ kind: wire }, { kind: 'teams.call_socket_closed' }],
    over: [...dialogs, 'T33'],
    signs: [
      { id: 'T28.stage', class: 'S', part: 'stage', selector: stage, counts_hidden: true },
      // Conditions only: that something has ended goes before them.
      { id: 'T28.listed', class: 'N', kind: 'teams.listed', must: true, aside: true },
      {
        id: 'T28.connected',
        class: 'N',
        kind: 'teams.peer_connections',
        without: { open: [0] },
        must: true,
        aside: true,
      },
    ],
  },
  {
    id: 'T29',
    name: 'av_dialog_inside',
    phase: 'in_meeting',
    overlay: true,
    seen_on: '2026-11-20',
    source: 'vexa#467',
    confidence: '+',
    gate: { any: ['admitted', 'glimpsed'] },
    signs: asksWithoutDevices('T29'),
  },
  {
    id: 'T30',
    name: 'reconnecting',
    phase: 'connecting',
    seen_on: '2026-11-22',
    source: 'att',
    confidence: '?',
    gate: { admitted: true },
    signs: [
      { id: 'T30.text.1', class: 'T', say: 'Reconnecting' },
      { id: 'T30.text.2', class: 'T', say: 'Trying to reconnect*' },
    ],
  },
  {
    id: 'T30',
    name: 'reconnecting',
    phase: 'connecting',
    seen_on: '2026-11-22',
    source: 'att',
    confidence: '?',
    gate: { admitted: true },
    // The page may go on without the socket: it takes a banner about the connection, in whatever words.
    signs: [
      { id: 'T30.wire', class: 'N', part: 'wire', kind: 'teams.call_socket_closed' },
      { id: 'T30.banner.1', class: 'T', part: 'banner', say: '*reconnect*' },
      { id: 'T30.banner.2', class: 'T', part: 'banner', say: '*connection*lost*' },
      { id: 'T30.banner.3', class: 'T', part: 'banner', say: '*lost*connection*' },
    ],
  },
];
