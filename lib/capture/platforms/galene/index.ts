/** Galène, joined as a person would join it. */
import type { Controls } from '../controls.ts';
import type { MeetingPlatform } from '../platform.ts';
import { type GaleneHandle, handleName } from './handle.ts';
import { turn } from './own-media.ts';
import { selectors } from './selectors.ts';
import { sendChat } from './send-chat.ts';
import { galene as signs } from './signs.ts';

const answeredWithinMs = 3_000;

/** A token may say what the bot is called; then there is no field for a name. */
const typeName = async ({ frame }: Controls, name: string): Promise<void> => {
  const field = await frame.$(selectors.name);
  if (!field || !(await field.isVisible())) return;
  await field.click({ count: 3 });
  await field.type(name, { delay: 20 });
};

/** Presses, and waits a moment for the server's answer; without one the session watches what becomes of it. */
const ask = async (controls: Controls): Promise<ReturnType<GaleneHandle['outcome']>> => {
  const { frame } = controls;
  const before = await frame.evaluate(
    (key) => (Reflect.get(document, Symbol.for(key)) as GaleneHandle).tries(),
    handleName,
  );
  await controls.press(selectors.connect);
  // Whoever is redirected stands in front of another page by now.
  await controls
    .until(
      'an answer of the server',
      (key, before) => {
        const { tries, outcome } = Reflect.get(document, Symbol.for(key)) as GaleneHandle;
        return tries() > before && outcome() !== 'none';
      },
      answeredWithinMs,
      handleName,
      before,
    )
    .catch(() => undefined);
  return frame.evaluate((key) => (Reflect.get(document, Symbol.for(key)) as GaleneHandle).outcome(), handleName);
};

export const galene: MeetingPlatform = {
  capabilities: {
    voices: 'track_per_person',
    pictures: 'track_per_person',
    captions: false,
    chat: 'private',
    recording_permission: false,
    breakout_rooms: false,
    hosts: true,
    camera_wishes: false,
  },
  signs,
  handsOver: (meeting_url) => ({ sent_token: new URL(meeting_url).searchParams.has('token') }),
  pageProgram: 'galene-page',
  async prepare(controls, name) {
    await controls.find(selectors.connect);
    const nothing = await controls.frame.$(selectors.presentNothing);
    await nothing?.evaluate((choice) => (choice as HTMLInputElement).click());
    await typeName(controls, name);
  },
  async pressJoin(controls) {
    if ((await ask(controls)) !== 'name_taken') return;
    const field = await controls.find(`${selectors.login} ${selectors.name}`);
    const name = await field.evaluate((field) => (field as HTMLInputElement).value);
    await typeName(controls, `${name} (2)`);
    if ((await ask(controls)) === 'name_taken') throw controls.missing('a name for the bot that nobody else has');
  },
  settle: async () => undefined,
  async pressLeave({ frame }) {
    // It stands in a panel that is closed.
    await (await frame.$(selectors.leave))?.evaluate((button) => (button as HTMLElement).click());
  },
  sendChat,
  async showIncomingVideo(controls, wanted) {
    const menu = await controls.frame.$(selectors.received);
    if (!menu) throw controls.missing(selectors.received);
    await menu.evaluate(
      (menu, value) => {
        const select = menu as HTMLSelectElement;
        if (select.value === value) return;
        select.value = value;
        select.dispatchEvent(new Event('change'));
      },
      wanted ? 'everything' : 'audio',
    );
  },
  turn: {
    camera: (controls, on) => turn(controls, 'camera', on),
    microphone: (controls, on) => turn(controls, 'microphone', on),
    screen: (controls, on) => turn(controls, 'screen', on),
  },
};
