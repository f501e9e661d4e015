/** The form, the way in, and the meeting. */
import type { StateRow } from '../../judging/sign-table.ts';
import { bar, conference, joinButton, leave, nameBox, real, tile } from './parts.ts';

const room = `${conference}, ${bar}`;
/** Some have no such bar either, but lay the people out as those do. */
const layout = '.lk-grid-layout, .lk-focus-layout';
/**
 * Nothing of it says that there is no connection (ConnectionStateToast, in whatever language), nor does anything beside it. Both are
 * asked, as nothing is around what stands first in a shadow root.
 */
const toast = '.lk-toast-connection-state';
const connectedRoom = `${conference}:not(:has(${toast})):not(:has(${toast}) *)`;
/** What the client says of its connection. */
const ofConnection = ['connecting', 'joined', 'unreached', 'connected', 'reconnecting', 'refused', 'disconnected'].map(
  (kind) => ({ kind: `livekit.${kind}` }),
);

export const inside: readonly StateRow[] = [
  {
    id: 'L01',
    name: 'prejoin',
    phase: 'pre_join',
    ...real,
    signs: [
      { id: 'L01.name', class: 'S', part: 'name', selector: nameBox },
      { id: 'L01.device', class: 'S', part: 'name', selector: '.lk-button-group-container button[data-lk-source]' },
      { id: 'L01.join', class: 'S', part: 'join', selector: joinButton },
    ],
  },
  {
    id: 'L02',
    name: 'connecting',
    phase: 'connecting',
    ...real,
    gate: { admitted: false },
    unless: ['form'],
    signs: [
      // Pages of others' making show the conference once there is one.
      { id: 'L02.room', class: 'S', selector: room, aside: true },
      { id: 'L02.wire', class: 'N', part: 'not_yet', kind: 'livekit.connecting' },
      { id: 'L02.joined', class: 'N', part: 'not_yet', kind: 'livekit.joined' },
    ],
  },
  {
    id: 'L03',
    name: 'in_meeting',
    phase: 'in_meeting',
    ...real,
    signs: [
      { id: 'L03.room', class: 'S', part: 'room', selector: `${room}, ${layout}`, counts_hidden: true },
      { id: 'L03.tile', class: 'S', part: 'second', selector: tile, counts_hidden: true },
      { id: 'L03.leave', class: 'S', part: 'second', selector: leave, counts_hidden: true },
      { id: 'L03.wire', class: 'N', kind: 'livekit.connected', must: true },
    ],
  },
  {
    id: 'L03',
    name: 'in_meeting',
    phase: 'in_meeting',
    ...real,
    yields: true,
    people_untold: true,
    // Nothing is known of what the client says: a bot that was in the meeting is, while the page draws all of it.
    gate: { admitted: true },
    unless_told: ofConnection,
    signs: [
      { id: 'L03.room.drawn', class: 'S', part: 'room', selector: connectedRoom, counts_hidden: true },
      { id: 'L03.tile.drawn', class: 'S', part: 'tile', selector: tile, counts_hidden: true },
      { id: 'L03.leave.drawn', class: 'S', part: 'leave', selector: `${leave}:enabled`, counts_hidden: true },
    ],
  },
  {
    id: 'L04',
    name: 'reconnecting',
    phase: 'connecting',
    ...real,
    gate: { admitted: true },
    over: ['L16', 'L17'],
    signs: [
      { id: 'L04.wire', class: 'N', part: 'either', kind: 'livekit.reconnecting' },
      // A page that was loaded anew.
      { id: 'L04.joined', class: 'N', part: 'either', kind: 'livekit.joined' },
      { id: 'L04.toast', class: 'T', part: 'either', say: 'Reconnecting' },
    ],
  },
];
