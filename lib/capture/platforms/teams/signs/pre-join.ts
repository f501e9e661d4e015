/** Up to the press that asks to be let in: the launcher, the form, and what asks for devices. */
import type { StateRow } from '../../judging/signs.ts';
import { account, button, goOn, goOnElse, hosts, joinButton, nameBox, pf, tid } from './parts.ts';

const allow = 'Select Allow to let Microsoft Teams use your mic and camera*';
const behind = (selector: string): string => `:is([aria-hidden="true"], [inert]) ${selector}`;

export const preJoin: readonly StateRow[] = [
  {
    id: 'T01',
    name: 'launcher',
    phase: 'loading',
    ...pf,
    source: 'pf 3.1',
    signs: [
      {
        id: 'T01.address',
        class: 'U',
        part: 'either',
        hosts,
        path: '/dl/launcher',
      },
      // In whatever language.
      {
        id: 'T01.web',
        class: 'S',
        part: 'either',
        selector: tid('joinOnWeb'),
        seen: '2026-07-06',
        source: 'a page as it was captured, and six public bots that press it',
      },
      {
        id: 'T01.link',
        class: 'S',
        part: 'either',
        selector: button,
        labels: ['Continue on this browser', 'Join from browser', 'Join from this browser'],
      },
    ],
  },
  {
    id: 'T02',
    name: 'splash',
    phase: 'loading',
    seen: '2026-07-28',
    source: 'MB#210',
    confidence: '+',
    unless: ['form', 'call', 'toolbar'],
    signs: [{ id: 'T02.splash', class: 'S', selector: '#loading-screen' }],
  },
  // Whatever else is known of the page goes before it.
  {
    id: 'T39',
    name: 'sign_in_tried',
    phase: 'loading',
    seen: '2026-07-22',
    source: 'vexa#915; a public bot whose page came by it',
    confidence: '++',
    unless: ['form', 'call', 'toolbar'],
    yields: true,
    signs: [
      { id: 'T39.back', class: 'U', part: 'either', hosts, path: '/v2/authv2' },
      {
        id: 'T39.silent',
        class: 'U',
        part: 'either',
        hosts: ['login.microsoftonline.com'],
        path: 'prompt=none',
        source: "Microsoft's documentation: it shows nothing to sign in by",
        confidence: 'P',
      },
    ],
  },
  {
    id: 'T03',
    name: 'prejoin',
    phase: 'pre_join',
    ...pf,
    source: 'pf 3.2',
    signs: [
      { id: 'T03.name', class: 'S', part: 'name', selector: nameBox },
      { id: 'T03.join', class: 'S', part: 'join', selector: joinButton },
      { id: 'T03.text', class: 'T', say: 'Type your name', aside: true },
    ],
  },
  {
    id: 'T03',
    name: 'prejoin_signed_in',
    phase: 'pre_join',
    seen: '2026-09-17',
    source: 'a form as it was captured on 2026-07-06; MB#335',
    confidence: '++',
    signs: [
      { id: 'T03.account', class: 'S', part: 'account', selector: account, seen: '2026-07-06', confidence: '+' },
      { id: 'T03.join.signed_in', class: 'S', part: 'join', selector: joinButton },
    ],
  },
  // A dialog hides the form from screen readers (microsoft/fluentui#22051): it is there behind what asks about devices.
  {
    id: 'T03',
    name: 'prejoin',
    phase: 'pre_join',
    ...pf,
    source: 'pf 3.2; a public recon of the guest pages',
    gate: { admitted: false },
    signs: [
      { id: 'T03.name.behind', class: 'S', part: 'name', selector: behind(nameBox), unseen: true },
      { id: 'T03.join.behind', class: 'S', part: 'join', selector: behind(joinButton), unseen: true },
      { id: 'T03.allow', class: 'T', part: 'asked', say: allow },
      { id: 'T03.without', class: 'T', part: 'asked', say: "Are you sure you don't want audio or video?" },
      { id: 'T03.go_on', class: 'S', part: 'asked', ...goOn },
      { id: 'T03.go_on.else', class: 'S', part: 'asked', ...goOnElse },
    ],
  },
  {
    id: 'T04',
    name: 'permission_gate',
    phase: 'pre_join',
    overlay: true,
    ...pf,
    source: 'pf 3.2',
    signs: [{ id: 'T04.text', class: 'T', say: allow }],
  },
  {
    id: 'T05',
    name: 'no_av_before',
    phase: 'pre_join',
    overlay: true,
    ...pf,
    source: 'vexa#226, vexa#467',
    gate: { pressed_join: false, admitted: false },
    signs: [
      { id: 'T05.text', class: 'T', part: 'either', say: "Are you sure you don't want audio or video?" },
      {
        id: 'T05.continue',
        class: 'S',
        part: 'either',
        selector: button,
        labels: ['Continue without audio or video'],
      },
      { id: 'T05.go_on', class: 'S', part: 'either', ...goOn },
      { id: 'T05.go_on.else', class: 'S', part: 'either', ...goOnElse },
    ],
  },
  {
    id: 'T06',
    name: 'no_av_after',
    phase: 'pre_join',
    overlay: true,
    ...pf,
    source: 'vexa#226, vexa#467',
    gate: { pressed_join: true, glimpsed: false, admitted: false },
    signs: [
      { id: 'T06.text', class: 'T', part: 'either', say: "Are you sure you don't want audio or video?" },
      {
        id: 'T06.continue',
        class: 'S',
        part: 'either',
        selector: button,
        labels: ['Continue without audio or video'],
      },
      { id: 'T06.go_on', class: 'S', part: 'either', ...goOn },
      { id: 'T06.go_on.else', class: 'S', part: 'either', ...goOnElse },
    ],
  },
  {
    id: 'T07',
    name: 'light_to_full',
    phase: 'loading',
    seen: '2026-11-20',
    source: 'att',
    confidence: '+',
    signs: [{ id: 'T07.address', class: 'U', path: 'lightExperience=false' }],
  },
];
