/** Who is never let in, whatever the host does: bots, guests who must sign in, wrong links, and browsers that are not taken. */
import type { StateRow } from '../../judging/sign-table.ts';
import { button, cannotJoin, cannotJoinThis, captured, home, join, outsideHeading, quoted, resolved } from './parts.ts';

/** The badge of an invisible reCAPTCHA, 256 by 60, asks nothing of anybody and may be on every page. */
const captchas = ['iframe[src*="recaptcha"]', 'iframe[title*="recaptcha" i]'].map(
  (frame) => `${frame}:not([src*="size=invisible"], .grecaptcha-badge *)`,
);
const captcha = captchas.join(', ');
const aroundPage = ':not(header *, footer *)';
/** On a page that has nothing else to press, as a refusal does. */
const lonelyCaptcha = captchas
  .map((frame) => `body:not(:has(button${aroundPage}, [role="button"]${aroundPage})) ${frame}`)
  .join(', ');

/**
 * In a card that says "Your meeting is safe" these words stand on every page of Meet's outside a meeting, its front page among
 * them, and say nothing of whoever sees them.
 */
const invited = 'No one can join a meeting unless invited or admitted by the host';

/** The number by which the service refuses: there is no such meeting. */
const startUp = '[data-startup-code="217"]';

const ofOthers = { say: "This video call is restricted to an organization you don't belong to", ...quoted } as const;

const signInToJoin = [
  'Sign in to join this video call',
  'Sign in to join this meeting',
  'Sign in to join this call',
  'You need to sign in to join this call',
  'You must sign in to join this call',
];

