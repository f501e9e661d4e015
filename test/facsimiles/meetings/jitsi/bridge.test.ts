import { beforeEach, describe, expect, it } from 'vitest';
import type { MediaServer } from '../media/media-server.ts';
import type { Member } from '../meeting.ts';
import { type Bridge, createBridge, pictureLines, soundLines, wishes } from './bridge.ts';

const ssrcs = Object.fromEntries([...soundLines, ...pictureLines].map((line, at) => [line, 1_000 + at]));
const packet = Uint8Array.of(1);

interface Said {
  readonly colibriClass: string;
  readonly mappedSources?: readonly { readonly source: string; readonly owner: string; readonly ssrc: number }[];
  readonly dominantSpeakerEndpoint?: string;
}

let sent: { line: string; at: number }[];
let said: Said[];
let bridge: Bridge;
let now_ms: number;

beforeEach(async () => {
  [sent, said] = [[], []];
  const line = ({ stream, track }: { readonly stream: string; readonly track: string }) => ({
    stream,
    track,
    send: (_: Uint8Array, at: number) => void sent.push({ line: track, at }),
  });
  const media = { sound: wishes.sound.map(line), pictures: wishes.pictures.map(line) } as unknown as MediaServer;
  const channel = {
    open: Promise.resolve(),
    send: (text: Uint8Array | string) => void said.push(JSON.parse(String(text)) as Said),
    onMessage: () => undefined,
  };
  now_ms = 0;
  bridge = createBridge(
    media,
    Promise.resolve(channel),
    () => 'bot',
    () => now_ms,
  );
});

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const mapped = async () => {
  await settled();
  return said.flatMap(({ mappedSources = [] }) => mappedSources.map(({ source, ssrc }) => `${source} ${ssrc}`));
};
/** Each for so many packets of 20 ms. */
const speak = (from: number, count: number, ...speakers: readonly string[]): void => {
  for (let at = from; at < from + count; at += 1) {
    now_ms = at * 20;
    bridge.hear(speakers.map((speaker) => ({ speaker, packet, at })));
  }
};

describe("Jitsi's bridge", () => {
  it('gives each who speaks a line, says whose it is, and uses those of nobody never', async () => {
    bridge.named(ssrcs);
    speak(0, 2, 'ada', 'ben', 'cy');
    expect(await mapped()).toEqual(['ada-a0 1000', 'ben-a0 1001', 'cy-a0 1002']);
    expect(sent.map(({ line }) => line)).toEqual([...soundLines, ...soundLines]);
  });

  it('does not send who speaks while all lines are in use, and gives them the one that was idle for longest', async () => {
    bridge.named(ssrcs);
    speak(0, 5, 'ada', 'ben', 'cy', 'dan');
    expect(await mapped()).toHaveLength(3);
    speak(5, 20, 'ben', 'cy');
    speak(25, 5, 'dan', 'ben', 'cy');
    expect(await mapped()).toEqual(['ada-a0 1000', 'ben-a0 1001', 'cy-a0 1002', 'dan-a0 1000']);
    speak(60, 1, 'eve');
    speak(61, 1, 'ada');
    expect((await mapped()).slice(4)).toEqual(['eve-a0 1000', 'ada-a0 1001']);
  });

  it('gives nobody a line that has just brought what was said late, however long ago that was', async () => {
    bridge.named(ssrcs);
    speak(0, 5, 'ada', 'ben', 'cy');
    bridge.hear([{ speaker: 'dan', packet, at: 40 }]);
    expect(await mapped()).toHaveLength(3);
    now_ms += 300;
    bridge.hear([{ speaker: 'dan', packet, at: 41 }]);
    expect(await mapped()).toHaveLength(4);
  });

  it('keeps a line for whoever had it last, and says nothing again', async () => {
    bridge.named(ssrcs);
    speak(0, 5, 'ada');
    speak(100, 5, 'ada');
    expect(await mapped()).toEqual(['ada-a0 1000']);
  });

  it('tells who the dominant speaker is, and never sends the bot its own voice', async () => {
    bridge.named(ssrcs);
    speak(0, 3, 'bot');
    speak(3, 3, 'ada');
    speak(6, 3, 'ben');
    await settled();
    expect(said.flatMap(({ dominantSpeakerEndpoint }) => dominantSpeakerEndpoint ?? [])).toEqual(['ada', 'ben']);
    expect(new Set(sent.map(({ at }) => at < 3))).toEqual(new Set([false]));
  });

  it('sends and maps nothing before the page knows its lines', async () => {
    speak(0, 5, 'ada');
    expect([await mapped(), sent]).toEqual([[], []]);
  });

  it('maps cameras and screens, and takes a line from who shows nothing any more', async () => {
    bridge.named(ssrcs);
    const shown = (...all: readonly [id: string, kind: 'camera' | 'screen'][]) =>
      bridge.pictures?.(all.map(([id, kind]) => ({ member: { id } as Member, kind, picture: packet })));
    shown(['a', 'camera'], ['a', 'screen'], ['b', 'camera'], ['c', 'camera'], ['d', 'camera']);
    expect(await mapped()).toEqual(['a-v0 1003', 'a-v1 1004', 'b-v0 1005', 'c-v0 1006']);
    shown(['a', 'camera'], ['b', 'camera'], ['c', 'camera'], ['d', 'camera']);
    expect((await mapped()).slice(4)).toEqual(['d-v0 1004']);
    bridge.left('b');
    shown(['a', 'camera'], ['c', 'camera'], ['d', 'camera'], ['e', 'camera']);
    expect((await mapped()).slice(5)).toEqual(['e-v0 1005']);
  });

  it('calls a screen by the order in which it began, and sends no picture that is not wanted', async () => {
    bridge.named(ssrcs);
    const show = () =>
      bridge.pictures?.([
        { member: { id: 'a' } as Member, kind: 'screen', picture: packet },
        { member: { id: 'b' } as Member, kind: 'camera', picture: packet },
      ]);
    bridge.wanted({ 'a-v0': 2_160 }, 0);
    show();
    expect(await mapped()).toEqual(['a-v0 1003']);
    bridge.wanted({ 'a-v0': 0 }, 180);
    show();
    expect((await mapped()).slice(1)).toEqual(['b-v0 1004']);
  });
});
