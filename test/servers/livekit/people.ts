/** People in a LiveKit meeting: tabs of one browser with LiveKit's own page, a drawn camera and recorded speech. */
import type { Browser, Page } from 'puppeteer-core';
import type { Shown } from '../../contracts/meeting-world.ts';
import type { Actor, Spoken } from '../actor.ts';
import { openActorPage, speakIn } from '../person.ts';

export interface LiveKitPersonOptions {
  readonly url: string;
  readonly name: string;
  /** Of the wall behind them. */
  readonly colour?: string;
  /** Of the voice of those who speak without words. */
  readonly hertz?: number;
  /** What they come in with; all may be turned on later. */
  readonly camera?: boolean;
  readonly microphone?: boolean;
}

interface RemoteMember {
  readonly isCameraEnabled: boolean;
  readonly isMicrophoneEnabled: boolean;
  readonly isScreenShareEnabled: boolean;
}

/** What a page is given for whoever is played in it. */
export interface PlayedPage {
  readonly actor: Actor;
  readonly liveKitRoom: {
    readonly engine: {
      /** Writes into the packet which of its sender's it is. */
      sendDataPacket(packet: { sequence: number; toBinary(): Uint8Array }, kind: number): Promise<void>;
    };
    readonly remoteParticipants: ReadonlyMap<string, RemoteMember>;
    readonly localParticipant: {
      readonly identity: string;
      streamText(options: object): Promise<{ write(text: string): Promise<void>; close(): Promise<void> }>;
    };
  };
}

export interface LiveKitPerson {
  readonly page: Page;
  readonly name: string;
  /** As the server knows them. */
  readonly identity: string;
  /** A clip of the demo room. */
  say(clip: string): Promise<Spoken>;
  /** At a pitch of their own, without words. */
  speak(for_ms: number): Promise<Spoken>;
  turn(device: 'camera' | 'microphone' | 'screen_share', on: boolean): Promise<void>;
  write(text: string): Promise<void>;
  /** Sends a text under the id of an earlier one, as clients do that let people change what they wrote. */
  writeAs(id: string, text: string): Promise<void>;
  /** Everything that was written, in order, with who wrote it. */
  read(): Promise<{ readonly who: string; readonly text: string }[]>;
  /** What they see that somebody uses; undefined of somebody who is not there. */
  look(identity: string): Promise<Shown | undefined>;
  leave(): Promise<void>;
}

/** Comes in by the page's own fields and buttons; the tab is hidden, and what is not drawn costs nothing. */
export const enterLiveKit = async (browser: Browser, options: LiveKitPersonOptions): Promise<LiveKitPerson> => {
  const { url, name, colour = '#4f6fb5', hertz, camera = false, microphone = false } = options;
  const page = await openActorPage(browser, url, { name, camera: { style: 'portrait', colour }, hertz });

  const press = async (selector: string): Promise<void> => {
    const button = await page.waitForSelector(`${selector}:not([disabled])`);
    await button?.evaluate((element) => (element as HTMLElement).click());
  };
  const turn = async (device: string, on: boolean, where = '.lk-control-bar'): Promise<void> => {
    const button = `${where} button[data-lk-source="${device}"]`;
    const found = await page.waitForSelector(`${button}:not([disabled])`);
    const isOn = await found?.evaluate((element) => element.getAttribute('aria-pressed') === 'true');
    if (isOn !== on) await press(button);
    await page.waitForSelector(`${button}[aria-pressed="${on}"]:not([disabled])`);
  };

  await turn('microphone', microphone, '.lk-button-group-container');
  await turn('camera', camera, '.lk-button-group-container');
  const field = await page.waitForSelector('.lk-username-container #username');
  // What React listens to is typed by keys, or set as keys would.
  await field?.evaluate((element, name) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    set?.call(element, name);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }, name);
  await press('.lk-username-container .lk-join-button');
  await page.waitForSelector('.lk-disconnect-button:not([disabled])');
  await page.waitForFunction(() => {
    const { liveKitRoom } = window as unknown as { liveKitRoom?: { state: string } };
    return liveKitRoom?.state === 'connected';
  });
  const identity = await page.evaluate(() => (window as unknown as PlayedPage).liveKitRoom.localParticipant.identity);

  return {
    page,
    name,
    identity,
    say: (clip) => page.evaluate((clip) => (window as unknown as PlayedPage).actor.say(clip), clip),
    speak: (for_ms) => speakIn(page, for_ms),
    turn: (device, on) => turn(device, on),
    async write(text) {
      await page.evaluate((text) => {
        const field = document.querySelector<HTMLInputElement>('.lk-chat-form-input');
        if (field) field.value = text;
        document.querySelector<HTMLFormElement>('form.lk-chat-form')?.requestSubmit();
      }, text);
    },
    async writeAs(id, text) {
      await page.evaluate(
        async (streamId, text) => {
          const { localParticipant } = (window as unknown as PlayedPage).liveKitRoom;
          const stream = await localParticipant.streamText({ topic: 'lk.chat', streamId });
          await stream.write(text);
          await stream.close();
        },
        id,
        text,
      );
    },
    read: () =>
      page.$$eval('.lk-chat-entry', (rows) => {
        let who = '';
        return rows.map((row) => {
          // The name stands above the first of several messages of one person.
          who = row.querySelector('.lk-participant-name')?.textContent ?? who;
          return { who, text: row.querySelector('.lk-message-body')?.textContent ?? '' };
        });
      }),
    look: (identity) =>
      page.evaluate((identity) => {
        const member = (window as unknown as PlayedPage).liveKitRoom.remoteParticipants.get(identity);
        if (!member) return undefined;
        const { isCameraEnabled: camera, isMicrophoneEnabled: microphone, isScreenShareEnabled: screen } = member;
        return { camera, microphone, screen };
      }, identity),
    async leave() {
      await press('.lk-disconnect-button');
      await page.waitForSelector('.lk-prejoin');
      await page.close();
    },
  };
};
