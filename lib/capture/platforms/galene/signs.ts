/**
 * The states of Galène's page and the signs of each. What failed is told by its documented protocol, and by toasts that live
 * four seconds: an adapter holds what came by either until the page is loaded anew.
 */
import type { SignTable } from '../judging/signs.ts';
import { notFollowed } from '../not-followed.ts';

const login = '#login-container:not(.invisible)';
const connect = '#connectbutton';
const inside = '#login-container.invisible';
const fail = 'galene.fail';
const gal = { seen: '2026-07-28', source: 'gal', confidence: 'P' } as const;
/** The form is there again. */
const outside = (id: string) => ({ id, class: 'S', part: 'outside', selector: login, aside: true }) as const;
/** Operators may say anything, and their names stand before it. */
const server = (words: string): string => `The server said: ${words}`;

export const galene: SignTable = {
  platform: 'galene',
  people: ['#box', '.message', '#users', '#peers .label', '#title'],
  dialogs: ['.toastify'],
  shell: {
    form: [{ selector: `${login} #username` }],
    toolbar: [{ selector: '#unpresentbutton:not(.invisible)' }],
    call: [{ selector: `${login} ${connect}` }],
  },
  states: [
    {
      id: 'G01',
      name: 'page_missing',
      phase: 'not_found',
      ...gal,
      advice: 'check_link',
      signs: [
        { id: 'G01.status', class: 'U', status: 404 },
        { id: 'G01.title', class: 'U', title: 'Page not Found' },
        { id: 'G01.text', class: 'T', say: 'Page not found*' },
        // So says what has no page of its own for it: Go's server, and others before it.
        { id: 'G01.text.2', class: 'T', say: '404*not found' },
      ],
    },
    {
      id: 'G02',
      name: 'login',
      phase: 'pre_join',
      ...gal,
      signs: [
        { id: 'G02.name', class: 'S', part: 'name', selector: `${login} #username` },
        { id: 'G02.connect', class: 'S', part: 'connect', selector: `${login} ${connect}` },
      ],
    },
    {
      id: 'G03',
      name: 'token_probe',
      phase: 'loading',
      ...gal,
      gate: { admitted: false, pressed_join: false },
      signs: [
        { id: 'G03.address', class: 'U', part: 'either', path: 'token=' },
        { id: 'G03.wire', class: 'N', part: 'either', kind: 'galene.leave' },
      ],
    },
    {
      id: 'G04',
      name: 'token_needs_name',
      phase: 'pre_join',
      ...gal,
      over: ['G02', 'G03'],
      signs: [{ id: 'G04.wire', class: 'N', kind: fail, with: { error: ['need-username'] } }],
    },
    {
      id: 'G05',
      name: 'token_ready',
      phase: 'pre_join',
      ...gal,
      over: ['G02', 'G03'],
      gate: { admitted: false, pressed_join: false },
      unless: ['form'],
      signs: [{ id: 'G05.connect', class: 'S', part: 'connect', selector: `${login} ${connect}` }],
    },
    {
      id: 'G06',
      name: 'not_authorised',
      phase: 'passcode_required',
      ...gal,
      gate: { admitted: false, pressed_join: true, sent_token: false },
      advice: 'send_passcode',
      signs: [
        { id: 'G06.wire', class: 'N', kind: fail, with: { value: ['not authorised'] } },
        { id: 'G06.toast', class: 'T', say: server('not authorised') },
        // So says the page of a group that has an authorisation server of its own (protocol.js).
        { id: 'G06.toast.server', class: 'T', say: 'The authorisation server said 403*' },
        outside('G06.outside'),
      ],
    },
    {
      id: 'G06',
      name: 'not_authorised',
      phase: 'login_required',
      precisely: 'token',
      ...gal,
      gate: { admitted: false, sent_token: true },
      advice: 'send_token',
      signs: [
        { id: 'G06.wire.token', class: 'N', kind: fail, with: { value: ['not authorised'] } },
        { id: 'G06.toast.token', class: 'T', say: server('not authorised') },
        outside('G06.outside.token'),
      ],
    },
    {
      id: 'G07',
      name: 'group_unknown',
      phase: 'not_found',
      ...gal,
      advice: 'check_link',
      signs: [
        { id: 'G07.wire', class: 'N', kind: fail, with: { value: ['group does not exist'] } },
        { id: 'G07.toast', class: 'T', say: server('group does not exist') },
        outside('G07.outside'),
      ],
    },
    {
      id: 'G08',
      name: 'locked',
      phase: 'locked',
      ...gal,
      again_s: 30,
      advice: 'unlock',
      signs: [
        { id: 'G08.wire', class: 'N', kind: fail, with: { value: ['this group is locked'] } },
        { id: 'G08.status', class: 'N', kind: 'galene.status', with: { locked: [true] } },
        { id: 'G08.toast', class: 'T', say: server('this group is locked') },
        outside('G08.outside'),
      ],
    },
    {
      id: 'G09',
      name: 'not_open',
      phase: 'not_started',
      ...gal,
      again_s: 30,
      advice: 'open_group',
      signs: [
        { id: 'G09.wire', class: 'N', part: 'either', kind: fail, with: { value: ['this group is not open yet'] } },
        { id: 'G09.toast', class: 'T', part: 'either', say: server('this group is not open yet') },
      ],
    },
    {
      id: 'G10',
      name: 'closed',
      phase: 'not_found',
      precisely: 'closed',
      ...gal,
      advice: 'open_group',
      signs: [
        { id: 'G10.wire', class: 'N', kind: fail, with: { value: ['this group is closed'] } },
        { id: 'G10.toast', class: 'T', say: server('this group is closed') },
        outside('G10.outside'),
      ],
    },
    {
      id: 'G11',
      name: 'no_operator',
      phase: 'not_started',
      ...gal,
      again_s: 15,
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
    {
      id: 'G12',
      name: 'full',
      phase: 'full',
      ...gal,
      advice: 'make_room',
      signs: [
        { id: 'G12.wire', class: 'N', kind: fail, with: { value: ['too many users'] } },
        { id: 'G12.toast', class: 'T', say: server('too many users') },
        outside('G12.outside'),
      ],
    },
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
      again_s: 15,
      again_times: 2,
      ...gal,
      gate: { admitted: false },
      advice: 'try_later',
      signs: [
        { id: 'G14.wire', class: 'N', part: 'either', kind: fail, with: { value: ['internal server error'] } },
        { id: 'G14.socket', class: 'N', part: 'either', kind: 'galene.socket_closed' },
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
        outside('G15.outside'),
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
      id: 'G16',
      name: 'in_meeting',
      phase: 'in_meeting',
      ...gal,
      signs: [
        { id: 'G16.wire', class: 'N', part: 'joined', kind: 'galene.join' },
        { id: 'G16.login', class: 'S', part: 'inside', selector: inside, unseen: true },
        { id: 'G16.self', class: 'S', part: 'self', selector: '#users [id^="user-"], #users .user-p', unseen: true },
      ],
    },
    {
      id: 'G17',
      name: 'muted_by',
      phase: 'in_meeting',
      overlay: true,
      ...gal,
      signs: [
        { id: 'G17.wire', class: 'N', part: 'either', kind: 'galene.warning' },
        { id: 'G17.toast', class: 'T', part: 'either', say: '*You have been muted*' },
      ],
    },
    {
      id: 'G18',
      name: 'kicked',
      phase: 'removed',
      ...gal,
      // That it was let in is told on the wire as well.
      gate: { pressed_join: true },
      signs: [
        { id: 'G18.inside', class: 'N', kind: 'galene.join', must: true, aside: true },
        // Words of a toast may be an operator's, about something else.
        { id: 'G18.wire', class: 'N', kind: 'galene.kicked', part: 'kicked', must: true },
        { id: 'G18.toast', class: 'T', say: '*you have been kicked out*' },
        outside('G18.outside'),
      ],
    },
    {
      id: 'G19',
      name: 'group_gone',
      phase: 'connecting',
      ...gal,
      gate: { admitted: true },
      signs: [{ id: 'G19.socket', class: 'N', kind: 'galene.socket_closed' }],
    },
    {
      id: 'G19',
      name: 'group_gone',
      phase: 'ended',
      precisely: 'everybody was put out',
      ...gal,
      gate: { pressed_join: true },
      over: ['G18'],
      signs: [
        { id: 'G19.inside', class: 'N', kind: 'galene.join', must: true, aside: true },
        { id: 'G19.wire', class: 'N', kind: 'galene.kicked', with: { everybody: [true] }, must: true },
        { id: 'G19.toast', class: 'T', say: server('there are no operators in this group') },
        outside('G19.outside'),
      ],
    },
    {
      id: 'G20',
      name: 'left',
      phase: 'left',
      ...gal,
      gate: { pressed_leave: true },
      signs: [
        { id: 'G20.wire', class: 'N', kind: 'galene.leave', must: true },
        { id: 'G20.pressed', class: 'H', did: { pressed_leave: true } },
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
      advice: 'send_token',
      signs: [
        { id: 'G21.wire', class: 'N', kind: 'galene.portal', must: true },
        { id: 'G21.login', class: 'S', selector: inside, unseen: true, aside: true },
      ],
    },
  ],
};
