/** In the meeting, and on the way back into it. */
import type { Sign, StateRow } from '../../judging/sign-table.ts';
import {
  button,
  controls,
  hangUp,
  isCutOff,
  other,
  ownMark,
  ownTile,
  peopleCount,
  texts,
  tile,
  unmarked,
} from './parts.ts';

const own = (id: string): readonly Sign[] => [
  { id, class: 'S', part: 'self', selector: ownMark, counts_hidden: true },
  { id: `${id}.tile`, class: 'S', part: 'self', selector: ownTile, counts_hidden: true, ...unmarked },
];

/** Of a page that marks nobody's tile, or is in another language: the service says that the bot is inside. */
const asTold = (id: string): readonly Sign[] => [
  { id: `${id}.bar`, class: 'S', part: 'controls', selector: controls, counts_hidden: true },
  { id: `${id}.hang_up`, class: 'S', part: 'controls', counts_hidden: true, ...hangUp },
  { id: `${id}.told`, class: 'N', kind: 'meet.self_status', with: { status: [1] }, must: true },
  { id: `${id}.tile`, class: 'S', part: 'tile', selector: tile, counts_hidden: true },
];
const untold = {
  phase: 'in_meeting',
  seen_on: '2026-06-11',
  source: 'an extension: a meeting as it was captured; pf 1.6',
  confidence: '+',
} as const;

/**
 * The bar may be out of the page while no pointer moves. Whoever was inside is so by the tiles, as long as their connection is open
 * and the service says that they are inside. Where it cannot be read what that says, it takes somebody else's tile, which no lobby shows.
 */
const barless = {
  phase: 'in_meeting',
  gate: { any: ['admitted', 'glimpsed'] },
  // Of a call that is over tiles may be left, which nobody sees.
  unless: ['outside', 'form', 'call', 'ways'],
  seen_on: '2026-11-30',
  source: 'inferred from what of a meeting is not in its bar',
  confidence: '?',
} as const;
const connected = (id: string): Sign => ({
  id: `${id}.connected`,
  class: 'N',
  part: 'connected',
  kind: 'meet.peer_connections',
  without: { open: [0] },
  must: true,
});
const others = (id: string): Sign => ({ id, class: 'S', part: 'other', selector: other, counts_hidden: true });
/** None is marked as its own, or there is nobody else. */
const anybody = (id: string): readonly Sign[] => [
  ...own(id),
  { id: `${id}.any`, class: 'S', part: 'self', selector: tile, counts_hidden: true },
];
const toldInside = (id: string): Sign => ({
  id: `${id}.inside`,
  class: 'N',
  part: 'inside',
  kind: 'meet.self_status',
  with: { status: [1] },
  must: true,
});

/** Out of a breakout room. */
const goesBack = (id: string): Sign => ({
  id,
  class: 'S',
  part: 'return',
  selector: button,
  labels: ['Return to main call', 'Return to the main call'],
  // A dialog hides all else, and the bar fades.
  counts_hidden: true,
});

