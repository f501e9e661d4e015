import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { messageTypes, streamStates, transcriptLanguages } from '../../../../lib/capture/streams/rtms/numbers.ts';
import type { SocketEvents } from '../../../../lib/capture/streams/rtms/socket.ts';
import { CaptionLanguages } from '../../../../lib/domain/transcription/caption-languages.ts';
import { eachQuirk } from '../../../facsimiles/quirks.ts';
import * as numbers from '../../../facsimiles/rtms/numbers.ts';
import { rtmsQuirks } from '../../../facsimiles/rtms/quirks.ts';
import { jonas, maya, priya, type Script } from '../../../facsimiles/rtms/script.ts';
import { holdUp } from '../../../lab/hold-up.ts';
import { aStreamWorld, noticeOf, type StreamWorld } from '../../../lab/worlds/streams/stream-world.ts';
import { flowing } from './flowing.ts';

const fixture = (name: string) =>
  readFileSync(new URL(`../../../lab/fixtures/loopback.${name}.pem`, import.meta.url), 'utf8');

const aMinute: Script = [
  { at_ms: 0, does: 'join', who: maya },
  { at_ms: 100, does: 'camera', who: maya, film: 'wide' },
  { at_ms: 1_000, does: 'say', who: maya, clip: 'maya-01' },
  { at_ms: 2_000, does: 'chat', who: maya, text: 'Hello' },
  { at_ms: 6_000, does: 'join', who: jonas },
  { at_ms: 8_000, does: 'end', reason: 6 },
];

const kindsOf = (client: ReturnType<StreamWorld['connect']>) => new Set(client.told.media.map(({ kind }) => kind));

