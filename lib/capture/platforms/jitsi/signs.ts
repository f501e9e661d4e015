/**
 * The states of Jitsi Meet's pages and the signs of each. A host may load words of its own: what the page's own store says
 * (`jitsi.state`) leads, words and elements confirm it.
 */
import type { SignTable } from '../judging/sign-table.ts';
import { ends } from './signs/ends.ts';
import { inside } from './signs/inside.ts';
import { lobby } from './signs/lobby.ts';
import { testId } from './signs/parts.ts';
import { preJoin } from './signs/pre-join.ts';
import { walls } from './signs/walls.ts';

const toolbox = '#new-toolbox [aria-label="Leave the meeting"], [aria-label="Leave the meeting"]';

export const signs: SignTable = {
  platform: 'jitsi',
  people: [
    '#chatconversation',
    '.chatmessage',
    '.chat-message-group',
    // The pane of the chat, with its captions, polls and files.
    '#chat-tab-panel, #cc-tab-panel, #polls-tab-panel, #file_sharing-tab-panel',
    '.videocontainer',
    '.displayname',
    '#participant-list',
    '.transcription-subtitles',
    '.subject-text',
    // What the makers call the name since 2026, and where it stands together with a clock.
    '.subject-text--content',
    '.subject-info-container',
    // The name of the meeting, in front of the door.
    '.premeeting-screen h1 + span',
    // And on the page that offers the app (DeepLinkingDesktopPage.web.tsx).
    '[class*="roomName"]',
  ],
  naming: ['Ouch! * kicked you out of the meeting'],
  dialogs: [
    ...['lobby.joinRejectedMessage', 'lobby.joinRejectedTitle', 'dialog.leaveReason'].map(testId),
    // Notices that say why nobody is let in.
    ...['dialog.tokenAuthFailedTitle', 'dialog.unauthenticatedAccessDisabled'].map(testId),
    ...['dialog.maxUsersLimitReachedTitle', 'visitors.notification.noVisitorLobby'].map(testId),
  ],
  shell: {
    form: [{ selector: '#premeeting-name-input' }, { selector: testId('lobby.nameField') }],
    toolbar: [{ selector: toolbox }],
    call: [{ selector: testId('prejoin.joinMeeting') }, { selector: testId('lobby.knockButton') }],
  },
  states: [...preJoin, ...lobby, ...walls, ...inside, ...ends],
};