export const walls: readonly StateRow[] = [
  {
    id: 'M13',
    name: 'platform_block',
    phase: 'blocked',
    seen_on: '2026-06-03',
    source: 'sApp#46, att#841',
    confidence: '++',
    // Whoever has waited was refused by somebody. Whoever waits has a tile, or the bar, and a way home as well.
    gate: { admitted: false, waited: false },
    unless: ['form', 'call', 'ways', 'again', 'toolbar', 'scene'],
    advice: 'invite_account',
    signs: [
      ...cannotJoin.map((say, at) => ({ id: `M13.text.${at + 1}`, class: 'T', say }) as const),
      { id: 'M13.organization', class: 'T', ...ofOthers },
      { id: 'M13.home', class: 'S', selector: button, labels: home, aside: true },
    ],
  },
  // In whatever language: the service lets this browser, or whoever has no account, not even know of the meeting.
  {
    id: 'M13',
    name: 'platform_block',
    phase: 'blocked',
    seen_on: '2026-09-23',
    source: 'two public projects that looked at real answers',
    confidence: '++',
    gate: { admitted: false, waited: false },
    unless: ['form', 'call', 'ways', 'again', 'toolbar', 'scene'],
    advice: 'invite_account',
    signs: [
      { id: 'M13.resolved', ...resolved, with: { status: [403] }, must: true },
      { id: 'M13.told', class: 'S', ...outsideHeading },
    ],
  },
  {
    id: 'M14',
    name: 'invite_only',
    phase: 'blocked',
    seen_on: '2026-08-03',
    source: 'Illospace#649',
    confidence: '+',
    gate: { admitted: false, waited: false },
    unless: ['form', 'call', 'ways', 'again', 'toolbar', 'scene', 'praise'],
    over: ['M13'],
    advice: 'invite',
    signs: [
      { id: 'M14.text', class: 'T', say: invited, must: true },
      { id: 'M14.heading', class: 'T', say: cannotJoinThis, must: true },
      { id: 'M14.home', class: 'S', selector: button, labels: home, aside: true },
    ],
  },
  // After a wait nobody can tell who has refused the bot: the page may name a denial in words that are not known. What helps
  // against a block is told all the same.
  {
    id: 'M13',
    name: 'platform_block_or_denied',
    phase: 'unknown',
    seen_on: '2026-06-03',
    source: 'sApp#46, att#841, att#156',
    confidence: '+',
    gate: { admitted: false, waited: true },
    unless: ['form', 'call', 'ways', 'again'],
    advice: 'invite_account',
    signs: [
      ...cannotJoin.map((say, at) => ({ id: `M13.text.waited.${at + 1}`, class: 'T', say }) as const),
      { id: 'M13.organization.waited', class: 'T', ...ofOthers },
    ],
  },
  {
    id: 'M14',
    name: 'invite_only_or_denied',
    phase: 'unknown',
    seen_on: '2026-08-03',
    source: 'Illospace#649',
    confidence: '+',
    gate: { admitted: false, waited: true },
    unless: ['form', 'call', 'ways', 'again', 'praise'],
    over: ['M13'],
    advice: 'invite',
    signs: [
      { id: 'M14.text.waited', class: 'T', say: invited, must: true },
      { id: 'M14.heading.waited', class: 'T', say: cannotJoinThis, must: true },
    ],
  },
  {
    id: 'M15',
    name: 'connect_problem',
    phase: 'connecting',
    again_s: 10,
    again_times: 1,
    seen_on: '2026-11-20',
    source: 'att, pf 1.4',
    confidence: '+',
    gate: { admitted: false },
    advice: 'try_later',
    signs: [
      { id: 'M15.text.1', class: 'T', say: 'There is a problem connecting to this video call' },
      {
        id: 'M15.text.2',
        class: 'T',
        say: '*we encountered a problem joining this video call',
        seen_on: '2026-11-23',
        source: 'MB, and older bots',
        confidence: '++',
      },
    ],
  },
  // It may be shown for a moment over a call that works.
  {
    id: 'M15',
    name: 'connect_problem',
    phase: 'connecting',
    again_s: 10,
    again_times: 1,
    seen_on: '2026-11-30',
    source: 'a public bot that takes it for an error; a report to the maker of a browser, of 2019',
    confidence: '++',
    gate: { admitted: false },
    unless: ['form', 'call', 'toolbar', 'scene'],
    advice: 'try_later',
    signs: [{ id: 'M15.text.3', class: 'T', say: "Couldn't start the video call because of an error" }],
  },
  {
    id: 'M16',
    name: 'login_redirect',
    phase: 'login_required',
    seen_on: '2026-11-20',
    source: 'pf 1.4',
    confidence: '++',
    advice: 'sign_in',
    signs: [
      { id: 'M16.address', class: 'U', hosts: ['accounts.google.com'], must: true },
      { id: 'M16.text.1', class: 'T', say: 'Sign in' },
      { id: 'M16.text.2', class: 'T', say: '*your Google Account*' },
      { id: 'M16.text.3', class: 'T', say: 'Choose an account' },
      // Of a browser that Google takes for none of a person's.
      {
        id: 'M16.text.4',
        class: 'T',
        say: "Couldn't sign you in",
        seen_on: '2026-11-28',
        source: "Google's help for accounts",
        confidence: 'P',
      },
      // In whatever language the page is.
      { id: 'M16.field', class: 'S', selector: '#identifierId, input[name="identifier"], [data-identifier]' },
    ],
  },
  // Where the host takes nobody who is not signed in; nobody has told how the page is drawn.
  {
    id: 'M16',
    name: 'login_on_meet',
    phase: 'login_required',
    seen_on: '2026-11-30',
    source: 'four public bots that look for it',
    confidence: '+',
    gate: { admitted: false },
    unless: ['form', 'call', 'ways', 'again', 'toolbar', 'scene'],
    advice: 'sign_in',
    signs: [
      ...signInToJoin.map((say, at) => ({ id: `M16.on_meet.${at + 1}`, class: 'T', say }) as const),
      { id: 'M16.on_meet.home', class: 'S', selector: button, labels: home, aside: true },
    ],
  },
  {
    id: 'M17',
    name: 'login_challenge',
    phase: 'login_required',
    precisely: 'credentials',
    seen_on: '2026-11-20',
    source: 'MB',
    confidence: '?',
    gate: { signed_in: true },
    over: ['M16'],
    advice: 'sign_in_again',
    signs: [
      { id: 'M17.address', class: 'U', hosts: ['accounts.google.com'], path: 'challenge', must: true },
      { id: 'M17.field', class: 'S', selector: 'input[type="password"], input[type="email"], input[type="tel"]' },
      { id: 'M17.text', class: 'T', say: "Verify it's you*" },
    ],
  },
  {
    id: 'M18',
    name: 'code_wrong',
    phase: 'not_found',
    seen_on: '2026-11-20',
    source: 'pf 1.4',
    confidence: '++',
    // Where one can ask to be let in, or waits, the code has led to a meeting, whatever that is called.
    unless: ['form', 'call', 'ways', 'toolbar', 'scene'],
    advice: 'check_link',
    signs: [
      { id: 'M18.text.1', class: 'T', say: 'Check your meeting code' },
      { id: 'M18.text.2', class: 'T', say: 'Invalid video call name' },
      { id: 'M18.text.3', class: 'T', say: "The meeting code you entered doesn't work", passing: true },
      { id: 'M18.home', class: 'S', selector: button, labels: home, aside: true },
      {
        id: 'M18.number',
        class: 'S',
        selector: startUp,
        ...captured,
        source: `${captured.source}; an extension that looks for it`,
        confidence: '++',
      },
      {
        id: 'M18.code',
        class: 'S',
        selector: 'input[aria-label*="code" i], input[placeholder*="code" i]',
      },
    ],
  },
  // In whatever language: the service knows of no such meeting.
  {
    id: 'M18',
    name: 'code_wrong',
    phase: 'not_found',
    seen_on: '2026-08-25',
    source: 'vexa#1325, and three public resolvers of codes',
    confidence: '++',
    unless: ['form', 'call', 'ways', 'toolbar', 'scene'],
    advice: 'check_link',
    signs: [
      { id: 'M18.resolved', ...resolved, with: { status: [404] }, must: true },
      { id: 'M18.told', class: 'S', ...outsideHeading },
    ],
  },
  // The number alone is one kind of evidence; what helps is told all the same.
  {
    id: 'M18',
    name: 'code_wrong_unread',
    phase: 'unknown',
    ...captured,
    gate: { admitted: false },
    unless: ['form', 'call', 'ways', 'toolbar', 'scene'],
    advice: 'check_link',
    signs: [{ id: 'M18.number.unread', class: 'S', selector: startUp }],
  },
  {
    id: 'M19',
    name: 'code_expired',
    phase: 'not_found',
    seen_on: '2026-11-20',
    source: 'pf 1.4',
    confidence: '++',
    unless: ['form', 'call', 'ways', 'toolbar', 'scene'],
    advice: 'check_link',
    signs: [
      { id: 'M19.text', class: 'T', say: 'Your meeting code has expired', must: true },
      { id: 'M19.home', class: 'S', selector: button, labels: home, aside: true },
    ],
  },
  // Nothing refused the bot, and nobody can have: it is sent there before it waits. Its second request was shown, and let it in.
  {
    id: 'M40',
    name: 'bounced',
    phase: 'unknown',
    again_s: 5,
    again_times: 1,
    seen_on: '2026-06-16',
    source: 'sApp#44',
    confidence: '+',
    gate: { admitted: false, pressed_join: true, waited: false },
    over: ['M20'],
    advice: 'invite_account',
    signs: [
      { id: 'M40.host', class: 'U', hosts: ['workspace.google.com'] },
      { id: 'M40.path', class: 'U', hosts: ['meet.google.com'], path: '/landing' },
    ],
  },
  {
    id: 'M20',
    name: 'landing',
    phase: 'unknown',
    seen_on: '2026-11-20',
    source: 'att',
    confidence: '+',
    advice: 'check_link',
    signs: [
      { id: 'M20.host', class: 'U', hosts: ['workspace.google.com'] },
      { id: 'M20.path', class: 'U', hosts: ['meet.google.com'], path: '/landing' },
    ],
  },
  {
    id: 'M21',
    name: 'captcha',
    phase: 'captcha',
    yields: true,
    seen_on: '2026-11-20',
    source: 'vexa',
    confidence: '+',
    unless: ['toolbar'],
    advice: 'invite_account',
    signs: [
      {
        id: 'M21.frame',
        class: 'S',
        selector: captcha,
        at_least: { width: 120, height: 40 },
        must: true,
      },
      // The page has not taken the press. A refusal shows no form, and comes after a wait.
      { id: 'M21.call', class: 'S', part: 'call', selector: button, labels: join, must: true },
      { id: 'M21.pressed', class: 'H', did: { pressed_join: true, waited: false } },
    ],
  },
  // In place of the page that was pressed.
  {
    id: 'M21',
    name: 'captcha',
    phase: 'captcha',
    yields: true,
    seen_on: '2026-11-20',
    source: 'vexa',
    confidence: '+',
    unless: ['form', 'call', 'ways', 'again', 'toolbar', 'scene', 'outside'],
    advice: 'invite_account',
    signs: [
      // Larger than a badge whose address does not say that it is one.
      { id: 'M21.alone', class: 'S', selector: lonelyCaptcha, at_least: { width: 300, height: 70 }, must: true },
      { id: 'M21.alone.pressed', class: 'H', did: { pressed_join: true, waited: false }, must: true },
    ],
  },
  {
    id: 'M22',
    name: 'unusual_traffic',
    phase: 'captcha',
    seen_on: '2026-11-22',
    source: 'general knowledge',
    confidence: '?',
    over: ['M21'],
    advice: 'invite_account',
    signs: [
      { id: 'M22.address', class: 'U', hosts: ['google.com'], path: '/sorry', must: true },
      { id: 'M22.text', class: 'T', say: '*unusual traffic*' },
    ],
  },
  {
    id: 'M23',
    name: 'browser_refused',
    phase: 'blocked',
    seen_on: '2026-11-22',
    source: 'general knowledge',
    confidence: '?',
    unless: ['form', 'call', 'again'],
    advice: 'newer_browser',
    signs: [
      { id: 'M23.text.1', class: 'T', say: "*Meet doesn't work on your browser*" },
      { id: 'M23.text.2', class: 'T', say: "*Meet doesn't work in this browser*" },
      { id: 'M23.text.3', class: 'T', say: '*Meet does not work in this browser*' },
    ],
  },
];
