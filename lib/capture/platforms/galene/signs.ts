/**
 * The states of Galène's page and the signs of each. What failed is told by its documented protocol, and by toasts that live
 * four seconds: an adapter holds what came by either until the page is loaded anew.
 */
import type { SignTable } from '../judging/sign-table.ts';
import { inside } from './signs/inside.ts';
import { connect, login } from './signs/parts.ts';
import { preJoin } from './signs/pre-join.ts';
import { refusals } from './signs/refusals.ts';

export const signs: SignTable = {
  platform: 'galene',
  people: ['#box', '.message', '#captions', '#users', '#peers .label', '#title'],
  dialogs: ['.toastify'],
  shell: {
    form: [{ selector: `${login} #username` }],
    toolbar: [{ selector: '#unpresentbutton:not(.invisible)' }],
    call: [{ selector: `${login} ${connect}` }],
  },
  states: [...preJoin, ...refusals, ...inside],
};
