/** Who is never let in, whatever the host does: guests who must sign in, wrong links, and those who come too early. */
import type { StateRow } from '../../judging/sign-table.ts';
import { att, hipCaptcha, outOfCall, outOfCallSeen, pf, tid, wire } from './parts.ts';

const loginHosts = [
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.microsoft.com',
  'login.live.com',
  'login.windows.net',
];

/** What keeps a guest out after the press may be said in a dialog over the form, which stays behind it. */
const overForm = (id: string) =>
  ({
    id,
    class: 'S',
    selector: '[role="dialog"], [role="alertdialog"], [aria-modal="true"]',
    around: true,
    aside: true,
    seen_on: '2026-05-13',
    source: 'MB#157',
    confidence: '+',
  }) as const;

/** It may also be all that is shown, with something of the form's below it. */
const onRetryScreen = (id: string) =>
  ({ id, class: 'S', selector: outOfCall, aside: true, ...att, confidence: '++', source: outOfCallSeen }) as const;

/** By Microsoft's own page on why people from outside cannot join, each the heading of a picture of what they see. */
const fromOutside = {
  seen_on: '2026-12-01',
  source: 'ms: errors when external participants try to join a Teams meeting',
  confidence: 'P',
} as const;

const captchaTask = `${hipCaptcha}, #captcha-dialog-instructions`;

/** The field of a captcha, in its dialog: the same in every language, and whether it is to be read or heard. */
const hipField = ['[aria-describedby~="captcha-dialog-instructions"]', ':has(#captcha-dialog-instructions)']
  .map((asked) => `[role="dialog"]${asked} ${tid('HIP-Captcha-Input')}`)
  .join(', ');

