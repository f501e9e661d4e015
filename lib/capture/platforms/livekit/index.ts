/** LiveKit Meet, and other pages made of LiveKit's own meeting components, joined as a person would join them. */
import { platformRows } from '../../../domain/meeting/platforms.ts';
import type { StageDevice } from '../../meeting/stage.ts';
import type { Controls } from '../controls.ts';
import { mayLead } from '../may-lead.ts';
import type { MeetingPlatform } from '../platform.ts';
import type { LiveKitHandle } from './handle.ts';
import { program } from './program.ts';
import { selectors } from './selectors.ts';
import { sendChat } from './send-chat.ts';
import { signs } from './signs.ts';

const pressedWithinMs = 5_000;
const tokenWithinMs = 20_000;

const tellTurned = ({ frame }: Controls, device: StageDevice): Promise<void> =>
  frame.evaluate(
    program.inPage((handle: LiveKitHandle | undefined, device: StageDevice) => handle?.turns(device)),
    device,
  );

const turn = async (controls: Controls, device: StageDevice, on: boolean): Promise<void> => {
  await tellTurned(controls, device);
  // A page that a server has drawn hears no presses before its program has come.
  await controls.turn(selectors[device], on).catch(() => controls.turn(selectors[device], on));
};

const isPastTheDoor = (controls: Controls, timeout_ms: number): Promise<void> =>
  controls.goes(
    selectors.preJoin,
    timeout_ms,
    'the meeting in place of the form, where a page stays that gets no token',
  );

/** A press may miss a page that is still moving what it shows; the page needs a token before it goes on. */
const pressJoin = async (controls: Controls): Promise<void> => {
  await controls.press(selectors.join);
  await isPastTheDoor(controls, pressedWithinMs).catch(async () => {
    await controls.click(selectors.join);
    await isPastTheDoor(controls, tokenWithinMs);
  });
};

export const liveKit: MeetingPlatform = {
  capabilities: platformRows.livekit.capabilities,
  proven_on: 'its own server and page, in every run of CI',
  signs,
  mayLead,
  // Its token holds an identity, and of each identity a server keeps whoever came last (DisconnectReason.DUPLICATE_IDENTITY,
  // https://docs.livekit.io/reference/client-sdk-js/enums/DisconnectReason.html).
  takesOneClient: (meeting_url) => new URL(meeting_url).searchParams.has('token'),
  pageProgram: 'livekit-page',
  async prepare(controls, { name }) {
    // The page asks for both devices before it joins, and a bot may have none.
    await turn(controls, 'microphone', false);
    await turn(controls, 'camera', false);
    // Pages that know what somebody is called may hide the field.
    if (await controls.isShown(selectors.name)) await controls.type(selectors.name, name);
  },
  pressJoin,
  // The page takes the button away as soon as it is out, also while somebody reaches for it.
  async pressLeave(controls) {
    await controls.click(selectors.leave);
  },
  sendChat,
  turn,
};
