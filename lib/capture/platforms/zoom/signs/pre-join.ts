/** Up to the press that asks to be let in: the launcher, the form, its passcode and its captchas. */
import type { StateRow } from '../../judging/sign-table.ts';
import {
  acceptCookies,
  agreeToTerms,
  button,
  companion,
  emailBox,
  inModal,
  joinButton,
  launch,
  nameBox,
  ownTerms,
  passcodeBox,
  strings,
  withoutDevices,
} from './parts.ts';

const captchaBox = '.CaptchaContainer';
const captchaPart = '[class*="smart_captcha"], [class*="smart-captcha"]';
const companionButton = `${companion} button`;
const liveStreamButton = '.archiving-dialog button';
const goOn = { selector: `${button}, .continue-without-mic-camera`, labels: withoutDevices } as const;
const behind = (selector: string): string => `:is([aria-hidden="true"], [inert]) :is(${selector})`;

export const preJoin: readonly StateRow[] = [
  {
    id: 'Z01',
    name: 'launcher',
    phase: 'loading',
    seen_on: '2026-11-20',
    source: 'pf 2.1',
    confidence: '++',
    signs: [
      { id: 'Z01.address', class: 'U', part: 'either', hosts: ['zoom.us'], path: '/j/', where: 'shell' },
      // Links of webinars, and personal ones, have other addresses.
      {
        id: 'Z01.link',
        class: 'S',
        part: 'either',
        selector: button,
        labels: launch,
        seen_on: '2026-10-07',
        source: 'pf 2.1, a capture of the launcher, three public projects that press it',
        where: 'shell',
      },
    ],
  },
  {
    // Before there is a form.
    id: 'Z01',
    name: 'client_loading',
    phase: 'loading',
    ...strings,
    signs: [{ id: 'Z01.client', class: 'S', selector: '#wc-loading .join-meeting' }],
  },
  {
    // After the press, and again once somebody who waited is let in.
    id: 'Z01',
    name: 'client_loading',
    phase: 'connecting',
    ...strings,
    // A client that joins for so long never comes in, and does when its page is loaded anew.
    again_s: 40,
    again_times: 1,
    gate: { pressed_join: true, admitted: false },
    signs: [{ id: 'Z01.joining', class: 'S', selector: '#wc-loading .join-meeting, .loading-layer' }],
  },
  {
    // Whoever was put back and is let in again has it in place of the whole client, too. So has whoever is led into a room, or loses
    // the connection: those say so.
    id: 'Z01',
    name: 'client_loading',
    phase: 'connecting',
    ...strings,
    yields: true,
    gate: { admitted: true },
    signs: [{ id: 'Z01.again', class: 'S', selector: '.loading-layer' }],
  },
  {
    id: 'Z02',
    name: 'cookie_bar',
    phase: 'pre_join',
    overlay: true,
    seen_on: '2026-11-20',
    source: 'pf 2.2',
    confidence: '++',
    signs: [{ id: 'Z02.accept', class: 'S', selector: acceptCookies, where: 'shell' }],
  },
  {
    id: 'Z03',
    name: 'terms',
    phase: 'consent_asked',
    overlay: true,
    seen_on: '2026-11-20',
    source: 'pf 2.2',
    confidence: '++',
    advice: 'accept_terms',
    accepts: [
      { selector: agreeToTerms },
      { selector: button, labels: ['I Agree'] },
      { selector: '.recording-disclaimer-dialog button', labels: ['Agree'] },
      { selector: liveStreamButton, labels: ['Accept'] },
      { selector: `${ownTerms} .zm-btn--primary` },
      { selector: companionButton, labels: ['Agree', 'Got it'] },
    ],
    signs: [
      { id: 'Z03.agree', class: 'S', selector: agreeToTerms, where: 'shell' },
      { id: 'Z03.button', class: 'S', selector: button, labels: ['I Agree'], where: 'shell' },
      // Of an account that asks everybody to agree to being recorded, or to words of its own, in the meeting.
      {
        id: 'Z03.recording',
        class: 'S',
        selector: '.recording-disclaimer-dialog button',
        labels: ['Agree'],
        ...strings,
      },
      // That it is streamed, in an account's own words. The client's own words are closed as notices are.
      { id: 'Z03.live_stream', class: 'S', selector: liveStreamButton, labels: ['Accept'], ...strings },
      { id: 'Z03.own', class: 'S', selector: ownTerms, ...strings },
      // Of the AI Companion: nothing is heard or seen before it is agreed to. What only tells of it has one button.
      { id: 'Z03.companion', class: 'S', selector: companionButton, labels: ['Agree'], ...strings },
      {
        id: 'Z03.or_leave',
        class: 'S',
        selector: companionButton,
        labels: ['Leave Meeting', 'Leave Webinar'],
        ...strings,
      },
    ],
  },
  {
    id: 'Z04',
    name: 'device_dialog',
    phase: 'pre_join',
    overlay: true,
    seen_on: '2026-11-20',
    source: 'pf 2.2',
    confidence: '++',
    signs: [{ id: 'Z04.continue', class: 'S', ...goOn }],
  },
  {
    id: 'Z05',
    name: 'preview_guest',
    phase: 'pre_join',
    ...strings,
    source: 'pf 2.2, zs',
    signs: [
      { id: 'Z05.name', class: 'S', part: 'name', selector: nameBox, where: 'shell' },
      { id: 'Z05.join', class: 'S', part: 'join', selector: joinButton },
    ],
  },
  {
    // A form may ask for nothing, where somebody else has said all of it.
    id: 'Z05',
    name: 'preview_guest',
    phase: 'pre_join',
    ...strings,
    signs: [{ id: 'Z05.form', class: 'S', selector: `.preview-root :is(${joinButton})` }],
  },
  {
    // Below what asks for devices, which hides it from those who have pages read out.
    id: 'Z05',
    name: 'preview_guest',
    phase: 'pre_join',
    ...strings,
    source: 'pf 2.2, zs',
    gate: { admitted: false },
    signs: [
      {
        id: 'Z05.name.behind',
        class: 'S',
        part: 'name',
        selector: behind(nameBox),
        counts_hidden: true,
        where: 'shell',
      },
      { id: 'Z05.join.behind', class: 'S', part: 'join', selector: behind(joinButton), counts_hidden: true },
      { id: 'Z05.devices', class: 'S', part: 'asked', ...goOn },
    ],
  },
  {
    id: 'Z06',
    name: 'preview_passcode',
    phase: 'pre_join',
    ...strings,
    over: ['Z05'],
    advice: 'send_passcode',
    signs: [
      { id: 'Z06.box', class: 'S', selector: passcodeBox },
      { id: 'Z06.text', class: 'T', say: 'Enter Meeting Passcode', aside: true },
    ],
  },
  {
    id: 'Z06',
    name: 'preview_passcode',
    phase: 'passcode_required',
    precisely: 'missing',
    ...strings,
    gate: { admitted: false, pressed_join: true, sent_passcode: false },
    yields: true,
    advice: 'send_passcode',
    signs: [
      { id: 'Z06.unfilled', class: 'S', selector: passcodeBox, must: true },
      { id: 'Z06.none', class: 'H', did: { pressed_join: true, sent_passcode: false }, must: true },
    ],
  },
  {
    // It cannot be pressed without one, and bots have none.
    id: 'Z61',
    name: 'preview_email',
    phase: 'registration_required',
    precisely: 'email',
    ...strings,
    gate: { admitted: false, pressed_join: true },
    over: ['Z05', 'Z06'],
    advice: 'send_registrant_link',
    signs: [
      { id: 'Z61.box', class: 'S', selector: `${emailBox}:is([value=""], :not([value]))`, must: true },
      { id: 'Z61.none', class: 'H', did: { pressed_join: true }, must: true },
    ],
  },
  {
    id: 'Z07',
    name: 'passcode_wrong',
    phase: 'passcode_required',
    precisely: 'wrong',
    ...strings,
    // A passcode that was not given cannot be wrong: the words are something else's, such as a topic.
    gate: { admitted: false, sent_passcode: true },
    advice: 'send_passcode',
    signs: [
      { id: 'Z07.text.1', class: 'T', say: 'Passcode wrong', passing: true },
      { id: 'Z07.text.2', class: 'T', say: 'Incorrect passcode', passing: true },
      // Beside the field of the form.
      { id: 'Z07.text.7', class: 'T', say: 'Incorrect Password', passing: true },
      { id: 'Z07.text.3', class: 'T', say: 'Meeting passcode is wrong. Please re-enter.', passing: true },
      { id: 'Z07.text.4', class: 'T', say: 'Webinar passcode is wrong. Please re-enter.', passing: true },
      { id: 'Z07.text.5', class: 'T', say: 'The passcode is invalid. please try again.', passing: true },
      { id: 'Z07.text.6', class: 'T', say: 'Meeting Passcode wrong', passing: true, where: 'sdk' },
      { id: 'Z07.box', class: 'S', selector: passcodeBox },
    ],
  },
  {
    id: 'Z08',
    name: 'captcha_picture',
    phase: 'captcha',
    ...strings,
    advice: 'zoom_bots',
    signs: [
      { id: 'Z08.box', class: 'S', selector: `${captchaBox}, ${captchaPart}` },
      { id: 'Z08.text.1', class: 'T', say: 'Check captcha' },
      { id: 'Z08.text.2', class: 'T', say: 'Please input captcha and retry' },
      { id: 'Z08.text.4', class: 'T', say: 'Please check the captcha' },
      { id: 'Z08.text.5', class: 'T', say: 'Captcha wrong, please try again' },
      { id: 'Z08.text.6', class: 'T', say: "You can't skip captcha checking" },
      {
        id: 'Z08.text.3',
        class: 'T',
        say: 'Type the characters you see*',
        seen_on: '2026-11-20',
        source: 'pf 2.5',
        confidence: '++',
      },
    ],
  },
  {
    id: 'Z08',
    name: 'captcha_picture',
    phase: 'captcha',
    ...strings,
    advice: 'zoom_bots',
    // Said in passing it counts beside a picture only: each form has a box for one, which is empty.
    signs: [
      { id: 'Z08.picture', class: 'S', selector: `${captchaBox}:has(img, input, canvas, iframe), ${captchaPart}` },
      { id: 'Z08.alert.1', class: 'T', say: 'Check captcha', passing: true },
      { id: 'Z08.alert.2', class: 'T', say: 'Please input captcha and retry', passing: true },
      { id: 'Z08.alert.3', class: 'T', say: 'Please check the captcha', passing: true },
      { id: 'Z08.alert.4', class: 'T', say: 'Captcha wrong, please try again', passing: true },
    ],
  },
  {
    id: 'Z09',
    name: 'recaptcha_failed',
    phase: 'captcha',
    ...strings,
    advice: 'zoom_bots',
    signs: [
      { id: 'Z09.text', class: 'T', say: 'You failed the reCAPTCHA verification*', passing: true },
      { id: 'Z09.error', class: 'S', selector: '.preview-reCaptcha-error' },
    ],
  },
  {
    // A box to tick, which a program leaves to people.
    id: 'Z59',
    name: 'recaptcha_asked',
    phase: 'captcha',
    ...strings,
    advice: 'zoom_bots',
    signs: [
      { id: 'Z59.text', class: 'T', say: 'Verify to continue', must: true },
      inModal('Z59.modal'),
      {
        id: 'Z59.frame',
        class: 'S',
        selector: 'iframe[src*="/recaptcha/"]',
        at_least: { width: 300, height: 70 },
        aside: true,
        where: 'shell',
      },
    ],
  },
];
