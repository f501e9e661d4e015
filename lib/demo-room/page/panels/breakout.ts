import type { ClientMessage } from '../../protocol.ts';
import { byId } from '../dom.ts';

type State = 'none' | 'invited' | 'joining' | 'inside' | 'leaving';

// Changing rooms takes a moment, as it does elsewhere, and people want to read where they are going.
const joiningMs = 1_200;
const leavingMs = 1_500;

/** Being invited to a breakout room, going there, and coming back. */
export const createBreakout = (send: (message: ClientMessage) => void) => {
  let state: State = 'none';
  let room: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (next: State, room_name: string | null): void => {
    state = next;
    room = room_name;
    document.body.dataset.breakout = state;
    document.body.dataset.roomName = room_name ?? '';
    for (const place of document.querySelectorAll('.breakout-name')) place.textContent = room_name ?? '';
    byId('breakout-invitation').hidden = state !== 'invited';
    byId('breakout-transfer').hidden = state !== 'joining' && state !== 'leaving';
    byId('breakout-transfer-text').textContent =
      state === 'joining' ? `Joining the breakout room “${room_name}”…` : 'Returning to the main room…';
  };

  const go = (next: 'joining' | 'leaving', room_name: string | null): void => {
    show(next, room_name);
    clearTimeout(timer);
    const message: ClientMessage = { type: next === 'joining' ? 'accept_breakout' : 'return_to_main' };
    timer = setTimeout(() => send(message), next === 'joining' ? joiningMs : leavingMs);
  };

  byId('accept-breakout').addEventListener('click', () => {
    if (state === 'invited') go('joining', room);
  });
  byId('return-to-main').addEventListener('click', () => {
    if (state === 'inside') go('leaving', room);
  });

  return {
    /** What the room says: an invitation, that it is taken back, or that the breakout room closes. */
    told: (next: 'invited' | 'none' | 'leaving', room_name: string | null) => {
      if (next === 'leaving') return go('leaving', room_name);
      clearTimeout(timer);
      show(next, room_name);
    },
    moved: (room_name: string | null) => show(room_name === null ? 'none' : 'inside', room_name),
    reset: () => {
      clearTimeout(timer);
      show('none', null);
    },
  };
};
