/** Zoom's web client, joined as a guest would join it. */
import { platformRows } from '../../../domain/meeting/platforms.ts';
import { type Controls, comes } from '../controls.ts';
import type { MeetingPlatform } from '../platform.ts';
import { barWithinMs, reveal } from '../reveal.ts';
import { askToRecord } from './ask-to-record.ts';
import { captionIn } from './caption-in.ts';
import { prepare, pressJoin } from './entrance.ts';
import { wantPictures } from './incoming-video.ts';
import { turn } from './own-media.ts';
import { program } from './program.ts';
import { selectors } from './selectors.ts';
import { sendChat } from './send-chat.ts';
import { clientAddress } from './shared/address.ts';
import { showCaptions } from './show-captions.ts';
import { signs } from './signs.ts';
import { showIn } from './views.ts';

const wayOutWithinMs = 3_000;
const mostWaysOut = 2;
const invitedWithinMs = 5_000;

/** Answers whether there was one. In a meeting its bar may be out of the page, and comes back. */
const pressWayOut = async (controls: Controls): Promise<boolean> => {
  if (await program.ask(controls, 'leave')) return true;
  if (!(await controls.has(selectors.stage))) return false;
  await reveal(controls);
  return comes(program.until(controls, '"Leave" in the bar', barWithinMs, 'leave'));
};

export const zoom: MeetingPlatform = {
  capabilities: platformRows.zoom.capabilities,
  proven_on:
    'a facsimile that another hand made, in every run of the tests, and the maker’s own package of strings, in every run of CI; never the real one',
  signs,
  address: clientAddress,
  // The words of its pages are known in English. The client and its servers go by this before anything else, such as what the
  // browser asks for.
  cookies: [{ name: '_zm_lang', value: 'en-US', domain: 'zoom.us' }],
  handsOver(meeting_url) {
    const { searchParams } = new URL(meeting_url);
    return { sent_passcode: searchParams.has('pwd'), sent_token: searchParams.has('tk') };
  },
  pageProgram: 'zoom-page',
  clientFrame: selectors.client,
  prepare,
  pressJoin,
  settle: showCaptions,
  captionIn,
  showIn,
  async pressLeave(controls) {
    // What it has opened may be closed again by something else.
    for (let tries = 1; tries <= mostWaysOut && (await pressWayOut(controls)); tries += 1) {
      const isOut = comes(program.until(controls, 'the way out', wayOutWithinMs, 'confirmLeave'));
      // What fails otherwise means that the page has gone.
      if (await isOut.catch(() => true)) return;
    }
  },
  askToRecord,
  sendChat,
  enterBreakoutRoom: (controls) =>
    program.until(controls, 'an invitation to a breakout room', invitedWithinMs, 'enterRoom'),
  wantPictures,
  turn,
};
