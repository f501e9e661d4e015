import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { ConfEvent } from '../conf/events.ts';
import { eachQuirk } from '../quirks.ts';
import { clipNamed } from '../sound/speech.ts';
import { type HeldTime, heldTime, passingTime } from '../time.ts';
import {
  eventTypes,
  mediaTypes,
  messageTypes,
  otherStatusCodes,
  sampleRates,
  statusCodes,
  stopReasons,
  streamStates,
} from './numbers.ts';
import { connect, type Dialled, dial, mediaShake, signalingShake, streamOf, type Told } from './plain-client.ts';
import { type RtmsQuirks, rtmsQuirks } from './quirks.ts';
import { anRtms, type PlayedStream, type Rtms, type RtmsOptions } from './rtms.ts';
import { aLongMeeting, aShortMeeting, jonas, maya, priya, type Script, utterancesOf } from './script.ts';

const fixture = (name: string) =>
  readFileSync(new URL(`../../webhooks/fixtures/loopback.${name}.pem`, import.meta.url), 'utf8');
const { AUDIO, VIDEO, DESKSHARE, TRANSCRIPT, CHAT } = mediaTypes;
const { MEDIA_DATA_AUDIO, MEDIA_DATA_VIDEO, MEDIA_DATA_SHARE, MEDIA_DATA_TRANSCRIPT, MEDIA_DATA_CHAT } = messageTypes;
const { EVENT_UPDATE, STREAM_STATE_UPDATE, SESSION_STATE_UPDATE, KEEP_ALIVE_REQ } = messageTypes;

const Content = z.object({
  content: z.object({
    user_id: z.int(),
    user_name: z.string(),
    data: z.string(),
    timestamp: z.int(),
    start_time: z.int().optional(),
  }),
});
const contentOf = (message: Told) => Content.parse(message).content;
const bytesOf = (message: Told) => Buffer.from(contentOf(message).data, 'base64');
const contents = (line: Dialled, type: number) => line.of(type).map(contentOf);
const Event = z.object({ event: z.looseObject({ event_type: z.int() }) });
const eventsOf = (line: Dialled) => line.of(EVENT_UPDATE).map((message) => Event.parse(message).event);
const statesOf = (line: Dialled) => line.of(STREAM_STATE_UPDATE).map(({ state }) => state);
const separate = { audio: { data_opt: 2, sample_rate: sampleRates.SR_16K, send_rate: 100 } } as const;

/** The types of the units of a picture (ITU-T H.264, table 7-1). */
const unitTypes = (picture: Buffer): number[] => {
  const types: number[] = [];
  const startCode = Buffer.from([0, 0, 0, 1]);
  for (let at = picture.indexOf(startCode); at >= 0; at = picture.indexOf(startCode, at + 4)) {
    types.push((picture[at + 4] ?? 0) & 0x1f);
  }
  return types;
};

interface World extends AsyncDisposable {
  readonly rtms: Rtms;
  readonly time: HeldTime;
  readonly stream: PlayedStream;
  readonly told: ConfEvent[];
  /** Lets so many seconds pass, and everybody react to each. */
  pass(seconds: number): Promise<void>;
}
const aWorld = async (quirks: RtmsQuirks = {}, options: RtmsOptions = {}): Promise<World> => {
  const time = heldTime();
  const told: ConfEvent[] = [];
  const rtms = await anRtms({ time, quirks, tell: (event) => void told.push(event), ...options });
  return {
    rtms,
    time,
    told,
    stream: rtms.startStream(),
    async pass(seconds) {
      for (let left = seconds * 1000; left > 0; left -= 1000) {
        time.advance(Math.min(left, 1000));
        await rtms.settled();
      }
    },
    [Symbol.asyncDispose]: () => rtms[Symbol.asyncDispose](),
  };
};
const playAll = async (world: World, script: Script): Promise<void> => {
  using playing = await world.stream.play(script);
  await world.pass((script.at(-1)?.at_ms ?? 0) / 1000);
  await playing.done;
};

