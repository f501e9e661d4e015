/** How a meeting is over, for all or for the bot. */
import type { StateRow } from '../../judging/sign-table.ts';
import { asked, endTitle, endUntold, inModal, newer, reconnectDialog, strings, timeoutDialog, waits } from './parts.ts';

/** Of what keeps the client from a meeting; most of it has other titles. */
const connectTitle = '.connect-error-dialog .zm-modal-body-title';

const endedByHost = [
  'This meeting has been ended by host',
  'The meeting has been ended',
  'This webinar has been ended by host',
  'The webinar has been ended',
  'This webinar has ended',
] as const;
const anotherStarted = 'This meeting has ended as someone has started a new meeting with this account';

const freeEnded = ['This free Zoom meeting has ended', 'Your free meeting has ended'] as const;
const offer = '.for-your-gift-dialog';

const enteredElsewhere = 'You have already entered the meeting in other place';
const joinedElsewhere = 'You have joined this meeting on another platform';

/** Where the client goes once a meeting is over for somebody, however it is. */
const afterwards = (id: string, path: string) =>
  ({ id, class: 'U', part: 'address', hosts: ['zoom.us'], path, where: 'shell' }) as const;

const lost = (id: string, say: string) => ({ id, class: 'T', say }) as const;

export const ends: readonly StateRow[] = [
  {
    id: 'Z43',
    name: 'ended_by_host',
    phase: 'ended',
    ...strings,
    signs: [
      ...endedByHost.map((say, index) => ({ id: `Z43.text.${1 + index}`, class: 'T', say }) as const),
      { id: 'Z43.text.6', class: 'T', say: 'The webinar has ended' },
      {
        id: 'Z43.text.7',
        class: 'T',
        say: 'Meeting is end now',
        seen_on: '2026-11-20',
        source: 'pf 2.10',
        confidence: '++',
      },
      inModal('Z43.modal'),
    ],
  },
  {
    id: 'Z43',
    name: 'ended_by_host',
    phase: 'ended',
    ...strings,
    gate: asked,
    signs: [
      { id: 'Z43.title', class: 'S', selector: endTitle, labels: [...endedByHost], must: true },
      ...endedByHost.map((say, index) => ({ id: `Z43.text.${10 + index}`, class: 'T', say }) as const),
    ],
  },
  {
    // Of a webinar, or of one of Zoom's events, that is over before the bot has come to it.
    id: 'Z43',
    name: 'ended_by_host',
    phase: 'ended',
    ...strings,
    gate: { admitted: false },
    signs: [
      {
        id: 'Z43.connect',
        class: 'S',
        selector: connectTitle,
        labels: ['The webinar has been ended', 'This Event Has Ended'],
        must: true,
      },
      { id: 'Z43.text.20', class: 'T', say: 'The webinar has been ended' },
      { id: 'Z43.text.21', class: 'T', say: 'You cannot join this webinar now because it is ended' },
      { id: 'Z43.text.22', class: 'T', say: 'This webinar has been ended by host' },
      { id: 'Z43.text.23', class: 'T', say: 'This event has ended*' },
    ],
  },
  {
    // Where the client was not told why, it says no more than "Leave Meeting".
    id: 'Z43',
    name: 'ended_by_host',
    phase: 'ended',
    ...strings,
    gate: { admitted: true },
    signs: [
      { id: 'Z43.dialog', class: 'S', selector: endTitle, labels: [...endUntold], must: true },
      { id: 'Z43.text.8', class: 'T', say: 'Leave Meeting' },
      { id: 'Z43.text.9', class: 'T', say: 'Leave Webinar' },
    ],
  },
  {
    id: 'Z44',
    name: 'ended_otherwise',
    phase: 'ended',
    ...strings,
    over: ['Z43'],
    signs: [
      { id: 'Z44.text.1', class: 'T', say: '*ended by your admin*', part: 'why' },
      {
        id: 'Z44.text.2',
        class: 'T',
        part: 'why',
        say: anotherStarted,
      },
      { id: 'Z44.text.4', class: 'T', part: 'why', say: 'This meeting ended because archiving failed' },
      {
        id: 'Z44.text.5',
        class: 'T',
        part: 'why',
        say: 'You were disconnected from the meeting because archiving failed',
      },
      inModal('Z44.modal'),
    ],
  },
  {
    id: 'Z44',
    name: 'ended_otherwise',
    phase: 'ended',
    ...strings,
    over: ['Z43'],
    signs: [
      { id: 'Z44.dialog', class: 'S', selector: endTitle, labels: ['An unknown error occurred'], must: true },
      { id: 'Z44.text.6', class: 'T', say: 'An unknown error occurred' },
    ],
  },
  {
    id: 'Z44',
    name: 'ended_otherwise',
    phase: 'ended',
    ...strings,
    gate: asked,
    over: ['Z43'],
    signs: [
      { id: 'Z44.title', class: 'S', selector: endTitle, labels: [anotherStarted], must: true },
      { id: 'Z44.text.9', class: 'T', say: anotherStarted },
    ],
  },
  {
    // After the 40 minutes of an account that does not pay. The dialog of the same kind that warns of it has other words.
    id: 'Z44',
    name: 'ended_otherwise',
    phase: 'ended',
    ...strings,
    over: ['Z43'],
    signs: [
      { id: 'Z44.text.3', class: 'T', say: freeEnded[0] },
      { id: 'Z44.text.7', class: 'T', say: freeEnded[1] },
      { id: 'Z44.offer', class: 'S', selector: offer, around: true, aside: true },
    ],
  },
  {
    id: 'Z44',
    name: 'ended_otherwise',
    phase: 'ended',
    ...strings,
    gate: asked,
    over: ['Z43'],
    signs: [
      { id: 'Z44.offer.2', class: 'S', selector: offer, around: true, must: true },
      ...freeEnded.map((say, index) => ({ id: `Z44.text.${10 + index}`, class: 'T', say }) as const),
    ],
  },
  {
    id: 'Z45',
    name: 'removed',
    phase: 'removed',
    ...strings,
    signs: [
      { id: 'Z45.text.1', class: 'T', say: 'You have been removed' },
      { id: 'Z45.text.2', class: 'T', say: 'You have been removed from this meeting by the host' },
      { id: 'Z45.text.3', class: 'T', say: 'You have been removed from this webinar by the host' },
      inModal('Z45.modal'),
    ],
  },
  {
    // Another client of the same browser, registrant or account has come in, or has taken over: this one goes out.
    id: 'Z57',
    name: 'entered_elsewhere',
    phase: 'removed',
    precisely: 'elsewhere',
    ...strings,
    over: ['Z43'],
    signs: [
      { id: 'Z57.text.1', class: 'T', say: enteredElsewhere },
      { id: 'Z57.text.3', class: 'T', say: joinedElsewhere, ...newer },
      inModal('Z57.modal.1'),
    ],
  },
  {
    id: 'Z57',
    name: 'entered_elsewhere',
    phase: 'cannot_connect',
    precisely: 'elsewhere',
    ...strings,
    over: ['Z43'],
    gate: { admitted: false, glimpsed: false, pressed_join: true },
    signs: [
      { id: 'Z57.text.2', class: 'T', say: enteredElsewhere },
      { id: 'Z57.text.4', class: 'T', say: joinedElsewhere, ...newer },
      inModal('Z57.modal.2'),
    ],
  },
  {
    id: 'Z46',
    name: 'timed_out_inside',
    phase: 'connecting',
    ...strings,
    gate: { admitted: true },
    signs: [
      lost('Z46.text', 'Your connection has timed out and you cannot join the meeting*'),
      lost('Z46.text.2', 'Your connection has timed out and you cannot join the webinar*'),
      lost('Z46.text.3', 'Meeting Disconnected'),
      lost('Z46.text.4', 'Webinar Disconnected'),
      lost('Z46.text.5', 'Meeting has been disconnected'),
      lost('Z46.text.6', 'Meeting is reconnecting'),
      lost('Z46.text.7', 'Trying to reconnect'),
      // Over a meeting too, whose connection is lost then: the panel stays until somebody asks for another try.
      lost('Z46.text.8', 'Joining Meeting Timeout or Browser restriction'),
      lost('Z46.text.9', 'Joining Webinar Timeout or Browser restriction'),
    ],
  },
  {
    // Over the waiting room as well, which the host may have put the bot back into: it waits there for nothing.
    id: 'Z46',
    name: 'timed_out_inside',
    phase: 'connecting',
    ...strings,
    gate: { admitted: true },
    over: waits,
    signs: [{ id: 'Z46.dialog', class: 'S', selector: `${reconnectDialog}, ${timeoutDialog}` }],
  },
  {
    id: 'Z47',
    name: 'thanked',
    phase: 'left',
    ...strings,
    gate: { pressed_leave: true },
    signs: [
      { id: 'Z47.text.1', class: 'T', say: 'Thank you for attending the meeting*' },
      { id: 'Z47.text.3', class: 'T', say: 'Thank you for attending the webinar*' },
      { id: 'Z47.pressed', class: 'H', did: { pressed_leave: true } },
    ],
  },
  {
    id: 'Z47',
    name: 'thanked',
    phase: 'ended',
    ...strings,
    gate: { pressed_leave: false, admitted: true },
    signs: [
      { id: 'Z47.text.2', class: 'T', say: 'Thank you for attending the meeting*' },
      { id: 'Z47.text.4', class: 'T', say: 'Thank you for attending the webinar*' },
    ],
  },
  {
    id: 'Z47',
    name: 'left_page',
    phase: 'left',
    seen_on: '2026-11-30',
    source: 'zs, five public projects that know these addresses',
    confidence: '++',
    gate: { pressed_leave: true },
    signs: [
      afterwards('Z47.leave', '/wc/leave'),
      afterwards('Z47.home', '/wc/home'),
      afterwards('Z47.attended', '/postattendee'),
      { id: 'Z47.pressed.2', class: 'H', did: { pressed_leave: true }, must: true },
    ],
  },
  {
    // The client asks there how it was. Whoever was removed is told so before.
    id: 'Z47',
    name: 'left_page',
    phase: 'ended',
    ...strings,
    gate: { pressed_leave: false, admitted: true },
    signs: [
      { ...afterwards('Z47.leave.2', '/wc/leave'), must: true },
      { id: 'Z47.feedback', class: 'S', selector: '.feedback-container', must: true },
    ],
  },
];
