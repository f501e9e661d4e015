/** What lies over the meeting, and what nobody has words for. */
import type { StateRow } from '../../judging/sign-table.ts';
import { button, cannotJoin, home, quoted } from './parts.ts';

/** What a page speaks of that does not let anybody in for another reason than what they are. */
const otherReasons = [
  'full',
  'limit',
  'maximum',
  'too many',
  'capacity',
  'locked',
  'has ended',
  'already ended',
  'another window',
  'an app is collecting',
  'your request',
];

export const beside: readonly StateRow[] = [
  {
    id: 'M35',
    name: 'chat_closed',
    phase: 'in_meeting',
    seen_on: '2026-11-20',
    source: 'pf 1.9',
    confidence: '+',
    overlay: true,
    signs: [
      {
        id: 'M35.panel',
        class: 'S',
        selector:
          '[aria-label="In-call messages"]:not(:has(textarea, [contenteditable="true"])), [aria-label="Side panel"]:has([data-message-id], [aria-live]):not(:has(textarea, [contenteditable="true"]))',
      },
    ],
  },
  {
    id: 'M36',
    name: 'full_or_locked',
    phase: 'unknown',
    seen_on: '2026-11-22',
    source: 'gap: no wording of a locked meeting is known to anybody',
    confidence: '?',
    gate: { admitted: false },
    over: ['M13'],
    // The heading is the same whyever nobody is let in: a page that goes on to speak of one of these speaks of no bots.
    signs: [
      ...cannotJoin.map((say, at) => ({ id: `M36.text.${at + 1}`, class: 'T', part: 'heading', say }) as const),
      ...otherReasons.map(
        (word) => ({ id: `M36.why.${word.replaceAll(' ', '_')}`, class: 'T', part: 'why', say: `*${word}*` }) as const,
      ),
    ],
  },
  {
    id: 'M36',
    name: 'full',
    phase: 'full',
    ...quoted,
    gate: { admitted: false },
    over: ['M13'],
    unless: ['form', 'call', 'ways', 'again', 'toolbar', 'scene'],
    advice: 'make_room',
    signs: [
      { id: 'M36.full.1', class: 'T', say: 'This meeting is full. Try again later' },
      { id: 'M36.full.2', class: 'T', say: 'This call has reached the maximum of * participants. Try again later' },
      // Nobody has told how the page is drawn: it takes the way out that all walls have.
      { id: 'M36.full.home', class: 'S', selector: button, labels: home, must: true },
    ],
  },
  // Of an adaptive meeting that is full whoever comes is led to its live stream, and so is whoever is invited to that alone; that it
  // is at this address is inferred.
  {
    id: 'M36',
    name: 'live_stream',
    phase: 'unknown',
    seen_on: '2026-11-29',
    source: 'Google Workspace Updates 2026-05; ten public files with addresses of live streams',
    confidence: '?',
    gate: { admitted: false, pressed_join: true },
    advice: 'live_stream',
    signs: [{ id: 'M36.stream', class: 'U', hosts: ['stream.meet.google.com'], path: '/stream/' }],
  },
  {
    id: 'M37',
    name: 'alone_asked',
    phase: 'in_meeting',
    overlay: true,
    seen_on: '2026-09-13',
    source: "Google Workspace Updates 2022-04; the log of a robot's maker 2026-09-13",
    confidence: '++',
    gate: { any: ['admitted', 'glimpsed'] },
    signs: [
      { id: 'M37.stay', class: 'S', selector: button, labels: ['Stay in the call'] },
      { id: 'M37.text', class: 'T', say: 'Are you still there?', aside: true },
    ],
  },
  // Whoever did not answer is put out: nobody has ended the meeting, and the bot leaves by its own rules.
  {
    id: 'M37',
    name: 'alone_put_out',
    phase: 'connecting',
    again_s: 5,
    ...quoted,
    gate: { admitted: true, pressed_leave: false },
    over: ['M34'],
    unless: ['form', 'call', 'toolbar', 'scene'],
    signs: [
      { id: 'M37.asked', class: 'T', say: 'Are you still there?' },
      { id: 'M37.home', class: 'S', selector: button, labels: home, must: true },
    ],
  },
];
