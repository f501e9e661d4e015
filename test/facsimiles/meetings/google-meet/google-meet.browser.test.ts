/** The facsimile itself, looked at with nothing of the project's in the page. */
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveKit } from '../../../../lib/capture/platforms/livekit/index.ts';
import { longestMs, until } from '../../../lab/until.ts';
import type { FacsimileMeeting } from '../meeting.ts';
import { type FacsimileWorld, openFacsimileWorld } from '../world.ts';
import { googleMeet } from './google-meet.ts';

const facsimile = googleMeet();
let world: FacsimileWorld;

beforeAll(async () => {
  // No adapter's page is opened here.
  world = await openFacsimileWorld(facsimile, liveKit);
});
afterAll(async () => world?.[Symbol.asyncDispose]());

/** Keeps the page's connections and what comes by its channels within reach. */
const watch = (): void => {
  const Native = RTCPeerConnection;
  const seen = { connections: [] as RTCPeerConnection[], messages: [] as number[] };
  Object.assign(globalThis, {
    seen,
    RTCPeerConnection: class extends Native {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        seen.connections.push(this);
        this.addEventListener('datachannel', ({ channel }) => {
          channel.binaryType = 'arraybuffer';
          channel.addEventListener('message', ({ data }) => void seen.messages.push(new Uint8Array(data)[0] ?? 0));
        });
      }
    },
  });
};

const open = async (meeting: FacsimileMeeting): Promise<Page & AsyncDisposable> => {
  const page = await world.browser.newPage();
  page.setDefaultTimeout(longestMs);
  await page.evaluateOnNewDocument(watch);
  await page.goto(meeting.url);
  return Object.assign(page, { [Symbol.asyncDispose]: () => page.close() });
};

/** A browser of tests has devices of its own; where a busy machine brings them too late, the page asks whether to go on without. */
const goIn = async (page: Page, meeting: FacsimileMeeting, name = 'Notes'): Promise<void> => {
  // The page is drawn anew meanwhile, and may lose what was typed.
  const select = (wanted: string) => {
    const field = document.querySelector<HTMLInputElement>('input[aria-label="Your name"]');
    if (!field || field.value === wanted) return false;
    field.focus();
    field.select();
    return true;
  };
  const press = (selector: string) => {
    for (const button of document.querySelectorAll<HTMLElement>(selector)) button.click();
  };
  await until(
    async () => {
      if (await page.evaluate(select, name)) await page.keyboard.type(name);
      await page.evaluate(press, '[data-mdc-dialog-action="cancel"], button[jsname="Qx7uuf"]:not([disabled])');
      return facsimile.desk.guests.some((guest) => guest.meeting === meeting && guest.hasAsked);
    },
    (hasAsked) => hasAsked,
  );
};

const told = (page: Page, expression: string): Promise<unknown> => page.evaluate(expression);

describe('the facsimile of Google Meet', () => {
  it('has three lines whose packets name who speaks, as Chromium tells pages; a fourth voice is lost', async () => {
    const meeting = facsimile.meeting();
    await using page = await open(meeting);
    await goIn(page, meeting);
    const people = ['Ada', 'Ben', 'Cy', 'Dee'].map((name) => meeting.enter(name));
    const sources = `seen.connections.at(-1)?.getReceivers()
      .filter(({ track }) => track.id.startsWith('line-'))
      .map((line) => line.getContributingSources().map(({ source, audioLevel }) => [source, audioLevel > 0]))`;
    await until(
      () => told(page, 'seen.connections.at(-1)?.connectionState'),
      (state) => state === 'connected',
    );
    for (const { id } of people) void meeting.talk.sayFor(id, 'elena-01', 60_000);
    const named = (await until(
      () => told(page, sources) as Promise<[number, boolean][][]>,
      (lines) => lines?.length === 3 && lines.every((line) => line.length > 0),
    )) as [number, boolean][][];
    const speaking = people.map(({ number }) => 1_000 + number);
    const heard = new Set(named.flat().map(([source]) => source));
    expect([heard.size, [...heard].every((source) => speaking.includes(source))]).toEqual([3, true]);
    expect(named.flat().every(([, isLoud]) => isLoud)).toBe(true);
    // Messages are compressed by gzip, which begins so.
    expect(new Set((await told(page, 'seen.messages')) as number[])).toEqual(new Set([0x1f]));
  });

  it('lets nobody in before somebody says so, and behaves badly where it is told to', async () => {
    const meeting = facsimile.meeting({
      dialogs: ['hint'],
      dialogsAfter: ['recorded'],
      comesBack: true,
      lateButton: true,
      redraws_ms: 300,
      classes: 'random',
      decoys: true,
      typography: ['curly'],
      toolbar: 'out_of_dom',
      toolbarAfter_ms: 200,
      strict: true,
    });
    meeting.door = 'lobby';
    await using page = await open(meeting);
    const isThere = async (selector: string): Promise<boolean> => (await page.$(selector)) !== null;
    // Its dialogs lie over the form one after the other; elements are new ones all the time.
    await until(
      async () => {
        await page.$$eval('[role="dialog"] button', (buttons) => buttons.at(-1)?.click());
        return isThere('[role="dialog"]');
      },
      (isOpen) => !isOpen,
      200,
    );
    expect(await isThere('button[jsname="Qx7uuf"][disabled]')).toBe(true);
    const field = 'input[aria-label="Your name"]';
    // What is typed may go elsewhere where elements are new ones all the time.
    await until(
      async () => {
        await page.$eval(field, (input) => (input as HTMLInputElement).select());
        await page.type(field, 'Notes');
        return page.$eval(field, (input) => (input as HTMLInputElement).value);
      },
      (value) => value === 'Notes',
    );
    await until(
      async () => {
        await page.$$eval('[data-mdc-dialog-action="ok"], button[jsname="Qx7uuf"]', (buttons) =>
          (buttons.at(-1) as HTMLElement | undefined)?.click(),
        );
        return page.$eval('main', (main) => main.textContent);
      },
      (text) => text.includes('You\u2019ll join the call when someone lets you in'),
      200,
    );
    expect(meeting.members).toEqual([]);
    const guest = await facsimile.desk.asked(meeting);
    expect(guest.name).toBe('Notes');
    await guest.admit();
    await page.waitForSelector('[data-self-name="Notes"]');
    await until(
      () => isThere('[aria-label="Leave call"]'),
      (isShown) => !isShown,
    );
    await guest.remove();
    await until(
      () => page.$eval('main', (main) => main.textContent),
      (text) => text.includes('You\u2019ve been removed from the meeting'),
    );
    expect(meeting.members).toEqual([]);
  });
});