describe('a stream', () => {
  it('plays a meeting: who is there, who speaks, what is said, written and shown', async () => {
    await using world = await aWorld();
    const { signaling, media } = await connect(world.stream.started(), { media_params: separate });
    await playAll(world, aShortMeeting);
    await world.pass(1);
    expect(world.stream.complaints).toEqual([]);
    expect(
      eventsOf(signaling).map(({ event_type, user_name, participants }) => [event_type, user_name ?? participants]),
    ).toEqual([
      [eventTypes.FIRST_PACKET_TIMESTAMP, undefined],
      [eventTypes.PARTICIPANT_JOIN, [maya]],
      [eventTypes.PARTICIPANT_JOIN, [jonas]],
      [eventTypes.PARTICIPANT_VIDEO_ON, [{ user_id: maya.user_id }]],
      [eventTypes.PARTICIPANT_VIDEO_ON, [{ user_id: jonas.user_id }]],
      [eventTypes.ACTIVE_SPEAKER_CHANGE, 'Maya'],
      [eventTypes.ACTIVE_SPEAKER_CHANGE, 'Jonas'],
      [eventTypes.PARTICIPANT_JOIN, [priya]],
      [eventTypes.ACTIVE_SPEAKER_CHANGE, 'Priya'],
      [eventTypes.SHARING_START, 'Maya'],
      [eventTypes.SHARING_STOP, 'Maya'],
      [eventTypes.ACTIVE_SPEAKER_CHANGE, 'Maya'],
      [eventTypes.ACTIVE_SPEAKER_CHANGE, 'Jonas'],
      [eventTypes.ACTIVE_SPEAKER_CHANGE, 'Priya'],
      [eventTypes.PARTICIPANT_LEAVE, [{ user_id: jonas.user_id }]],
    ]);
    expect(contents(media, MEDIA_DATA_TRANSCRIPT).map(({ user_name, data }) => [user_name, data])).toEqual(
      expect.arrayContaining([
        ['Maya', clipNamed('maya-01').text],
        ['Jonas', clipNamed('jonas-01').text],
        ['Priya', clipNamed('priya-01').text],
        ['Maya', clipNamed('maya-02').text],
      ]),
    );
    expect(contents(media, MEDIA_DATA_CHAT)).toMatchObject([
      { user_name: 'Maya', data: 'The agenda is in the invitation.' },
    ]);
    expect(media.of(MEDIA_DATA_VIDEO).length).toBeGreaterThan(200);
    // A still a second, from the first moment to the last.
    expect(media.of(MEDIA_DATA_SHARE)).toHaveLength(4);
    expect(statesOf(signaling)).toEqual([streamStates.ACTIVE, streamStates.TERMINATING, streamStates.TERMINATED]);
    expect(world.told).toMatchObject([
      { event: 'meeting.rtms_stopped', payload: { stop_reason: stopReasons.MEETING_ENDED } },
    ]);
  });

  it('gives each speaker’s own sound, at its time', async () => {
    await using world = await aWorld();
    const { media } = await connect(world.stream.started(), { media_type: AUDIO, media_params: separate });
    const start = world.time.now().getTime();
    await playAll(world, aShortMeeting);
    const sound = contents(media, MEDIA_DATA_AUDIO);
    const of = (name: string) => sound.filter(({ user_name }) => user_name === name);
    // Multiples of 100 ms that touch the 3.06 s from 1 s on: 31 of 3,200 bytes, and the second sentence.
    const first = of('Maya').filter(({ timestamp }) => timestamp < start + 10_000);
    expect(first[0]?.timestamp).toBe(start + 1_000);
    expect(first).toHaveLength(31);
    expect(new Set(sound.map(({ data }) => Buffer.from(data, 'base64').length))).toEqual(new Set([3_200]));
    const atOnce = new Set(
      sound.filter(({ timestamp }) => timestamp === start + 17_000).map(({ user_name }) => user_name),
    );
    expect(atOnce).toEqual(new Set(['Maya', 'Jonas', 'Priya']));
    expect(media.of(MEDIA_DATA_VIDEO)).toEqual([]);
  });

  it.each([
    [sampleRates.SR_8K, 8_000],
    [sampleRates.SR_16K, 16_000],
    [sampleRates.SR_48K, 48_000],
  ])('mixes all sound at rate %i, silence too', async (sample_rate, hertz) => {
    await using world = await aWorld();
    const params = { audio: { sample_rate, data_opt: 1, send_rate: 20 } } as const;
    const { media } = await connect(world.stream.started(), { media_type: AUDIO, media_params: params });
    await playAll(world, [
      { at_ms: 0, does: 'join', who: maya },
      { at_ms: 500, does: 'say', who: maya, clip: 'maya-01' },
      { at_ms: 2_000, does: 'chat', who: maya, text: 'x' },
    ]);
    const sound = media.of(MEDIA_DATA_AUDIO);
    expect(sound).toHaveLength(100);
    expect(contentOf(sound[0] ?? { msg_type: 0 })).toMatchObject({ user_id: 0, user_name: '' });
    const samples = new Int16Array(Uint8Array.from(Buffer.concat(sound.map(bytesOf))).buffer);
    expect(samples.length).toBe(2 * hertz);
    const loud = (from_s: number, to_s: number) =>
      samples.subarray(from_s * hertz, to_s * hertz).some((sample) => Math.abs(sample) > 500);
    expect([loud(0, 0.5), loud(0.6, 2)]).toEqual([false, true]);
  });

  it('gives Opus as the clips have it', async () => {
    await using world = await aWorld();
    const params = { audio: { codec: 4, sample_rate: 3, channel: 2, data_opt: 2, send_rate: 20 } } as const;
    const { media } = await connect(world.stream.started(), { media_type: AUDIO, media_params: params });
    await playAll(world, [
      { at_ms: 0, does: 'say', who: maya, clip: 'maya-01' },
      { at_ms: 4_000, does: 'chat', who: maya, text: 'x' },
    ]);
    expect(media.of(MEDIA_DATA_AUDIO)).toHaveLength(Math.ceil(clipNamed('maya-01').duration_ms / 20));
  });

  it('gives pictures in Annex B, from a key picture with its parameter sets; they change with the speaker', async () => {
    await using world = await aWorld();
    const { media } = await connect(world.stream.started(), { media_type: VIDEO });
    await playAll(world, aShortMeeting);
    const pictures = contents(media, MEDIA_DATA_VIDEO);
    const units = pictures.map(({ data }) => unitTypes(Buffer.from(data, 'base64')));
    expect([units[0]?.slice(0, 2), units[0]?.at(-1)]).toEqual([[7, 8], 5]);
    const changes = pictures.flatMap(({ user_name }, i) =>
      user_name === pictures[i - 1]?.user_name ? [] : [[user_name, units[i]?.[0]]],
    );
    // Priya has no camera: her sentence does not change the picture’s owner to nobody.
    expect(changes.slice(0, 3)).toEqual([
      ['Maya', 7],
      ['Jonas', 7],
      ['Maya', 7],
    ]);
    const sets = new Set(
      pictures
        .filter((_, i) => units[i]?.[0] === 7)
        .map(({ data }) => Buffer.from(data, 'base64').subarray(0, 20).toString('hex')),
    );
    expect(sets.size).toBe(2);
    const steps = new Set(pictures.slice(1, 40).map(({ timestamp }, i) => timestamp - (pictures[i]?.timestamp ?? 0)));
    expect(steps).toEqual(new Set([66, 67]));
  });

  it('gives pictures of 1280 × 720 with a camera’s bytes', async () => {
    await using world = await aWorld();
    const { media } = await connect(world.stream.started(), { media_type: VIDEO });
    await playAll(world, [
      { at_ms: 0, does: 'camera', who: maya, film: 'hd' },
      { at_ms: 4_000, does: 'camera', who: maya, film: 'off' },
    ]);
    const pictures = media.of(MEDIA_DATA_VIDEO).map(bytesOf);
    expect(pictures).toHaveLength(100);
    expect(pictures.flatMap((picture, i) => (picture[4] === 0x67 ? [i] : []))).toEqual([0, 50]);
    // 1.5 Mbit/s, within a tenth of a per cent; filling stands before what is shown, after its parameter sets.
    expect(Math.abs(pictures.reduce((sum, { length }) => sum + length, 0) * 8 - 6_000_000)).toBeLessThan(6_000);
    expect(pictures.slice(0, 2).map(unitTypes)).toEqual([
      [7, 8, 6, 5],
      [6, 1],
    ]);
  });

  it('shares a screen as asked for', async () => {
    const script: Script = [
      { at_ms: 0, does: 'share', who: maya, film: 'small' },
      { at_ms: 2_000, does: 'unshare', who: maya },
    ];
    const shared = async (codec: 5 | 7, fps: number, quirks: RtmsQuirks = {}) => {
      await using world = await aWorld(quirks);
      const params = { deskshare: { codec, fps } };
      const { media } = await connect(world.stream.started(), { media_type: DESKSHARE, media_params: params });
      await playAll(world, script);
      return media.of(MEDIA_DATA_SHARE).map((message) => bytesOf(message).subarray(0, 5).toString('hex'));
    };
    expect((await shared(5, 5)).every((bytes) => bytes.startsWith('ffd8ff'))).toBe(true);
    expect((await shared(7, 25))[0]).toBe('0000000167');
    expect((await shared(7, 25, { jpegShare: true }))[0]).toMatch(/^ffd8ff/);
  });

  it('keeps what was said before the first connection, for those who want it', async () => {
    const early: Script = [
      { at_ms: 0, does: 'say', who: maya, clip: 'maya-01' },
      { at_ms: 4_000, does: 'chat', who: maya, text: 'x' },
    ];
    const heard = async (options: { buffer_data?: boolean }) => {
      await using world = await aWorld();
      using _ = await world.stream.play(early);
      world.time.advance(5_000);
      const { media } = await connect(world.stream.started(), {
        ...options,
        media_type: AUDIO,
        media_params: separate,
      });
      await world.pass(1);
      return media.of(MEDIA_DATA_AUDIO).length;
    };
    expect(await heard({})).toBe(31);
    expect(await heard({ buffer_data: false })).toBe(0);
  });

  it('sends nothing while it is paused', async () => {
    await using world = await aWorld();
    const { signaling, media } = await connect(world.stream.started(), { media_params: separate });
    await playAll(world, [
      { at_ms: 0, does: 'camera', who: maya, film: 'wide' },
      { at_ms: 1_000, does: 'pause' },
      { at_ms: 1_500, does: 'say', who: maya, clip: 'maya-01' },
      { at_ms: 2_000, does: 'chat', who: maya, text: 'unheard' },
      { at_ms: 6_000, does: 'resume' },
      { at_ms: 7_000, does: 'chat', who: maya, text: 'heard' },
    ]);
    expect(media.of(MEDIA_DATA_AUDIO)).toEqual([]);
    expect(contents(media, MEDIA_DATA_CHAT).map(({ data }) => data)).toEqual(['heard']);
    expect(media.of(MEDIA_DATA_TRANSCRIPT)).toEqual([]);
    expect(media.of(MEDIA_DATA_VIDEO)).toHaveLength(30);
    expect(statesOf(signaling)).toEqual([streamStates.ACTIVE, streamStates.PAUSED, streamStates.RESUMED]);
    expect(signaling.of(SESSION_STATE_UPDATE).map(({ state }) => state)).toEqual([2, 3, 4]);
  });

  it('plays six minutes of three people, and every sentence by its speaker', async () => {
    await using world = await aWorld();
    const { media } = await connect(world.stream.started(), { media_type: AUDIO | TRANSCRIPT, media_params: separate });
    const script = aLongMeeting(6);
    await playAll(world, script);
    const key = (name: string, text: string) => `${name}: ${text}`;
    const written = contents(media, MEDIA_DATA_TRANSCRIPT).map(({ user_name, data }) => key(user_name, data));
    const said = utterancesOf(script).map(({ who, text }) => key(who.user_name, text));
    expect(said).toHaveLength(120);
    expect(written.toSorted()).toEqual(said.toSorted());
    // Sound in steps of 100 ms that touch the sentence: none is missing, and hardly one too many.
    const heard_ms = media.of(MEDIA_DATA_AUDIO).length * 100;
    const spoken_ms = utterancesOf(script).reduce((sum, { duration_ms }) => sum + duration_ms, 0);
    expect(heard_ms).toBeGreaterThanOrEqual(spoken_ms);
    expect(heard_ms).toBeLessThan(spoken_ms + 200 * said.length);
    expect(world.stream.complaints).toEqual([]);
  });

  it('plays faster than time passes, with the stamps of its own time', async () => {
    await using rtms = await anRtms({ time: passingTime(50) });
    const stream = rtms.startStream();
    const { media } = await connect(stream.started(), {
      media_type: AUDIO | TRANSCRIPT | CHAT,
      media_params: separate,
    });
    using playing = await stream.play(aShortMeeting);
    await playing.done;
    await rtms.settled();
    const stamps = contents(media, MEDIA_DATA_AUDIO).map(({ timestamp }) => timestamp);
    expect(Math.max(...stamps) - Math.min(...stamps)).toBeGreaterThan(15_000);
    await expect.poll(() => media.of(MEDIA_DATA_TRANSCRIPT).length).toBeGreaterThanOrEqual(5);
  });
});

