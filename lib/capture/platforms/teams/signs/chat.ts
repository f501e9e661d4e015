/** The chat beside a meeting. */
import type { StateRow } from '../../judging/sign-table.ts';
import { pf } from './parts.ts';

export const chat: readonly StateRow[] = [
  {
    id: 'T35',
    name: 'chat_closed',
    phase: 'in_meeting',
    overlay: true,
    ...pf,
    source: 'pf 3.9',
    signs: [
      {
        id: 'T35.pane',
        class: 'S',
        selector:
          'body:not(:has([data-tid="ckeditor"])) :is([data-tid="message-pane-list-runway"], [data-tid="chat-pane-list"], #chat-pane-list)',
      },
    ],
  },
  {
    id: 'T36',
    name: 'chat_unsent',
    phase: 'in_meeting',
    overlay: true,
    seen_on: '2026-11-20',
    source: 'vexa#133',
    confidence: '+',
    signs: [{ id: 'T36.draft', class: 'S', selector: '[data-tid="ckeditor"] p:not(:empty, :has(> br:only-child))' }],
  },
];
