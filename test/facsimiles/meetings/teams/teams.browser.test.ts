/** The facsimile itself, looked at with nothing of the project's in the page. */
import { inflateRawSync } from 'node:zlib';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveKit } from '../../../../lib/capture/platforms/livekit/index.ts';
import { longestMs, until } from '../../../lab/until.ts';
import type { FacsimileMeeting } from '../meeting.ts';
import { type FacsimileWorld, openFacsimileWorld } from '../world.ts';
import { teams } from './teams.ts';
import { personId } from './wire.ts';

const facsimile = teams();
let world: FacsimileWorld;

beforeAll(async () => {
  // No adapter's page is opened here.
  world = await openFacsimileWorld(facsimile, liveKit);
});
afterAll(async () => world?.[Symbol.asyncDispose]());

interface Seen {
  readonly connections: RTCPeerConnection[];
  readonly frames: string[];
  readonly messages: string[];
  readonly answers: string[];
}

/** Keeps the page's connections, and what comes by its channel, its socket and its requests, within reach. */
const watch = (): void => {
  const seen: Seen = { connections: [], frames: [], messages: [], answers: [] };
  const [Connection, Socket, ask] = [RTCPeerConnection, WebSocket, fetch];
  const { createDataChannel } = Connection.prototype;
  Connection.prototype.createDataChannel = function (...input) {
    const channel = createDataChannel.apply(this, input);
    channel.binaryType = 'arraybuffer';
    channel.addEventListener('message', ({ data }) => seen.messages.push(new TextDecoder().decode(data)));
    return channel;
  };
  Object.assign(globalThis, {
    seen,
    RTCPeerConnection: class extends Connection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        seen.connections.push(this);
      }
    },
    WebSocket: class extends Socket {
      constructor(url: string) {
        super(url);
        if (url.includes('trouter')) this.addEventListener('message', ({ data }) => seen.frames.push(String(data)));
      }
    },
    fetch: async (...input: Parameters<typeof fetch>) => {
      const response = await ask(...input);
      seen.answers.push(await response.clone().text());
      return response;
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
const seenIn = (page: Page, name: 'frames' | 'messages' | 'answers'): Promise<string[]> =>
  page.evaluate(`seen.${name}`) as Promise<string[]>;

const dialogButton = '.fui-DialogActions button:first-child';
const press = (page: Page, selector: string): Promise<void> =>
  page.$$eval(selector, (buttons) => (buttons.at(-1) as HTMLElement | undefined)?.click());
/** Types a name, and presses until the page has taken it; whatever dialog lies over the page is closed. */
const goIn = async (page: Page, isThere: string): Promise<void> => {
  await page.waitForSelector(`${dialogButton}, [data-tid="prejoin-join-button"]`);
  await until(
    async () => {
      await press(page, dialogButton);
      return page.$(dialogButton);
    },
    (dialog) => dialog === null,
    200,
  );
  // The field is a new one now and then, also while somebody types.
  const field = '[data-tid="prejoin-display-name-input"]';
  await until(
    async () => {
      const held = await page.$eval(field, (input) => (input as HTMLInputElement).value);
      if (held !== 'Notes') await page.type(field, 'Notes'.slice(held.length));
      return held;
    },
    (held) => held === 'Notes',
    100,
  );
  await until(
    async () => {
      await press(page, `${dialogButton}, [data-tid="prejoin-join-button"]`);
      return page.$(isThere);
    },
    (found) => found !== null,
    300,
  );
};

interface Participant {
  readonly state: string;
  readonly details: { readonly displayName: string };
  readonly endpoints: Readonly<
    Record<string, { readonly call: { readonly mediaStreams: { readonly sourceId: number }[] } }>
  >;
}
type Roster = Readonly<Record<string, Participant>>;

interface Frame {
  readonly url: string;
  readonly body: string;
}
const framesIn = (texts: readonly string[], what: string): string[] =>
  texts
    .filter((text) => text.startsWith('3:::'))
    .map((text) => JSON.parse(text.slice(4)) as Frame)
    .flatMap(({ url, body }) => (url.endsWith(`/${what}/`) ? body : []));
const unpacked = (body: string): unknown => JSON.parse(inflateRawSync(Buffer.from(body, 'base64')).toString());

describe('the facsimile of Teams', () => {
  it('has one mix, and a track that repeats it, whose packets name who speaks as the roster does', async () => {
    const meeting = facsimile.meeting();
    const ada = meeting.enter('Ada', { isHost: true, camera: true });
    await using page = await open(meeting);
    await goIn(page, '#hangup-button');
    const [answer = ''] = await until(
      () => seenIn(page, 'answers'),
      ({ length }) => length > 0,
    );
    const first = (JSON.parse(answer) as { readonly roster: { readonly participants: Roster } }).roster.participants;
    expect(Object.values(first).map(({ details }) => details.displayName)).toEqual(['Ada', 'Notes']);
    const [audio] = Object.values(first[ada.id]?.endpoints ?? {}).flatMap(({ call }) => call.mediaStreams);
    void meeting.talk.sayFor(ada.id, 'elena-01', 60_000);
    const sources = `seen.connections.at(-1)?.getReceivers().filter(({ track }) => track.kind === 'audio')
      .map((one) => [one.track.id, one.getContributingSources().map(({ source }) => source)])`;
    const lines = await until(
      () => page.evaluate(sources) as Promise<[string, number[]][]>,
      (lines) => lines.length >= 2 && lines.slice(0, 2).every(([, named]) => named.length > 0),
    );
    expect(lines.slice(0, 2)).toEqual([
      ['mainAudio-1', [audio?.sourceId]],
      ['audio-2', [audio?.sourceId]],
    ]);
    const history = await until(
      () => seenIn(page, 'messages'),
      (messages) => messages.some((message) => message.includes('"dsh"')),
    );
    expect(history.some((message) => message.includes(`{"history":[${audio?.sourceId}],"type":"dsh"}`))).toBe(true);
    // The page has asked for the picture of whoever has a camera on.
    const decoded = `(async () => [...(await seen.connections.at(-1).getStats()).values()].filter(({ framesDecoded }) => framesDecoded > 2).length)()`;
    await until(
      () => page.evaluate(decoded) as Promise<number>,
      (count) => count === 1,
    );
    const ben = meeting.enter('Ben');
    meeting.addDevice(ben.id);
    meeting.leave(ada.id);
    const updates = async (): Promise<Roster> => {
      const rosters = framesIn(await seenIn(page, 'frames'), 'rosterUpdate').map(
        (body) => (unpacked(body) as { readonly participants: Roster }).participants,
      );
      return Object.assign({}, ...rosters) as Roster;
    };
    const now = await until(updates, (roster) => roster[ada.id]?.state === 'inactive');
    expect(Object.keys(now[personId(ben.number)]?.endpoints ?? {})).toHaveLength(2);
  });

  it('writes down what is said once captions are on', async () => {
    const meeting = facsimile.meeting();
    const ada = meeting.enter('Ada');
    await using page = await open(meeting);
    await goIn(page, '#hangup-button');
    for (const button of ['#callingButtons-showMoreBtn', '#LanguageSpeechMenuControl-id', '#closed-captions-button']) {
      await page.waitForSelector(button);
      await press(page, button);
    }
    await page.waitForSelector('[data-tid="closed-caption-renderer-wrapper"]');
    const at_ms = Date.now();
    meeting.caption(ada.id, 'Good', 'Good morning.');
    const messages = await until(
      () => seenIn(page, 'messages'),
      (messages) => messages.some((message) => message.includes('Good morning.')),
    );
    const [last = ''] = messages.filter((message) => message.includes('Good morning.'));
    const { recognitionResults } = JSON.parse(last.slice(last.indexOf('{'))) as {
      readonly recognitionResults: readonly { readonly userId: string; readonly timestampAudioSent: number }[];
    };
    const [said] = recognitionResults;
    expect(said?.userId).toBe(ada.id);
    const said_ms = (said?.timestampAudioSent ?? 0) / 10_000 - 2_208_988_800_000;
    // Ticks of so many digits are told to the millisecond.
    expect(said_ms).toBeGreaterThanOrEqual(at_ms - 1);
    expect(said_ms).toBeLessThanOrEqual(Date.now() + 1);
    expect(await page.$eval('[data-tid="closed-caption-text"]', (text) => text.textContent)).toBe('Good morning.');
  });

  it('lets nobody in before somebody says so, behaves badly where it is told to, and tells its page why it ends', async () => {
    const meeting = facsimile.meeting({
      dialogs: ['gate'],
      dialogsAfter: ['no_devices_after'],
      comesBack: true,
      lateButton: true,
      redraws_ms: 300,
      decoys: true,
      typography: ['curly'],
      strict: true,
    });
    meeting.door = 'lobby';
    await using page = await open(meeting);
    await goIn(page, '[data-tid="lobby-screen"]');
    expect(meeting.members).toEqual([]);
    const guest = await facsimile.desk.asked(meeting);
    expect([guest.name, guest.presses >= 3]).toEqual(['Notes', true]);
    await guest.deny();
    await page.waitForSelector('[data-tid="calling-retry-screen"]');
    const [body = '{}'] = await until(
      async () => framesIn(await seenIn(page, 'frames'), 'conversationEnd'),
      ({ length }) => length > 0,
    );
    expect(JSON.parse(body)).toMatchObject({ conversationEnd: { subCode: 5854 } });
  });
});
