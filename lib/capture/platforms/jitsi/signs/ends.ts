/** What a meeting ends in, and what its servers fail with. */
import type { StateRow } from '../../judging/sign-table.ts';
import { closedBeside, failed, isIn, jm, ljm, sdk, stage, state, testId } from './parts.ts';

/** Of the meeting itself: a lobby and a breakout room are told of in the same way when they close. */
const destroyed = {
  class: 'N',
  kind: failed,
  with: { error: ['conference.destroyed'] },
  without: { reason: Object.values(closedBeside) },
} as const;

/** A server's page for those who are out: without feedback, after it, and its maker's own. */
const closedPages = (id: string) =>
  (['2', '', '3'] as const).map(
    (kind) => ({ id: `${id}.closed${kind}`, class: 'U', path: `/static/close${kind}.html` }) as const,
  );

/**
 * Asks how the meeting was, with the reason for which it is over in it, in place of the dialog that says why, and of what says
 * goodbye (maybeOpenFeedbackDialog in feedback/actions.web.ts, for customers of 8x8's JaaS).
 */
const feedback = '[role="dialog"]:has(#feedbackTextArea)';

const timeIsUp = 'This meeting has ended because it reached its time limit';

export const ends: readonly StateRow[] = [
  {
    id: 'J26',
    name: 'kicked',
    phase: 'removed',
    ...ljm,
    unless_told: isIn,
    signs: [
      { id: 'J26.text.1', class: 'T', say: 'Ouch! * kicked you out of the meeting' },
      { id: 'J26.text.2', class: 'T', say: 'Ouch! You were kicked out of the meeting' },
      { id: 'J26.text.3', class: 'T', say: 'Ouch! You were kicked out*' },
      {
        id: 'J26.reason',
        class: 'S',
        selector: testId('dialog.leaveReason'),
        source: 'the real page',
        seen_on: '2026-11-22',
      },
      { id: 'J26.feedback', class: 'S', selector: feedback, aside: true, ...sdk },
      // A notice in pages from before the dialog.
      {
        id: 'J26.notice',
        class: 'S',
        selector: `${testId('dialog.kickTitle')}, ${testId('dialog.kickSystemTitle')}`,
        source: 'jm config.js',
        seen_on: '2026-07-16',
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
    id: 'J26',
    name: 'kicked',
    phase: 'removed',
    ...ljm,
    // Clients say nothing of a kick that names nobody (notifyKickedOut in conference/actions.web.ts, until they got a dialog for it),
    // servers may have turned notices off, and makers of others have words of their own. The client lets go of everybody else.
    signs: [
      { id: 'J26.wire.unsaid', class: 'N', kind: 'jitsi.kicked', must: true },
      { id: 'J26.out', class: 'N', kind: state, with: { is_joined: [false] }, must: true, aside: true },
      {
        id: 'J26.nobody',
        class: 'S',
        selector: `body:has(${stage}):not(:has([id^="participant_"]))`,
        counts_hidden: true,
        aside: true,
      },
    ],
  },
  {
    id: 'J26',
    name: 'kicked',
    phase: 'removed',
    ...jm,
    ...sdk,
    // Whoever closes the dialog is led to the page for those who are out, as after an end.
    gate: { admitted: true },
    over: ['J27'],
    signs: [...closedPages('J26'), { id: 'J26.wire.closed', class: 'N', kind: 'jitsi.kicked', must: true }],
  },
  {
    id: 'J27',
    name: 'terminated',
    phase: 'ended',
    ...ljm,
    unless_told: isIn,
    signs: [
      { id: 'J27.text', class: 'T', say: 'The meeting has been terminated' },
      { id: 'J27.wire', ...destroyed },
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
      { id: 'J27.wire.unseen', ...destroyed, must: true },
    ],
  },
  {
    id: 'J27',
    name: 'terminated',
    phase: 'ended',
    ...ljm,
    // The dialog says why in words of whoever ended it: what is known of more than its being there goes before.
    yields: true,
    gate: { any: ['admitted', 'glimpsed'] },
    signs: [
      { id: 'J27.reason', class: 'S', selector: testId('dialog.leaveReason'), ...sdk },
      { id: 'J27.feedback', class: 'S', selector: feedback, aside: true, ...sdk },
      { id: 'J27.wire.told', ...destroyed, must: true },
    ],
  },
  {
    id: 'J27',
    name: 'terminated',
    phase: 'ended',
    ...ljm,
    // Where there is no reason to tell, or a server is set not to tell it (notifyOnConferenceDestruction), there is no dialog: the
    // page says goodbye for three seconds, and goes home. Clients from before the dialog have a notice for all reasons
    // (notifyConferenceDestroyed in modules/UI/UI.js), the oldest without an id.
    yields: true,
    gate: { any: ['admitted', 'glimpsed'] },
    signs: [
      { id: 'J27.goodbye', class: 'S', selector: testId('dialog.thankYou'), ...sdk },
      { id: 'J27.notice', class: 'S', selector: testId('dialog.sessTerminated') },
      { id: 'J27.notice.text', class: 'T', say: 'Call terminated', passing: true },
      { id: 'J27.wire.goodbye', ...destroyed, must: true },
    ],
  },
  {
    id: 'J27',
    name: 'terminated',
    phase: 'ended',
    ...jm,
    ...sdk,
    // A server may have a page for those who are out (enableClosePage), to which the page goes at once in place of saying goodbye
    // (app/actions.web.ts). Whoever is put out, or told why it ended, has a dialog to close before.
    gate: { admitted: true, pressed_leave: false },
    signs: [
      ...closedPages('J27'),
      { id: 'J27.closed.client', class: 'N', kind: state, with: { has_store: [false] }, aside: true },
      { id: 'J27.closed.page', class: 'S', selector: '.redirectPageMessage', aside: true },
      { id: 'J27.closed.text.1', class: 'T', say: 'Thank you for using *', aside: true },
      { id: 'J27.closed.text.2', class: 'T', say: 'Thank you for your feedback!', aside: true },
    ],
  },
  {
    id: 'J28',
    name: 'time_limit',
    phase: 'ended',
    precisely: 'time_limit',
    ...ljm,
    unless_told: isIn,
    over: ['J27'],
    signs: [
      { id: 'J28.notice', class: 'S', selector: testId('dialog.meetingTimeLimitReachedTitle'), ...sdk },
      { id: 'J28.text', class: 'T', say: timeIsUp, passing: true },
      {
        id: 'J28.wire',
        class: 'N',
        kind: failed,
        with: { error: ['conference.timeLimit', 'CONFERENCE_TIME_LIMIT'] },
      },
      { id: 'J28.wire.2', class: 'N', kind: failed, with: { error: ['conference.destroyed'] } },
    ],
  },
  {
    id: 'J28',
    name: 'time_limit',
    phase: 'ended',
    precisely: 'time_limit',
    ...ljm,
    ...sdk,
    // The page shows this notice to those inside and to those who come too late, in its language, and only upon a failure of the
    // conference or of the connection (base/conference/middleware.any.ts), by whatever name: it is the notice that says which.
    gate: { pressed_join: true },
    over: ['J27'],
    signs: [
      { id: 'J28.notice.told', class: 'S', selector: testId('dialog.meetingTimeLimitReachedTitle'), must: true },
      { id: 'J28.text.told', class: 'T', say: timeIsUp, passing: true },
      { id: 'J28.wire.told', class: 'N', kind: failed },
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
      {
        id: 'J29.wire',
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
];
