/** What ends an attempt to come in: the host, the meeting, or the account that hosts it. */
import type { StateRow } from '../../judging/sign-table.ts';
import {
  inModal,
  modal,
  notSeen,
  onErrorPage,
  reconnectDialog,
  strings,
  timeoutDialog,
  waitingRoom,
  waits,
} from './parts.ts';
import { removedBefore } from './removed-before.ts';

const late = (id: string, say: string) => ({ id, class: 'T', say }) as const;

const timedOut = {
  id: 'Z31',
  name: 'timeout_or_policy',
  phase: 'connecting',
  again_s: 10,
  again_times: 2,
  ...strings,
  gate: { admitted: false },
  advice: 'zoom_web_client',
} as const;

const told: readonly StateRow[] = [
  {
    id: 'Z25',
    name: 'refused_in_lobby',
    phase: 'denied',
    ...strings,
    // Whoever is removed from the meeting is told so in the same words.
    gate: { admitted: false, glimpsed: false, waited: true },
    advice: 'admit',
    signs: [
      { id: 'Z25.text.1', class: 'T', say: 'You have been removed' },
      { id: 'Z25.text.2', class: 'T', say: 'You have been removed from this meeting by the host' },
      { id: 'Z25.text.3', class: 'T', say: 'You have been removed from this webinar by the host' },
      inModal('Z25.modal'),
      { id: 'Z25.code', class: 'N', kind: 'zoom.ended', with: { code: [7] }, where: 'sdk' },
    ],
  },
  {
    id: 'Z25',
    name: 'refused_in_lobby',
    phase: 'denied',
    ...strings,
    // The first look that found the waiting room found this over it.
    gate: { admitted: false, glimpsed: false, waited: false, pressed_join: true },
    advice: 'admit',
    signs: [
      { id: 'Z25.text.over', class: 'T', say: 'You have been removed' },
      { id: 'Z25.room', class: 'S', selector: waitingRoom, must: true },
      { ...inModal('Z25.modal.over'), must: true },
    ],
  },
  {
    id: 'Z25',
    name: 'refused_in_lobby',
    phase: 'denied',
    ...strings,
    // It waited where no words of a wait were known.
    gate: notSeen,
    advice: 'admit',
    signs: [
      { id: 'Z25.text.late.1', class: 'T', part: 'said', say: 'You have been removed', must: true },
      {
        id: 'Z25.text.late.2',
        class: 'T',
        part: 'said',
        say: 'You have been removed from this meeting by the host',
        must: true,
      },
      {
        id: 'Z25.text.late.3',
        class: 'T',
        part: 'said',
        say: 'You have been removed from this webinar by the host',
        must: true,
      },
      { id: 'Z25.modal.late', class: 'S', selector: modal, around: true, must: true },
    ],
  },
  {
    id: 'Z26',
    name: 'locked',
    phase: 'locked',
    ...strings,
    advice: 'unlock',
    signs: [
      { id: 'Z26.text.1', class: 'T', say: 'Host has locked this meeting' },
      { id: 'Z26.text.2', class: 'T', say: 'You cannot join this meeting now because the host locked it' },
      { id: 'Z26.text.3', class: 'T', say: 'Host has locked this webinar' },
      inModal('Z26.modal'),
    ],
  },
  {
    id: 'Z27',
    name: 'capacity',
    phase: 'full',
    ...strings,
    advice: 'make_room',
    signs: [
      { id: 'Z27.text', class: 'T', say: "The meeting is at the host's allowed capacity*" },
      { id: 'Z27.text.2', class: 'T', say: "The webinar is at the host's allowed capacity*" },
      { id: 'Z27.text.3', class: 'T', say: 'The webinar is at capacity' },
      inModal('Z27.modal'),
    ],
  },
  {
    id: 'Z28',
    name: 'attendees_max',
    phase: 'full',
    ...strings,
    advice: 'make_room',
    signs: [
      { id: 'Z28.text.1', class: 'T', say: 'This meeting has reached the maximum number of attendees allowed*' },
      { id: 'Z28.text.2', class: 'T', say: 'This webinar has reached the maximum number of attendees allowed*' },
      { id: 'Z28.text.3', class: 'T', say: 'This meeting has reached the maximum number of allowed attendees*' },
      { id: 'Z28.text.4', class: 'T', say: 'This meeting has reached the maximum number of participants allowed*' },
      { id: 'Z28.text.5', class: 'T', say: 'This webinar has reached the maximum number of participants*' },
      {
        id: 'Z28.text.6',
        class: 'T',
        say: 'You cannot join this meeting because it has reached the maximum number of participant allowed*',
      },
      {
        id: 'Z28.text.7',
        class: 'T',
        say: 'You cannot join this webinar because it has reached the maximum number of participant allowed*',
      },
      { id: 'Z28.text.8', class: 'T', say: 'Meeting capacity has been reached' },
      { id: 'Z28.text.9', class: 'T', say: 'Webinar capacity has been reached' },
      inModal('Z28.modal'),
    ],
  },
  {
    id: 'Z29',
    name: 'removed_before',
    phase: 'denied',
    precisely: 'removed_before',
    ...strings,
    gate: { admitted: false, glimpsed: false },
    over: ['Z25'],
    advice: 'admit',
    signs: [
      { id: 'Z29.text', class: 'T', say: removedBefore[0] },
      { id: 'Z29.text.2', class: 'T', say: 'Be removed', where: 'sdk' },
      {
        id: 'Z29.code',
        class: 'N',
        kind: 'zoom.failed',
        with: { code: [3009] },
        where: 'sdk',
        seen_on: '2026-11-20',
        source: 'pf 2.11',
      },
      inModal('Z29.modal'),
    ],
  },
  {
    id: 'Z30',
    name: 'web_client_off',
    phase: 'blocked',
    precisely: 'web_client_off',
    ...strings,
    advice: 'zoom_web_client',
    signs: [
      {
        id: 'Z30.text.1',
        class: 'T',
        say: 'The Zoom * is blocked by your organizational policy*',
      },
      { id: 'Z30.text.2', class: 'T', say: "You can't join meetings from browser" },
      { id: 'Z30.text.3', class: 'T', say: 'Unable join from browser, please join using*' },
      inModal('Z30.modal'),
      onErrorPage('Z30.error'),
    ],
  },
  {
    // By the administrators of an account: which meetings its people may come to, and who may come to its meetings.
    id: 'Z58',
    name: 'restricted',
    phase: 'blocked',
    precisely: 'restricted',
    ...strings,
    signs: [
      { id: 'Z58.text.1', class: 'T', say: 'Your admin has restricted communication between certain groups and users' },
      {
        id: 'Z58.text.2',
        class: 'T',
        say: 'Your admin has restricted the account you are able to join meetings from',
      },
      { id: 'Z58.text.3', class: 'T', say: 'You are restricted from joining webinars*' },
      // Over the form, the waiting room and the bar as well.
      { id: 'Z58.modal', class: 'S', selector: modal, around: true, must: true },
    ],
  },
  {
    id: 'Z56',
    name: 'encrypted',
    phase: 'blocked',
    precisely: 'encrypted',
    ...strings,
    advice: 'encrypted',
    signs: [
      { id: 'Z56.text', class: 'T', say: 'End-to-end encrypted meetings are not supported*', must: true },
      inModal('Z56.modal'),
    ],
  },
  {
    ...timedOut,
    over: ['Z01'],
    signs: [
      late('Z31.text.1', 'Joining Meeting Timeout or Browser restriction'),
      late('Z31.text.2', 'Your network connection has timed out or your organization has disabled access*'),
      late('Z31.text.3', 'Joining Webinar Timeout or Browser restriction'),
      late('Z31.text.4', 'Your connection has timed out and you cannot join the meeting*'),
      late('Z31.text.5', 'Your connection has timed out and you cannot join the webinar*'),
      late('Z31.text.6', 'Your network connection has timed out. Check your network and try to join meeting again'),
    ],
  },
  {
    ...timedOut,
    over: ['Z01', ...waits],
    signs: [{ id: 'Z31.dialog', class: 'S', selector: `${reconnectDialog}, ${timeoutDialog}` }],
  },
  {
    id: 'Z32',
    name: 'registration',
    phase: 'registration_required',
    ...strings,
    advice: 'send_registrant_link',
    signs: [
      { id: 'Z32.text.1', class: 'T', say: 'This meeting requires registration' },
      { id: 'Z32.text.2', class: 'T', say: 'Registered meetings are not supported at the moment*' },
      { id: 'Z32.text.3', class: 'T', say: 'Not support registration webinar', where: 'sdk' },
      inModal('Z32.modal'),
    ],
  },
  {
    id: 'Z33',
    name: 'registration_pending',
    phase: 'registration_required',
    precisely: 'pending',
    ...strings,
    source: 'zs, vexa#326',
    over: ['Z32'],
    advice: 'send_registrant_link',
    signs: [
      { id: 'Z33.text', class: 'T', say: 'Your registration is pending approval*', must: true },
      inModal('Z33.modal'),
      { id: 'Z33.page', class: 'S', selector: '.manual-success-title', aside: true, where: 'sdk' },
    ],
  },
  {
    id: 'Z34',
    name: 'elsewhere',
    phase: 'cannot_connect',
    precisely: 'elsewhere',
    ...strings,
    signs: [
      { id: 'Z34.text', class: 'T', say: 'You are already in another meeting*' },
      { id: 'Z34.text.2', class: 'T', say: "You've already joined this meeting on another device" },
      inModal('Z34.modal'),
    ],
  },
];

/** Where people register. Its heading is what the meeting is called. */
const registration: StateRow = {
  id: 'Z32',
  name: 'registration',
  phase: 'registration_required',
  seen_on: '2026-11-28',
  source: 'four public projects that fill it in',
  confidence: '++',
  over: [...new Set(told.map(({ id }) => id))].filter((id) => id !== 'Z32'),
  advice: 'send_registrant_link',
  signs: [
    { id: 'Z32.path', class: 'U', hosts: ['zoom.us'], path: '/register/', where: 'shell' },
    { id: 'Z32.field', class: 'S', selector: '#question_first_name, #question_email', where: 'shell' },
  ],
};

export const refusals: readonly StateRow[] = [...told, registration];
