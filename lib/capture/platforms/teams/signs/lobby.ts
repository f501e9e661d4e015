/** The lobby, who is not let in from it, and what failed on the way in. */
import type { StateRow } from '../../judging/sign-table.ts';
import { att, bots, joinButton, outOfCall, outOfCallSeen, pf, tid, wire } from './parts.ts';

/** Its other words for the same are known from others too. */
const noteTaker = {
  seen_on: '2026-11-29',
  source: "a public note taker's list of what a lobby says",
  confidence: '+',
} as const;
const waitingWords = [
  { say: '*Someone will let you in shortly' },
  { say: '*Someone will let you in soon' },
  { say: '*Someone in the meeting should let you in soon' },
  { say: "*You're in the lobby" },
  { say: 'Your request to join has been sent*' },
  { say: 'Waiting to be admitted*' },
  { say: "*let people in the meeting know you're waiting", ...bots },
  { say: 'Waiting for someone to let you in', ...bots },
  { say: "*let the meeting organizer know you're waiting", ...noteTaker },
  { say: "When someone lets you in, you'll join the meeting", ...noteTaker },
  {
    say: "Quelqu'un vous laissera bientôt entrer*",
    seen_on: '2026-11-29',
    source: 'a public French bot that looks for it',
    confidence: '+',
  },
] as const;

const listed = { seen_on: '2026-11-30', source: 'what public bots look for', confidence: '+' } as const;

/** Whoever is let in at once, or refused, is shown so by then. */
const layoutStaysMs = 20_000;

/** In whatever language the page is. */
const waitingScreen = {
  selector: tid('calling-lobby-screen'),
  seen_on: '2026-09-12',
  source: 'two public bots that looked at real pages',
  confidence: '++',
} as const;

/**
 * No evidence of a denial without anything of the page: it may come before the page, which knows better where nobody responded (T38).
 */
const deniedOnWire = {
  kind: wire,
  with: { sub_code: [5854] },
  seen_on: '2026-12-01',
  source: "Microsoft's own library of calls: whose access to a meeting of Teams is denied; att",
  confidence: 'P',
} as const;

