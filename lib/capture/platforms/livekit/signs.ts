/** The states of pages that are built of LiveKit's own meeting components, and the signs of each, as seen on the real ones. */
import type { SignTable } from '../judging/sign-table.ts';
import { ends } from './signs/ends.ts';
import { inside } from './signs/inside.ts';
import { bar, joinButton, nameBox, preJoin } from './signs/parts.ts';
import { refusals } from './signs/refusals.ts';

export const signs: SignTable = {
  platform: 'livekit',
  people: ['.lk-chat-messages', '.lk-chat-entry', '.lk-participant-tile', '.lk-participant-name'],
  dialogs: ['.lk-toast'],
  shell: {
    form: [{ selector: nameBox }, { selector: `${preJoin} ${joinButton}` }],
    toolbar: [{ selector: bar }],
    call: [{ selector: joinButton }],
  },
  states: [...inside, ...ends, ...refusals],
};