export const walls: readonly StateRow[] = [
  {
    id: 'T16',
    name: 'login_host',
    phase: 'login_required',
    seen_on: '2026-11-20',
    source: 'att, pf 3.1',
    confidence: '++',
    // A consumer's meeting leads to the same page (T24).
    also: ['T24'],
    // Good links come to it too, by chance, before the form or soon after the press, and lead in a moment later (two projects, 2026-08).
    again_s: 5,
    again_times: 1,
    advice: 'teams_sign_in',
    signs: [
      { id: 'T16.address', class: 'U', hosts: loginHosts, must: true },
      { id: 'T16.box', class: 'S', selector: 'input[name="loginfmt"]' },
      { id: 'T16.text', class: 'T', say: 'Sign in' },
      { id: 'T16.text.2', class: 'T', say: 'Pick an account' },
    ],
  },
  {
    id: 'T17',
    name: 'verify_info',
    phase: 'login_required',
    ...pf,
    source: 'pf 3.4',
    gate: { admitted: false },
    unless: ['toolbar', 'scene'],
    advice: 'teams_sign_in',
    signs: [
      { id: 'T17.text', class: 'T', say: 'We need to verify your info before you can join*' },
      overForm('T17.dialog'),
    ],
  },
  {
    id: 'T18',
    name: 'sign_in_asked',
    phase: 'login_required',
    seen_on: '2026-11-20',
    source: 'att 2026',
    confidence: '+',
    gate: { admitted: false },
    unless: ['toolbar', 'scene'],
    advice: 'teams_sign_in',
    signs: [
      { id: 'T18.text.1', class: 'T', say: 'To join, sign in or use Teams on the web*' },
      { id: 'T18.text.2', class: 'T', say: 'You need to be signed in to Teams to access this meeting' },
      { id: 'T18.text.3', class: 'T', say: 'Sign in to Teams to join, or contact the meeting organizer' },
      { id: 'T18.text.4', class: 'T', say: 'To join this Teams meeting, you need to be signed in to an account' },
      {
        id: 'T18.text.5',
        class: 'T',
        say: "If you're not signed in to a Teams (work or school) account, sign in and try joining again",
        ...att,
      },
      { id: 'T18.text.6', class: 'T', say: 'Sign in to join this meeting', ...fromOutside },
      overForm('T18.dialog'),
      onRetryScreen('T18.screen'),
    ],
  },
  {
    id: 'T18',
    name: 'sign_in_asked',
    phase: 'login_required',
    seen_on: '2026-09-12',
    source: 'a bot whose maker looked at real pages',
    confidence: '+',
    // Guests may open it too, and a bot does not: after it has asked to be let in, the page itself wants an account.
    gate: { pressed_join: true, admitted: false },
    unless: ['toolbar', 'scene'],
    advice: 'teams_sign_in',
    signs: [
      { id: 'T18.box.1', class: 'T', say: 'Enter your email or phone number' },
      { id: 'T18.box.2', class: 'T', say: 'Pick an account' },
      overForm('T18.box.dialog'),
    ],
  },
  {
    id: 'T19',
    name: 'sign_in_policy',
    phase: 'login_required',
    seen_on: '2026-11-20',
    source: 'att 2026',
    confidence: '+',
    gate: { admitted: false },
    unless: ['toolbar', 'scene'],
    advice: 'teams_sign_in',
    signs: [
      { id: 'T19.text.1', class: 'T', say: 'Due to org policy, you need to sign in or use Teams on the web*' },
      { id: 'T19.text.2', class: 'T', say: 'To join this meeting, sign in again or select another account' },
      { id: 'T19.text.3', class: 'T', say: 'Sign in with a different account to join this meeting', ...fromOutside },
      overForm('T19.dialog'),
      onRetryScreen('T19.screen'),
    ],
  },
  {
    id: 'T20',
    name: 'anonymous_off',
    phase: 'login_required',
    precisely: 'anonymous_off',
    ...pf,
    source: 'att, pf 3.12',
    gate: { admitted: false },
    advice: 'teams_sign_in',
    signs: [
      { id: 'T20.wire', class: 'N', kind: wire, with: { sub_code: [5723] }, must: true },
      { id: 'T20.text', class: 'T', say: '*sign in*' },
      { id: 'T20.text.2', class: 'T', say: '*signed in*' },
      { id: 'T20.text.3', class: 'T', say: "*we couldn't connect you*" },
      {
        id: 'T20.screen',
        class: 'S',
        selector: `${outOfCall}, ${tid('calling-retry-cancelbutton')}`,
        aside: true,
        source: outOfCallSeen,
      },
    ],
  },
  {
    id: 'T21',
    name: 'event_not_begun',
    phase: 'not_started',
    seen_on: '2026-11-20',
    source: 'att 2026',
    confidence: '+',
    again_s: 30,
    signs: [
      {
        id: 'T21.text.1',
        class: 'T',
        say: 'External participants are not permitted to join before the event begins*',
      },
      { id: 'T21.text.2', class: 'T', say: 'Please join after the event has started' },
    ],
  },
  {
    id: 'T22',
    name: 'captcha',
    phase: 'captcha',
    ...pf,
    source: 'pf 3.4',
    unless: ['toolbar', 'scene'],
    advice: 'teams_bots',
    signs: [
      { id: 'T22.text', class: 'T', say: "Verify you're a real person*" },
      {
        id: 'T22.picture',
        class: 'S',
        selector: captchaTask,
      },
      overForm('T22.dialog'),
    ],
  },
  // In whatever words: the page has not taken the press, and asks for an answer first.
  {
    id: 'T22',
    name: 'captcha',
    phase: 'captcha',
    ...pf,
    seen_on: '2026-11-29',
    source: 'sApp, and a fork of it that answers them',
    unless: ['toolbar', 'scene'],
    advice: 'teams_bots',
    signs: [
      { id: 'T22.field', class: 'S', selector: hipField, must: true },
      { id: 'T22.pressed', class: 'H', did: { pressed_join: true }, must: true },
    ],
  },
  // Where it stands otherwise, or nothing was asked for, nobody can be sure of it. The form behind it leads nowhere all the same.
  {
    id: 'T22',
    name: 'captcha_unread',
    phase: 'unknown',
    ...pf,
    source: 'pf 3.4; sApp: these are the same in every language',
    gate: { admitted: false },
    over: ['T03'],
    advice: 'teams_bots',
    signs: [{ id: 'T22.picture.unread', class: 'S', selector: captchaTask }],
  },
  {
    id: 'T23',
    name: 'link_wrong',
    phase: 'not_found',
    ...pf,
    source: 'pf 3.4',
    // The page is the same for a wrong passcode, and maybe for a meeting that is over: it tells nobody which.
    advice: 'check_link_and_passcode',
    signs: [
      { id: 'T23.text.1', class: 'T', say: 'Looks like the meeting URL is incorrect*' },
      {
        id: 'T23.text.2',
        class: 'T',
        say: "We couldn't find a meeting matching this ID and passcode",
        seen_on: '2026-07-19',
        source: 'a public recon of the guest pages, and two older bots',
        confidence: '++',
      },
      {
        id: 'T23.text.3',
        class: 'T',
        say: "We can't find this meeting",
        seen_on: '2026-11-30',
        source: 'a public bot that was stuck there',
        confidence: '+',
      },
      {
        id: 'T23.fields',
        class: 'S',
        selector: `${tid('calling-retry-screen')} :is(${tid('meeting-code-input')}, ${tid('meeting-passcode-input')})`,
        seen_on: '2026-07-19',
        source: 'a public recon of the guest pages',
        confidence: '+',
      },
    ],
  },
  {
    id: 'T25',
    name: 'bot_blocked',
    phase: 'unknown',
    seen_on: '2026-04-08',
    source: 'ms: no wording is known',
    confidence: '?',
    signs: [],
  },
  {
    id: 'T26',
    name: 'locked',
    phase: 'unknown',
    seen_on: '2026-11-22',
    source: 'support page: no wording is known',
    confidence: '?',
    signs: [],
  },
  {
    id: 'T27',
    name: 'full',
    phase: 'unknown',
    seen_on: '2026-11-22',
    source: 'gap: no wording is known',
    confidence: '?',
    signs: [],
  },
];
