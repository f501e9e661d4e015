/** Who is not let in: those without a password or a token, and those who come too early. */
import type { StateRow } from '../../judging/sign-table.ts';
import { notFollowed } from '../../not-followed.ts';
import { failed, formAgain, isIn, jm, ljm, passcodeField, recent, sdk, state, testId } from './parts.ts';

const dialog = '[role="dialog"]';
const account = 'input[type="password"], input[autocomplete~="username"], input[name="loginfmt"]';
/** The same title stands over notices that are about something else, and say what. */
const refused = `${testId('dialog.tokenAuthFailed')}:not(:has([data-testid^="visitors."], ${testId('dialog.errorRoomCreationRestriction')}))`;
/** Not allowed, and not for want of a token. */
const otherReasons = {
  reason: ['room-creation-restriction', 'no-main-participants', 'no-visitors-lobby', 'promotion-not-allowed'],
} as const;

export const walls: readonly StateRow[] = [
  {
    id: 'J14',
    name: 'password',
    phase: 'passcode_required',
    ...ljm,
    advice: 'send_passcode',
    signs: [
      { id: 'J14.field', class: 'S', selector: passcodeField },
      { id: 'J14.wire', class: 'N', kind: failed, with: { error: ['conference.passwordRequired'] } },
      {
        id: 'J14.text',
        class: 'T',
        say: 'Password required',
        source: 'the real page, 2026-11-22',
        seen_on: '2026-11-22',
      },
    ],
  },
  {
    id: 'J14',
    name: 'password',
    phase: 'passcode_required',
    ...ljm,
    // In whatever words, where the page's store says nothing.
    gate: { admitted: false, pressed_join: true, sent_passcode: false },
    unless_told: [{ kind: state, with: { has_store: [true] } }],
    yields: true,
    advice: 'send_passcode',
    signs: [
      { id: 'J14.field.untold', class: 'S', selector: passcodeField, must: true },
      { id: 'J14.none', class: 'H', did: { pressed_join: true, sent_passcode: false }, must: true },
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
      { id: 'J15.notice', class: 'S', selector: testId('dialog.passwordNotSupportedTitle'), ...sdk },
      { id: 'J15.text', class: 'T', say: '*password is not supported*' },
    ],
  },
  {
    id: 'J16',
    name: 'token_refused',
    phase: 'login_required',
    precisely: 'token',
    ...jm,
    unless_told: isIn,
    advice: 'send_token',
    signs: [
      { id: 'J16.text.1', class: 'T', say: "Sorry, you're not allowed to join this call" },
      { id: 'J16.text.2', class: 'T', say: 'Token is expired*' },
      { id: 'J16.text.3', class: 'T', say: 'Authentication required' },
      { id: 'J16.text.4', class: 'T', say: 'This call requires authentication*', ...sdk },
      // For those whom the server knows, where it takes no guests.
      { id: 'J16.login', class: 'S', selector: `${dialog} input[name="username"]` },
      { id: 'J16.notice', class: 'S', selector: testId('dialog.tokenAuthFailedTitle') },
      {
        id: 'J16.notice.2',
        class: 'S',
        selector: `${refused}, ${testId('dialog.unauthenticatedAccessDisabled')}`,
        ...sdk,
      },
      // It would have shown the login in a window of its own.
      {
        id: 'J16.window',
        class: 'S',
        selector: `${testId('dialog.loginPopupBlocked')}, ${testId('dialog.loginFailed')}`,
        ...sdk,
      },
      {
        id: 'J16.wire',
        class: 'N',
        kind: failed,
        // Most servers look at a token as soon as the page connects.
        with: { error: ['conference.connectionError.notAllowed', 'connection.passwordRequired'] },
        without: otherReasons,
      },
      { id: 'J16.dialog', class: 'S', selector: dialog, around: true, aside: true },
    ],
  },
  {
    id: 'J16',
    name: 'token_refused',
    phase: 'login_required',
    precisely: 'token',
    ...jm,
    gate: { admitted: false, pressed_join: true },
    advice: 'send_token',
    signs: [
      {
        id: 'J16.wire.unsaid',
        class: 'N',
        kind: failed,
        with: { error: ['conference.connectionError.notAllowed'] },
        without: otherReasons,
        must: true,
      },
      ...formAgain('J16'),
    ],
  },
  {
    id: 'J16',
    name: 'token_refused',
    phase: 'login_required',
    precisely: 'token',
    ...jm,
    ...sdk,
    // A page whose config names a login service goes there; whose it is, and what it looks like, is up to the operator.
    gate: { admitted: false },
    advice: 'send_token',
    signs: [
      { id: 'J16.elsewhere', class: 'U', elsewhere: true, must: true },
      { id: 'J16.left', class: 'N', kind: state, with: { has_store: [false] }, must: true, aside: true },
      {
        id: 'J16.account',
        class: 'S',
        selector: account,
        confidence: '?',
      },
      // Where there are only buttons, in whatever words: a service that lets guests in takes less time to come back.
      { id: 'J16.stays', class: 'H', did: { pressed_join: true, asked_at_least_ms_ago: 10_000 }, confidence: '?' },
      { id: 'J16.words.1', class: 'T', say: 'Sign in with *', confidence: '?' },
      { id: 'J16.words.2', class: 'T', say: 'Log in with *', confidence: '?' },
    ],
  },
  {
    id: 'J16',
    name: 'token_refused',
    phase: 'login_required',
    precisely: 'token',
    ...jm,
    ...sdk,
    // It may be on the host of the meetings, which has other pages too: there it has to ask for an account.
    gate: { admitted: false, pressed_join: true },
    advice: 'send_token',
    signs: [
      { id: 'J16.path', class: 'U', beside: true, must: true },
      { id: 'J16.path.left', class: 'N', kind: state, with: { has_store: [false] }, must: true, aside: true },
      { id: 'J16.path.account', class: 'S', selector: account, must: true, confidence: '?' },
    ],
  },
  {
    id: 'J16',
    name: 'token_refused',
    phase: 'login_required',
    precisely: 'token',
    ...jm,
    ...sdk,
    // Where the config says so, the login is in a window of its own, and the page stays as it is.
    gate: { admitted: false, pressed_join: true, asked_at_least_ms_ago: 5_000 },
    advice: 'send_token',
    signs: [
      { id: 'J16.unknown', class: 'N', kind: failed, with: { error: ['connection.passwordRequired'] }, must: true },
      { id: 'J16.beside', class: 'H', did: { pressed_join: true } },
    ],
  },
  {
    id: 'J16',
    name: 'token_refused',
    phase: 'login_required',
    precisely: 'token',
    ...jm,
    ...recent,
    // Older clients go there where they are not allowed in (conference.js), and so do some that hosts have changed.
    gate: { admitted: false },
    advice: 'send_token',
    signs: [
      { id: 'J16.page', class: 'U', path: '/static/authError.html', must: true },
      { id: 'J16.page.client', class: 'N', kind: state, with: { has_store: [false] } },
      { id: 'J16.page.text', class: 'T', say: 'Sorry! You are not allowed to be here :(' },
    ],
  },
  {
    id: 'J17',
    name: 'room_creation',
    phase: 'not_started',
    ...ljm,
    source: 'ljm v2213',
    // The page tells whoever came to come back, and does not try by itself.
    again_s: 30,
    advice: 'moderator',
    signs: [
      { id: 'J17.wire', class: 'N', part: 'either', kind: failed, with: { reason: ['room-creation-restriction'] } },
      {
        id: 'J17.notice',
        class: 'S',
        part: 'either',
        selector: testId('dialog.errorRoomCreationRestriction'),
        ...sdk,
      },
      {
        id: 'J17.text',
        class: 'T',
        say: 'You tried to join too quickly, please come back in a bit',
        aside: true,
        ...sdk,
      },
    ],
  },
  {
    id: 'J18',
    name: 'not_main',
    phase: 'not_started',
    ...ljm,
    // Likewise: "Please try again in a bit."
    again_s: 30,
    signs: [
      { id: 'J18.wire', class: 'N', part: 'either', kind: failed, with: { reason: ['no-main-participants'] } },
      {
        id: 'J18.notice',
        class: 'S',
        part: 'either',
        selector: testId('visitors.notification.noMainParticipantsTitle'),
        ...sdk,
      },
    ],
  },
  {
    id: 'J18',
    name: 'not_main',
    phase: 'not_started',
    ...ljm,
    signs: [
      { id: 'J18.wire.2', class: 'N', part: 'either', kind: failed, with: { error: ['connection.notLiveError'] } },
      { id: 'J18.text', class: 'T', part: 'either', say: "This meeting hasn't started yet" },
      { id: 'J18.queue', class: 'S', part: 'either', selector: '#visitors-waiting-queue', ...sdk },
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
      { id: 'J19.notice', class: 'S', selector: testId('visitors.notification.noVisitorLobby'), ...sdk },
      { id: 'J19.text', class: 'T', say: 'You cannot join while there is a lobby enabled for the meeting' },
    ],
  },
  {
    id: 'J19',
    name: 'visitor_lobby',
    phase: 'blocked',
    ...jm,
    gate: { admitted: false, pressed_join: true },
    advice: 'admit',
    signs: [
      { id: 'J19.wire.unsaid', class: 'N', kind: failed, with: { reason: ['no-visitors-lobby'] }, must: true },
      ...formAgain('J19'),
    ],
  },
  {
    id: 'J33',
    name: 'tenant_invalid',
    phase: 'not_found',
    ...jm,
    ...sdk,
    // No server gives a meeting such an address (base/conference/middleware.any.ts), however often it is asked.
    over: ['J30'],
    advice: 'check_link',
    signs: [
      { id: 'J33.wire', class: 'N', kind: failed, with: { error: ['connection.conferenceRequestFailed'] }, must: true },
      { id: 'J33.notice', class: 'S', selector: testId('notify.invalidTenant') },
      { id: 'J33.text.1', class: 'T', say: 'Invalid tenant' },
      { id: 'J33.text.2', class: 'T', say: "The tenant you are using is invalid (starts or ends with '-')" },
      { id: 'J33.text.3', class: 'T', say: 'The tenant you are using is too long' },
    ],
  },
  {
    id: 'J34',
    name: 'plan_limit',
    phase: 'cannot_connect',
    precisely: 'plan_limit',
    ...jm,
    ...sdk,
    // Where the account that pays for the meetings of a host's customer is blocked (jaas/middleware.web.ts), which a page may hear
    // only once it has joined.
    gate: {},
    signs: [
      { id: 'J34.address', class: 'U', path: '/static/planLimit.html', must: true },
      { id: 'J34.client', class: 'N', kind: state, with: { has_store: [false] } },
    ],
  },
  {
    id: 'J35',
    name: 'browser_refused',
    phase: 'cannot_connect',
    precisely: 'no_webrtc',
    ...jm,
    ...recent,
    // As where its address is no https one (DefaultUnsupportedDesktopBrowser.tsx): browsers have no WebRTC there.
    signs: [
      { id: 'J35.address', class: 'U', path: '/static/webrtcUnsupported.html', must: true },
      { id: 'J35.client', class: 'N', kind: state, with: { has_store: [false] } },
      { id: 'J35.page', class: 'S', selector: '.unsupported-desktop-browser' },
    ],
  },
  {
    id: 'J35',
    name: 'browser_refused',
    phase: 'blocked',
    ...jm,
    ...recent,
    advice: 'newer_browser',
    signs: [
      { id: 'J35.address.others', class: 'U', path: '/static/recommendedBrowsers.html', must: true },
      { id: 'J35.client.others', class: 'N', kind: state, with: { has_store: [false] } },
      { id: 'J35.page.others', class: 'S', selector: '.unsupported-desktop-browser' },
    ],
  },
  {
    id: 'J35',
    name: 'browser_refused',
    phase: 'blocked',
    precisely: 'lacks_features',
    ...jm,
    ...sdk,
    // Whoever lacks what a server requires joins, and is given no sound and no pictures (client-requirements/middleware.ts): until
    // that is said the page is a meeting like others.
    gate: { any: ['pressed_join', 'admitted', 'glimpsed'] },
    advice: 'newer_browser',
    signs: [
      { id: 'J35.notice.update', class: 'S', selector: testId('clientRequirements.rejectTitle'), must: true },
      { id: 'J35.text.update', class: 'T', say: 'An update is required', passing: true },
      {
        id: 'J35.wire.update',
        class: 'N',
        kind: state,
        with: { is_joined: [true] },
        without: { is_ice_connected: [true] },
        aside: true,
      },
    ],
  },
  {
    id: 'J36',
    name: 'page_missing',
    phase: 'not_found',
    ...jm,
    ...recent,
    advice: 'check_link',
    signs: [
      { id: 'J36.status', class: 'U', status: 404 },
      { id: 'J36.page', class: 'S', selector: '.error_page' },
      // So says what has no page of its own for it, too: servers before it.
      { id: 'J36.text', class: 'T', say: '404*not found' },
    ],
  },
  {
    id: 'J32',
    name: 'not_followed',
    phase: 'blocked',
    precisely: 'not followed',
    ...jm,
    ...sdk,
    // Where the page goes once the bot has asked to be let in, somebody is to sign in.
    gate: { admitted: false, pressed_join: false },
    advice: 'list_host',
    signs: [
      { id: 'J32.kept', class: 'U', title: notFollowed.title },
      { id: 'J32.text', class: 'T', say: notFollowed.words },
    ],
  },
];
