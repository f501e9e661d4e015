/** The states of the toy's page. */
import type { SignTable } from '../../../../lib/capture/platforms/judging/sign-table.ts';

const seen = { seen_on: '2026-11-22', source: 'room.html', confidence: 'P' } as const;

export const signs: SignTable = {
  platform: 'toy',
  people: ['[data-id]'],
  dialogs: [],
  shell: {
    form: [{ selector: '[name="name"]' }],
    toolbar: [{ selector: '[value="leave"]' }],
    call: [{ selector: '[value="join"]' }],
  },
  states: [
    {
      ...seen,
      id: 'Y01',
      name: 'door',
      phase: 'pre_join',
      signs: [{ id: 'Y01.join', class: 'S', selector: '[value="join"]' }],
    },
    {
      ...seen,
      id: 'Y02',
      name: 'lobby',
      phase: 'waiting_room',
      advice: 'admit',
      signs: [{ id: 'Y02.text', class: 'T', say: 'Somebody will let you in' }],
    },
    {
      ...seen,
      id: 'Y03',
      name: 'room',
      phase: 'in_meeting',
      signs: [
        { id: 'Y03.leave', class: 'S', part: 'leave', selector: '[value="leave"]' },
        { id: 'Y03.self', class: 'S', part: 'self', selector: '[data-id="self"]' },
      ],
    },
    {
      ...seen,
      id: 'Y04',
      name: 'closed',
      phase: 'ended',
      gate: { pressed_join: true },
      signs: [
        { id: 'Y04.text', class: 'T', say: 'The room is closed' },
        { id: 'Y04.page', class: 'S', selector: 'body.closed' },
      ],
    },
    {
      ...seen,
      id: 'Y05',
      name: 'gone',
      phase: 'left',
      signs: [
        { id: 'Y05.text', class: 'T', say: 'You have left' },
        { id: 'Y05.pressed', class: 'H', did: { pressed_leave: true } },
      ],
    },
  ],
};
