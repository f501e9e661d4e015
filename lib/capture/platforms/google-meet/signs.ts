/** The states of Google Meet's pages and the signs of each. Nothing here was tried on the real service. */
import type { SignTable } from '../judging/sign-table.ts';
import { astray } from './signs/astray.ts';
import { beside } from './signs/beside.ts';
import { ends } from './signs/ends.ts';
import { inside } from './signs/inside.ts';
import { lobby } from './signs/lobby.ts';
import {
  button,
  captionsMark,
  controls,
  countsDownHome,
  join,
  joinElsewhere,
  nameBox,
  other,
  otherWays,
  outsideHeading,
  ownMark,
  ownTile,
} from './signs/parts.ts';
import { preJoin } from './signs/pre-join.ts';
import { walls } from './signs/walls.ts';

export const signs: SignTable = {
  platform: 'google_meet',
  hosts: ['meet.google.com'],
  people: [
    '[data-participant-id]',
    '[data-requested-participant-id]',
    '[data-self-name]',
    '[data-message-id]',
    '[aria-label="Participants"]',
    '[aria-label="Captions"]',
    captionsMark,
    '[aria-label="Chat with everyone"]',
    '[aria-label="In-call messages"]',
    '[aria-label="Side panel"]',
    '.notranslate',
  ],
  // In front of the meeting, where nobody has been seen yet.
  naming: ['* is in this call', '* are in this call'],
  dialogs: [],
  shell: {
    form: [{ selector: nameBox }],
    toolbar: [{ selector: controls }],
    call: [{ selector: button, labels: [...join, ...joinElsewhere] }],
    ways: [{ selector: button, labels: [otherWays] }],
    again: [{ selector: button, labels: ['Ask to join again'] }],
    scene: [{ selector: ownMark }, { selector: ownTile }, { selector: other }],
    others: [{ selector: other, counts_hidden: true }],
    outside: [{ selector: countsDownHome }, { selector: outsideHeading.selector }],
    praise: [
      { selector: 'h1, h2, h3, [role="heading"]', labels: ['Your meeting is safe'] },
      { selector: 'img[alt="Your meeting is safe"]' },
      // Where it is no heading, beside its picture.
      { selector: ':is(img, i, svg) + :not(:has(:not(span)))', labels: ['Your meeting is safe'] },
    ],
  },
  // A page that is black after the knock stays so (M24, vexa#432).
  starts_within_s: 10,
  states: [...preJoin, ...lobby, ...walls, ...astray, ...inside, ...ends, ...beside],
};
