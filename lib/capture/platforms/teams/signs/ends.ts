/** What a meeting ends in, and a page that has lost it. */
import type { StateRow } from '../../judging/sign-table.ts';
import {
  att,
  bots,
  button,
  goodbye,
  hangUp,
  outOfCall,
  outOfCallSeen,
  pf,
  rejoins,
  stage,
  tid,
  wire,
} from './parts.ts';

/**
 * What a conversation that ends says where something else than its end is meant. All but the first two codes are of the maker's
 * lists (call-delete.md of Microsoft Graph; call-end.md of Azure Communication Services, 2024-10-10): who was put out, of the lobby
 * too, or has another role; a breakout room whose time is over, and a call that was handed on; connections that were lost. By the
 * same lists the others that tell of no failure are ends for everybody, such as 4097 by the organiser, 5001, and 5002 as all others
 * have left.
 */
const notAnEnd = [
  ...[5854, 5723],
  ...[5000, 5300, 5855, 5317],
  ...[5030, 7015],
  ...[7, 1005, 1106, 3100, 3101, 3111, 3112, 4502, 4506, 4507, 4521, 8537, 10_057, 301_004, 301_005],
];
const otherwise = { sub_code: notAnEnd, has_failed: [true] };
const toldOtherwise = Object.entries(otherwise).map(([name, values]) => ({ kind: wire, with: { [name]: values } }));
/** What it says of whom somebody has put out. */
const putOut = { sub_code: [5000, 5300], has_sender: [true] };

const seenGoodbye = 'five public bots that look for these words; att';
const removed = [
  'You have been removed from this meeting',
  'You were removed from the meeting',
  // Teams' own devices say so too.
  'Someone removed you from the meeting',
];

const lookedFor = { seen_on: '2026-11-29', confidence: '++' } as const;
const isOverSeen = 'two public bots that look for it';
/** Believed beside what the servers say only. */
const isOverElse = [
  { say: 'Die Besprechung wurde beendet', ...lookedFor, source: 'a public bot and three programs that look for it' },
  { say: 'La réunion est terminée', ...lookedFor, source: 'a public bot and two programs that look for it' },
  { say: 'La reunión ha finalizado', ...lookedFor, source: 'two public programs that look for it' },
];
/** Believed of a bot that has pressed leave only. */
const youLeftElse = [
  { say: 'Sie haben die Besprechung verlassen', ...lookedFor, source: 'three public programs that look for it' },
  { say: 'Du hast die Besprechung verlassen', ...lookedFor, source: 'two public programs that look for it' },
  { say: 'Vous avez quitté la réunion', ...lookedFor, source: 'two public programs that look for it' },
];

