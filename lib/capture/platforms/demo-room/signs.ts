/**
 * The states of the demo room's page and the signs of each. The page itself tells its state to the bot; by these its pages are
 * recognised where nobody tells: those that were kept, and those that the canary is shown.
 */
import type { SignTable, StateRow } from '../judging/sign-table.ts';
import { join, leave, name, ownTile } from './signs/parts.ts';

const room = { seen_on: '2026-11-22', source: 'the room itself', confidence: 'P' } as const;

/** A page of its own, which says one thing. */
const card = (
  { id, shown, says }: { readonly id: string; readonly shown: string; readonly says: string },
  row: Pick<StateRow, 'name' | 'phase'> & Partial<StateRow>,
): StateRow => ({
  id,
  ...room,
  signs: [
    { id: `${id}.page`, class: 'S', selector: `[data-phases="${shown}"]` },
    { id: `${id}.text`, class: 'T', say: says },
  ],
  ...row,
});

export const signs: SignTable = {
  platform: 'demo_room',
  people: ['#tiles', '#screens', '#captions', '#chat-messages', '#host-requests', '.room-name', '.breakout-name'],
  dialogs: [],
  shell: {
    form: [{ selector: name }],
    toolbar: [{ selector: leave }],
    call: [{ selector: join }],
  },
  states: [
    {
      id: 'D01',
      name: 'pre_join',
      phase: 'pre_join',
      ...room,
      signs: [
        { id: 'D01.name', class: 'S', part: 'name', selector: name },
        { id: 'D01.join', class: 'S', part: 'join', selector: join },
        { id: 'D01.text', class: 'T', say: 'Ready to join?', aside: true },
      ],
    },
    card(
      { id: 'D02', shown: 'waiting', says: 'Waiting to be let in' },
      { name: 'waiting', phase: 'waiting_room', advice: 'admit' },
    ),
    card(
      { id: 'D03', shown: 'not_started', says: 'The host has not started this meeting' },
      { name: 'not_started', phase: 'not_started', advice: 'moderator' },
    ),
    card(
      { id: 'D04', shown: 'authorized_user_absent', says: 'Somebody has to be here first' },
      { name: 'authorized_user_absent', phase: 'authorized_user_absent' },
    ),
    {
      id: 'D05',
      name: 'in_meeting',
      phase: 'in_meeting',
      ...room,
      signs: [
        { id: 'D05.leave', class: 'S', part: 'leave', selector: leave, counts_hidden: true },
        { id: 'D05.self', class: 'S', part: 'self', selector: ownTile, counts_hidden: true },
      ],
    },
    // Who asks to be let in after the end is told of the end.
    card(
      { id: 'D06', shown: 'ended', says: 'The meeting has ended' },
      { name: 'ended', phase: 'ended', gate: { any: ['pressed_join', 'admitted', 'waited'] } },
    ),
    card(
      { id: 'D07', shown: 'removed', says: 'You were removed from the meeting' },
      { name: 'removed', phase: 'removed' },
    ),
    card(
      { id: 'D08', shown: 'refused', says: 'You were not let in' },
      { name: 'refused', phase: 'denied', advice: 'admit' },
    ),
    card(
      { id: 'D09', shown: 'not_found', says: 'Meeting not found' },
      { name: 'not_found', phase: 'not_found', advice: 'check_link' },
    ),
    card(
      { id: 'D10', shown: 'full', says: 'This meeting is full' },
      { name: 'full', phase: 'full', advice: 'make_room' },
    ),
    card({ id: 'D11', shown: 'left', says: 'You left the meeting' }, { name: 'left', phase: 'left' }),
    // It does not connect again by itself.
    card(
      { id: 'D12', shown: 'lost', says: 'The connection was lost' },
      { name: 'lost', phase: 'connecting', again_s: 2, gate: { admitted: true } },
    ),
    // On the way in it may knock once more: with the connection the room has forgotten who waited.
    card(
      { id: 'D13', shown: 'lost', says: 'The connection was lost' },
      { name: 'lost_outside', phase: 'connecting', again_s: 2, again_times: 2, gate: { admitted: false } },
    ),
  ],
};
