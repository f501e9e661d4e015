/** What ends an attempt to come in: the host, the meeting, or the account that hosts it. */
import type { StateRow } from '../../judging/signs.ts';
import { inModal, strings } from './parts.ts';

export const refusals: readonly StateRow[] = [
  {
    id: 'Z25',
    name: 'refused_in_lobby',
    phase: 'denied',
    ...strings,
    // Whoever is removed from the meeting is told so in the same words.
    gate: { admitted: false, glimpsed: false, waited: true },
    advice: 'admit',
    signs: [
      { id: 'Z25.text.1', class: 'T', say: 'You have been removed' },
      { id: 'Z25.text.2', class: 'T', say: 'You have been removed from this meeting by the host' },
      inModal('Z25.modal'),
      { id: 'Z25.code', class: 'N', kind: 'zoom.ended', with: { code: [7] }, where: 'sdk' },
    ],
  },
  {
    id: 'Z26',
    name: 'locked',
    phase: 'locked',
    ...strings,
    advice: 'unlock',
    signs: [
      { id: 'Z26.text.1', class: 'T', say: 'Host has locked this meeting' },
      { id: 'Z26.text.2', class: 'T', say: 'You cannot join this meeting now because the host locked it' },
      { id: 'Z26.text.3', class: 'T', say: 'Host has locked this webinar' },
      inModal('Z26.modal'),
    ],
  },
  {
    id: 'Z27',
    name: 'capacity',
    phase: 'full',
    ...strings,
    advice: 'make_room',
    signs: [
      { id: 'Z27.text', class: 'T', say: "The meeting is at the host's allowed capacity*", must: true },
      inModal('Z27.modal'),
    ],
  },
  {
    id: 'Z28',
    name: 'attendees_max',
    phase: 'full',
    ...strings,
    advice: 'make_room',
    signs: [
      { id: 'Z28.text.1', class: 'T', say: 'This meeting has reached the maximum number of attendees allowed*' },
      { id: 'Z28.text.2', class: 'T', say: 'This webinar has reached the maximum number of attendees allowed*' },
      { id: 'Z28.text.3', class: 'T', say: 'This meeting has reached the maximum number of allowed attendees*' },
      { id: 'Z28.text.4', class: 'T', say: 'This meeting has reached the maximum number of participants allowed*' },
      { id: 'Z28.text.5', class: 'T', say: 'This webinar has reached the maximum number of participants*' },
      {
        id: 'Z28.text.6',
        class: 'T',
        say: 'You cannot join this meeting because it has reached the maximum number of participant allowed*',
      },
      inModal('Z28.modal'),
    ],
  },
  {
    id: 'Z29',
    name: 'removed_before',
    phase: 'denied',
    precisely: 'removed_before',
    ...strings,
    gate: { admitted: false },
    over: ['Z25'],
    advice: 'admit',
    signs: [
      {
        id: 'Z29.text',
        class: 'T',
        say: 'You are unable to rejoin this meeting because you were previously removed by the host',
        must: true,
      },
      inModal('Z29.modal'),
    ],
  },
  {
    id: 'Z30',
    name: 'web_client_off',
    phase: 'blocked',
    precisely: 'web_client_off',
    ...strings,
    advice: 'zoom_web_client',
    signs: [
      {
        id: 'Z30.text.1',
        class: 'T',
        say: 'The Zoom Meetings Web Client is blocked by your organizational policy*',
      },
      { id: 'Z30.text.2', class: 'T', say: "You can't join meetings from browser" },
      { id: 'Z30.text.3', class: 'T', say: 'Unable join from browser, please join using*' },
      inModal('Z30.modal'),
    ],
  },
  {
    id: 'Z56',
    name: 'encrypted',
    phase: 'blocked',
    precisely: 'encrypted',
    ...strings,
    advice: 'encrypted',
    signs: [
      { id: 'Z56.text', class: 'T', say: 'End-to-end encrypted meetings are not supported*', must: true },
      inModal('Z56.modal'),
    ],
  },
  {
    id: 'Z31',
    name: 'timeout_or_policy',
    phase: 'connecting',
    again_s: 10,
    again_times: 2,
    ...strings,
    gate: { admitted: false },
    advice: 'zoom_web_client',
    signs: [
      { id: 'Z31.text.1', class: 'T', say: 'Joining Meeting Timeout or Browser restriction' },
      {
        id: 'Z31.text.2',
        class: 'T',
        say: 'Your network connection has timed out or your organization has disabled access*',
      },
    ],
  },
  {
    id: 'Z32',
    name: 'registration',
    phase: 'registration_required',
    ...strings,
    advice: 'send_registrant_link',
    signs: [
      { id: 'Z32.text.1', class: 'T', say: 'This meeting requires registration' },
      { id: 'Z32.text.2', class: 'T', say: 'Registered meetings are not supported at the moment*' },
      inModal('Z32.modal'),
    ],
  },
  {
    id: 'Z33',
    name: 'registration_pending',
    phase: 'registration_required',
    precisely: 'pending',
    ...strings,
    source: 'zs, vexa#326',
    over: ['Z32'],
    advice: 'send_registrant_link',
    signs: [
      { id: 'Z33.text', class: 'T', say: 'Your registration is pending approval*', must: true },
      inModal('Z33.modal'),
    ],
  },
  {
    id: 'Z34',
    name: 'elsewhere',
    phase: 'cannot_connect',
    precisely: 'elsewhere',
    ...strings,
    signs: [
      { id: 'Z34.text', class: 'T', say: 'You are already in another meeting*', must: true },
      inModal('Z34.modal'),
    ],
  },
];
