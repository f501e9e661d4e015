/** In the meeting, and in its breakout rooms. */
import type { ElementSign, StateRow } from '../../judging/signs.ts';
import {
  button,
  chatList,
  count,
  footer,
  leaveOptions,
  leaveWithoutPeople,
  nobody,
  peopleList,
  stage,
  strings,
} from './parts.ts';

/** That the bar is the one of a meeting: the client has it on the way in, too. */
const ofMeeting = (id: string): readonly ElementSign[] => [
  { id: `${id}.leave`, class: 'S', part: 'second', selector: leaveWithoutPeople, unseen: true },
  { id: `${id}.count`, class: 'S', part: 'second', selector: count, unseen: true, unlike: nobody },
  { id: `${id}.leaving`, class: 'S', part: 'second', selector: leaveOptions, unseen: true },
];

export const inMeeting: readonly StateRow[] = [
  {
    id: 'Z35',
    name: 'in_no_sound',
    phase: 'in_meeting',
    ...strings,
    over: ['Z36'],
    unless: ['outside'],
    signs: [
      { id: 'Z35.footer', class: 'S', part: 'footer', selector: footer, unseen: true },
      ...ofMeeting('Z35'),
      {
        id: 'Z35.audio',
        class: 'S',
        part: 'audio',
        selector: '[class*="join-audio-by-voip"], button[aria-label="Join Audio" i], button[aria-label="join audio" i]',
        unseen: true,
      },
    ],
  },
  {
    id: 'Z36',
    name: 'in_meeting',
    phase: 'in_meeting',
    ...strings,
    source: 'pf 2.6, zs, vexa#966',
    unless: ['outside'],
    signs: [
      { id: 'Z36.footer', class: 'S', part: 'footer', selector: `${footer}, ${leaveOptions}`, unseen: true },
      ...ofMeeting('Z36'),
    ],
  },
  // The bar may be out of the page while no pointer moves: what the bot has opened by it stays, beside the people.
  {
    id: 'Z36',
    name: 'in_meeting',
    phase: 'in_meeting',
    seen: '2026-11-30',
    source: 'inferred from what of a meeting is not in its bar',
    confidence: '?',
    unless: ['form', 'call', 'outside'],
    keeps_room: true,
    signs: [
      {
        id: 'Z36.stage',
        class: 'S',
        part: 'stage',
        selector: `body:not(:has(${footer})) :is(${stage})`,
        unseen: true,
      },
      { id: 'Z36.panel', class: 'S', part: 'panel', selector: `${peopleList}, ${chatList}`, unseen: true },
      { id: 'Z36.before', class: 'H', part: 'before', did: { any: ['admitted', 'glimpsed'] } },
    ],
  },
  {
    id: 'Z37',
    name: 'in_share',
    phase: 'in_meeting',
    ...strings,
    source: 'pf 2.7, zs',
    over: ['Z36'],
    unless: ['outside'],
    signs: [
      { id: 'Z37.footer', class: 'S', part: 'footer', selector: footer, unseen: true },
      { id: 'Z37.suspension', class: 'S', part: 'share', selector: '.single-suspension-container__video-frame' },
    ],
  },
  {
    id: 'Z38',
    name: 'recorded_notice',
    phase: 'in_meeting',
    overlay: true,
    ...strings,
    signs: [
      { id: 'Z38.text.1', class: 'T', say: 'This meeting is being recorded' },
      { id: 'Z38.text.2', class: 'T', say: 'By staying in this meeting, you consent*' },
      { id: 'Z38.text.3', class: 'T', say: 'This webinar is being recorded' },
      { id: 'Z38.text.4', class: 'T', say: 'By continuing to be in the webinar, you are consenting to be recorded*' },
      { id: 'Z38.text.5', class: 'T', say: 'This meeting is being recorded and livestreamed' },
      { id: 'Z38.text.6', class: 'T', say: 'This meeting is being transcribed*' },
      { id: 'Z38.text.7', class: 'T', say: 'This meeting is being livestreamed*' },
      { id: 'Z38.text.8', class: 'T', say: 'This meeting is being archived' },
      { id: 'Z38.text.9', class: 'T', say: 'AI Companion * using the conversation transcript' },
      { id: 'Z38.text.10', class: 'T', say: 'This webinar is being livestreamed' },
      { id: 'Z38.text.11', class: 'T', say: 'This webinar is being archived' },
    ],
  },
  {
    id: 'Z39',
    name: 'breakout_offer',
    phase: 'in_meeting',
    breakout: 'invited',
    ...strings,
    over: ['Z36', 'Z37'],
    signs: [
      { id: 'Z39.text.1', class: 'T', say: '*is inviting you to join*' },
      { id: 'Z39.text.2', class: 'T', say: '*You have been assigned to*' },
      { id: 'Z39.join', class: 'S', selector: button, labels: ['Join Breakout Room'] },
      { id: 'Z39.dialog', class: 'S', selector: '.zm-modal-join-dialog' },
    ],
  },
  {
    id: 'Z40',
    name: 'breakout_moving',
    phase: 'connecting',
    breakout: 'joining',
    ...strings,
    gate: { admitted: true },
    over: ['Z36', 'Z37', 'Z41'],
    signs: [
      // It says "Joining", the name of the room, and "...".
      { id: 'Z40.layer', class: 'S', part: 'either', selector: '.loading-layer--bo-room' },
      {
        id: 'Z40.layer.2',
        class: 'S',
        part: 'either',
        selector: '.loading-layer-minimize__bo-room-loading',
      },
      { id: 'Z40.text.1', class: 'T', part: 'either', say: 'Joining Breakout Rooms*' },
      { id: 'Z40.text.3', class: 'T', part: 'either', say: 'Returning to main session*' },
    ],
  },
  {
    id: 'Z40',
    name: 'breakout_moving',
    phase: 'in_meeting',
    breakout: 'inside',
    ...strings,
    over: ['Z36', 'Z37', 'Z41'],
    signs: [
      { id: 'Z40.text.2', class: 'T', part: 'closing', say: 'Breakout Rooms will close in * seconds' },
      { id: 'Z40.text.4', class: 'T', part: 'closing', say: 'All Breakout Rooms will close in * seconds' },
      {
        id: 'Z40.closing',
        class: 'S',
        part: 'closing',
        selector: '.bo-room-closing-footer__warning, .zm-modal-will-close-room',
      },
      { id: 'Z40.footer', class: 'S', selector: footer, unseen: true },
    ],
  },
  {
    id: 'Z41',
    name: 'breakout_inside',
    phase: 'in_meeting',
    breakout: 'inside',
    ...strings,
    over: ['Z36', 'Z37'],
    signs: [
      { id: 'Z41.text', class: 'T', part: 'either', say: 'You are now in a Breakout Room*' },
      { id: 'Z41.leave', class: 'S', part: 'either', selector: button, labels: ['Leave Room', 'Leave Breakout Room'] },
    ],
  },
  {
    id: 'Z42',
    name: 'breakout_unassigned',
    phase: 'in_meeting',
    ...strings,
    over: ['Z36', 'Z37'],
    signs: [
      { id: 'Z42.text', class: 'T', say: 'The host has opened Breakout Rooms. Please wait to be assigned*' },
      { id: 'Z42.footer', class: 'S', selector: footer, unseen: true, aside: true },
    ],
  },
];
