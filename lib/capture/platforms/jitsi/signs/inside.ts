/** The meeting, one that is full, and its connection. */
import type { StateRow } from '../../judging/sign-table.ts';
import { failed, formAgain, jm, ljm, passcodeField, recent, sdk, stage, state, testId } from './parts.ts';

const hangUp = '#new-toolbox :is([aria-label="Leave the meeting"], .hangup-button)';
/** Over a page that counts down to load itself anew, in whatever words. */
const reloads = '#reload_overlay_title, .reload_overlay_title';

export const inside: readonly StateRow[] = [
  {
    id: 'J20',
    name: 'viewer',
    phase: 'in_meeting',
    ...jm,
    over: ['J22'],
    signs: [
      { id: 'J20.text', class: 'T', say: 'You are a viewer in the meeting*' },
      { id: 'J20.text.2', class: 'T', say: "You're currently a viewer in this conference", ...sdk },
      { id: 'J20.stage', class: 'S', selector: stage, counts_hidden: true, aside: true },
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
      {
        id: 'J21.notice',
        class: 'S',
        selector: `${testId('dialog.maxUsersLimitReachedTitle')}, ${testId('dialog.maxUsersLimitReached')}`,
        ...sdk,
      },
      { id: 'J21.wire', class: 'N', kind: failed, with: { error: ['conference.max_users'] } },
    ],
  },
  {
    id: 'J21',
    name: 'full',
    phase: 'full',
    ...ljm,
    gate: { admitted: false, pressed_join: true },
    advice: 'make_room',
    signs: [
      { id: 'J21.wire.unsaid', class: 'N', kind: failed, with: { error: ['conference.max_users'] }, must: true },
      ...formAgain('J21'),
    ],
  },
  {
    id: 'J22',
    name: 'in_meeting',
    phase: 'in_meeting',
    ...jm,
    source: 'jm, jibri',
    // Those four are of a bot that has not joined. Where the wire says that it has, their words are somebody's name in a notice.
    over: ['J06', 'J08', 'J11', 'J18'],
    signs: [
      {
        id: 'J22.wire',
        class: 'N',
        part: 'joined',
        kind: state,
        with: { is_joined: [true] },
        without: { is_ice_connected: [false] },
      },
      { id: 'J22.stage', class: 'S', part: 'stage', selector: `${stage}, #largeVideo`, counts_hidden: true },
    ],
  },
  {
    id: 'J22',
    name: 'in_meeting',
    phase: 'in_meeting',
    ...jm,
    yields: true,
    people_untold: true,
    gate: { pressed_join: true },
    unless: ['form', 'call'],
    // Nothing is known of what the page's store says: by what it draws for whoever is in the meeting alone.
    unless_told: [{ kind: state }],
    signs: [
      { id: 'J22.stage.drawn', class: 'S', part: 'stage', selector: `${stage}, #largeVideo`, counts_hidden: true },
      { id: 'J22.leave', class: 'S', part: 'leave', selector: hangUp, counts_hidden: true },
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
    id: 'J31',
    name: 'encrypted',
    phase: 'in_meeting',
    overlay: true,
    ...jm,
    ...sdk,
    signs: [{ id: 'J31.wire', class: 'N', kind: state, with: { is_encrypted: [true] } }],
  },
  {
    id: 'J24',
    name: 'breakout_moving',
    phase: 'connecting',
    breakout: 'joining',
    ...jm,
    ...recent,
    // Of whoever comes back, a main room that is locked asks for its passcode once more.
    gate: { admitted: true },
    // Without it the page stays there.
    again_s: 15,
    advice: 'send_passcode',
    signs: [
      { id: 'J24.wire.locked', class: 'N', kind: 'jitsi.move_to_room', must: true },
      { id: 'J24.locked', class: 'N', kind: failed, with: { error: ['conference.passwordRequired'] }, must: true },
      { id: 'J24.field', class: 'S', selector: passcodeField, aside: true },
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
      { id: 'J25.text.1', class: 'T', part: 'either', say: 'You have been disconnected*' },
      { id: 'J25.text.2', class: 'T', part: 'either', say: 'Unfortunately, something went wrong*' },
      { id: 'J25.text.3', class: 'T', part: 'either', say: 'Call restarted because of a connection issue' },
      { id: 'J25.overlay', class: 'S', part: 'either', selector: reloads, ...sdk },
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
    id: 'J25',
    name: 'reconnecting',
    phase: 'connecting',
    ...ljm,
    // Whoever is in the room without a connection to those in it is shown no words. The client restores it by itself.
    gate: { admitted: true },
    signs: [
      {
        id: 'J25.wire.interrupted',
        class: 'N',
        kind: state,
        with: { is_joined: [true], is_ice_connected: [false] },
        must: true,
      },
      { id: 'J25.stage', class: 'S', selector: stage, counts_hidden: true },
    ],
  },
  {
    id: 'J25',
    name: 'reconnecting',
    phase: 'connecting',
    ...jm,
    // Before the bot was in, too, the page counts down and loads itself anew (PageReloadOverlay.tsx). Below that it draws the
    // wait that the bot was in, which the page's store tells of still (lobby/reducer.ts).
    gate: { admitted: false },
    over: ['J06', 'J08', 'J09', 'J12'],
    signs: [
      { id: 'J25.overlay.outside', class: 'S', selector: reloads, ...sdk },
      { id: 'J25.text.4', class: 'T', say: 'You have been disconnected', aside: true },
      { id: 'J25.text.5', class: 'T', say: 'Unfortunately, something went wrong', aside: true },
    ],
  },
  {
    id: 'J25',
    name: 'reconnecting',
    phase: 'connecting',
    ...jm,
    // The page waits for somebody to press "Rejoin" (SuspendedOverlay.tsx).
    again_s: 15,
    gate: { admitted: true },
    signs: [
      {
        id: 'J25.text.asleep',
        class: 'T',
        say: 'Your video call was interrupted because this computer went to sleep*',
      },
      { id: 'J25.wire.asleep', class: 'N', kind: state, with: { is_joined: [false] }, aside: true },
    ],
  },
  {
    id: 'J25',
    name: 'reconnecting',
    phase: 'connecting',
    ...jm,
    ...recent,
    // A page whose breakout room was removed goes back by itself, and whoever joins a room that is locked is asked for its passcode.
    gate: { admitted: true },
    // Without it the page stays there.
    again_s: 15,
    advice: 'send_passcode',
    signs: [
      { id: 'J25.locked', class: 'N', kind: failed, with: { error: ['conference.passwordRequired'] }, must: true },
      { id: 'J25.out', class: 'N', kind: state, with: { is_joined: [false] }, must: true, aside: true },
      { id: 'J25.field', class: 'S', selector: passcodeField, aside: true },
    ],
  },
  {
    id: 'J38',
    name: 'shared_video_asked',
    phase: 'in_meeting',
    overlay: true,
    ...jm,
    ...recent,
    // Until it is closed, or nobody shares the film any more, it keeps the page's keys.
    signs: [{ id: 'J38.text', class: 'T', say: '*about to open an external website*' }],
  },
  {
    id: 'J39',
    name: 'voice_agent_asks',
    phase: 'in_meeting',
    overlay: true,
    ...jm,
    // Of an open pull request (jitsi-meet#17869), as its makers' own branch had it.
    source: 'jitsi-meet#17869, not released',
    seen_on: '2026-12-01',
    // Until it is declined, the page mutes whoever it asks, and its Enter allows the agent.
    signs: [{ id: 'J39.text', class: 'T', say: '*The agent only hears participants who allow it*' }],
  },
];
