/** What of a stream a client asks for, and what it goes on without. */
import { describe, expect, it } from 'vitest';
import { messageTypes } from '../../../../lib/capture/streams/rtms/numbers.ts';
import type { RtmsQuirks } from '../../../facsimiles/rtms/quirks.ts';
import { maya, type Script } from '../../../facsimiles/rtms/script.ts';
import { aStreamWorld, type ClientOptions } from '../../../lab/worlds/streams/stream-world.ts';
import { flowing } from './flowing.ts';

const script: Script = [
  { at_ms: 0, does: 'join', who: maya },
  { at_ms: 100, does: 'camera', who: maya, film: 'wide' },
  { at_ms: 1_000, does: 'say', who: maya, clip: 'maya-01' },
  { at_ms: 2_000, does: 'chat', who: maya, text: 'Hello' },
  { at_ms: 8_000, does: 'end', reason: 6 },
];

/** What a client asked for in each handshake for media, what came of it, and what it was told to be withheld. */
const course = async (quirks: RtmsQuirks, options: ClientOptions = {}) => {
  await using world = await aStreamWorld(quirks);
  const client = await flowing(world, options);
  using _ = await world.stream.play(script);
  await world.passUntil(() => client.told.ends.length > 0);
  const asked = world.stream.heard.flatMap((message) =>
    message.msg_type === messageTypes.media_handshake ? [message] : [],
  );
  return {
    asked,
    given: [...new Set(client.told.media.map(({ kind }) => kind))].toSorted(),
    withheld: client.told.withheld,
    sound: client.told.streaming.at(-1),
  };
};
const best = { sample_rate: 48_000, by_person: true };

describe.concurrent('of a stream', () => {
  it('no transcript is asked for where somebody else writes down what is said', async () => {
    const { asked, given, withheld } = await course({}, { pictures: 'none', hasTranscript: false });
    expect(asked).toMatchObject([{ media_type: 17 }]);
    expect(Object.keys(asked[0]?.media_params ?? {})).toEqual(['audio', 'chat']);
    expect(given).toEqual(['audio', 'chat']);
    expect(withheld).toEqual([]);
  });

  it.each<[string, RtmsQuirks, string[], string[]]>([
    [
      'whose server names what it refuses',
      { allows: ['audio', 'transcript', 'chat'], onlyAll: true },
      ['audio', 'chat', 'transcript'],
      ['video', 'share'],
    ],
    [
      'whose server has no address for what it refuses',
      { allows: ['audio', 'deskshare', 'transcript', 'chat'], refusesSilently: true },
      ['audio', 'chat', 'transcript'],
      ['video'],
    ],
    [
      'whose app may hear nothing',
      { allows: ['transcript'], onlyAll: true },
      ['transcript'],
      ['audio', 'video', 'share', 'chat'],
    ],
  ])('%s, the rest comes, and what does not is told', async (_, quirks, given, withheld) => {
    const { asked, ...came } = await course(quirks);
    expect(came).toEqual({ given, withheld, sound: best });
    expect(asked.length).toBeLessThan(15);
  });

  it('whose server refuses without a word, less is asked for once the refusals are believed', async () => {
    const quirks = { allows: ['audio', 'transcript', 'chat'], onlyAll: true, refusesSilently: true } as const;
    const { given, withheld, sound } = await course(quirks);
    expect({ given, withheld, sound }).toEqual({
      given: ['audio', 'chat', 'transcript'],
      withheld: ['video', 'share'],
      sound: best,
    });
  });
});
