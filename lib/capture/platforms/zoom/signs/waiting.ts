/** Waits: for the host, for the webinar, in the waiting room, and in it again. */
import type { StateRow } from '../../judging/sign-table.ts';
import { strings } from './parts.ts';

const waitingTitle = '.wr-content .wr-default__text, .meeting-on-hold .wr-tip';
const waitingLeave = '.wr-content .wr-leave-btn button, .meeting-on-hold .leave-btn';
/** It says so in the waiting room, of which nothing else is left to a bot that was in the meeting. */
const inRoom = (id: string) =>
  ({
    id,
    class: 'S',
    selector: '.wr-content, .wr-title, .wr-leave-btn, .waiting-room-container',
    aside: true,
  }) as const;

/** `id`, `room`: of the signs of one of its rows, to tell them apart. */
const hostLost = (id: string, room: string) =>
  [
    { id: `${id}.1`, class: 'T', say: 'Please wait, the host lost connection*' },
    { id: `${id}.2`, class: 'T', say: 'The host left the meeting. Waiting for a host to join*' },
    inRoom(room),
  ] as const;

export const waiting: readonly StateRow[] = [
  {
    id: 'Z17',
    name: 'wait_host',
    phase: 'not_started',
    ...strings,
    signs: [
      { id: 'Z17.text.1', class: 'T', say: 'Waiting for the host to start the meeting' },
      {
        id: 'Z17.text.2',
        class: 'T',
        say: 'Waiting for the host to start this meeting',
        seen_on: '2026-11-20',
        source: 'pf 2.3',
        confidence: '++',
        where: 'shell',
      },
      { id: 'Z17.text.4', class: 'T', say: 'Waiting for host to start the meeting' },
      { id: 'Z17.text.3', class: 'T', say: 'The meeting has not started' },
      { id: 'Z17.text.5', class: 'T', say: 'Meeting has not started', where: 'sdk' },
      inRoom('Z17.room'),
    ],
  },
  {
    id: 'Z18',
    name: 'host_busy',
    phase: 'not_started',
    precisely: 'host_busy',
    ...strings,
    source: 'zs, vexa#325',
    over: ['Z17'],
    signs: [
      { id: 'Z18.text', class: 'T', say: 'The host has another meeting in progress*' },
      {
        id: 'Z18.text.2',
        class: 'T',
        say: 'Your host is currently in another meeting',
        seen_on: '2026-05-08',
        source: 'vexa#325',
        confidence: '+',
        where: 'shell',
      },
      inRoom('Z18.room'),
    ],
  },
  {
    id: 'Z19',
    name: 'host_lost',
    phase: 'not_started',
    ...strings,
    gate: { admitted: false },
    over: ['Z21'],
    is_lobby: true,
    signs: hostLost('Z19.text', 'Z19.room'),
  },
  {
    id: 'Z19',
    name: 'host_lost',
    // An account may have everybody put into its waiting room whose host has gone.
    phase: 'waiting_room',
    ...strings,
    gate: { admitted: true },
    over: ['Z21', 'Z24'],
    advice: 'admit',
    signs: hostLost('Z19.inside', 'Z19.inside.room'),
  },
  {
    id: 'Z20',
    name: 'wait_webinar',
    phase: 'not_started',
    ...strings,
    over: ['Z17'],
    signs: [
      { id: 'Z20.text.1', class: 'T', say: 'Please wait for the webinar to begin*' },
      { id: 'Z20.text.2', class: 'T', say: 'Waiting for host to start the webinar*' },
      { id: 'Z20.text.3', class: 'T', say: 'Please wait for the host to start this webinar*' },
      { id: 'Z20.text.4', class: 'T', say: 'The webinar has not started' },
      // While those who speak practise.
      { id: 'Z20.text.5', class: 'T', say: 'Please wait. The webinar will begin soon' },
      inRoom('Z20.room'),
    ],
  },
  {
    id: 'Z21',
    name: 'waiting_room',
    phase: 'waiting_room',
    ...strings,
    source: 'zs, pf 2.4',
    gate: { admitted: false },
    advice: 'admit',
    signs: [
      { id: 'Z21.text.1', class: 'T', say: 'Please wait, the meeting host will let you in soon' },
      { id: 'Z21.text.2', class: 'T', say: 'Please wait, the host will let you in soon' },
      { id: 'Z21.text.3', class: 'T', say: 'The host will let you in soon' },
      inRoom('Z21.room'),
    ],
  },
  {
    id: 'Z21',
    name: 'waiting_room',
    phase: 'waiting_room',
    ...strings,
    // An account may have words of its own in its waiting room (KB0059359), in place of the client's. What shows them shows
    // nothing else.
    gate: { pressed_join: true, admitted: false },
    advice: 'admit',
    signs: [
      { id: 'Z21.title', class: 'S', part: 'title', selector: waitingTitle },
      { id: 'Z21.leave', class: 'S', part: 'leave', selector: waitingLeave },
    ],
  },
  {
    id: 'Z22',
    name: 'waiting_host_told',
    phase: 'waiting_room',
    ...strings,
    over: ['Z21'],
    advice: 'admit',
    signs: [
      { id: 'Z22.text', class: 'T', say: "Host has joined. We've let them know you're here." },
      inRoom('Z22.room'),
    ],
  },
  {
    id: 'Z23',
    name: 'waiting_ready',
    phase: 'waiting_room',
    ...strings,
    over: ['Z21'],
    advice: 'admit',
    signs: [
      { id: 'Z23.text.1', class: 'T', say: "The host will admit you when they're ready" },
      { id: 'Z23.text.2', class: 'T', say: 'You are about to join the meeting' },
      { id: 'Z23.text.3', class: 'T', say: 'You are about to join the webinar' },
      inRoom('Z23.room'),
    ],
  },
  {
    id: 'Z24',
    name: 'put_back',
    phase: 'waiting_room',
    ...strings,
    gate: { admitted: true },
    advice: 'admit',
    signs: [
      { id: 'Z24.text.1', class: 'T', say: 'Please wait, the meeting host will let you in soon' },
      { id: 'Z24.text.2', class: 'T', say: 'Please wait, the host will let you in soon' },
      { id: 'Z24.text.3', class: 'T', say: 'The host will let you in soon' },
      inRoom('Z24.room'),
    ],
  },
  {
    id: 'Z24',
    name: 'put_back',
    phase: 'waiting_room',
    ...strings,
    gate: { admitted: true },
    advice: 'admit',
    signs: [
      { id: 'Z24.title', class: 'S', selector: waitingTitle, must: true },
      { id: 'Z24.leave', class: 'S', selector: waitingLeave, must: true },
      { id: 'Z24.inside', class: 'H', did: { admitted: true } },
    ],
  },
];
