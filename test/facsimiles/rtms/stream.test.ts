/** A stream in the hands of a plain client: what it brings of a meeting, when, and in which form. */
import { describe, expect, it } from 'vitest';
import { clipNamed } from '../sound/speech.ts';
import { passingTime } from '../time.ts';
import { aWorld, playAll } from './held-world.ts';
import { eventTypes, mediaTypes, messageTypes, sampleRates, stopReasons, streamStates } from './numbers.ts';
import { connect, separate } from './plain-client.ts';
import type { RtmsQuirks } from './quirks.ts';
import { anRtms } from './rtms.ts';
import { aLongMeeting, aShortMeeting, jonas, maya, priya, type Script, utterancesOf } from './script.ts';
import { bytesOf, contentOf, contents, eventsOf, statesOf, unitTypes } from './told.ts';

const { AUDIO, VIDEO, DESKSHARE, TRANSCRIPT, CHAT } = mediaTypes;
const {
  MEDIA_DATA_AUDIO,
  MEDIA_DATA_VIDEO,
  MEDIA_DATA_SHARE,
  MEDIA_DATA_TRANSCRIPT,
  MEDIA_DATA_CHAT,
  SESSION_STATE_UPDATE,
} = messageTypes;

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
