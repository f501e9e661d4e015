/** Galène, joined as a person would join it. */
import { platformRows } from '../../../domain/meeting/platforms.ts';
import { mayLead } from '../may-lead.ts';
import type { MeetingPlatform } from '../platform.ts';
import { addressOf, tokenIn } from './address.ts';
import { prepare, pressJoin } from './entrance.ts';
import { wantPictures } from './incoming-video.ts';
import { turn } from './own-media.ts';
import { ledTo } from './redirect.ts';
import { selectors } from './selectors.ts';
import { sendChat } from './send-chat.ts';
import { signs } from './signs.ts';

export const galene: MeetingPlatform = {
  capabilities: platformRows.galene.capabilities,
  proven_on:
    'a facsimile that another hand made from the documented protocol, in every run of the tests; Galène’s own page before that facsimile’s server, by hand (2026-11-28); not yet the real server',
  signs,
  address: addressOf,
  mayLead,
  ledTo: (meeting_url, to) => ledTo(addressOf(meeting_url), to),
  handsOver: (meeting_url) => ({
    sent_token: tokenIn(meeting_url),
    sent_passcode: new URL(meeting_url).searchParams.has('password'),
  }),
  pageProgram: 'galene-page',
  prepare,
  pressJoin,
  async pressLeave(controls) {
    // It stands in a panel that is closed.
    await controls.click(selectors.leave);
  },
  sendChat,
  wantPictures,
  turn,
};
