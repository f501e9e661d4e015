/**
 * The states of Jitsi Meet's pages and the signs of each. A host may load words of its own: what the page's own store says
 * (`jitsi.state`) leads, words and elements confirm it.
 */
import type { SignTable } from '../judging/signs.ts';

const testId = (id: string): string => `[data-testid="${id}"]`;
const dialog = '[role="dialog"]';
const stage = '#largeVideoContainer, #localVideoContainer';
const toolbox = '#new-toolbox [aria-label="Leave the meeting"], [aria-label="Leave the meeting"]';
const prejoin = testId('prejoin.screen');
const lobby = `.lobby-screen, ${testId('lobby.nameField')}, ${testId('lobby.knockButton')}`;
const failed = 'jitsi.failed';
const state = 'jitsi.state';
const jm = { seen: '2026-07-16', source: 'jm', confidence: 'P' } as const;
const ljm = { ...jm, source: 'jm, ljm v2213' } as const;

export const jitsi: SignTable = {
  platform: 'jitsi',
  people: [
    '#chatconversation',
    '.chatmessage',
    '.chat-message-group',
    '.videocontainer',
    '.displayname',
    '#participant-list',
    '.transcription-subtitles',
    '.subject-text',
  ],
  dialogs: [testId('lobby.joinRejectedMessage'), testId('lobby.joinRejectedTitle'), testId('dialog.leaveReason')],
  shell: {
    form: [{ selector: '#premeeting-name-input' }, { selector: testId('lobby.nameField') }],
    toolbar: [{ selector: toolbox }],
    call: [{ selector: testId('prejoin.joinMeeting') }, { selector: testId('lobby.knockButton') }],
  },
  states: [
    {
      id: 'J01',
      name: 'booting',
      phase: 'loading',
      ...jm,
      gate: { pressed_join: false, admitted: false },
      signs: [
        { id: 'J01.screen', class: 'S', part: 'either', selector: prejoin },
        { id: 'J01.store', class: 'N', part: 'either', kind: state, with: { has_store: [false] } },
      ],
    },
    {
      id: 'J02',
      name: 'prejoin',
      phase: 'pre_join',
      ...jm,
      signs: [
        // A press is lost before the page has its store.
        { id: 'J02.store', class: 'N', part: 'store', kind: state, without: { has_store: [false] } },
        { id: 'J02.screen', class: 'S', part: 'screen', selector: prejoin },
        { id: 'J02.name', class: 'S', part: 'screen', selector: '#premeeting-name-input' },
        { id: 'J02.join', class: 'S', part: 'join', selector: testId('prejoin.joinMeeting') },
      ],
    },
    {
      id: 'J03',
      name: 'name_missing',
      phase: 'pre_join',
      ...jm,
      over: ['J02'],
      signs: [
        { id: 'J03.error', class: 'S', part: 'either', selector: testId('prejoin.errorMessage') },
        { id: 'J03.text', class: 'T', part: 'either', say: 'Please enter your name to join the meeting*' },
      ],
    },
    {
      id: 'J04',
      name: 'unsafe_name',
      phase: 'pre_join',
      overlay: true,
      ...jm,
      signs: [{ id: 'J04.text', class: 'T', say: 'I understand the risks, I want to join the meeting' }],
    },
    {
      id: 'J05',
      name: 'deep_link',
      phase: 'unknown',
      overlay: true,
      ...jm,
      signs: [
        { id: 'J05.page', class: 'S', part: 'either', selector: '.deep-linking-mobile, .deep-linking-desktop' },
        { id: 'J05.text.1', class: 'T', part: 'either', say: 'Launching your meeting in *' },
        { id: 'J05.text.2', class: 'T', part: 'either', say: 'Join this meeting on your phone' },
        { id: 'J05.text.3', class: 'T', part: 'either', say: 'How do you want to join this meeting?' },
      ],
    },
    {
      id: 'J06',
      name: 'wait_moderator',
      phase: 'not_started',
      ...jm,
      advice: 'moderator',
      signs: [
        { id: 'J06.text.1', class: 'T', part: 'either', say: 'Waiting for a moderator*' },
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
        { id: 'J07.screen', class: 'S', part: 'screen', selector: lobby },
        { id: 'J07.knock', class: 'S', part: 'knock', selector: testId('lobby.knockButton') },
      ],
    },
    {
      id: 'J08',
      name: 'lobby_asking',
      phase: 'waiting_room',
      ...jm,
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
      signs: [{ id: 'J11.text', class: 'T', say: 'The lobby room has been closed' }],
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
      id: 'J14',
      name: 'password',
      phase: 'passcode_required',
      ...ljm,
      advice: 'send_passcode',
      signs: [
        { id: 'J14.field', class: 'S', selector: 'input[name="lockKey"], #required-password-input' },
        { id: 'J14.wire', class: 'N', kind: failed, with: { error: ['conference.passwordRequired'] } },
        {
          id: 'J14.text',
          class: 'T',
          say: 'Password required',
          source: 'the real page, 2026-11-22',
          seen: '2026-11-22',
        },
      ],
    },
    {
      id: 'J15',
      name: 'password_off',
      phase: 'cannot_connect',
      ...ljm,
      source: 'ljm v2213',
      signs: [
        { id: 'J15.wire', class: 'N', kind: failed, with: { error: ['conference.passwordNotSupported'] }, must: true },
        { id: 'J15.dialog', class: 'S', selector: dialog },
        { id: 'J15.text', class: 'T', say: '*password is not supported*' },
      ],
    },
    {
      id: 'J16',
      name: 'token_refused',
      phase: 'login_required',
      precisely: 'token',
      ...jm,
      advice: 'send_token',
      signs: [
        { id: 'J16.text.1', class: 'T', say: "Sorry, you're not allowed to join this call" },
        { id: 'J16.text.2', class: 'T', say: 'Token is expired*' },
        { id: 'J16.text.3', class: 'T', say: 'Authentication required' },
        // For those whom the server knows, where it takes no guests.
        { id: 'J16.login', class: 'S', selector: `${dialog} input[name="username"]` },
        { id: 'J16.notice', class: 'S', selector: testId('dialog.tokenAuthFailedTitle') },
        {
          id: 'J16.wire',
          class: 'N',
          kind: failed,
          // Most servers look at a token as soon as the page connects.
          with: { error: ['conference.connectionError.notAllowed', 'connection.passwordRequired'] },
          without: { reason: ['room-creation-restriction', 'no-main-participants', 'no-visitors-lobby'] },
        },
        { id: 'J16.dialog', class: 'S', selector: dialog, around: true, aside: true },
      ],
    },
    {
      id: 'J17',
      name: 'room_creation',
      phase: 'not_started',
      ...ljm,
      source: 'ljm v2213',
      advice: 'moderator',
      signs: [{ id: 'J17.wire', class: 'N', kind: failed, with: { reason: ['room-creation-restriction'] } }],
    },
    {
      id: 'J18',
      name: 'not_main',
      phase: 'not_started',
      ...ljm,
      signs: [
        { id: 'J18.wire', class: 'N', part: 'either', kind: failed, with: { reason: ['no-main-participants'] } },
        { id: 'J18.wire.2', class: 'N', part: 'either', kind: failed, with: { error: ['connection.notLiveError'] } },
        { id: 'J18.text', class: 'T', part: 'either', say: "This meeting hasn't started yet" },
      ],
    },
    {
      id: 'J19',
      name: 'visitor_lobby',
      phase: 'blocked',
      ...jm,
      advice: 'admit',
      signs: [
        { id: 'J19.wire', class: 'N', kind: failed, with: { reason: ['no-visitors-lobby'] } },
        { id: 'J19.text', class: 'T', say: 'You cannot join while there is a lobby enabled for the meeting' },
      ],
    },
    {
      id: 'J20',
      name: 'viewer',
      phase: 'in_meeting',
      ...jm,
      over: ['J22'],
      signs: [
        { id: 'J20.text', class: 'T', say: 'You are a viewer in the meeting*' },
        { id: 'J20.stage', class: 'S', selector: stage, unseen: true, aside: true },
        { id: 'J20.wire', class: 'N', kind: state, with: { is_joined: [true] }, aside: true },
      ],
    },
    {
      id: 'J21',
      name: 'full',
      phase: 'full',
      ...ljm,
      advice: 'make_room',
      signs: [
        { id: 'J21.text.1', class: 'T', say: 'Maximum participants limit reached' },
        { id: 'J21.text.2', class: 'T', say: '*The conference is full*' },
        { id: 'J21.wire', class: 'N', kind: failed, with: { error: ['conference.max_users'] } },
      ],
    },
    {
      id: 'J22',
      name: 'in_meeting',
      phase: 'in_meeting',
      ...jm,
      source: 'jm, jibri',
      signs: [
        {
          id: 'J22.wire',
          class: 'N',
          part: 'joined',
          kind: state,
          with: { is_joined: [true], is_ice_connected: [true, undefined] },
        },
        { id: 'J22.stage', class: 'S', part: 'stage', selector: `${stage}, #largeVideo`, unseen: true },
      ],
    },
    {
      id: 'J23',
      name: 'recording_notice',
      phase: 'in_meeting',
      overlay: true,
      ...jm,
      source: 'jm 2026',
      signs: [
        { id: 'J23.text.1', class: 'T', say: 'Recording in progress' },
        { id: 'J23.text.2', class: 'T', say: '*If you choose to unmute, you consent to being recorded*' },
      ],
    },
    {
      id: 'J24',
      name: 'breakout_moving',
      phase: 'connecting',
      breakout: 'joining',
      ...jm,
      gate: { admitted: true },
      signs: [
        { id: 'J24.text.1', class: 'T', part: 'either', say: 'Joining the "*" breakout room' },
        { id: 'J24.text.2', class: 'T', part: 'either', say: 'Joining the main room' },
        { id: 'J24.wire', class: 'N', part: 'either', kind: 'jitsi.move_to_room' },
      ],
    },
    {
      id: 'J25',
      name: 'reconnecting',
      phase: 'connecting',
      ...jm,
      gate: { admitted: true },
      signs: [
        { id: 'J25.text.1', class: 'T', say: 'You have been disconnected*' },
        { id: 'J25.text.2', class: 'T', say: 'Unfortunately, something went wrong*' },
        { id: 'J25.text.3', class: 'T', say: 'Call restarted because of a connection issue' },
        {
          id: 'J25.wire',
          class: 'N',
          kind: state,
          with: { is_ice_connected: [false] },
          aside: true,
        },
      ],
    },
    {
      id: 'J26',
      name: 'kicked',
      phase: 'removed',
      ...ljm,
      signs: [
        { id: 'J26.text.1', class: 'T', say: 'Ouch! * kicked you out of the meeting' },
        { id: 'J26.text.2', class: 'T', say: 'Ouch! You were kicked out of the meeting' },
        { id: 'J26.text.3', class: 'T', say: 'Ouch! You were kicked out*' },
        {
          id: 'J26.reason',
          class: 'S',
          selector: testId('dialog.leaveReason'),
          source: 'the real page',
          seen: '2026-11-22',
        },
        { id: 'J26.wire', class: 'N', kind: 'jitsi.kicked' },
      ],
    },
    {
      id: 'J26',
      name: 'kicked',
      phase: 'removed',
      ...ljm,
      // It was inside for less than two looks.
      gate: { pressed_join: true, admitted: false },
      signs: [
        { id: 'J26.text.unseen', class: 'T', say: 'Ouch! *kicked *' },
        { id: 'J26.wire.unseen', class: 'N', kind: 'jitsi.kicked', must: true },
      ],
    },
    {
      id: 'J27',
      name: 'terminated',
      phase: 'ended',
      ...ljm,
      signs: [
        { id: 'J27.text', class: 'T', say: 'The meeting has been terminated' },
        { id: 'J27.wire.1', class: 'N', kind: 'jitsi.destroyed' },
        { id: 'J27.wire.2', class: 'N', kind: failed, with: { error: ['conference.destroyed'] } },
      ],
    },
    {
      id: 'J27',
      name: 'terminated',
      phase: 'ended',
      ...ljm,
      gate: { pressed_join: true, admitted: false, waited: false },
      signs: [
        { id: 'J27.text.unseen', class: 'T', say: 'The meeting has been terminated' },
        { id: 'J27.wire.unseen', class: 'N', kind: failed, with: { error: ['conference.destroyed'] }, must: true },
      ],
    },
    {
      id: 'J28',
      name: 'time_limit',
      phase: 'ended',
      precisely: 'time_limit',
      ...ljm,
      over: ['J27'],
      signs: [
        { id: 'J28.text', class: 'T', say: 'This meeting has ended because it reached its time limit' },
        {
          id: 'J28.wire',
          class: 'N',
          kind: failed,
          with: { error: ['conference.timeLimit', 'CONFERENCE_TIME_LIMIT'] },
        },
        { id: 'J28.wire.2', class: 'N', kind: 'jitsi.destroyed' },
        { id: 'J28.wire.3', class: 'N', kind: failed, with: { error: ['conference.destroyed'] } },
      ],
    },
    {
      id: 'J29',
      name: 'service_down',
      phase: 'connecting',
      precisely: 'maintenance',
      ...jm,
      again_s: 15,
      again_times: 2,
      gate: { admitted: false },
      advice: 'try_later',
      signs: [
        { id: 'J29.text', class: 'T', part: 'either', say: 'Our service is currently down for maintenance*' },
        { id: 'J29.wire.1', class: 'N', part: 'either', kind: 'jitsi.graceful_shutdown' },
        {
          id: 'J29.wire.2',
          class: 'N',
          part: 'either',
          kind: failed,
          with: { error: ['conference.gracefulShutdown'] },
        },
      ],
    },
    {
      id: 'J30',
      name: 'no_bridge',
      phase: 'connecting',
      again_s: 15,
      again_times: 2,
      ...ljm,
      over: ['J25'],
      source: 'ljm v2213',
      advice: 'try_later',
      signs: [
        {
          id: 'J30.wire',
          class: 'N',
          kind: failed,
          with: {
            error: [
              'conference.videobridgeNotAvailable',
              'conference.focusLeft',
              'conference.iceFailed',
              'conference.reservationError',
              'conference.focusDisconnected',
              'conference.connectionError',
              'conference.offerAnswerFailed',
              'conference.restarted',
              'conference.incompatible_server_versions',
              'connection.conferenceRequestFailed',
              'connection.droppedError',
              'connection.otherError',
              'connection.serverError',
              'connection.shardChangedError',
            ],
          },
        },
      ],
    },
  ],
};