export const lobby: readonly StateRow[] = [
  {
    id: 'T08',
    name: 'lobby_before_start',
    phase: 'not_started',
    seen_on: '2026-08-11',
    source: 'MB#291, pf 3.3',
    confidence: '++',
    over: ['T09'],
    is_lobby: true,
    advice: 'teams_bots',
    signs: [
      { id: 'T08.text.1', class: 'T', say: '*Someone will let you in when the meeting starts' },
      { id: 'T08.text.2', class: 'T', say: "When the meeting starts, we'll let people know you're waiting" },
      {
        id: 'T08.text.3',
        class: 'T',
        say: 'Sobald die Besprechung beginnt, geben wir den Personen Bescheid, dass Sie warten',
        seen_on: '2026-11-29',
        source: 'a German guide to meetings, which shows the page',
        confidence: '+',
      },
    ],
  },
  {
    id: 'T09',
    name: 'lobby',
    phase: 'waiting_room',
    ...pf,
    source: 'pf 3.3, att; ms 2026-03-13',
    // Only the organiser sees the label of a bot that was detected (T10).
    also: ['T10'],
    unless: ['form'],
    advice: 'teams_bots',
    signs: [
      ...waitingWords.map((words, at) => ({ id: `T09.text.${at + 1}`, class: 'T', part: 'wait', ...words }) as const),
      { id: 'T09.screen', class: 'S', part: 'wait', ...waitingScreen },
    ],
  },
  {
    id: 'T09',
    name: 'lobby',
    phase: 'waiting_room',
    seen_on: '2026-10-01',
    source: 'an extension that looked at real pages, att',
    confidence: '++',
    advice: 'teams_bots',
    // The screen keeps the controls of the form, and is the lobby for all that.
    signs: [
      { id: 'T09.screen.form', class: 'S', must: true, ...waitingScreen },
      ...waitingWords.map(
        (words, at) => ({ id: `T09.text.form.${at + 1}`, class: 'T', aside: true, ...words }) as const,
      ),
    ],
  },
  // In whatever words: the form goes on standing there without its name, and its button cannot be pressed.
  {
    id: 'T09',
    name: 'lobby',
    phase: 'waiting_room',
    seen_on: '2026-09-10',
    source: 'att; notes of a public bot that looked at a real page',
    confidence: '++',
    gate: { pressed_join: true, admitted: false, asked_at_least_ms_ago: layoutStaysMs },
    unless: ['form', 'toolbar', 'scene'],
    unless_told: [{ kind: wire }],
    // A join that hangs, or has failed, may look so too.
    yields: true,
    advice: 'teams_bots',
    signs: [
      { id: 'T09.layout', class: 'S', part: 'layout', selector: tid('calling-prejoin-screen') },
      {
        id: 'T09.layout.off',
        class: 'S',
        part: 'off',
        selector: `${joinButton}:is([disabled], [aria-disabled="true"])`,
      },
    ],
  },
  {
    id: 'T11',
    name: 'denied',
    phase: 'denied',
    ...pf,
    source: 'pf 3.4',
    // Both refusals have the same wire message (T13).
    also: ['T13'],
    advice: 'teams_bots',
    signs: [
      { id: 'T11.text', class: 'T', say: 'Sorry, but you were denied access to the meeting' },
      { id: 'T11.text.2', class: 'T', say: 'Your request to join was denied', ...listed, confidence: '++' },
      { id: 'T11.text.3', class: 'T', say: 'You were denied access to this meeting', ...listed },
      { id: 'T11.text.4', class: 'T', say: "You weren't admitted to the meeting", ...listed, seen_on: '2026-12-01' },
      {
        id: 'T11.text.5',
        class: 'T',
        say: 'Someone in the meeting denied your request to join',
        ...listed,
        seen_on: '2026-12-01',
      },
      { id: 'T11.cancel', class: 'S', selector: tid('calling-retry-cancelbutton'), aside: true },
      { id: 'T11.wire', class: 'N', ...deniedOnWire },
    ],
  },
  {
    id: 'T12',
    name: 'declined',
    phase: 'denied',
    ...pf,
    source: 'pf 3.4',
    over: ['T11'],
    advice: 'teams_bots',
    signs: [
      { id: 'T12.text', class: 'T', say: 'Your request to join was declined', must: true },
      { id: 'T12.cancel', class: 'S', selector: tid('calling-retry-cancelbutton'), aside: true },
      { id: 'T12.wire', class: 'N', ...deniedOnWire },
    ],
  },
  {
    id: 'T38',
    name: 'lobby_over',
    phase: 'refused_by_time',
    seen_on: '2026-11-29',
    source: 'call-delete.md of Microsoft Graph: put out of the lobby as it has waited for too long',
    confidence: 'P',
    over: ['T11', 'T12'],
    advice: 'teams_bots',
    signs: [
      { id: 'T38.wire', class: 'N', kind: wire, with: { sub_code: [5855] }, must: true },
      { id: 'T38.screen', class: 'S', selector: outOfCall, ...att, confidence: '++', source: outOfCallSeen },
    ],
  },
  {
    id: 'T38',
    name: 'lobby_over',
    phase: 'refused_by_time',
    seen_on: '2026-09-01',
    source: "a public extension's list of what Teams says",
    confidence: '+',
    // The servers may tell of a refusal by its code, which says less.
    over: ['T11', 'T12'],
    unless: ['form', 'toolbar', 'scene'],
    advice: 'teams_bots',
    signs: [
      { id: 'T38.text', class: 'T', say: 'Nobody responded to your request to join*', must: true },
      {
        id: 'T38.screen.told',
        class: 'S',
        must: true,
        selector: outOfCall,
        ...att,
        confidence: '++',
        source: outOfCallSeen,
      },
    ],
  },
  {
    id: 'T37',
    name: 'connecting',
    phase: 'connecting',
    seen_on: '2026-11-28',
    source: 'an extension that tells the screens before a call apart by them',
    confidence: '+',
    unless: ['scene'],
    signs: [{ id: 'T37.screen', class: 'S', selector: tid('calling-connecting-screen') }],
  },
  {
    id: 'T14',
    name: 'lobby_lost',
    phase: 'connecting',
    again_s: 10,
    again_times: 2,
    seen_on: '2026-11-20',
    source: 'att',
    confidence: '+',
    gate: { pressed_join: true, admitted: false, asked_at_least_ms_ago: 30_000 },
    over: ['T03'],
    signs: [{ id: 'T14.join', class: 'S', selector: `${joinButton}:not([disabled]):not([aria-disabled="true"])` }],
  },
  {
    id: 'T15',
    name: 'connect_fault',
    phase: 'connecting',
    again_s: 10,
    again_times: 2,
    seen_on: '2026-11-23',
    source: 'pf 3.4, att',
    confidence: '++',
    gate: { admitted: false },
    advice: 'try_later',
    // The page writes it small: it stands behind something else.
    signs: [{ id: 'T15.text', class: 'T', say: "*we couldn't connect you*" }],
  },
];
