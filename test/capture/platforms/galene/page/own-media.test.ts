import { beforeEach, describe, expect, it } from 'vitest';
import {
  createGaleneRoom,
  type GaleneRoom,
  type GaleneSocket,
} from '../../../../../lib/capture/platforms/galene/page/room.ts';
import { audio, begin, bytesOf, letIn, offerOf, sdp, video } from './spoken.ts';

let room: GaleneRoom;
let socket: GaleneSocket;
const server = (message: object): void => socket.hear('other', bytesOf(message));
const page = (message: object): void => socket.hear('page', bytesOf(message));

beforeEach(() => {
  room = createGaleneRoom();
  socket = begin(room);
  letIn(socket);
});

describe("what a Galène server does to the bot's devices and messages", () => {
  it('knows that the bot was muted while it spoke, until it turns its microphone', () => {
    const mute = (): void => server({ type: 'usermessage', kind: 'mute', privileged: true });
    mute();
    expect(room.isMuted).toBe(false);
    page({ type: 'offer', id: 's1', label: 'camera', sdp: sdp('own', audio) });
    mute();
    expect(room.isMuted).toBe(true);
    room.turned('microphone');
    expect(room.isMuted).toBe(false);
  });

  it('knows which devices of the bot the server has ended, until they are turned anew or the bot may present again', () => {
    const change = (permissions: readonly string[]): void => server({ type: 'joined', kind: 'change', permissions });
    const endAll = (): void => {
      page({ type: 'offer', id: 's1', label: 'camera', sdp: sdp('u1', audio, video) });
      page({ type: 'offer', id: 's2', label: 'screenshare', sdp: sdp('u2', audio, video) });
      server(offerOf('s3', 'a1', 'camera', sdp('u3', audio, video)));
      change(['message']);
      for (const id of ['s1', 's2', 's3']) {
        server({ type: 'abort', id });
        page({ type: 'close', id });
      }
    };
    endAll();
    expect([room.ended, room.streamsOf('own1')]).toEqual([['microphone', 'camera', 'screen'], []]);
    room.turned('microphone');
    expect(room.ended).toEqual(['camera', 'screen']);
    change(['message', 'present']);
    expect(room.ended).toEqual([]);
    endAll();
    begin(room);
    expect(room.ended).toEqual([]);
  });

  it('has ended nothing of the bot that its page closes itself, or replaces', () => {
    page({ type: 'offer', id: 's1', label: 'camera', sdp: sdp('u1', audio) });
    page({ type: 'offer', id: 's2', label: 'camera', replace: 's1', sdp: sdp('u2', audio, video) });
    page({ type: 'close', id: 's2' });
    server({ type: 'abort', id: 's2' });
    expect(room.ended).toEqual([]);
  });

  it('counts what the server has sent on to nobody, by its own word alone', () => {
    const said = (value: string, more: object = {}): void =>
      server({ type: 'usermessage', kind: 'error', dest: 'own1', privileged: true, value, ...more });
    said('user unknown');
    said("this user doesn't chat");
    said('already recording');
    said('user unknown', { source: 'eve', username: 'Eve' });
    said('user unknown', { privileged: false });
    expect(room.undelivered).toBe(2);
  });

  it('counts no refusal of what the bot would send of itself as one of a message', () => {
    const refuse = (): void =>
      server({ type: 'usermessage', kind: 'error', dest: 'own1', privileged: true, value: 'not authorised' });
    server({ type: 'abort', id: 's1' });
    refuse();
    expect(room.undelivered).toBe(0);
    refuse();
    expect(room.undelivered).toBe(1);
  });

  it('tells once that the bot was muted, however often', () => {
    for (let times = 0; times < 500; times += 1) server({ type: 'usermessage', kind: 'mute', privileged: true });
    expect(room.facts.map(({ kind }) => kind)).toEqual(['galene.join', 'galene.warning']);
  });
});
