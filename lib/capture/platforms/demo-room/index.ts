/** The built-in room, joined as a person would join it. */
import { platformRows } from '../../../domain/meeting/platforms.ts';
import type { MeetingPlatform } from '../platform.ts';
import { captionIn } from './caption-in.ts';
import { selectors } from './selectors.ts';
import { sendChat } from './send-chat.ts';
import { signs } from './signs.ts';

export const demoRoom: MeetingPlatform = {
  capabilities: platformRows.demo_room.capabilities,
  proven_on: 'itself, in every run of the tests',
  signs,
  pageProgram: 'demo-room-page',
  prepare: (controls, { name }) => controls.type(selectors.name, name),
  pressJoin: (controls) => controls.press(selectors.join),
  async settle(controls) {
    await controls.shows(selectors.captionsToggle);
    await controls.turn(selectors.captionsToggle, true);
  },
  captionIn,
  async pressLeave({ frame }) {
    for (const button of await frame.$$(`${selectors.leave}, ${selectors.leaveWaitingRoom}`)) {
      if (await button.isVisible()) return button.click();
    }
  },
  askToRecord: (controls) => controls.press(selectors.requestRecording),
  sendChat,
  enterBreakoutRoom: (controls) => controls.press(selectors.acceptBreakout),
  wantPictures: (controls, wanted) => controls.turn(selectors.incomingVideo, wanted),
  turn: (controls, device, on) => controls.turn(selectors.devices[device], on),
};
