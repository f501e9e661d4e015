/** With each quirk, and what each of them does. */
import { describe, expect, it } from 'vitest';
import { eachQuirk } from '../quirks.ts';
import { aWorld, playAll } from './held-world.ts';
import { eventTypes, mediaTypes, messageTypes } from './numbers.ts';
import { connect, dial, separate, signalingShake, streamOf } from './plain-client.ts';
import { type RtmsQuirks, rtmsQuirks } from './quirks.ts';
import { aShortMeeting, maya } from './script.ts';
import { bytesOf, contents, eventsOf, unitTypes } from './told.ts';

const { AUDIO, VIDEO, TRANSCRIPT, CHAT } = mediaTypes;
const { MEDIA_DATA_AUDIO, MEDIA_DATA_VIDEO, MEDIA_DATA_TRANSCRIPT, MEDIA_DATA_CHAT, KEEP_ALIVE_REQ } = messageTypes;

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
