/** Jitsi Meet, joined as a person would join it. */
import { platformRows } from '../../../domain/meeting/platforms.ts';
import type { Controls } from '../controls.ts';
import { mayLead } from '../may-lead.ts';
import type { MeetingPlatform } from '../platform.ts';
import { revealBar } from '../reveal.ts';
import { addressOf, passcodeOf } from './address.ts';
import { askForCaptions } from './ask-for-captions.ts';
import { closeNotices } from './close-notices.ts';
import { prepare, pressJoin } from './entrance.ts';
import type { JitsiHandle } from './handle.ts';
import { turn } from './own-media.ts';
import { giveLatePasscode } from './passcode.ts';
import { program } from './program.ts';
import { selectors } from './selectors.ts';
import { sendChat } from './send-chat.ts';
import { signs } from './signs.ts';

const leftWithinMs = 2_000;

const isIn = ({ frame }: Controls): Promise<boolean> =>
  frame.evaluate(program.inPage((handle: JitsiHandle | undefined) => handle?.isIn() === true));

/** In a meeting, whose bar may be out of the page. */
const showBar = async (controls: Controls): Promise<void> => {
  if (!(await controls.has(selectors.leave))) await revealBar(controls, selectors.leave, () => isIn(controls));
};

export const jitsi: MeetingPlatform = {
  capabilities: platformRows.jitsi.capabilities,
  proven_on:
    'a facsimile that another hand made from the maker’s sources, in every run of the tests; not yet the real one',
  signs,
  address: addressOf,
  mayLead,
  handsOver(meeting_url) {
    const { searchParams } = new URL(meeting_url);
    return { sent_token: searchParams.has('jwt'), sent_passcode: searchParams.has('password') };
  },
  pageProgram: 'jitsi-page',
  prepare,
  pressJoin,
  givePasscode: (controls, meeting_url) => giveLatePasscode(controls, passcodeOf(meeting_url), controls.frame.url()),
  // A meeting that is transcribed says so to everybody.
  async settle(controls, goesByCaptions = false) {
    if (goesByCaptions) await askForCaptions(controls);
  },
  closeNotices,
  makeHost: (controls, participant_id) => program.ask(controls, 'makeModerator', participant_id),
  async pressLeave(controls) {
    await showBar(controls);
    await controls.click(selectors.leave);
    // The page is gone as soon as it is out, also while somebody watches it.
    await controls
      .until(
        'the page that is out of the meeting',
        program.inPage((handle: JitsiHandle | undefined, leaveOnly: string) => {
          document.querySelector<HTMLElement>(leaveOnly)?.click();
          return !handle?.isIn();
        }),
        leftWithinMs,
        selectors.leaveOnly,
      )
      .catch(() => undefined);
  },
  sendChat,
  turn,
};
