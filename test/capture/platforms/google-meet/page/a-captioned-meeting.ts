/** What a Google Meet says by its channels and shows on its page, by a clock that a test turns. */
import {
  type CaptionChannel,
  type CaptionWays,
  createCaptionWays,
} from '../../../../../lib/capture/platforms/google-meet/page/caption-ways.ts';
import {
  createMeetCaptions,
  type MeetCaptions,
} from '../../../../../lib/capture/platforms/google-meet/page/captions.ts';
import { createCaptionFollower } from '../../../../../lib/capture/platforms/google-meet/page/page-captions.ts';
import { captionsOf } from '../../../../../lib/capture/platforms/google-meet/page/wire.ts';
import { caption, captionsV2, device } from './meet-messages.ts';

const people: Readonly<Record<string, string>> = { Ada: device(30), Ben: device(31) };

let now_ms = 0;
let captions: MeetCaptions;
let ways: CaptionWays;
/** Of each number, the version that came last. */
export const versions = new Map<number, number>();
export const begin = (): void => {
  now_ms = 100_000;
  versions.clear();
  const now = () => now_ms;
  captions = createMeetCaptions(now);
  const follow = createCaptionFollower((name) => people[name] ?? '', now);
  // Clocks of two kinds: that of the page begins with it.
  ways = createCaptionWays(captions, follow, () => now_ms - 90_000);
};

/** What is told of it. */
export const told = () => captions.captions(() => '');
export const texts = (): string[] => told().map(({ text }) => text);
/** A channel tells it. */
export const hear = (
  name: string,
  id: number,
  text: string,
  channel: CaptionChannel = 'captions',
  isFinal = false,
): void => {
  const version = (versions.get(id) ?? 0) + 1;
  versions.set(id, version);
  const said = { of: people[name] ?? '', id, version, text, isFinal };
  const message = channel === 'captions' ? caption(said) : captionsV2(said);
  for (const read of captionsOf(message)) ways.hear(read, channel);
};
export type Line = readonly [name: string, text: string];
export const look = (...shown: readonly Line[]): void => ways.look(shown.map(([name, text]) => ({ name, text })));
export const lookFor = (ms: number, ...shown: readonly Line[]): void => {
  for (const end_ms = now_ms + ms; now_ms < end_ms; now_ms += 250) look(...shown);
};

export const wait = (ms: number): void => {
  now_ms += ms;
};
