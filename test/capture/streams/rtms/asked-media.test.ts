/** What of a stream a client asks for, and what it goes on without. */
import { describe, expect, it } from 'vitest';
import { createAskedMedia } from '../../../../lib/capture/streams/rtms/asked-media.ts';
import { type MediaKind, messageTypes } from '../../../../lib/capture/streams/rtms/numbers.ts';
import type { RtmsQuirks } from '../../../facsimiles/rtms/quirks.ts';
import { maya, type Script } from '../../../facsimiles/rtms/script.ts';
import { aStreamWorld, type ClientOptions, noticeOf } from '../../../lab/worlds/streams/stream-world.ts';
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
    const { asked: _asked, ...came } = await course(quirks);
    expect(came).toEqual({ given, withheld, sound: best });
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

  it('whose app may hear nothing, and whose server says nothing of that, what is written comes', async () => {
    const { given, withheld } = await course({ allows: ['transcript', 'chat'], onlyAll: true, refusesSilently: true });
    expect({ given, withheld }).toEqual({ given: ['chat', 'transcript'], withheld: ['audio', 'video', 'share'] });
  });

  it.each<[string, RtmsQuirks]>([
    ['says nothing of it', { allows: ['transcript', 'chat'], onlyAll: true, refusesSilently: true }],
    ['names one kind after the other', { allows: ['transcript'], onlyAll: true }],
  ])('whose server refuses more than one kind, and %s, is believed once', async (_, quirks) => {
    await using world = await aStreamWorld(quirks);
    const client = world.connect();
    const began_ms = world.time.now().getTime();
    await world.passUntil(() => client.told.streaming.length > 0);
    expect(client.told.withheld).toContain('share');
    expect(world.time.now().getTime() - began_ms).toBeLessThan(45_000);
  });

  it('whose server refuses all for long, all comes where that passes', async () => {
    let said: string | undefined = 'not supported';
    await using world = await aStreamWorld({ says: () => said, onlyAll: true });
    const client = world.connect();
    await world.pass(50);
    expect(client.told).toMatchObject({ streaming: [], ends: [] });
    said = undefined;
    await world.passUntil(() => client.told.streaming.length > 0);
    expect(client.told.withheld).toEqual([]);
  });

  it('whose sound was refused in the best form is asked for that again when it has to be opened anew', async () => {
    let refusals = 1;
    await using world = await aStreamWorld({
      says: () => {
        refusals -= 1;
        return refusals < 0 ? undefined : 'not supported';
      },
    });
    const client = await flowing(world);
    world.stream.cut('media');
    await world.passUntil(() => client.told.streaming.length > 1);
    expect(client.told.streaming).toEqual([{ sample_rate: 16_000, by_person: true }, best]);
  });

  describe('whose server names a kind of media in what passes, all comes', () => {
    const busy = 'audio server is busy, try again';

    it('in the best form, where it is refused once', async () => {
      const said = [busy];
      await using world = await aStreamWorld({ says: () => said.shift() });
      const client = await flowing(world);
      expect(client.told).toMatchObject({ streaming: [best], withheld: [] });
    });

    it('at the beginning', async () => {
      let said: string | undefined = busy;
      await using world = await aStreamWorld({ says: () => said });
      const client = world.connect();
      await world.pass(20);
      expect(client.told.streaming).toEqual([]);
      said = undefined;
      await world.passUntil(() => client.told.streaming.length > 0);
      expect(client.told.withheld).toEqual([]);
    });

    it.each([
      { says: busy, isRejoin: false },
      { says: busy, isRejoin: true },
      { says: 'the server is busy, try again later', isRejoin: false },
    ])('however long that is, $says, known before: $isRejoin', async ({ says, isRejoin }) => {
      let said: string | undefined = says;
      await using world = await aStreamWorld({ says: () => said, onlyAll: true });
      const client = world.connect({ isRejoin });
      await world.pass(100);
      expect(client.told).toMatchObject({ streaming: [], ends: [] });
      said = undefined;
      await world.passUntil(() => client.told.streaming.length > 0);
      expect(client.told.withheld).toEqual([]);
    });

    it('once it has come, however long that is', async () => {
      let said: string | undefined;
      await using world = await aStreamWorld({ says: () => said });
      const client = await flowing(world);
      said = busy;
      world.stream.cut('media');
      await world.pass(90);
      expect(client.told.streaming).toHaveLength(1);
      said = undefined;
      await world.passUntil(() => client.told.streaming.length > 1);
      expect(client.told).toMatchObject({ withheld: [], ends: [] });
    });
  });

  it.each([
    { says: 'not supported', end: 'refused' },
    { says: 'the server is busy, try again later', end: 'unreachable' },
  ])('whose server says for good "$says", it is $end within three minutes', async ({ says, end }) => {
    await using world = await aStreamWorld({ says: () => says, onlyAll: true });
    const client = world.connect();
    await world.pass(182);
    expect(client.told.ends).toEqual([end]);
  });

  it('whose server refuses without a word, what an earlier client had comes to the next one at once', async () => {
    await using world = await aStreamWorld({
      allows: ['audio', 'transcript', 'chat'],
      onlyAll: true,
      refusesSilently: true,
    });
    const client = world.connect({ isRejoin: true, withheld: ['video', 'share'] });
    await world.passUntil(() => client.told.streaming.length + client.told.ends.length > 0);
    expect(client.told).toMatchObject({ streaming: [best], withheld: ['video', 'share'], ends: [] });
  });

  it('which moves to other servers, these are asked for all', async () => {
    let said: string | undefined = 'video is not supported';
    await using world = await aStreamWorld({ says: () => said, onlyAll: true });
    const client = world.connect();
    await world.passUntil(() => client.told.notes.some(({ message }) => message === 'less is asked for of the stream'));
    said = undefined;
    await world.passUntil(() => client.told.streaming.length > 0);
    expect(client.told.withheld).toEqual(['video']);
    world.stream.failOver();
    const moved = world.webhooks.at(-1);
    if (!moved) throw new Error('nobody was told');
    client.moveTo(noticeOf(moved).server_urls);
    await world.passUntil(() => client.told.streaming.length > 1);
    expect(client.told.withheld).toEqual([]);
  });
});

