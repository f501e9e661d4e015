/** Microsoft Teams in a browser, joined as a guest would join it. */
import { platformRows } from '../../../domain/meeting/platforms.ts';
import type { Controls } from '../controls.ts';
import type { MeetingPlatform } from '../platform.ts';
import { captionIn } from './caption-in.ts';
import { closeNotices } from './close-notices.ts';
import { prepare, pressJoin } from './entrance.ts';
import { wantPictures } from './incoming-video.ts';
import { turn } from './own-media.ts';
import { showBar } from './presses.ts';
import { selectors } from './selectors.ts';
import { sendChat } from './send-chat.ts';
import { showCaptions } from './show-captions.ts';
import { signs } from './signs.ts';

const takenBackWithinMs = 1_500;

const { form, bar } = selectors;

/** Whoever goes without having said so is asked for in the lobby for a while (att). */
const takeBack = async (controls: Controls): Promise<void> => {
  if (!(await controls.click(form.cancel))) return;
  await controls
    .until(
      'the page that asks for nothing any more',
      (cancel, pressable) => document.querySelector(cancel) === null || document.querySelector(pressable) !== null,
      takenBackWithinMs,
      form.cancel,
      form.pressable,
    )
    .catch(() => undefined);
};

export const teams: MeetingPlatform = {
  capabilities: platformRows.teams.capabilities,
  proven_on: 'a facsimile that another hand made from public sources, in every run of the tests; never the real one',
  signs,
  // By which a bot says who runs it, in a link that its operator made (Bot Identification).
  handsOver: (meeting_url) => ({ sent_token: new URLSearchParams(new URL(meeting_url).hash.slice(1)).has('token') }),
  pageProgram: 'teams-page',
  clientFrame: selectors.client,
  prepare,
  pressJoin,
  settle: showCaptions,
  captionIn,
  closeNotices,
  async pressLeave(controls) {
    await showBar(controls);
    if (!(await controls.click(bar.leave))) await takeBack(controls);
  },
  sendChat,
  wantPictures,
  turn,
};
