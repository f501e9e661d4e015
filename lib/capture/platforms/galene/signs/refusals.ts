/** Who is not let in, and who is sent elsewhere. */
import type { StateRow } from '../../judging/sign-table.ts';
import { notFollowed } from '../../not-followed.ts';
import { nameFaults } from '../shared/name-faults.ts';
import { closedSocket, fail, gal, server, showsForm, withoutLogin } from './parts.ts';

/** Those are about a name, and come from a locked group too. */
const ofNames = { error: nameFaults } as const;

type Refusal = Pick<StateRow, 'id' | 'name' | 'phase' | 'signs'> & Partial<StateRow>;

/** Said by the wire, or by a notice, which may be left from a try before. */
const refusal = (row: Refusal): StateRow => ({ ...gal, unless_told: [{ kind: fail }], ...row });

/** A refusal in these words of the server. */
const saying = (words: string, { id, ...row }: Omit<Refusal, 'signs'>): StateRow =>
  refusal({
    id,
    ...row,
    // A page refuses nobody before it asked its server, which it does by itself where it has a token.
    gate: { admitted: false, any: ['pressed_join', 'sent_token'] },
    signs: [
      { id: `${id}.wire`, class: 'N', kind: fail, with: { value: [words] } },
      { id: `${id}.toast`, class: 'T', say: server(words), passing: true },
      showsForm(`${id}.outside`),
    ],
  });

