/** In front of the meeting: the form, and what lies over it. */
import type { StateRow } from '../../judging/sign-table.ts';
import { behind, button, join, joinElsewhere, marked, nameBox, withoutDevices } from './parts.ts';

const dialog = '[aria-modal="true"], [role="dialog"], [role="alertdialog"]';
const agree = ['Join now', 'Join', 'I agree', 'Agree', 'I consent', 'Consent', 'Accept'];
const dialogButtons = '[role="dialog"] button, [role="alertdialog"] button, [aria-modal="true"] button';
/** What agrees in such a dialog, where it is called in words of its own (vexa#1251, 2026-08-19, and another public bot). */
const ok = {
  selector: ':is([role="dialog"], [role="alertdialog"], [aria-modal="true"]) [data-mdc-dialog-action="ok"]',
};

const goesOnWithout = { selector: `${button}, [role="link"]`, labels: withoutDevices } as const;
const lyingBehind = (selector: string): string => `:is(${behind}) :is(${selector})`;
const markedBehind = (part: 'name' | 'call') =>
  ({ ...marked[part], selector: lyingBehind(marked[part].selector), counts_hidden: true }) as const;
const inert = {
  seen_on: '2026-08-16',
  source: 'a public recorder whose maker looked at real pages',
  confidence: '+',
} as const;