// Each has a time of its own, and waits outside of it for connections to be made.
describe.concurrent("a client's connection to a stream", () => {
  eachQuirk(rtmsQuirks, (quirks) => {
    it('has all that the stream gives, keeps it alive while nothing is said, and hears of its end', async () => {
      await using world = await aStreamWorld(quirks);
      const began_ms = world.time.now().getTime();
      const client = await flowing(world);
      await world.pass(quirks.keepAlive_s ? 200 : 40);
      using _ = await world.stream.play(aMinute);
      await world.passUntil(() => client.told.ends.length > 0);
      expect(client.told.ends).toEqual(['meeting_ended']);
      expect([...kindsOf(client)].toSorted()).toEqual(['audio', 'chat', 'transcript', 'video']);
      const refusals = world.stream.complaints.filter((complaint) => !complaint.includes('refused: no '));
      expect(refusals).toEqual([]);
      expect(client.told.streaming).toEqual([
        {
          sample_rate: quirks.no48kHz || quirks.noMultiStreams ? 16_000 : 48_000,
          by_person: quirks.noMultiStreams !== true,
        },
      ]);
      const stamps = client.told.media.map(({ media }) => media.timestamp);
      expect(Math.min(...stamps)).toBeGreaterThanOrEqual(began_ms);
      expect(Math.max(...stamps)).toBeLessThanOrEqual(world.time.now().getTime());
    });
  });

  it('asks for no pictures where none are wanted', async () => {
    await using world = await aStreamWorld();
    const client = await flowing(world, { pictures: 'none' });
    using _ = await world.stream.play(aMinute);
    await world.passUntil(() => client.told.ends.length > 0);
    expect(kindsOf(client)).toEqual(new Set(['audio', 'transcript', 'chat']));
  });

  describe('asks for its transcript', () => {
    const nameOf = (language: string) =>
      ({ French: 'FRENCH_FRANCE', 'French (Canada)': 'FRENCH_CANADA', 'Chinese (Simplified)': 'CHINESE_SIMPLIFIED' })[
        language
      ] ?? language.toUpperCase();
    const askedWith = async (language?: string) => {
      await using world = await aStreamWorld();
      await flowing(world, language === undefined ? {} : { language });
      return world.stream.heard.flatMap((message) =>
        message.msg_type === messageTypes.media_handshake ? (message.media_params?.transcript ?? []) : [],
      );
    };

    it('in the language that was chosen', async () => {
      expect(await askedWith('German')).toEqual([{ content_type: 5, src_language: 14, enable_lid: false }]);
    });

    it('in whatever language is spoken, where none was chosen', async () => {
      expect(await askedWith()).toEqual([{ content_type: 5, enable_lid: true }]);
    });

    it('by the number that the maker has for each language of its menu', () => {
      const menu = (CaptionLanguages.shape.platform_b_language.unwrap().meta()?.enum ?? []) as string[];
      const numbered = menu.map((one) => [one, numbers.transcriptLanguages[nameOf(one)]]);
      expect(Object.entries(transcriptLanguages).toSorted()).toEqual(numbered.toSorted());
    });
  });

  it.each(['media', 'signaling'] as const)('comes back at once whenever %s is cut', async (what) => {
    await using world = await aStreamWorld();
    const client = await flowing(world);
    for (let cuts = 1; cuts <= 20; cuts += 1) {
      await world.pass(30);
      const opened = world.rtms.opened;
      world.stream.cut(what);
      await world.passUntil(() => client.told.streaming.length > cuts);
      expect(world.rtms.opened - opened).toBe(what === 'media' ? 1 : 2);
    }
    expect(client.told.ends).toEqual([]);
    // The platform hears a moment later that its client is back.
    await world.passUntil(() => world.stream.state === 'ACTIVE');
  });

  it('goes where the stream has moved to', async () => {
    await using world = await aStreamWorld();
    const client = await flowing(world);
    world.stream.failOver();
    await world.pass(20);
    expect(client.told.streaming).toHaveLength(1);
    const moved = world.webhooks.at(-1);
    if (!moved) throw new Error('nobody was told');
    client.moveTo(noticeOf(moved).server_urls);
    await world.passUntil(() => client.told.streaming.length === 2);
    const opened = world.rtms.opened;
    client.moveTo(noticeOf(moved).server_urls);
    await world.pass(5);
    expect(world.rtms.opened).toBe(opened);
  });

  it('hears that the platform holds the media back, and that it goes on', async () => {
    await using world = await aStreamWorld();
    const client = await flowing(world);
    await world.passUntil(() => client.told.paused.at(-1) === false);
    world.stream.pause();
    await world.passUntil(() => client.told.paused.at(-1) === true);
    world.stream.resume();
    await world.passUntil(() => client.told.paused.at(-1) === false);
  });

  it.each([
    [6, 'meeting_ended'],
    [1, 'stopped'],
    [3, 'stopped'],
    [5, 'stopped'],
    [8, 'revoked'],
    [20, 'closed'],
  ] as const)('tells by the reason %d that the stream has %s', async (reason, end) => {
    await using world = await aStreamWorld();
    const client = await flowing(world);
    world.stream.end(reason as 6);
    await world.passUntil(() => client.told.ends.length > 0);
    expect(client.told.ends).toEqual([end]);
    const isDeletionAsked = client.told.notes.some(({ message }) => message.includes('be deleted'));
    expect(isDeletionAsked).toBe(end === 'revoked');
  });

  describe('after a fault of the platform', () => {
    const terminated = (reason?: number) => JSON.stringify({ msg_type: 8, state: streamStates.terminated, reason });

    it.each([10, 12, 17, 19, 24])('takes the stream anew: %d', async (reason) => {
      await using world = await aStreamWorld();
      const client = await flowing(world);
      world.stream.sayRaw('signaling', terminated(reason));
      await world.passUntil(() => client.told.streaming.length === 2);
      await world.pass(60);
      expect(client.told).toMatchObject({ streaming: [{}, {}], ends: [] });
    });

    it('takes it where it moves to', async () => {
      await using world = await aStreamWorld();
      const client = await flowing(world);
      world.stream.sayRaw('signaling', terminated(10));
      world.stream.failOver();
      const moved = world.webhooks.at(-1);
      if (!moved) throw new Error('nobody was told');
      client.moveTo(noticeOf(moved).server_urls);
      await world.passUntil(() => world.stream.state === 'ACTIVE');
      await world.pass(60);
      expect(client.told.ends).toEqual([]);
    });

    it('tries for three minutes', async () => {
      await using world = await aStreamWorld();
      const client = await flowing(world);
      world.stream.end(12);
      await world.pass(178);
      expect(client.told.ends).toEqual([]);
      await world.pass(5);
      expect(client.told.ends).toEqual(['failed']);
    });

    it('tries for no longer where it flows each time, and is ended again', async () => {
      await using world = await aStreamWorld();
      const client = await flowing(world);
      let flows = 0;
      await world.passUntil(() => {
        if (client.told.streaming.length > flows) world.stream.sayRaw('signaling', terminated(18));
        flows = client.told.streaming.length;
        return client.told.ends.length > 0;
      });
      expect(flows).toBeGreaterThan(10);
      expect(client.told.ends).toEqual(['failed']);
    });

    it('tries for as long where nothing has flowed yet', async () => {
      await using world = await aStreamWorld({}, { mediaBase: 'wss://media.example.com' });
      const client = world.connect();
      await world.passUntil(() => world.stream.accepted.signaling > 0);
      world.stream.end(10);
      await world.pass(170);
      expect(client.told.ends).toEqual([]);
      await world.pass(15);
      expect(client.told.ends).toEqual(['unreachable']);
    });

    it('does not take an interruption for the reason of the end', async () => {
      await using world = await aStreamWorld();
      const client = await flowing(world);
      world.stream.cut('media');
      await world.passUntil(() => client.told.streaming.length === 2);
      world.stream.sayRaw('signaling', terminated());
      await world.passUntil(() => client.told.ends.length > 0);
      expect(client.told.ends).toEqual(['stopped']);
    });
  });

  it('closes the stream when told to, and never when it only goes', async () => {
    await using world = await aStreamWorld();
    const gone = await flowing(world);
    gone[Symbol.dispose]();
    await world.pass(2);
    expect(world.stream.state).toBe('INTERRUPTED');
    const client = await flowing(world, { isRejoin: true });
    client.close();
    await world.passUntil(() => world.stream.state === 'TERMINATED');
    expect(client.told.ends).toEqual([]);
  });

  it('gives up when its signature is refused, and says so', async () => {
    await using world = await aStreamWorld();
    const client = world.connect({ signature: '0'.repeat(64) });
    await world.passUntil(() => client.told.ends.length > 0);
    expect(client.told.ends).toEqual(['refused']);
    expect(client.told.notes[0]?.fields).toMatchObject({ by: 'signaling', reason: 'invalid_signature' });
    expect(world.rtms.opened).toBeGreaterThan(3);
  });

  it('is made to the first address of a name also where this process is held up meanwhile', async () => {
    await using world = await aStreamWorld();
    const client = world.connect({ resolve: async () => ['127.0.0.1', '::1'] });
    setImmediate(() => holdUp(600));
    await world.passUntil(() => client.told.streaming.length > 0);
    expect(client.told.notes).toEqual([]);
  });

  it.each([true, false])('waits until the client before it is taken to be gone, known or not: %s', async (isRejoin) => {
    await using world = await aStreamWorld({ refusesSecond: true });
    const before = await flowing(world);
    const client = world.connect({ isRejoin });
    await world.pass(20);
    expect(client.told).toMatchObject({ streaming: [], ends: [] });
    before[Symbol.dispose]();
    await world.passUntil(() => client.told.streaming.length > 0);
  });

  describe('to servers that nobody should talk to', () => {
    it.each([
      { isRejoin: false, end: 'unreachable' },
      { isRejoin: true, end: 'lost' },
    ])('is never made: after three minutes the stream counts as $end', async ({ isRejoin, end }) => {
      await using world = await aStreamWorld({}, { mediaBase: 'wss://media.example.com' });
      const client = world.connect({ isRejoin });
      await world.pass(179);
      expect(client.told.ends).toEqual([]);
      await world.pass(2);
      expect(client.told.ends).toEqual([end]);
      expect(client.told.notes).toContainEqual({
        message: 'the stream could not be reached',
        fields: { why: expect.stringContaining('must lead to a server of the platform') },
      });
      expect(world.stream.accepted.media).toBe(0);
    });

    it('is not made where the certificate is not trusted, or the way is not encrypted', async () => {
      const tls = { key: fixture('key'), cert: fixture('cert') };
      await using world = await aStreamWorld({}, { tls });
      const client = world.connect();
      const plain = world.connect({ allow_loopback: false });
      await world.pass(200);
      expect([client.told.ends, plain.told.ends]).toEqual([['unreachable'], ['unreachable']]);
      expect(world.rtms.opened).toBe(0);
      const trusting = world.connect({ ca: fixture('cert') });
      await world.passUntil(() => trusting.told.streaming.length > 0);
    });
  });

  it('survives ten thousand broken frames, and counts them', async () => {
    await using world = await aStreamWorld();
    const client = await flowing(world);
    const frames: (string | Uint8Array)[] = [
      '',
      '{',
      'null',
      '[]',
      '{"msg_type":"14"}',
      '{"msg_type":99,"content":{}}',
      '{"msg_type":14}',
      '{"msg_type":15,"content":{"data":7,"timestamp":1}}',
      '{"msg_type":17,"content":{"data":"x","timestamp":-1}}',
      '{"msg_type":4,"status_code":"0"}',
      '['.repeat(5_000),
      `{"msg_type":14,"content":${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}}`,
      Uint8Array.from({ length: 300 }, (_, i) => i % 256),
    ];
    for (let sent = 0; sent < 10_000; sent += 1) {
      world.stream.sayRaw(sent % 2 === 0 ? 'media' : 'signaling', frames[sent % frames.length] ?? '');
      if (sent % 500 === 0) await world.rtms.settled();
    }
    await world.pass(1);
    expect(client.told).toMatchObject({ unread: 10_000, media: [], ends: [] });
    expect(client.told.streaming).toHaveLength(1);
    world.stream.sayRaw('media', `{"msg_type":14,"content":"${'a'.repeat(5 * 1024 * 1024)}"}`);
    await world.passUntil(() => client.told.streaming.length === 2);
  });

  it('is tried again, at first at once and then ever more rarely', async () => {
    await using world = await aStreamWorld();
    const began_ms = world.time.now().getTime();
    const tries: number[] = [];
    const open = (_: string, events: SocketEvents) => {
      tries.push(world.time.now().getTime() - began_ms);
      queueMicrotask(() => events.onClosed('nobody is there'));
      return { send: () => undefined, ping: () => undefined, end: () => undefined };
    };
    world.connect({ open });
    for (let ms = 0; ms < 60_000; ms += 100) {
      world.time.advance(100);
      await Promise.resolve();
    }
    const waits = tries.slice(1).map((at_ms, i) => at_ms - (tries[i] ?? 0));
    for (const [i, ms] of [0, 1_000, 2_000, 4_000, 8_000, 8_000].entries()) {
      expect(waits[i]).toBeGreaterThanOrEqual(0.8 * ms - 100);
      expect(waits[i]).toBeLessThanOrEqual(1.2 * ms + 200);
    }
  });

  it('is kept alive at once also while three speak and are seen', async () => {
    await using world = await aStreamWorld();
    const client = await flowing(world);
    // Nothing happens of which signaling would tell, so it asks.
    using _ = await world.stream.play([
      { at_ms: 0, does: 'camera', who: maya, film: 'hd' },
      ...[1_000, 25_000].flatMap(
        (at_ms): Script => [
          { at_ms, does: 'say', who: maya, clip: 'maya-01' },
          { at_ms, does: 'say', who: jonas, clip: 'jonas-01' },
          { at_ms, does: 'say', who: priya, clip: 'priya-01' },
        ],
      ),
    ]);
    let asked = 0;
    for (let seconds = 0; seconds < 45; seconds += 1) {
      world.time.advance(1_000);
      asked += world.stream.unanswered;
      await world.rtms.settled();
      expect(world.stream.unanswered).toBe(0);
    }
    expect(asked).toBeGreaterThanOrEqual(2);
    expect(client.told.media.length).toBeGreaterThan(1_000);
  });

  describe('with servers that only answer', () => {
    const answers = {
      [messageTypes.signaling_handshake]: {
        msg_type: messageTypes.signaling_answer,
        status_code: 0,
        media_server: { server_urls: { all: 'wss://media.zoom.us' } },
      },
      [messageTypes.media_handshake]: { msg_type: messageTypes.media_answer, status_code: 0 },
    } as Readonly<Record<number, object>>;
    /** Stands among the messages where the client takes media to flow. */
    const flows = 0;
    const frameOf = (message: object) => Buffer.from(JSON.stringify(message));

    const aWorldOf = async ({ isThere }: { isThere: boolean }) => {
      const world = await aStreamWorld();
      const opened: string[] = [];
      const said: number[] = [];
      const open = (url: string, events: SocketEvents) => {
        opened.push(url);
        queueMicrotask(() => events.onOpen());
        return {
          send(text: string) {
            const { msg_type } = JSON.parse(text);
            said.push(msg_type);
            const answer = answers[msg_type];
            if (answer) queueMicrotask(() => events.onFrame(frameOf(answer)));
          },
          ping() {
            if (isThere) queueMicrotask(() => events.onPong());
          },
          end: () => undefined,
        };
      };
      const client = await flowing(world, { open, onStreaming: () => void said.push(flows) });
      return { world, opened, said, client, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
    };

    it('has media once it has said that it is ready for them, and not before', async () => {
      await using there = await aWorldOf({ isThere: true });
      const { signaling_handshake, subscription, media_handshake, ready } = messageTypes;
      expect(there.said).toEqual([signaling_handshake, subscription, media_handshake, ready, flows]);
    });

    it('is made anew after 35 seconds of silence', async () => {
      await using there = await aWorldOf({ isThere: false });
      await there.world.pass(34);
      expect(there.opened).toHaveLength(2);
      // Both connections fall silent, and the second may do so while the first is being made anew.
      await there.world.passUntil(() => there.client.told.streaming.length === 2);
    });

    it('is kept where the server is still there', async () => {
      await using there = await aWorldOf({ isThere: true });
      await there.world.pass(300);
      expect(there.opened).toHaveLength(2);
    });
  });
});