export const refusals: readonly StateRow[] = [
  refusal({
    id: 'G06',
    name: 'not_authorised',
    phase: 'passcode_required',
    gate: { admitted: false, pressed_join: true, sent_token: false },
    advice: 'send_passcode',
    signs: [
      { id: 'G06.wire', class: 'N', kind: fail, with: { value: ['not authorised'] }, without: ofNames },
      { id: 'G06.toast', class: 'T', say: server('not authorised'), passing: true },
      // So says the page of a group that has an authorisation server of its own (protocol.js).
      { id: 'G06.toast.server', class: 'T', say: 'The authorisation server said 403*' },
      { id: 'G06.toast.server.2', class: 'T', say: 'The authorisation server said 401*', seen_on: '2026-11-30' },
      showsForm('G06.outside'),
    ],
  }),
  refusal({
    id: 'G06',
    name: 'not_authorised',
    phase: 'passcode_required',
    seen_on: '2026-11-30',
    // To somebody who gave one the same answer says something else.
    gate: { admitted: false, pressed_join: true, sent_token: false, sent_passcode: false },
    advice: 'send_passcode',
    signs: [
      { id: 'G06.wire.lacking', class: 'N', kind: 'galene.lacking' },
      { id: 'G06.toast.lacking', class: 'T', say: 'The authorisation server said 400*' },
      showsForm('G06.outside.lacking'),
    ],
  }),
  refusal({
    id: 'G06',
    name: 'not_authorised',
    phase: 'login_required',
    precisely: 'token',
    gate: { admitted: false, sent_token: true },
    advice: 'send_invitation',
    signs: [
      { id: 'G06.wire.token', class: 'N', kind: fail, with: { value: ['not authorised'] }, without: ofNames },
      { id: 'G06.toast.token', class: 'T', say: server('not authorised'), passing: true },
      showsForm('G06.outside.token'),
    ],
  }),
  saying('group does not exist', { id: 'G07', name: 'group_unknown', phase: 'not_found', advice: 'check_link' }),
  refusal({
    id: 'G08',
    name: 'locked',
    phase: 'locked',
    again_s: 30,
    advice: 'unlock',
    signs: [
      // A group may be locked and nobody refused for it.
      { id: 'G08.refused', class: 'N', kind: fail, without: ofNames, must: true, aside: true },
      { id: 'G08.wire', class: 'N', kind: fail, with: { value: ['this group is locked'] } },
      { id: 'G08.status', class: 'N', kind: 'galene.status', with: { locked: [true] } },
      { id: 'G08.toast', class: 'T', say: server('this group is locked'), passing: true },
      showsForm('G08.outside'),
    ],
  }),
  {
    id: 'G09',
    name: 'not_open',
    phase: 'not_started',
    ...gal,
    // The server looks for a lock first: one that it does not name is over.
    over: ['G08'],
    again_s: 30,
    advice: 'open_group',
    signs: [
      { id: 'G09.wire', class: 'N', part: 'either', kind: fail, with: { value: ['this group is not open yet'] } },
      { id: 'G09.toast', class: 'T', part: 'either', say: server('this group is not open yet') },
    ],
  },
  saying('this group is closed', {
    id: 'G10',
    name: 'closed',
    phase: 'not_found',
    precisely: 'closed',
    advice: 'open_group',
  }),
  {
    id: 'G11',
    name: 'no_operator',
    phase: 'not_started',
    ...gal,
    // The server looks for a lock first: one that it does not name is over.
    over: ['G08'],
    again_s: 15,
    // So says a group alone that has put everybody out (autokick).
    nobody_inside: true,
    advice: 'open_group',
    signs: [
      {
        id: 'G11.wire',
        class: 'N',
        part: 'either',
        kind: fail,
        with: { value: ['there are no operators in this group'] },
      },
      { id: 'G11.toast', class: 'T', part: 'either', say: server('there are no operators in this group') },
    ],
  },
  saying('too many users', {
    id: 'G12',
    name: 'full',
    phase: 'full',
    // The server gives up whom it does not hear of any more after 45 s, for which it looks every 10 s (clientLoop in
    // rtpconn/webclient.go).
    counts_ghosts: true,
    advice: 'make_room',
  }),
  {
    id: 'G13',
    name: 'name_taken',
    phase: 'pre_join',
    precisely: 'name_taken',
    ...gal,
    over: ['G02', 'G05'],
    signs: [{ id: 'G13.wire', class: 'N', kind: fail, with: { error: ['duplicate-username'] } }],
  },
  {
    id: 'G14',
    name: 'server_error',
    phase: 'connecting',
    // The server looks for a lock first: one that it does not name is over.
    over: ['G08'],
    again_s: 15,
    again_times: 2,
    ...gal,
    gate: { admitted: false },
    advice: 'try_later',
    signs: [
      { id: 'G14.wire', class: 'N', part: 'either', kind: fail, with: { value: ['internal server error'] } },
      { id: 'G14.socket', class: 'N', part: 'either', kind: closedSocket },
      { id: 'G14.toast', class: 'T', part: 'either', say: server('internal server error') },
    ],
  },
  {
    id: 'G15',
    name: 'redirect',
    phase: 'loading',
    ...gal,
    // A page that has tried an invitation shows its form.
    gate: { pressed_join: true },
    over: ['G02', 'G05'],
    signs: [{ id: 'G15.wire', class: 'N', kind: 'galene.redirect', without: { refused: [true] } }],
  },
  {
    id: 'G15',
    name: 'redirect',
    phase: 'blocked',
    precisely: 'not followed',
    ...gal,
    advice: 'list_host',
    signs: [
      { id: 'G15.wire.refused', class: 'N', kind: 'galene.redirect', with: { refused: [true] }, must: true },
      showsForm('G15.outside'),
    ],
  },
  {
    id: 'G15',
    name: 'redirect',
    phase: 'blocked',
    precisely: 'not followed',
    ...gal,
    advice: 'list_host',
    // A server sends whoever asks for the page of such a group elsewhere (webserver/webserver.go).
    signs: [
      { id: 'G15.kept', class: 'U', title: notFollowed.title },
      { id: 'G15.kept.text', class: 'T', say: notFollowed.words },
    ],
  },
  {
    id: 'G21',
    name: 'portal',
    phase: 'login_required',
    precisely: 'token',
    ...gal,
    gate: { pressed_join: false, admitted: false, sent_token: false },
    // A page that sends people to a portal keeps its form to itself.
    unless: ['form', 'call'],
    advice: 'send_invitation',
    signs: [
      { id: 'G21.wire', class: 'N', kind: 'galene.portal', must: true },
      { id: 'G21.login', class: 'S', selector: withoutLogin, counts_hidden: true, aside: true },
    ],
  },
];
