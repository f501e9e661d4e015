/** What several states of Teams' web client are known by. */
import type { Sign } from '../../judging/sign-table.ts';

export const hosts = ['teams.microsoft.com', 'teams.live.com', 'teams.cloud.microsoft'];
export const button = 'button, [role="button"], a';
export const tid = (name: string): string => `[data-tid="${name}"]`;
export const nameBox = tid('prejoin-display-name-input');
/** In place of the name, where somebody is signed in. */
export const account = tid('account-selection-change-account-button');
export const joinButton = tid('prejoin-join-button');
/** Of the page that offers the maker's app first: in whatever language, and in English. */
export const joinOnWeb = tid('joinOnWeb');
export const launcherLabels = ['Continue on this browser', 'Join from browser', 'Join from this browser'] as const;
/** The task of a captcha. */
export const hipCaptcha =
  '[data-tid*="HIP-Captcha"], [id*="HIP-Captcha"], [class*="HIP-Captcha"], img[alt*="HIP-Captcha"]';
/** What goes on without devices, in whatever language. */
export const withoutDevices = '[data-focus-target="gum-continue"]';
export const goOn = {
  selector: withoutDevices,
  seen_on: '2026-06-26',
  source: 'a project that looked at real pages, and five public bots that press it',
  confidence: '++',
} as const;
/** The same in English, and in others, where it is not marked. */
export const withoutDevicesLabels = ['Continue without audio or video'] as const;
export const goOnElse = {
  selector: button,
  labels: ['Poursuivre sans audio ni vidéo', 'Kontynuuj bez audio lub wideo'],
  seen_on: '2026-11-29',
  source: 'a public French bot, and a Polish one, that press it',
  confidence: '+',
} as const;
/** Whether to go on without devices, which a dialog asks. */
export const asksWithoutDevices = (id: string): readonly Sign[] => [
  { id: `${id}.text`, class: 'T', part: 'either', say: "Are you sure you don't want audio or video?" },
  { id: `${id}.continue`, class: 'S', part: 'either', selector: button, labels: withoutDevicesLabels },
  { id: `${id}.go_on`, class: 'S', part: 'either', ...goOn },
  { id: `${id}.go_on.else`, class: 'S', part: 'either', ...goOnElse },
];
export const hangUp =
  '#hangup-button, [data-tid="hangup-main-btn"], [data-tid="hangup-button"], [data-tid="anon-hangup-button"]';
export const toolbar = 'ubar-toolbar-wrapper';
/** Where people are seen: the last two in the light client too (MB, joinly, and another public bot). */
export const stage = ['modern-stage-wrapper', 'stage-layouts-renderer', 'stage-layout', 'only-videos-wrapper']
  .map(tid)
  .join(', ');
/** What is shown to whoever did not come in, or is out again. */
export const outOfCall = '#calling-retry-screen-title, [data-tid="calling-retry-screen"]';
export const outOfCallSeen = 'att; a public recon of the guest pages';
export const pf = { seen_on: '2026-11-20', confidence: '++' } as const;
export const att = { seen_on: '2026-11-23', source: 'att: what its bots look for', confidence: '+' } as const;
export const bots = { seen_on: '2026-11-28', source: 'three public bots that look for it', confidence: '++' } as const;
export const wire = 'teams.conversation_end';
/** What leads guests back in who are out, whyever that is. */
const guestsRejoin = tid('anon-meeting-end-screen-rejoin-button');
export const rejoins = {
  selector: `${tid('calling-retry-rejoinbutton')}, ${guestsRejoin}`,
  seen_on: '2026-11-30',
  source: 'LMA; five public programs that look for one of them, or take it for their end',
  confidence: '++',
} as const;
/** What guests are shown then: a screen that is known in whatever language, and asks them something. */
export const goodbye = (id: string): readonly Sign[] => [
  ...['Did you leave by mistake?', 'Enjoy your call? Join Teams today for free'].map(
    (say, at) => ({ id: `${id}.${at + 1}`, class: 'T', say }) as const,
  ),
  {
    id: `${id}.screen`,
    class: 'S',
    selector: `${tid('anon-meeting-end-screen-header')}, ${guestsRejoin}`,
    seen_on: '2026-11-30',
    source: 'LMA; three other public programs that look for it',
    confidence: '++',
  },
];
