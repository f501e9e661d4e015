/** Waits for a moderator, and the lobby: its form, its answers, and its password. */
import type { StateRow } from '../../judging/sign-table.ts';
import { closedBeside, failed, jm, ljm, sdk, state, testId } from './parts.ts';

const lobbyScreen = `.lobby-screen, ${testId('lobby.nameField')}, ${testId('lobby.knockButton')}`;
const lobbyError = `.lobby-screen:has(${testId('lobby.password')}) ${testId('lobby.errorMessage')}`;

export const lobby: readonly StateRow[] = [
  {
    id: 'J06',
    name: 'wait_moderator',
    phase: 'not_started',
    ...jm,
    advice: 'moderator',
    // jicofo asks for a login only where neither the room nor a breakout room of it exists (ConferenceIqHandler).
    nobody_inside: true,
    signs: [
      { id: 'J06.text.1', class: 'T', part: 'either', say: 'Waiting for a moderator*' },
      {
        id: 'J06.text.3',
        class: 'T',
        part: 'either',
        say: 'Waiting for an authenticated user*',
        seen_on: '2025-06-04',
        source: 'jitsi-meet#16117',
        confidence: '+',
      },
      {
        id: 'J06.text.2',
        class: 'T',
        part: 'either',
        say: 'The conference has not yet started because no moderators have yet arrived',
      },
      { id: 'J06.wire.1', class: 'N', part: 'either', kind: state, with: { auth_required: [true] } },
      {
        id: 'J06.wire.2',
        class: 'N',
        part: 'either',
        kind: failed,
        with: { error: ['conference.authenticationRequired'] },
      },
    ],
  },
  {
    id: 'J07',
    name: 'lobby_form',
    phase: 'pre_join',
    ...jm,
    over: ['J02'],
    signs: [
      { id: 'J07.screen', class: 'S', part: 'screen', selector: lobbyScreen },
      { id: 'J07.knock', class: 'S', part: 'knock', selector: testId('lobby.knockButton') },
    ],
  },
  {
    id: 'J08',
    name: 'lobby_asking',
    phase: 'waiting_room',
    ...jm,
    // The button that leads to the field for a password stands in lobbies that have none as well.
    also: ['J12'],
    advice: 'admit',
    signs: [
      { id: 'J08.text.1', class: 'T', part: 'either', say: 'Asking to join meeting*' },
      {
        id: 'J08.text.2',
        class: 'T',
        part: 'either',
        say: "You'll join the meeting as soon as someone accepts your request",
      },
      { id: 'J08.wire', class: 'N', part: 'either', kind: state, with: { knocking: [true] } },
    ],
  },
  {
    id: 'J09',
    name: 'lobby_no_host',
    phase: 'not_started',
    ...jm,
    over: ['J06', 'J07', 'J08'],
    advice: 'moderator',
    signs: [{ id: 'J09.wire', class: 'N', kind: state, with: { waiting_for_host: [true] } }],
  },
  {
    id: 'J10',
    name: 'lobby_denied',
    phase: 'denied',
    ...ljm,
    advice: 'admit',
    signs: [
      {
        id: 'J10.message',
        class: 'S',
        selector: `${testId('lobby.joinRejectedMessage')}, ${testId('lobby.joinRejectedTitle')}`,
      },
      { id: 'J10.text', class: 'T', say: 'Your join request was rejected by a moderator' },
      { id: 'J10.wire', class: 'N', kind: failed, with: { error: ['conference.connectionError.accessDenied'] } },
      // The form is there again: a host may have turned notices off (config.notifications).
      { id: 'J10.outside', class: 'S', selector: '#premeeting-name-input', aside: true, ...sdk },
    ],
  },
  {
    id: 'J11',
    name: 'lobby_closed',
    phase: 'not_started',
    ...jm,
    again_s: 15,
    // Without a lobby the page that is loaded anew is another one.
    again_times: 1,
    advice: 'moderator',
    signs: [
      { id: 'J11.text', class: 'T', part: 'either', say: 'The lobby room has been closed' },
      {
        id: 'J11.wire',
        class: 'N',
        part: 'either',
        kind: failed,
        with: { error: ['conference.destroyed'], reason: [closedBeside.lobby] },
        ...sdk,
      },
    ],
  },
  {
    id: 'J12',
    name: 'lobby_password',
    phase: 'waiting_room',
    ...jm,
    over: ['J08'],
    advice: 'admit',
    signs: [
      {
        id: 'J12.field',
        class: 'S',
        selector: `${testId('lobby.password')}, ${testId('lobby.passwordJoinButton')}`,
      },
    ],
  },
  {
    id: 'J13',
    name: 'lobby_password_wrong',
    phase: 'passcode_required',
    precisely: 'wrong',
    ...jm,
    // A passcode that was not given cannot be wrong.
    gate: { admitted: false, sent_passcode: true },
    over: ['J07', 'J12'],
    advice: 'send_passcode',
    signs: [
      { id: 'J13.text', class: 'T', say: 'Invalid password', must: true, passing: true },
      {
        id: 'J13.field',
        class: 'S',
        // The button that leads to them is there while the bot merely waits.
        selector: `${testId('lobby.password')}, ${testId('lobby.passwordJoinButton')}`,
      },
      { id: 'J13.wire', class: 'N', kind: failed, with: { error: ['conference.passwordRequired'] } },
    ],
  },
  {
    id: 'J13',
    name: 'lobby_password_wrong',
    phase: 'passcode_required',
    precisely: 'wrong',
    ...jm,
    ...sdk,
    // Of whom it is not known what they gave: the form has an error only after a try.
    gate: { admitted: false, sent_passcode: false, pressed_join: true },
    over: ['J07', 'J12'],
    advice: 'send_passcode',
    signs: [
      { id: 'J13.untold', class: 'T', say: 'Invalid password', must: true, passing: true },
      { id: 'J13.untold.error', class: 'S', selector: lobbyError, must: true },
    ],
  },
  {
    id: 'J13',
    name: 'lobby_password_wrong',
    phase: 'passcode_required',
    precisely: 'wrong',
    ...jm,
    ...sdk,
    // In whatever language: beside a field for a password the form has no other error.
    gate: { admitted: false, sent_passcode: true },
    over: ['J07', 'J12'],
    advice: 'send_passcode',
    signs: [
      {
        id: 'J13.error',
        class: 'S',
        selector: lobbyError,
        must: true,
      },
      { id: 'J13.sent', class: 'H', did: { pressed_join: true, sent_passcode: true }, must: true },
    ],
  },
];
