/**
 * The way in by the maker's SDK, whose page tells codes as well. No bot comes by it, and no adapter tells them: pages of it that
 * others keep or type are judged.
 */
import type { StateRow } from '../../judging/sign-table.ts';
import { endTitle, endUntold, inModal, modal, strings } from './parts.ts';

/** A dialog of the client's own, in whatever words: why it is there is told by the code. */
const besideCode = (id: string) => ({ id, class: 'S', selector: modal, aside: true }) as const;

export const sdk: readonly StateRow[] = [
  {
    id: 'Z48',
    name: 'obf_owner_absent',
    phase: 'authorized_user_absent',
    ...strings,
    source: 'zs, zd',
    again_s: 60,
    advice: 'zoom_on_behalf',
    signs: [
      { id: 'Z48.code', class: 'N', part: 'either', kind: 'zoom.failed', with: { code: [4017] }, where: 'sdk' },
      {
        id: 'Z48.text',
        class: 'T',
        part: 'either',
        say: 'Bot cannot join meeting: owner is not in the meeting*',
        where: 'sdk',
      },
      { id: 'Z48.text.2', class: 'T', part: 'either', say: 'Authorized user not in meeting', where: 'sdk' },
    ],
  },
  {
    id: 'Z49',
    name: 'obf_bad',
    phase: 'login_required',
    precisely: 'token',
    ...strings,
    advice: 'zoom_on_behalf',
    signs: [
      { id: 'Z49.text.1', class: 'T', say: 'The OBF token is invalid*', where: 'sdk' },
      {
        id: 'Z49.text.2',
        class: 'T',
        say: 'Token error: obfToken and zak cannot be used simultaneously*',
        where: 'sdk',
      },
      {
        id: 'Z49.text.3',
        class: 'T',
        say: 'The meeting number associated with the provided OBF token does not match the current meeting',
        where: 'sdk',
      },
      { id: 'Z49.text.4', class: 'T', say: 'The Privilege token is invalid', where: 'sdk' },
      { id: 'Z49.failed', class: 'N', kind: 'zoom.failed', where: 'sdk' },
    ],
  },
  {
    id: 'Z50',
    name: 'obf_owner_left',
    phase: 'ended',
    precisely: 'authorized_user_left',
    over: ['Z43', 'Z44'],
    seen_on: '2026-11-22',
    source: 'zd',
    confidence: 'P',
    gate: { admitted: true },
    advice: 'zoom_on_behalf',
    signs: [
      {
        id: 'Z50.code',
        class: 'N',
        kind: 'zoom.ended',
        with: { code: ['authorized_user_left'] },
        must: true,
        where: 'sdk',
      },
      besideCode('Z50.modal'),
      { id: 'Z50.text', class: 'T', say: '*ended*', aside: true, where: 'sdk' },
    ],
  },
  {
    id: 'Z50',
    name: 'obf_owner_left',
    phase: 'ended',
    precisely: 'authorized_user_left',
    over: ['Z43', 'Z44'],
    ...strings,
    gate: { admitted: true },
    advice: 'zoom_on_behalf',
    signs: [
      { id: 'Z50.dialog', class: 'S', selector: endTitle, labels: [...endUntold], must: true, where: 'sdk' },
      { id: 'Z50.text.2', class: 'T', say: 'The authorized user left the meeting', must: true, where: 'sdk' },
    ],
  },
  {
    id: 'Z51',
    name: 'key_blocked',
    phase: 'blocked',
    ...strings,
    advice: 'zoom_signature',
    signs: [
      {
        id: 'Z51.text',
        class: 'T',
        say: "*this Meeting SDK key is blocked by the host's account admin",
        must: true,
        where: 'sdk',
      },
      inModal('Z51.modal'),
      { id: 'Z51.failed', class: 'N', kind: 'zoom.failed', where: 'sdk' },
    ],
  },
  {
    id: 'Z52',
    name: 'signature_bad',
    phase: 'login_required',
    precisely: 'signature',
    seen_on: '2026-11-20',
    source: 'pf 2.11',
    confidence: 'P',
    advice: 'zoom_signature',
    signs: [
      { id: 'Z52.code', class: 'N', kind: 'zoom.failed', with: { code: [3712, 3265] }, must: true, where: 'sdk' },
      { id: 'Z52.text', class: 'T', say: '*signature*', where: 'sdk' },
      besideCode('Z52.modal'),
    ],
  },
  {
    id: 'Z53',
    name: 'sdk_captcha',
    phase: 'captcha',
    ...strings,
    advice: 'zoom_bots',
    signs: [
      { id: 'Z53.text', class: 'T', say: 'You be limit by zoom, need to check recaptcha*', must: true, where: 'sdk' },
      inModal('Z53.modal'),
      { id: 'Z53.failed', class: 'N', kind: 'zoom.failed', where: 'sdk' },
    ],
  },
  {
    id: 'Z54',
    name: 'sdk_registration',
    phase: 'registration_required',
    seen_on: '2026-11-20',
    source: 'pf 2.11',
    confidence: 'P',
    advice: 'send_registrant_link',
    over: ['Z32'],
    signs: [
      { id: 'Z54.code', class: 'N', kind: 'zoom.failed', with: { code: [3099] }, must: true, where: 'sdk' },
      { id: 'Z54.text', class: 'T', say: '*requires registration*', where: 'sdk' },
      besideCode('Z54.modal'),
    ],
  },
  {
    id: 'Z55',
    name: 'sdk_login',
    phase: 'login_required',
    seen_on: '2026-11-20',
    source: 'pf 2.11',
    confidence: 'P',
    advice: 'zoom_sign_in',
    over: ['Z12'],
    signs: [
      { id: 'Z55.code', class: 'N', kind: 'zoom.failed', with: { code: [3100] }, must: true, where: 'sdk' },
      { id: 'Z55.text', class: 'T', say: '*sign in*', where: 'sdk' },
      besideCode('Z55.modal'),
    ],
  },
];