export const inside: readonly StateRow[] = [
  {
    id: 'M27',
    name: 'in_call_alone',
    phase: 'in_meeting',
    seen_on: '2026-11-20',
    source: 'pf 1.5',
    confidence: '++',
    signs: [
      { id: 'M27.controls', class: 'S', part: 'controls', selector: controls, counts_hidden: true },
      ...own('M27.self'),
      // Both are in the lobby too. Of whoever was inside already it is not asked again.
      { id: 'M27.status', class: 'N', part: 'inside', kind: 'meet.self_status', with: { status: [1] } },
      {
        id: 'M27.count',
        class: 'S',
        part: 'inside',
        selector: peopleCount,
        counts_hidden: true,
      },
      { id: 'M27.before', class: 'H', part: 'inside', did: { admitted: true } },
    ],
  },
  {
    id: 'M28',
    name: 'in_call',
    phase: 'in_meeting',
    seen_on: '2026-11-20',
    source: 'pf 1.5',
    confidence: '++',
    over: ['M27'],
    signs: [
      { id: 'M28.controls', class: 'S', part: 'controls', selector: controls, counts_hidden: true },
      ...own('M28.self'),
      others('M28.other'),
    ],
  },
  { id: 'M27', name: 'in_call_alone', ...untold, signs: asTold('M27') },
  {
    id: 'M28',
    name: 'in_call',
    ...untold,
    over: ['M27'],
    signs: [
      ...asTold('M28'),
      {
        id: 'M28.several',
        class: 'S',
        part: 'several',
        selector: '[data-avatar-count]:not([data-avatar-count="0"], [data-avatar-count="1"], [data-avatar-count=""])',
        counts_hidden: true,
      },
      {
        id: 'M28.besides',
        class: 'S',
        part: 'several',
        selector: `body:has(${ownMark}) :is(${other})`,
        counts_hidden: true,
      },
    ],
  },
  {
    id: 'M27',
    name: 'in_call_alone',
    ...barless,
    signs: [...anybody('M27.barless'), toldInside('M27.barless'), connected('M27.barless')],
  },
  {
    id: 'M28',
    name: 'in_call',
    ...barless,
    over: ['M27'],
    signs: [...own('M28.barless'), others('M28.barless.other'), toldInside('M28.barless'), connected('M28.barless')],
  },
  {
    id: 'M28',
    name: 'in_call',
    ...barless,
    over: ['M27'],
    unless_told: [{ kind: 'meet.self_status' }],
    signs: [
      ...own('M28.untold'),
      others('M28.untold.other'),
      // A condition only: what the service says goes before it.
      { ...connected('M28.untold'), aside: true },
    ],
  },
  {
    id: 'M41',
    name: 'in_breakout_room',
    phase: 'in_meeting',
    breakout: 'inside',
    seen_on: '2026-11-28',
    source: 'a course on Meet, and an extension that presses it',
    confidence: '++',
    over: ['M27', 'M28'],
    signs: [
      { id: 'M41.controls', class: 'S', part: 'controls', selector: controls, counts_hidden: true },
      ...own('M41.self'),
      goesBack('M41.return'),
      { id: 'M41.before', class: 'H', part: 'before', did: { admitted: true } },
    ],
  },
  {
    id: 'M41',
    name: 'in_breakout_room',
    ...barless,
    breakout: 'inside',
    over: ['M27', 'M28'],
    signs: [...own('M41.barless'), goesBack('M41.barless.return'), toldInside('M41.barless'), connected('M41.barless')],
  },
  {
    id: 'M29',
    name: 'differs_notice',
    phase: 'in_meeting',
    overlay: true,
    seen_on: '2026-11-20',
    source: 'att',
    confidence: '+',
    signs: [
      { id: 'M29.text', class: 'T', say: 'Others may see your meeting differently*' },
      {
        id: 'M29.text.2',
        class: 'T',
        say: 'Others may see your video differently*',
        seen_on: '2026-11-28',
        source: 'two public bots that press it away',
        confidence: '++',
      },
    ],
  },
  {
    id: 'M30',
    name: 'reconnecting',
    phase: 'connecting',
    seen_on: '2026-11-20',
    source: 'vexa#600',
    confidence: '+',
    gate: { admitted: true },
    signs: [
      { id: 'M30.text.1', class: 'T', say: 'Reconnecting' },
      { id: 'M30.text.2', class: 'T', say: 'You lost your network connection*' },
      { id: 'M30.text.3', class: 'T', say: '*lost connection*' },
      ...texts('M30.cut_off', isCutOff),
    ],
  },
  // What comes and goes over a meeting may be about somebody else, but not where nothing comes to the bot any more.
  {
    id: 'M30',
    name: 'reconnecting',
    phase: 'connecting',
    seen_on: '2026-11-20',
    source: 'vexa#600, vexa#1118',
    confidence: '+',
    gate: { admitted: true },
    signs: [
      { id: 'M30.passing', class: 'T', say: 'Reconnecting' },
      { id: 'M30.passing.2', class: 'T', say: 'You lost your network connection*' },
      { id: 'M30.closed', class: 'N', kind: 'meet.peer_connections', with: { open: [0] }, must: true },
      // After its end a page has none, and may still say it.
      { id: 'M30.bar', class: 'S', selector: controls, must: true },
    ],
  },
  {
    id: 'M31',
    name: 'dies_on_admission',
    phase: 'connecting',
    seen_on: '2026-11-20',
    source: 'vexa#1118',
    confidence: '+',
    gate: { admitted: true, admitted_at_most_ms_ago: 5_000 },
    signs: [{ id: 'M31.closed', class: 'N', kind: 'meet.peer_connections', with: { open: [0] } }],
  },
];
