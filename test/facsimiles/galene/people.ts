/** People in a group: tabs of one browser with the page, a drawn camera and recorded speech. */
import type { Browser, Page } from 'puppeteer-core';
import { bundle } from '../../../lib/demo-room/assets.ts';
import type { Shown } from '../../contracts/meeting-world.ts';
import { longestMs } from '../../lab/until.ts';
import type { Actor, ActorSettings, Spoken } from '../../servers/actor.ts';

export interface GalenePersonOptions {
  readonly url: string;
  readonly name: string;
  readonly password?: string;
  /** Of the wall behind them. */
  readonly colour?: string;
  /** Of the voice of those who speak without words. */
  readonly hertz?: number;
  readonly camera?: boolean;
  readonly microphone?: boolean;
  /** Whether they ask for what others send: to decode it costs most of what somebody costs who is played. */
  readonly receives?: boolean;
  /** Whether they send their camera anew as the third comes, for its two sizes. */
  readonly simulcast?: boolean;
}

/** What a page is given for whoever is played in it. */
interface PlayedPage {
  readonly actor: Actor;
}

export interface GalenePerson {
  readonly page: Page;
  readonly name: string;
  readonly id: string;
  /** A clip of the demo room. */
  say(clip: string): Promise<Spoken>;
  /** As the actor's. */
  speak(for_ms: number): Promise<Spoken>;
  spokenOut(): Promise<void>;
  turn(device: 'camera' | 'microphone' | 'screen', on: boolean): Promise<void>;
  /** Types a line, as it stands, into the chat. */
  type(line: string): Promise<void>;
  /** Everything that others wrote. */
  read(): Promise<string[]>;
  /** What they see that somebody uses; undefined of somebody who is not there. */
  look(id: string): Promise<Shown | undefined>;
  leave(): Promise<void>;
}

let actorCode: Promise<string> | undefined;

/** Comes in by the page's own fields and buttons; the tab is hidden, and what is not drawn costs nothing. */
export const enterGalene = async (browser: Browser, options: GalenePersonOptions): Promise<GalenePerson> => {
  const { url, name, password = '', colour = '#4f6fb5', hertz, camera = false, microphone = false } = options;
  const { receives = true, simulcast = false } = options;
  actorCode ??= bundle(new URL('../../servers/actor.ts', import.meta.url), 'iife');
  const page = await browser.newPage();
  page.setDefaultTimeout(longestMs);
  // Of a small picture, browsers send one size only.
  const quality = simulcast ? 'plain' : 'small';
  const settings: ActorSettings = { name, camera: { style: 'portrait', colour, quality }, hertz };
  const script = `window.actorSettings = ${JSON.stringify(settings)};\n${await actorCode}`;
  await page.setBypassCSP(true);
  await page.evaluateOnNewDocument(script);
  await page.evaluateOnNewDocument(
    (settings) => {
      // No page is there yet in a new tab, and none may store anything in it.
      if (location.protocol !== 'about:') sessionStorage.setItem('settings', settings);
    },
    JSON.stringify({
      simulcast: simulcast ? 'auto' : 'off',
      request: receives ? 'everything' : '',
      video: '',
      audio: '',
    }),
  );
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForFunction(() => document.querySelector('#login-container:not(.invisible)') !== null);
  await page.evaluate(
    (name, password) => {
      for (const [id, value] of [
        ['username', name],
        ['password', password],
      ]) {
        const field = document.querySelector<HTMLInputElement>(`#${id}`);
        if (field) field.value = value ?? '';
      }
      document.querySelector<HTMLFormElement>('#loginform')?.requestSubmit();
    },
    name,
    password,
  );
  // The first row is one's own.
  await page.waitForFunction(() => document.querySelector('#users > .user-p') !== null);
  const id = await page.$eval('#users > .user-p', (row) => row.id.slice('user-'.length));

  const turned = { camera: false, microphone: false, screen: false };
  const turn: GalenePerson['turn'] = async (device, on) => {
    if (turned[device] === on) return;
    turned[device] = on;
    await page.evaluate(
      ({ camera, microphone, screen }, device) => {
        const press = (selector: string): void => document.querySelector<HTMLElement>(selector)?.click();
        if (device === 'screen') {
          press(screen ? '#sharebutton' : '#peers .peer:has(video:not(.mirror)) .video-stop');
          return;
        }
        if (!camera && !microphone) press('#unpresentbutton:not(.invisible)');
        for (const [id, on] of [
          ['videoselect', camera],
          ['audioselect', microphone],
        ] as const) {
          const select = document.querySelector<HTMLSelectElement>(`#${id}`);
          if (!select) continue;
          const isListed = [...select.options].some(({ value }) => value === 'played');
          if (!isListed) select.append(new Option('played', 'played'));
          const value = on ? 'played' : '';
          if (select.value === value) continue;
          select.value = value;
          select.dispatchEvent(new Event('change'));
        }
        if (camera || microphone) press('#presentbutton:not(.invisible)');
      },
      turned,
      device,
    );
  };
  if (camera) await turn('camera', true);
  if (microphone) await turn('microphone', true);

  return {
    page,
    name,
    id,
    say: (clip) => page.evaluate((clip) => (window as unknown as PlayedPage).actor.say(clip), clip),
    speak: (for_ms) => page.evaluate((for_ms) => (window as unknown as PlayedPage).actor.speak(for_ms), for_ms),
    spokenOut: () => page.evaluate(() => (window as unknown as PlayedPage).actor.spokenOut()),
    turn,
    type: (line) =>
      page.evaluate((line) => {
        const field = document.querySelector<HTMLTextAreaElement>('#input');
        if (field) field.value = line;
        document.querySelector<HTMLFormElement>('#inputform')?.requestSubmit();
      }, line),
    read: () =>
      page.$$eval('#box .message:not(.message-sender) .message-content', (rows) =>
        rows.map((row) => [...row.childNodes].map((one) => (one.nodeName === 'BR' ? '\n' : one.textContent)).join('')),
      ),
    look: (id) =>
      page.evaluate((id) => {
        const row = document.querySelector(`#user-${CSS.escape(id)}`);
        if (!row) return undefined;
        const camera = row.classList.contains('user-status-camera');
        // The list does not tell a screen from a camera.
        return { camera, microphone: row.classList.contains('user-status-microphone'), screen: camera };
      }, id),
    async leave() {
      await page.evaluate(() => document.querySelector<HTMLElement>('#disconnectbutton')?.click());
      await page.close();
    },
  };
};
