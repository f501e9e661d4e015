/** The states of the web client of Teams and the signs of each. Nothing here was tried on the real service. */
import type { SignTable } from '../judging/sign-table.ts';
import { chat } from './signs/chat.ts';
import { ends } from './signs/ends.ts';
import { inside } from './signs/inside.ts';
import { lobby } from './signs/lobby.ts';
import { account, hangUp, hosts, joinButton, nameBox, stage, tid, toolbar } from './signs/parts.ts';
import { preJoin } from './signs/pre-join.ts';
import { walls } from './signs/walls.ts';

export const signs: SignTable = {
  platform: 'teams',
  hosts,
  people: [
    '#chat-pane-list',
    '[data-tid="chat-pane-list"]',
    '[data-tid="message-pane-list-runway"]',
    '[data-tid="chat-pane-item"]',
    '[data-tid="chat-pane-message"]',
    '[data-tid="messageBodyContent"]',
    '[data-tid^="participantsInCall"]',
    '[data-stream-type]',
    '[data-tid="participant-info-nametag"]',
    '[data-tid="closed-caption-renderer-wrapper"]',
    '[data-tid="closed-caption-text"]',
    '[data-tid="meeting-title"]',
    // In the heading of the form, above a call, and beside what hides one.
    '[data-tid="meeting-header-title"]',
    ...['call-title', 'call-header-title', 'calling-header-title', 'call-monitor-title'].map(tid),
  ],
  // Where the page tells who did not come in, or is out again, why: it is an alert as well.
  dialogs: ['#calling-retry-screen-title', '#calling-retry-screen-description'],
  shell: {
    form: [{ selector: nameBox }, { selector: account }],
    toolbar: [{ selector: hangUp }, { selector: tid('calling-toolbar') }, { selector: tid(toolbar) }],
    call: [{ selector: joinButton }],
    scene: [{ selector: '[data-stream-type]' }, { selector: stage }],
  },
  states: [...preJoin, ...lobby, ...walls, ...inside, ...ends, ...chat],
};
