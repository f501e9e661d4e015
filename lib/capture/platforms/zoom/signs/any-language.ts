/**
 * What the client's own structure tells in whatever language it is: its dialogs have English names in all of them, and what it
 * says beside its form has a place of its own. What the bot did before is the second kind of evidence.
 */
import type { HistoryGate, Sign, StateRow } from '../../judging/sign-table.ts';
import {
  asked,
  dialogNamed,
  endDialog,
  endUntold,
  notSeen,
  onErrorPage,
  strings,
  waitingRoom,
  waits,
} from './parts.ts';
import { removedBefore } from './removed-before.ts';

const part = (id: string, selector: string) => ({ id, class: 'S', selector, must: true }) as const;
const after = (id: string, did: HistoryGate) => ({ id, class: 'H', did, must: true }) as const;

/** To be told from the one that asks for another version of Zoom's app, which has two ways out. */
const onlyEnd = `${endDialog}:has(.zm-modal-footer-default-actions > :only-child)`;
const removalDialog = dialogNamed('You have been removed');
const inside = { any: ['admitted', 'glimpsed'] } as const;
const been = { any: ['admitted', 'glimpsed', 'waited'] } as const;
/** Of a meeting that has not begun; the waiting room of one that has is another kind. */
const beforeBegin = '.preview-root .waiting-room-container:not(.on-hold-main)';
const formError = '.preview-reCaptcha-error__right';
const tryAgain = '.preview-reCaptcha-error__sub-message';
const linkInvalid = ['(3,001)', '（3,001）', '(3.001)', '(3 001)', '(3001)'] as const;
const refusalDialog = dialogNamed('Has been Removed dialog');
const toldRemoved = (id: string, first: number): readonly Sign[] => [
  part(id, refusalDialog),
  ...removedBefore.map((say, index) => ({ id: `Z29.text.${first + index}`, class: 'T', say }) as const),
];

export const inAnyLanguage: readonly StateRow[] = [
  {
    id: 'Z07',
    name: 'passcode_wrong',
    phase: 'passcode_required',
    precisely: 'wrong',
    ...strings,
    gate: { admitted: false, pressed_join: true, sent_passcode: true },
    advice: 'send_passcode',
    signs: [
      part(
        'Z07.field',
        '.preview-meeting-info__field-input--password.preview-meeting-info__field-input--error #input-for-pwd',
      ),
      after('Z07.sent', { pressed_join: true, sent_passcode: true }),
    ],
  },
  {
    id: 'Z09',
    name: 'recaptcha_failed',
    phase: 'captcha',
    ...strings,
    advice: 'zoom_bots',
    signs: [part('Z09.try_again', `${formError} ${tryAgain}`), after('Z09.asked', { pressed_join: true })],
  },
  {
    id: 'Z10',
    name: 'bot_wall',
    phase: 'blocked',
    ...strings,
    over: ['Z12'],
    advice: 'zoom_bots',
    signs: [
      part('Z10.no_more', `${formError}:not(:has(${tryAgain})) .preview-reCaptcha-error__message`),
      after('Z10.asked', { pressed_join: true }),
    ],
  },
  {
    id: 'Z10',
    name: 'bot_wall',
    phase: 'blocked',
    ...strings,
    over: ['Z12'],
    advice: 'zoom_bots',
    signs: [part('Z10.dialog', dialogNamed('BotDetectedDialog')), after('Z10.asked.2', { pressed_join: true })],
  },
  {
    // In place of the client. Its sentence ends in a number, which each language writes in its own way.
    id: 'Z15',
    name: 'link_invalid',
    phase: 'not_started',
    precisely: 'or there is none',
    or_not_found: true,
    again_s: 15,
    seen_on: '2026-10-07',
    source: 'the page in English, and how other languages write a number',
    confidence: '?',
    advice: 'check_link',
    signs: [
      { ...onErrorPage('Z15.error'), must: true },
      ...linkInvalid.map(
        (number, index) => ({ id: `Z15.number.${1 + index}`, class: 'T', say: `*${number}`, where: 'shell' }) as const,
      ),
    ],
  },
  {
    id: 'Z17',
    name: 'wait_host',
    phase: 'not_started',
    ...strings,
    signs: [part('Z17.tip', `${beforeBegin} .wr-tip`), part('Z17.leave', `${beforeBegin} .leave-btn`)],
  },
  {
    id: 'Z25',
    name: 'refused_in_lobby',
    phase: 'denied',
    ...strings,
    gate: { admitted: false, glimpsed: false, waited: true },
    advice: 'admit',
    signs: [part('Z25.dialog', removalDialog), after('Z25.waited', { waited: true })],
  },
  {
    id: 'Z25',
    name: 'refused_in_lobby',
    phase: 'denied',
    ...strings,
    gate: { admitted: false, glimpsed: false, waited: false, pressed_join: true },
    advice: 'admit',
    signs: [
      part('Z25.dialog.over', removalDialog),
      part('Z25.room.under', waitingRoom),
      after('Z25.asked', { pressed_join: true }),
    ],
  },
  {
    id: 'Z25',
    name: 'refused_in_lobby',
    phase: 'denied',
    ...strings,
    gate: notSeen,
    advice: 'admit',
    signs: [part('Z25.dialog.late', removalDialog), after('Z25.late', { pressed_join: true })],
  },
  {
    id: 'Z26',
    name: 'locked',
    phase: 'locked',
    ...strings,
    advice: 'unlock',
    signs: [part('Z26.dialog', dialogNamed('Meeting is locked')), after('Z26.asked', { pressed_join: true })],
  },
  {
    id: 'Z27',
    name: 'capacity',
    phase: 'full',
    ...strings,
    advice: 'make_room',
    signs: [part('Z27.dialog', dialogNamed('Meeting is full')), after('Z27.asked', { pressed_join: true })],
  },
  {
    id: 'Z29',
    name: 'removed_before',
    phase: 'denied',
    precisely: 'removed_before',
    ...strings,
    gate: { admitted: false, glimpsed: false },
    over: ['Z25'],
    advice: 'admit',
    signs: toldRemoved('Z29.dialog', 10),
  },
  {
    // While its connection was lost.
    id: 'Z29',
    name: 'removed_before',
    phase: 'removed',
    ...strings,
    signs: toldRemoved('Z29.inside', 30),
  },
  {
    // Of whatever else a server has its client refuse, in the server's own words.
    id: 'Z29',
    name: 'refused_untold',
    phase: 'unknown',
    ...strings,
    gate: asked,
    over: ['Z01', ...waits],
    signs: [part('Z29.untold', refusalDialog)],
  },
  {
    // One that says more below its title may be about this client alone.
    id: 'Z43',
    name: 'ended_by_host',
    phase: 'ended',
    ...strings,
    signs: [
      { ...part('Z43.only', `${onlyEnd}:not(:has(.zm-modal-body-content)) .zm-modal-body-title`), unlike: endUntold },
      after('Z43.been', been),
    ],
  },
  {
    id: 'Z43',
    name: 'ended_untold',
    phase: 'unknown',
    ...strings,
    gate: asked,
    over: waits,
    signs: [part('Z43.untold', onlyEnd)],
  },
  {
    id: 'Z45',
    name: 'removed',
    phase: 'removed',
    ...strings,
    signs: [part('Z45.dialog', removalDialog), after('Z45.inside', inside)],
  },
];
