import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeChromium } from '../../../../lib/capture/browser/chromium/chromium.ts';
import type { MeetingPage } from '../../../../lib/capture/browser/meeting-page.ts';
import type { MediaView } from '../../../../lib/capture/meeting/view.ts';
import { processes } from '../../../../lib/demo/process-tree.ts';
import { patientBrowser } from '../../../lab/hosts/patient-browser.ts';
import { longestMs, until } from '../../../lab/until.ts';
import { aSite, fixtures, openHookedPage } from '../../browser/hooked-page.ts';

let browser: Browser;
let site: Awaited<ReturnType<typeof aSite>>;
beforeAll(async () => {
  site = await aSite(await fixtures('voices', 'peers'));
  browser = await patientBrowser({ width: 640, height: 360 });
});
afterAll(async () => {
  await closeChromium(browser);
  await site[Symbol.asyncDispose]();
});

const mediaOf = async (meeting: MeetingPage): Promise<readonly MediaView[]> => (await meeting.read()).media;
/** Waits until all of these hold of the media, in their order. */
const untilMedia = (meeting: MeetingPage, ...are: ((one: MediaView) => boolean)[]) =>
  until(
    () => mediaOf(meeting),
    (media) => media.length === are.length && media.every((one, index) => are[index]?.(one)),
    100,
  );
const comes = ({ packets, came_out_ms }: MediaView): boolean => packets > 10 && came_out_ms !== null;

/** The process of a browser that plays sound. */
const audioServiceOf = async (browser: Browser): Promise<number> => {
  const all = await processes(browser.process()?.pid ?? 0);
  const found = all.find(({ command }) => command.includes('audio.mojom.AudioService'));
  if (!found) throw new Error('the browser has no process for sound');
  return found.pid;
};

describe('what comes of the tracks that a page receives', () => {
  it('is told of each by its owner: packets, pictures, sound that reaches the worker, and when', async () => {
    await using hooked = await openHookedPage(browser, site.url());
    const { meeting, page } = hooked;
    const before_ms = Date.now();
    await page.evaluate(
      "send(speech(pitches.ada), 'ada', 'voice').then(() => send(camera(), 'ada', 'camera')).then(() => 0)",
    );
    const [voice, camera] = await untilMedia(meeting, comes, (one) => comes(one) && one.frames > 5);
    expect(voice).toMatchObject({
      medium: 'sound',
      participant_id: 'ada',
      kind: 'voice',
      frames: 0,
      is_wanted: true,
    });
    expect(camera).toMatchObject({ medium: 'pictures', participant_id: 'ada', kind: 'camera', is_wanted: true });
    for (const { bytes, arrived_ms, came_out_ms } of [voice, camera].flatMap((one) => one ?? [])) {
      expect(bytes).toBeGreaterThan(0);
      for (const at_ms of [arrived_ms, came_out_ms]) {
        expect(at_ms).toBeGreaterThanOrEqual(before_ms);
        expect(at_ms).toBeLessThanOrEqual(Date.now());
      }
    }
  });

  it('shows who has a camera that sends nothing any more', async () => {
    await using hooked = await openHookedPage(browser, site.url());
    const { meeting, page } = hooked;
    await page.evaluate("send(camera(), 'ada', 'camera').then(() => 0)");
    await untilMedia(meeting, comes);
    await page.evaluate('near.getSenders()[0].replaceTrack(null).then(() => 0)');
    const [camera] = await until(
      () => mediaOf(meeting),
      ([one]) => Date.now() - (one?.came_out_ms ?? 0) > 3_000,
      100,
    );
    await page.evaluate('near.getSenders()[0].replaceTrack(camera()).then(() => 0)');
    await until(
      () => mediaOf(meeting),
      ([one]) => (one?.came_out_ms ?? 0) > (camera?.came_out_ms ?? 0),
      100,
    );
  });

  it('shows sound that arrives and is not heard: that of a browser whose part for sound is dead', async () => {
    const deaf = await patientBrowser({ width: 640, height: 360 });
    try {
      await using hooked = await openHookedPage(deaf, site.url());
      const { meeting, page } = hooked;
      await page.evaluate("send(speech(pitches.ada), 'ada', 'voice').then(() => 0)");
      await untilMedia(meeting, comes);
      process.kill(await audioServiceOf(deaf), 'SIGKILL');
      await untilMedia(meeting, ({ arrived_ms, came_out_ms }) => Number(arrived_ms) - Number(came_out_ms) > 3_000);
    } finally {
      await closeChromium(deaf);
    }
  });

  it('is of nobody any more when the connection is closed', async () => {
    await using hooked = await openHookedPage(browser, site.url());
    const { meeting, page } = hooked;
    await page.evaluate("send(speech(pitches.ada), 'ada', 'voice').then(() => 0)");
    await untilMedia(meeting, comes);
    // Which no event tells.
    await page.evaluate('far.close()');
    await untilMedia(meeting);
  });
});

