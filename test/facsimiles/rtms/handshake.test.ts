/** How a connection begins: who is let in, what may be asked for, and where it leads. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ConfEvent } from '../conf/events.ts';
import { aWorld } from './held-world.ts';
import { mediaTypes, messageTypes, otherStatusCodes, statusCodes } from './numbers.ts';
import { connect, dial, mediaShake, signalingShake, streamOf } from './plain-client.ts';
import type { RtmsQuirks } from './quirks.ts';

const fixture = (name: string) =>
  readFileSync(new URL(`../../lab/fixtures/loopback.${name}.pem`, import.meta.url), 'utf8');
const { AUDIO } = mediaTypes;

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
