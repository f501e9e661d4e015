/** Connections that stay, break, come back and end. */
import { describe, expect, it } from 'vitest';
import { aWorld, playAll } from './held-world.ts';
import { eventTypes, mediaTypes, messageTypes, statusCodes, stopReasons, streamStates } from './numbers.ts';
import { connect, dial, separate, signalingShake, streamOf } from './plain-client.ts';
import { maya } from './script.ts';
import { eventsOf, statesOf } from './told.ts';

const { AUDIO, CHAT } = mediaTypes;
const { MEDIA_DATA_AUDIO, STREAM_STATE_UPDATE, SESSION_STATE_UPDATE, KEEP_ALIVE_REQ } = messageTypes;

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