describe('the owner of a track', () => {
  it('is known by the stream that it is sent in, also when the track was made ahead and is sent in another one later', async () => {
    await using hooked = await openHookedPage(browser, site.url());
    const { meeting, page } = hooked;
    await page.evaluate(`(async () => {
      near.addTransceiver('audio', { direction: 'sendonly' });
      near.addTransceiver('video', { direction: 'sendonly' });
      await negotiate();
    })()`);
    const [ahead] = await untilMedia(
      meeting,
      ({ kind }) => kind === 'unknown',
      ({ kind }) => kind === 'unknown',
    );
    const give = (participant_id: string) =>
      page.evaluate(`(async () => {
        const stream = new MediaStream();
        owners.set(stream.id, { participant_id: '${participant_id}', kind: 'voice' });
        const [sender] = near.getSenders();
        sender.setStreams(stream);
        if (!sender.track) await sender.replaceTrack(speech(pitches.ada));
        await negotiate();
        return stream.id;
      })()`);
    const described = () =>
      page.evaluate('[...received].map(({ track, mid, streams }) => ({ kind: track.kind, mid, streams }))');

    const adas = await give('ada');
    await untilMedia(
      meeting,
      (one) => one.participant_id === 'ada' && comes(one),
      ({ packets }) => packets === 0,
    );
    expect(await described()).toMatchObject([
      { kind: 'audio', mid: '0', streams: [adas] },
      { kind: 'video', mid: '1' },
    ]);
    const bens = await give('ben');
    const [again] = await untilMedia(
      meeting,
      ({ participant_id }) => participant_id === 'ben',
      () => true,
    );
    expect(await described()).toMatchObject([{ streams: [bens] }, {}]);
    // All the time it is the same track, and the page was told of it once.
    expect(again?.id).toBe(ahead?.id);
  });

  it('stays the same when a person sends something else by the same track', async () => {
    await using hooked = await openHookedPage(browser, site.url());
    const { meeting, page } = hooked;
    await page.evaluate("send(speech(pitches.ada), 'ada', 'voice').then(() => 0)");
    const [first] = await untilMedia(meeting, comes);
    await page.evaluate('near.getSenders()[0].replaceTrack(speech(pitches.ben)).then(() => 0)');
    const [second] = await untilMedia(meeting, ({ packets }) => packets > (first?.packets ?? 0) + 50);
    expect(second).toMatchObject({ id: first?.id, participant_id: 'ada', kind: 'voice' });
  });
});

/** What a page can tell of its window and of what media goes by: each property of its own, and what functions say they are. */
const tellsOf = (page: Page) =>
  page.evaluate(`(() => {
    const kinds = ['Navigator', 'Document', 'MediaDevices', 'Permissions', 'RTCPeerConnection', 'RTCRtpReceiver', 'MediaStreamTrack',
      'AudioNode', 'AudioContext', 'BaseAudioContext', 'Element', 'HTMLElement', 'HTMLMediaElement', 'WebSocket', 'Worker', 'XMLHttpRequest'];
    const prototypes = kinds.map((kind) => [kind, globalThis[kind].prototype]);
    const told = ([of, holder]) => Reflect.ownKeys(holder).map((key) => {
      const { value, get } = Object.getOwnPropertyDescriptor(holder, key);
      const made = value ?? get;
      const isWritten = typeof made === 'function' && !/\\[native code\\]/.test(Function.prototype.toString.call(made));
      const what = typeof made === 'function' ? (isWritten ? 'written' : 'native') : typeof made;
      return of + '.' + String(key).replace(/^_[0-9a-f]{16}$/, '(random)') + ': ' + what;
    });
    return [['window', window], ['navigator', navigator], ['document', document], ...prototypes].flatMap(told);
  })()`) as Promise<string[]>;

describe('what a page can tell of the hooks', () => {
  it('is what is known: the names of ours and of what they replace', async () => {
    await using hooked = await openHookedPage(browser, site.url());
    const plain = await browser.newPage();
    plain.setDefaultTimeout(longestMs);
    await plain.goto(site.url());
    const [withHooks, without] = [await tellsOf(hooked.page), await tellsOf(plain)];
    await plain.close();
    const added = withHooks.filter((one) => !without.includes(one));
    expect(added.toSorted()).toEqual([
      'AudioContext.createMediaElementSource: written',
      'AudioNode.connect: written',
      'AudioNode.disconnect: written',
      'HTMLMediaElement.play: written',
      'MediaDevices.enumerateDevices: written',
      'MediaDevices.getDisplayMedia: written',
      'MediaDevices.getUserMedia: written',
      'Navigator.getUserMedia: written',
      'Navigator.webkitGetUserMedia: written',
      'Permissions.query: written',
      'RTCPeerConnection.constructor: written',
      'RTCPeerConnection.createDataChannel: written',
      'WebSocket.close: written',
      'WebSocket.constructor: written',
      'WebSocket.send: written',
      'Worker.constructor: written',
      'XMLHttpRequest.open: written',
      'XMLHttpRequest.send: written',
      'window.(random): native',
      'window.(random): native',
      'window.(random): object',
      'window.RTCPeerConnection: written',
      'window.WebSocket: written',
      'window.Worker: written',
      'window.fetch: written',
      'window.webkitRTCPeerConnection: written',
    ]);
    // What watched connections do not replace, they inherit: their own prototypes have no more of it.
    const namesOf = (all: readonly string[]) => new Set(all.map((one) => one.replace(/: \w+$/, '')));
    const there = namesOf(withHooks);
    const gone = [...namesOf(without)].filter((one) => !there.has(one));
    expect(gone.filter((one) => !/^(RTCPeerConnection|WebSocket|Worker)\./.test(one))).toEqual([]);
    expect(gone).toContain('RTCPeerConnection.createOffer');
  });
});
