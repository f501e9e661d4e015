/** A platform with one state of each kind, and a look at its page as it was collected. */
import type { PageFacts } from '../../../../lib/capture/platforms/judging/facts.ts';
import type { SignTable } from '../../../../lib/capture/platforms/judging/sign-table.ts';

const seen = { seen_on: '2026-11-22', source: 'made up', confidence: '?' } as const;

export const aTable: SignTable = {
  platform: 'paper',
  people: ['.chat-rows'],
  dialogs: ['.modal'],
  shell: {
    form: [{ selector: '#name' }],
    toolbar: [{ selector: '#leave' }],
    call: [{ selector: 'button', labels: ['Join'] }],
  },
  states: [
    {
      ...seen,
      id: 'P1',
      name: 'door',
      phase: 'pre_join',
      signs: [
        { id: 'P1.name', class: 'S', part: 'name', selector: '#name' },
        { id: 'P1.join', class: 'S', part: 'join', selector: 'button', labels: ['Join'] },
      ],
    },
    {
      ...seen,
      id: 'P2',
      name: 'waiting',
      phase: 'waiting_room',
      advice: 'admit',
      signs: [{ id: 'P2.text', class: 'T', say: 'Somebody will let you in soon' }],
    },
    {
      ...seen,
      id: 'P3',
      name: 'denied',
      phase: 'denied',
      over: ['P12'],
      advice: 'admit',
      signs: [
        { id: 'P3.text', class: 'T', say: 'Your request was denied' },
        { id: 'P3.again', class: 'S', selector: 'button', labels: ['Ask again'] },
        { id: 'P3.wire', class: 'N', kind: 'paper.refused', with: { code: [7] } },
      ],
    },
    {
      ...seen,
      id: 'P4',
      name: 'in_meeting',
      phase: 'in_meeting',
      signs: [
        { id: 'P4.toolbar', class: 'S', part: 'toolbar', selector: '#leave', counts_hidden: true },
        { id: 'P4.self', class: 'S', part: 'self', selector: '#self', counts_hidden: true, unlike: ['0'] },
      ],
    },
    {
      ...seen,
      id: 'P5',
      name: 'removed',
      phase: 'removed',
      signs: [
        { id: 'P5.text', class: 'T', say: 'You were removed by *' },
        { id: 'P5.wire', class: 'N', kind: 'paper.removed' },
      ],
    },
    {
      ...seen,
      id: 'P6',
      name: 'login',
      phase: 'login_required',
      advice: 'sign_in',
      signs: [
        { id: 'P6.address', class: 'U', hosts: ['login.example.com'], must: true },
        { id: 'P6.text', class: 'T', say: 'Sign in' },
      ],
    },
    {
      ...seen,
      id: 'P7',
      name: 'expired',
      phase: 'refused_by_time',
      signs: [
        { id: 'P7.text', class: 'T', say: 'Nobody answered', must: true },
        { id: 'P7.asked', class: 'H', did: { asked_at_least_ms_ago: 60_000 } },
      ],
    },
    {
      ...seen,
      id: 'P8',
      name: 'denied_for_good',
      phase: 'denied',
      over: ['P3'],
      signs: [
        { id: 'P8.text', class: 'T', say: 'Do not ask again', must: true },
        { id: 'P8.wire', class: 'N', kind: 'paper.refused' },
      ],
    },
    {
      ...seen,
      id: 'P9',
      name: 'notice',
      phase: 'in_meeting',
      overlay: true,
      signs: [{ id: 'P9.text', class: 'T', say: 'This meeting is being recorded' }],
    },
    {
      ...seen,
      id: 'P10',
      name: 'captcha',
      phase: 'captcha',
      yields: true,
      signs: [
        { id: 'P10.frame', class: 'S', selector: 'iframe', at_least: { width: 120, height: 40 } },
        { id: 'P10.pressed', class: 'H', did: { pressed_join: true } },
      ],
    },
    { ...seen, id: 'P11', name: 'full', phase: 'unknown', signs: [] },
    {
      ...seen,
      id: 'P12',
      name: 'wall',
      phase: 'blocked',
      signs: [
        { id: 'P12.text', class: 'T', say: 'You cannot join' },
        { id: 'P12.home', class: 'S', selector: 'button', labels: ['Home'], aside: true },
      ],
    },
    {
      ...seen,
      id: 'P13',
      name: 'login_elsewhere',
      phase: 'login_required',
      signs: [
        { id: 'P13.address', class: 'U', elsewhere: true, must: true },
        { id: 'P13.field', class: 'S', selector: 'input[type="password"]' },
      ],
    },
  ],
};

export const aPage = (changes: Partial<PageFacts> = {}): PageFacts => ({
  address: 'https://paper.example.com/room/1',
  title: 'Paper',
  status: 200,
  texts: [],
  shown: [],
  wire: [],
  is_whole: true,
  ...changes,
});

export const heading = (text: string) => ({ text, place: 'prominent' }) as const;
export const aside = (text: string) => ({ text, place: 'main' }) as const;
