/** The page before anybody joins, and its form. */
import type { StateRow } from '../../judging/sign-table.ts';
import { connect, fail, gal, login, ofJoining, outsideWithoutLogin } from './parts.ts';

export const preJoin: readonly StateRow[] = [
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
      // In whatever language a host has it.
      { id: 'G01.page', class: 'S', selector: '.landing-page .home-link', seen_on: '2026-11-29' },
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
    id: 'G03',
    name: 'starting',
    phase: 'loading',
    ...gal,
    // The page draws all but its form at once. That comes when the server has told of the group, or has taken a token, which the
    // page has out of its address by then (start in static/galene.js).
    gate: { admitted: false, pressed_join: false },
    unless_told: ofJoining,
    signs: [{ id: 'G03.formless', class: 'S', selector: outsideWithoutLogin, counts_hidden: true }],
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
    id: 'G04',
    name: 'token_needs_name',
    phase: 'pre_join',
    ...gal,
    over: ['G02', 'G03'],
    gate: { admitted: false, sent_token: true },
    // The form asks for a name, and for no password: it has a token in its place.
    signs: [
      { id: 'G04.name', class: 'S', part: 'name', selector: `${login} #userform:not(.invisible) #username` },
      { id: 'G04.token', class: 'S', part: 'token', selector: `${login} #passwordform.invisible`, counts_hidden: true },
    ],
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
];