export const preJoin: readonly StateRow[] = [
  {
    id: 'M01',
    name: 'green_room_guest',
    phase: 'pre_join',
    seen_on: '2026-08-19',
    source: 'att#969, vexa#380, vexa#846',
    confidence: '++',
    signs: [
      { id: 'M01.name', class: 'S', part: 'name', selector: nameBox },
      { id: 'M01.call', class: 'S', part: 'call', selector: button, labels: join },
      { id: 'M01.name.marked', class: 'S', part: 'name', ...marked.name },
      { id: 'M01.call.marked', class: 'S', part: 'call', ...marked.call },
    ],
  },
  {
    id: 'M38',
    name: 'getting_ready',
    phase: 'loading',
    seen_on: '2026-10-02',
    source: 'four public bots that wait for it to go',
    confidence: '++',
    unless: ['form', 'call', 'toolbar'],
    signs: [
      { id: 'M38.text.1', class: 'T', say: 'Getting ready' },
      { id: 'M38.text.2', class: 'T', say: "You'll be able to join in just a moment" },
    ],
  },
  {
    id: 'M38',
    name: 'joining',
    phase: 'connecting',
    seen_on: '2026-11-28',
    source: "a public bot's list of what Meet's pages say, and copies of the page",
    confidence: '+',
    gate: { admitted: false, pressed_join: true },
    unless: ['form', 'call', 'toolbar'],
    signs: [
      { id: 'M38.joining.1', class: 'T', say: 'Joining...' },
      { id: 'M38.joining.2', class: 'T', say: "You'll join the call in just a moment" },
    ],
  },
  {
    id: 'M02',
    name: 'green_room_signed_in',
    phase: 'pre_join',
    seen_on: '2026-08-19',
    source: 'att, vexa#856',
    confidence: '++',
    gate: { signed_in: true },
    unless: ['form'],
    signs: [
      { id: 'M02.call', class: 'S', selector: button, labels: join },
      { id: 'M02.call.marked', class: 'S', ...marked.call },
    ],
  },
  // What asks for devices makes the rest of the page inert: the form is there behind it.
  {
    id: 'M01',
    name: 'green_room_guest',
    phase: 'pre_join',
    ...inert,
    signs: [
      { id: 'M01.name.behind', class: 'S', part: 'name', selector: lyingBehind(nameBox), counts_hidden: true },
      {
        id: 'M01.call.behind',
        class: 'S',
        part: 'call',
        selector: lyingBehind(button),
        labels: join,
        counts_hidden: true,
      },
      { id: 'M01.name.behind.marked', class: 'S', part: 'name', ...markedBehind('name') },
      { id: 'M01.call.behind.marked', class: 'S', part: 'call', ...markedBehind('call') },
      { id: 'M01.asked', class: 'S', part: 'asked', ...goesOnWithout },
      { id: 'M01.asked.marked', class: 'S', part: 'asked', ...marked.withoutDevices },
    ],
  },
  {
    id: 'M02',
    name: 'green_room_signed_in',
    phase: 'pre_join',
    ...inert,
    gate: { signed_in: true },
    unless: ['form'],
    signs: [
      {
        id: 'M02.call.behind',
        class: 'S',
        part: 'call',
        selector: lyingBehind(button),
        labels: join,
        counts_hidden: true,
      },
      { id: 'M02.call.behind.marked', class: 'S', part: 'call', ...markedBehind('call') },
      { id: 'M02.asked', class: 'S', part: 'asked', ...goesOnWithout },
      { id: 'M02.asked.marked', class: 'S', part: 'asked', ...marked.withoutDevices },
    ],
  },
  {
    id: 'M03',
    name: 'green_room_elsewhere',
    phase: 'pre_join',
    seen_on: '2026-07-28',
    source: 'att',
    confidence: '+',
    over: ['M01', 'M02'],
    signs: [{ id: 'M03.call', class: 'S', selector: button, labels: joinElsewhere }],
  },
  {
    id: 'M04',
    name: 'device_dialog',
    phase: 'pre_join',
    overlay: true,
    seen_on: '2026-11-20',
    source: 'pf 1.2',
    confidence: '++',
    signs: [
      { id: 'M04.continue', class: 'S', ...goesOnWithout },
      { id: 'M04.continue.marked', class: 'S', ...marked.withoutDevices },
    ],
  },
  {
    id: 'M05',
    name: 'hint_bubble',
    phase: 'pre_join',
    overlay: true,
    seen_on: '2026-11-20',
    source: 'pf 1.2',
    confidence: '++',
    signs: [{ id: 'M05.close', class: 'S', selector: button, labels: ['Got it', 'Dismiss'] }],
  },
  {
    id: 'M39',
    name: 'wait_asked',
    phase: 'pre_join',
    overlay: true,
    seen_on: '2026-09-15',
    source: 'MB#334',
    confidence: '+',
    signs: [
      { id: 'M39.wait', class: 'S', selector: button, labels: ['Keep waiting'] },
      { id: 'M39.text', class: 'T', say: "You've been waiting a long time*", aside: true },
    ],
  },
  {
    id: 'M06',
    name: 'recorded_notice',
    phase: 'pre_join',
    overlay: true,
    seen_on: '2026-11-20',
    source: 'pf 1.2; MB 2026',
    confidence: '++',
    signs: [
      { id: 'M06.text', class: 'T', say: 'This meeting is being recorded' },
      ...['recorded', 'transcribed', 'recorded and transcribed'].map(
        (what, at) =>
          ({
            id: `M06.text.${at + 2}`,
            class: 'T',
            say: `This video call is being ${what}`,
            seen_on: '2026-08-12',
            source: 'att, MB#105, and what other bots press away',
            confidence: '++',
          }) as const,
      ),
      { id: 'M06.modal', class: 'S', selector: dialog },
    ],
  },
  {
    id: 'M07',
    name: 'consent_asked',
    phase: 'consent_asked',
    seen_on: '2026-08-01',
    source: 'gh 2026-08, sApp',
    confidence: '+',
    advice: 'accept_terms',
    accepts: [{ selector: dialogButtons, labels: [...agree, 'Continue', 'Got it'] }, ok],
    signs: [
      { id: 'M07.text.1', class: 'T', say: '*Gemini*taking notes*' },
      { id: 'M07.text.2', class: 'T', say: '*taking notes with Gemini*' },
      { id: 'M07.text.3', class: 'T', say: '*consent to*transcri*' },
      { id: 'M07.text.4', class: 'T', say: '*consent to*notes*' },
      // Nothing is heard or seen of a meeting behind it.
      {
        id: 'M07.text.5',
        class: 'T',
        say: 'Your call audio and video will be shared with *',
        seen_on: '2026-09-22',
        source: 'vexa#1727, MeetRead',
        confidence: '++',
      },
      {
        id: 'M07.text.6',
        class: 'T',
        say: 'This meeting is being captured',
        seen_on: '2026-11-28',
        source: 'two public bots that press it away',
        confidence: '++',
      },
      { id: 'M07.modal', class: 'S', selector: dialog, around: true },
    ],
  },
  {
    id: 'M07',
    name: 'consent_asked',
    phase: 'consent_asked',
    seen_on: '2026-06-21',
    source: 'vexa#454',
    confidence: '+',
    advice: 'accept_terms',
    accepts: [{ selector: dialogButtons, labels: agree }],
    // The feature is called so, and offered and praised under that name: it takes a choice as well.
    signs: [
      { id: 'M07.text.named', class: 'T', say: '*take notes for me*' },
      { id: 'M07.modal.named', class: 'S', part: 'modal', selector: dialog, around: true },
      { id: 'M07.choice', class: 'S', part: 'choice', selector: dialogButtons, labels: agree, around: true },
    ],
  },
];
