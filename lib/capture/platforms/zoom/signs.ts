/**
 * The states of Zoom's web client and the signs of each. Its page is that of the maker's SDK as well, whose package holds
 * these words and classes (test/capture/platforms/zoom-package.test.ts); `shell` marks what stands around it.
 */
import type { SignTable } from '../judging/sign-table.ts';
import { inAnyLanguage } from './signs/any-language.ts';
import { ends } from './signs/ends.ts';
import { inMeeting } from './signs/in-meeting.ts';
import { captionList, chatList, footer, joinButton, leave, nameBox, notInside, stage } from './signs/parts.ts';
import { preJoin } from './signs/pre-join.ts';
import { refusals } from './signs/refusals.ts';
import { sdk } from './signs/sdk.ts';
import { waiting } from './signs/waiting.ts';
import { walls } from './signs/walls.ts';

export const signs: SignTable = {
  platform: 'zoom',
  hosts: ['zoom.us', 'zoomgov.com'],
  // The maker's SDK draws it in pages of others, its dialogs as they are here.
  isEmbedded: true,
  people: [
    chatList,
    '.new-chat-message__container',
    '.chat-virtuoso-wrapper',
    '.participants-item',
    '.participants-li',
    '.video-avatar__avatar-footer',
    '.video-avatar__avatar-name',
    '.live-transcription-subtitle',
    '.lt-subtitle-wrap',
    captionList,
    '.wr-logo-and-desc .wr-title',
    '.waiting-room-container .wr-default-title',
    '.wr-desc',
    // A dialog of the client's own, in which a host speaks to all breakout rooms.
    '.broadcast-message-container',
    '.poll-body-container',
    '.poll-question-content',
    '[class*="bo-room-item"]',
    '[class*="bo-room-list"]',
    ...['topic', 'q-a-', 'name-tag'].map((part) => `[class*="${part}"]`),
  ],
  dialogs: ['.zm-modal', '.zm-modal-body-title'],
  shell: {
    form: [{ selector: nameBox }],
    toolbar: [{ selector: footer }, { selector: leave }],
    call: [{ selector: joinButton }],
    // Whoever owns a waiting room writes in it.
    scene: [{ selector: '.wr-content, .waiting-room-container' }, { selector: stage }],
    outside: [{ selector: notInside }],
  },
  states: [...preJoin, ...walls, ...waiting, ...refusals, ...inMeeting, ...ends, ...sdk, ...inAnyLanguage],
};