describe('a handshake', () => {
  it.each<[string, (event: ConfEvent) => object, keyof typeof statusCodes]>([
    ['another secret', (event) => signalingShake(event, { secret: 'other' }), 'INVALID_SIGNATURE'],
    [
      'another stream',
      (event) => ({ ...signalingShake(event), rtms_stream_id: 'other' }),
      'INVALID_MEETING_OR_STREAM_ID',
    ],
    ['media first', (event) => mediaShake(event), 'INVALID_MESSAGE'],
  ])('with %s is refused, and the socket closed', async (_, shake, name) => {
    for (const otherStatusNumbers of [false, true]) {
      await using world = await aWorld({ otherStatusNumbers });
      const event = world.stream.started();
      const line = await dial(streamOf(event).server_urls);
      const { status_code } = await line.ask(shake(event), messageTypes.SIGNALING_HAND_SHAKE_RESP);
      expect(status_code).toBe((otherStatusNumbers ? otherStatusCodes : statusCodes)[name]);
      await line.closed;
      expect(world.stream.complaints).toHaveLength(1);
      expect(world.stream.accepted).toEqual({ signaling: 0, media: 0 });
    }
  });

  it.each<[string, object]>([
    ['stereo without Opus', { audio: { channel: 2 } }],
    ['32 kHz', { audio: { sample_rate: 2 } }],
    ['Opus at 16 kHz', { audio: { codec: 4, sample_rate: 1, data_opt: 2 } }],
    ['mixed Opus', { audio: { codec: 4, sample_rate: 3, data_opt: 1 } }],
    ['G.711', { audio: { codec: 2 } }],
    ['RTP', { audio: { content_type: 1 } }],
    ['H.264 at 5 pictures a second', { video: { codec: 7, fps: 5 } }],
    ['JPEG video', { video: { codec: 5, fps: 5 } }],
    ['a gallery', { video: { data_opt: 5 } }],
  ])('that asks for %s is refused', async (_, media_params) => {
    await using world = await aWorld();
    const event = world.stream.started();
    const signaling = await dial(streamOf(event).server_urls);
    const { media_server } = await signaling.ask(signalingShake(event), messageTypes.SIGNALING_HAND_SHAKE_RESP);
    const media = await dial(media_server?.server_urls.all ?? '');
    const { status_code } = await media.ask({ ...mediaShake(event), media_params }, messageTypes.DATA_HAND_SHAKE_RESP);
    expect(status_code).toBe(statusCodes.INVALID_MEDIA_PARAMS);
    await media.closed;
  });

  it('may be refused until less is asked for', async () => {
    const ask = async (quirks: RtmsQuirks, audio: object) => {
      await using world = await aWorld(quirks);
      const event = world.stream.started();
      const signaling = await dial(streamOf(event).server_urls);
      const { media_server } = await signaling.ask(signalingShake(event), messageTypes.SIGNALING_HAND_SHAKE_RESP);
      const media = await dial(media_server?.server_urls.audio ?? '');
      const shake = { ...mediaShake(event, { media_type: AUDIO }), media_params: { audio } };
      return (await media.ask(shake, messageTypes.DATA_HAND_SHAKE_RESP)).status_code;
    };
    expect(await ask({ no48kHz: true }, { sample_rate: 3, data_opt: 2 })).toBe(statusCodes.INVALID_MEDIA_PARAMS);
    expect(await ask({ no48kHz: true }, { sample_rate: 1, data_opt: 2 })).toBe(0);
    expect(await ask({ noMultiStreams: true }, { data_opt: 2 })).toBe(statusCodes.INVALID_MEDIA_PARAMS);
    expect(await ask({ noMultiStreams: true }, { data_opt: 1 })).toBe(0);
  });

  it('with members that nobody knows is a complaint, and has no answer', async () => {
    await using world = await aWorld();
    const event = world.stream.started();
    const line = await dial(streamOf(event).server_urls);
    line.say({ ...signalingShake(event), client_id: 'x' });
    line.say({ msg_type: 4_711 });
    await world.rtms.settled();
    expect(world.stream.complaints).toHaveLength(2);
    expect(line.told).toEqual([]);
  });

  it('at an address of a server that is gone finds nothing', async () => {
    await using world = await aWorld();
    const { server_urls } = streamOf(world.stream.started());
    world.stream.failOver();
    await expect(dial(server_urls)).rejects.toThrow('404');
  });

  it('goes over TLS when there is a certificate, to those who trust it', async () => {
    await using world = await aWorld({}, { tls: { key: fixture('key'), cert: fixture('cert') } });
    const event = world.stream.started();
    expect(streamOf(event).server_urls).toMatch(/^wss:/);
    await expect(dial(streamOf(event).server_urls)).rejects.toThrow(/self-signed|certificate/);
    expect(world.rtms.opened).toBe(0);
    await connect(event, { ca: fixture('cert') });
    expect(world.rtms.opened).toBe(2);
  });

  it('may send the client elsewhere for media', async () => {
    await using world = await aWorld({}, { mediaBase: 'wss://media.evil.example.com' });
    const event = world.stream.started();
    const line = await dial(streamOf(event).server_urls);
    const { media_server } = await line.ask(signalingShake(event), messageTypes.SIGNALING_HAND_SHAKE_RESP);
    expect(media_server?.server_urls.all).toMatch(/^wss:\/\/media\.evil\.example\.com\//);
  });
});

describe('a connection', () => {
  it('that a second one follows is cut, or the second is refused', async () => {
    await using world = await aWorld();
    const event = world.stream.started();
    const first = await connect(event);
    const second = await connect(event);
    await first.signaling.closed;
    await first.media.closed;
    expect(second.signaling.isOpen()).toBe(true);
    expect(world.stream.accepted).toEqual({ signaling: 2, media: 2 });

    await using strict = await aWorld({ refusesSecond: true });
    await connect(strict.stream.started());
    const line = await dial(streamOf(strict.stream.started()).server_urls);
    const answer = line.ask(signalingShake(strict.stream.started()), messageTypes.SIGNALING_HAND_SHAKE_RESP);
    expect((await answer).status_code).toBe(statusCodes.DUPLICATE_SIGNAL_REQUEST);
  });

  it.each([10, 30, 65] as const)(
    'is asked every %i s whether it is there, and cut at the fourth time',
    async (keepAlive_s) => {
      await using world = await aWorld({ keepAlive_s });
      const event = world.stream.started();
      const { signaling, media } = await connect(event, { media_type: CHAT });
      await world.pass(keepAlive_s * 5);
      expect(signaling.of(KEEP_ALIVE_REQ).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
      expect([signaling.isOpen(), media.isOpen()]).toEqual([true, true]);
      expect(world.stream.complaints).toEqual([]);

      const mute = await dial(streamOf(event).server_urls, { mute: true });
      await mute.ask(signalingShake(event), messageTypes.SIGNALING_HAND_SHAKE_RESP);
      await world.pass(keepAlive_s * 4 - 1);
      expect(mute.isOpen()).toBe(true);
      await world.pass(1);
      await mute.closed;
      expect(world.stream.complaints).toEqual(['signaling: 3 keep-alives without an answer']);
    },
  );

  it('is not asked while data flows', async () => {
    await using world = await aWorld();
    const { media } = await connect(world.stream.started(), { media_type: AUDIO });
    using _ = await world.stream.play([]);
    await world.pass(30);
    expect(media.of(KEEP_ALIVE_REQ)).toEqual([]);
  });

  it('that answers wrongly is a complaint', async () => {
    await using world = await aWorld();
    const event = world.stream.started();
    const line = await dial(streamOf(event).server_urls, { mute: true });
    await line.ask(signalingShake(event), messageTypes.SIGNALING_HAND_SHAKE_RESP);
    await world.pass(10);
    line.say({ msg_type: messageTypes.KEEP_ALIVE_RESP, timestamp: 1, sequence: 1 });
    await world.rtms.settled();
    expect(world.stream.complaints).toMatchObject([expect.stringContaining('a keep-alive of 1 was answered')]);
  });

  it('of media that breaks is told of over signaling; it may come back within half a minute', async () => {
    await using world = await aWorld();
    const { signaling, media, openMedia } = await connect(world.stream.started(), { media_params: separate });
    using _ = await world.stream.play([]);
    world.stream.cut('media');
    await media.closed;
    await world.rtms.settled();
    expect(eventsOf(signaling).at(-1)).toMatchObject({ event_type: eventTypes.MEDIA_CONNECTION_INTERRUPTED });
    expect(world.stream.state).toBe('INTERRUPTED');
    await world.pass(29);
    const again = await openMedia();
    await world.pass(2);
    expect(world.stream.state).toBe('ACTIVE');
    await world.pass(60);
    expect(again.isOpen()).toBe(true);
    world.stream.cut('media');
    await again.closed;
    await world.pass(30);
    expect(world.told.at(-1)).toMatchObject({
      payload: { stop_reason: stopReasons.DATA_CONNECTION_CLOSED_ABNORMALLY },
    });
  });

  it('loses the sound of the gap, or gets it afterwards', async () => {
    for (const gapIsBuffered of [false, true]) {
      await using world = await aWorld({ gapIsBuffered });
      const { media, openMedia } = await connect(world.stream.started(), { media_params: separate });
      using _ = await world.stream.play([{ at_ms: 1_000, does: 'say', who: maya, clip: 'maya-01' }]);
      await world.pass(1);
      world.stream.cut('media');
      await media.closed;
      await world.pass(5);
      const again = await openMedia();
      await world.pass(1);
      expect(again.of(MEDIA_DATA_AUDIO)).toHaveLength(gapIsBuffered ? 31 : 0);
    }
  });

  it('of signaling that breaks takes media with it; both may come back within a minute', async () => {
    await using world = await aWorld();
    const event = world.stream.started();
    const first = await connect(event);
    world.stream.cut('signaling');
    await first.media.closed;
    await world.rtms.settled();
    expect(world.told).toMatchObject([{ event: 'meeting.rtms_interrupted' }]);
    await world.pass(59);
    await connect(event);
    await world.pass(5);
    expect(world.stream.state).toBe('ACTIVE');
    world.stream.cut('signaling');
    await world.rtms.settled();
    await expect.poll(() => world.stream.state).toBe('INTERRUPTED');
    await world.pass(60);
    expect(world.told.at(-1)).toMatchObject({
      payload: { stop_reason: stopReasons.SIGNAL_CONNECTION_CLOSED_ABNORMALLY },
    });
    const late = await dial(streamOf(event).server_urls);
    const { status_code } = await late.ask(signalingShake(event), messageTypes.SIGNALING_HAND_SHAKE_RESP);
    expect(status_code).toBe(statusCodes.SESSION_NOT_FOUND);
  });

  it('of a server that dies breaks without a word; the same stream goes on at other addresses', async () => {
    await using world = await aWorld();
    const before = streamOf(world.stream.started()).server_urls;
    const first = await connect(world.stream.started(), { media_type: AUDIO });
    using _ = await world.stream.play([{ at_ms: 1_000, does: 'fail over' }]);
    await world.pass(1);
    await first.signaling.closed;
    const [again] = world.told;
    if (!again) throw new Error('nobody was told');
    expect(streamOf(again)).toMatchObject({ rtms_stream_id: world.stream.rtms_stream_id });
    expect(streamOf(again).server_urls).not.toBe(before);
    const second = await connect(again, { media_type: AUDIO });
    await world.pass(1);
    expect(second.media.of(MEDIA_DATA_AUDIO).length).toBeGreaterThan(0);
    expect(world.told).toHaveLength(1);
    expect(statesOf(first.signaling)).toEqual([streamStates.ACTIVE]);
  });

  it('of a server whose stream nobody takes up again ends after a minute', async () => {
    await using world = await aWorld();
    await connect(world.stream.started());
    world.stream.failOver();
    await world.pass(60);
    expect(world.told.at(-1)).toMatchObject({ payload: { stop_reason: stopReasons.AWAIT_RECONNECTION_TIMEOUT } });
  });
});

describe('the end', () => {
  it.each(Object.entries(stopReasons))('is told with its reason: %s', async (_, reason) => {
    await using world = await aWorld();
    const { signaling, media } = await connect(world.stream.started());
    await playAll(world, [{ at_ms: 100, does: 'end', reason }]);
    expect(signaling.of(STREAM_STATE_UPDATE).at(-1)).toMatchObject({ state: streamStates.TERMINATED, reason });
    expect(signaling.of(SESSION_STATE_UPDATE).at(-1)).toMatchObject({ state: 5, reason });
    expect(world.told).toMatchObject([{ event: 'meeting.rtms_stopped', payload: { stop_reason: reason } }]);
    // A client that does not go is closed.
    world.time.advance(5_000);
    await signaling.closed;
    await media.closed;
  });

  it('may be told by the session alone, under another name', async () => {
    await using world = await aWorld({ endsWithoutTerminated: true, sessionStopReason: true });
    const { signaling } = await connect(world.stream.started());
    await playAll(world, [{ at_ms: 100, does: 'end', reason: 6 }]);
    expect(statesOf(signaling)).toEqual([streamStates.ACTIVE]);
    expect(signaling.of(SESSION_STATE_UPDATE).at(-1)).toMatchObject({ state: 5, stop_reason: 6 });
    world.time.advance(5_000);
    await signaling.closed;
  });

  it('may be the client’s wish', async () => {
    await using world = await aWorld();
    const { signaling } = await connect(world.stream.started());
    const { rtms_stream_id } = world.stream;
    signaling.say({ msg_type: messageTypes.STREAM_STATE_REQ, rtms_stream_id });
    signaling.say({ msg_type: messageTypes.SESSION_STATE_REQ, session_id: 'x' });
    signaling.say({ msg_type: messageTypes.STREAM_CLOSE_REQ, rtms_stream_id });
    await world.rtms.settled();
    expect(signaling.of(messageTypes.STREAM_STATE_RESP)).toMatchObject([{ state: streamStates.ACTIVE }]);
    expect(signaling.of(messageTypes.SESSION_STATE_RESP)).toMatchObject([{ session_id: 'x', session_state: 2 }]);
    expect(signaling.of(messageTypes.STREAM_CLOSE_RESP)).toMatchObject([{ status_code: 0 }]);
    expect(world.told).toMatchObject([{ payload: { stop_reason: stopReasons.RECEIVER_REQUEST_CLOSE } }]);
  });
});

eachQuirk(rtmsQuirks, (quirks) => {
  it('a client that follows the pages hears the whole meeting', async () => {
    await using world = await aWorld(quirks);
    const { media } = await connect(world.stream.started(), { media_type: AUDIO | TRANSCRIPT | CHAT });
    await playAll(world, aShortMeeting);
    expect(world.stream.complaints).toEqual([]);
    expect(media.of(MEDIA_DATA_AUDIO)).toHaveLength(20_000 / 20);
    // The last sentence is not over when the meeting is.
    expect(media.of(MEDIA_DATA_TRANSCRIPT).length).toBeGreaterThanOrEqual(5);
    expect(media.of(MEDIA_DATA_CHAT)).toHaveLength(1);
    expect(world.told).toMatchObject([{ event: 'meeting.rtms_stopped' }]);
  });
});

describe('where nobody knows', () => {
  const played = async (quirks: RtmsQuirks, media_type: number = mediaTypes.ALL) => {
    await using world = await aWorld(quirks);
    const event = world.stream.started();
    const client = await connect(event, { media_type, media_params: separate });
    await playAll(world, aShortMeeting.slice(0, -1));
    return { ...client, event, stream: world.stream };
  };

  it('frames may be binary', async () => {
    const { signaling, media } = await played({ binaryFrames: true }, AUDIO);
    expect(new Set([...signaling.binary, ...media.binary])).toEqual(new Set([true]));
    expect(new Set((await played({}, AUDIO)).media.binary)).toEqual(new Set([false]));
  });

  it('stamps may be microseconds', async () => {
    const { media } = await played({ microseconds: true }, AUDIO | VIDEO | TRANSCRIPT);
    for (const type of [MEDIA_DATA_AUDIO, MEDIA_DATA_VIDEO, MEDIA_DATA_TRANSCRIPT]) {
      expect(Math.min(...contents(media, type).map(({ timestamp }) => timestamp))).toBeGreaterThan(1e15);
    }
    expect(contents(media, MEDIA_DATA_TRANSCRIPT)[0]?.start_time).toBeGreaterThan(1e15);
  });

  it('the payload may be nested, with several addresses', async () => {
    const { event, stream } = await played({ nested: true, severalUrls: true }, AUDIO);
    expect(Object.keys(event.payload)).toEqual(['account_id', 'object']);
    expect(streamOf(event).server_urls.split(',')).toHaveLength(2);
    expect(stream.accepted).toEqual({ signaling: 1, media: 1 });
    await using world = await aWorld({ severalUrls: true, onlyAll: true });
    const [, second = ''] = streamOf(world.stream.started()).server_urls.split(',');
    const line = await dial(second);
    const answer = await line.ask(signalingShake(world.stream.started()), messageTypes.SIGNALING_HAND_SHAKE_RESP);
    expect(Object.keys(answer.media_server?.server_urls ?? {})).toEqual(['all']);
  });

  it('the first pictures may lean on one that never came', async () => {
    const { media } = await played({ noSpsFirst: true }, VIDEO);
    const [first = []] = media.of(MEDIA_DATA_VIDEO).map((message) => unitTypes(bytesOf(message)));
    expect(first).toEqual([1]);
    expect(media.of(MEDIA_DATA_VIDEO).some((message) => unitTypes(bytesOf(message))[0] === 7)).toBe(true);
  });

  it('messages of unknown types may come', async () => {
    const { media } = await played({ unknownMessages: true });
    expect(media.of(99).length).toBeGreaterThan(10);
    expect(media.of(messageTypes.META_DATA_AUDIO).length).toBeGreaterThan(10);
  });

  it('keep-alives may have no number', async () => {
    await using world = await aWorld({ keepAliveWithoutSequence: true });
    const { signaling } = await connect(world.stream.started(), { media_type: CHAT });
    await world.pass(10);
    expect(signaling.of(KEEP_ALIVE_REQ)).toEqual([{ msg_type: KEEP_ALIVE_REQ, timestamp: world.time.now().getTime() }]);
    expect(world.stream.complaints).toEqual([]);
  });

  it('who is there already may be told', async () => {
    for (const tellsPresent of [false, true]) {
      await using world = await aWorld({ tellsPresent });
      using _ = await world.stream.play([{ at_ms: 0, does: 'join', who: maya }]);
      world.time.advance(100);
      const { signaling } = await connect(world.stream.started());
      await world.rtms.settled();
      const joins = eventsOf(signaling).filter(({ event_type }) => event_type === eventTypes.PARTICIPANT_JOIN);
      expect(joins).toHaveLength(tellsPresent ? 1 : 0);
    }
  });

  it('anything at all may come', async () => {
    await using world = await aWorld();
    const { signaling, media } = await connect(world.stream.started(), { media_type: CHAT });
    const spoilt = JSON.stringify({ msg_type: 14, content: null });
    world.stream.sayRaw('media', spoilt);
    world.stream.sayRaw('signaling', spoilt);
    await world.rtms.settled();
    expect([signaling.told.at(-1), media.told.at(-1)]).toEqual([JSON.parse(spoilt), JSON.parse(spoilt)]);
  });

  it('a camera may go off', async () => {
    await using world = await aWorld();
    const { signaling, media } = await connect(world.stream.started(), { media_type: VIDEO });
    await playAll(world, [
      { at_ms: 0, does: 'camera', who: maya, film: 'small' },
      { at_ms: 1_000, does: 'camera', who: maya, film: 'off' },
      { at_ms: 3_000, does: 'leave', who: maya },
    ]);
    expect(media.of(MEDIA_DATA_VIDEO)).toHaveLength(15);
    expect(eventsOf(signaling).map(({ event_type }) => event_type)).toEqual([1, 8, 9, 4]);
  });
});