describe('what is asked for', () => {
  const media = (hasPictures = true) =>
    createAskedMedia({ pictures: hasPictures ? 'hd' : 'none', hasTranscript: true });
  /** Refuses until nothing is left but to believe it, of a server with one address. */
  const refuse = (asked: ReturnType<typeof media>, addresses: readonly string[] = ['all']): boolean => {
    for (let tries = 0; tries < 3; tries += 1) if (!asked.lessAfter(addresses, '')) return false;
    return true;
  };
  const writtenKinds: MediaKind[] = ['transcript', 'chat'];

  it.each<[boolean, MediaKind[][]]>([
    [true, [['audio', ...writtenKinds], ['audio'], writtenKinds]],
    [false, [['audio'], writtenKinds]],
  ])('gives up pictures (wanted: %s), then what is written, or in its place the sound', (hasPictures, courses) => {
    const asked = media(hasPictures);
    const tried: (readonly MediaKind[])[] = [];
    while (asked.lessAnyway()) tried.push(asked.now.kinds);
    expect(tried).toEqual(courses);
  });

  it.each([
    ['VIDEO is not supported', ['video']],
    ['video_not_supported: no scope for transcript', ['video', 'transcript']],
    ['deskshare is not supported', ['share']],
    ['a shared resource is busy: no audiovisual server', []],
    ['', []],
  ])('is without what is named in whole words: %s', (reason, withheld) => {
    const asked = media();
    expect(asked.lessNamed(reason)).toBe(withheld.length > 0);
    expect(asked.withheld).toEqual(withheld);
  });

  it('stays what has come, whatever is said of it later', () => {
    const asked = media();
    asked.lessNamed('no video');
    asked.given();
    expect([refuse(asked, ['transcript']), asked.lessNamed('no audio'), asked.lessAnyway()]).toEqual([
      false,
      false,
      false,
    ]);
    expect(asked.withheld).toEqual(['video']);
  });

  it('is all of other servers, and what came from those before them where they refuse that', () => {
    const asked = media();
    asked.lessNamed('no video');
    asked.given();
    asked.askAnew();
    expect(asked.withheld).toEqual([]);
    expect(refuse(asked)).toBe(true);
    expect(asked.withheld).toEqual(['video']);
    expect(refuse(asked)).toBe(false);
  });

  it('is what came last also where servers move again before anything comes of those after them', () => {
    const asked = media();
    asked.lessNamed('no video');
    asked.given();
    for (const servers of ['others', 'and others again']) {
      asked.askAnew();
      expect([refuse(asked), asked.withheld], servers).toEqual([true, ['video']]);
    }
    expect(refuse(asked)).toBe(false);
  });
});