export const ends: readonly StateRow[] = [
  {
    id: 'T31',
    name: 'removed',
    phase: 'removed',
    ...pf,
    source: 'pf 3.11, att',
    unless: ['toolbar'],
    signs: [
      { id: 'T31.text.1', class: 'T', say: "You've been removed from this meeting", passing: true },
      { id: 'T31.text.2', class: 'T', say: 'Removed from the meeting', passing: true, ...att },
      ...removed.map((say, at) => ({ id: `T31.text.${at + 3}`, class: 'T', say, passing: true, ...bots }) as const),
      { id: 'T31.screen', class: 'S', selector: outOfCall, ...att, confidence: '++', source: outOfCallSeen },
      { id: 'T31.wire', class: 'N', kind: wire, with: putOut },
    ],
  },
  {
    id: 'T32',
    name: 'ended',
    phase: 'ended',
    ...pf,
    source: 'pf 3.11, att',
    unless: ['toolbar'],
    unless_told: toldOtherwise,
    signs: [
      { id: 'T32.text.1', class: 'T', say: 'Meeting ended' },
      { id: 'T32.text.2', class: 'T', say: 'The meeting has ended' },
      { id: 'T32.text.3', class: 'T', say: 'Call ended' },
      { id: 'T32.text.4', class: 'T', say: 'This meeting has ended', ...lookedFor, source: isOverSeen },
      { id: 'T32.wire', class: 'N', kind: wire, without: otherwise },
    ],
  },
  {
    id: 'T32',
    name: 'ended',
    phase: 'ended',
    ...lookedFor,
    source: 'public bots and programs that look for it',
    unless: ['toolbar'],
    signs: [
      ...isOverElse.map((words, at) => ({ id: `T32.else.${at + 1}`, class: 'T', ...words }) as const),
      { id: 'T32.else.wire', class: 'N', kind: wire, without: otherwise, must: true },
    ],
  },
  {
    id: 'T31',
    name: 'removed',
    phase: 'removed',
    ...pf,
    source: 'pf 3.11, att',
    // The bot has not been seen inside, and was: the servers have told the page of it among the people.
    gate: { pressed_join: true, admitted: false },
    unless: ['toolbar'],
    signs: [
      { id: 'T31.text.unseen.1', class: 'T', say: "You've been removed from this meeting", passing: true },
      { id: 'T31.text.unseen.2', class: 'T', say: 'Removed from the meeting', passing: true, ...att },
      ...removed.map(
        (say, at) => ({ id: `T31.text.unseen.${at + 3}`, class: 'T', say, passing: true, ...bots }) as const,
      ),
      { id: 'T31.screen.unseen', class: 'S', selector: outOfCall, ...att, confidence: '++', source: outOfCallSeen },
      { id: 'T31.inside', class: 'N', kind: 'teams.inside', must: true, aside: true },
    ],
  },
  {
    id: 'T32',
    name: 'ended',
    phase: 'ended',
    ...pf,
    source: 'pf 3.11, att',
    gate: { pressed_join: true, admitted: false },
    unless: ['toolbar'],
    unless_told: toldOtherwise,
    signs: [
      { id: 'T32.text.unseen.1', class: 'T', say: 'Meeting ended' },
      { id: 'T32.text.unseen.2', class: 'T', say: 'The meeting has ended' },
      { id: 'T32.text.unseen.3', class: 'T', say: 'Call ended' },
      { id: 'T32.text.unseen.4', class: 'T', say: 'This meeting has ended', ...lookedFor, source: isOverSeen },
      { id: 'T32.inside', class: 'N', kind: 'teams.inside', must: true, aside: true },
    ],
  },
  // The page is the same whyever the bot is out, which the servers say.
  {
    id: 'T31',
    name: 'removed',
    phase: 'removed',
    ...bots,
    source: seenGoodbye,
    gate: { admitted: true, pressed_leave: false },
    unless: ['toolbar'],
    signs: [{ id: 'T31.wire.goodbye', class: 'N', kind: wire, with: putOut, must: true }, ...goodbye('T31.goodbye')],
  },
  {
    id: 'T32',
    name: 'ended',
    phase: 'ended',
    ...bots,
    source: seenGoodbye,
    gate: { admitted: true, pressed_leave: false },
    unless: ['toolbar'],
    signs: [
      { id: 'T32.wire.goodbye', class: 'N', kind: wire, without: otherwise, must: true },
      ...goodbye('T32.goodbye'),
    ],
  },
  {
    id: 'T33',
    name: 'badge_gone',
    phase: 'connecting',
    seen_on: '2026-11-20',
    source: 'LMA#541',
    confidence: '+',
    gate: { admitted: true },
    unless: ['toolbar', 'form', 'call'],
    signs: [
      {
        id: 'T33.stage',
        class: 'S',
        selector: `body:not(:has(${hangUp})) :is(${stage})`,
        counts_hidden: true,
      },
      // Of the call nothing may be left but what it is drawn on.
      {
        id: 'T33.background',
        class: 'S',
        selector: `body:not(:has(${hangUp}, ${outOfCall})) ${tid('calling-screen-background')}`,
        counts_hidden: true,
        source: 'LMA#541; pages of calls as they were captured',
        confidence: '?',
      },
    ],
  },
  {
    id: 'T34',
    name: 'left',
    phase: 'left',
    ...pf,
    source: 'pf 3.11',
    // Somebody may have been quicker, and the page says so.
    yields: true,
    signs: [
      { id: 'T34.text', class: 'T', say: 'You left the meeting' },
      { id: 'T34.rejoin', class: 'S', selector: button, labels: ['Rejoin'] },
      // In whatever language.
      { id: 'T34.rejoin.else', class: 'S', ...rejoins },
      { id: 'T34.pressed', class: 'H', did: { pressed_leave: true } },
    ],
  },
  {
    id: 'T34',
    name: 'left',
    phase: 'left',
    ...lookedFor,
    source: 'public programs that look for it',
    yields: true,
    signs: [
      ...youLeftElse.map((words, at) => ({ id: `T34.else.${at + 1}`, class: 'T', ...words }) as const),
      { id: 'T34.else.pressed', class: 'H', did: { pressed_leave: true }, must: true },
    ],
  },
];
