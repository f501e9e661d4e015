/** What Galène's page and server say to each other, from its documented protocol and as seen on the real server. */
import type { GaleneRoom, GaleneSocket } from '../../../../../lib/capture/platforms/galene/page/room.ts';

export const bytesOf = (message: object): Uint8Array => new TextEncoder().encode(JSON.stringify(message));

/** The page connects, and asks to be let in. */
export const begin = (room: GaleneRoom, login: object = { username: 'Notes', password: '' }): GaleneSocket => {
  const socket = room.connect();
  socket.hear('page', bytesOf({ type: 'handshake', version: ['2'], id: 'own1' }));
  socket.hear('other', bytesOf({ type: 'handshake', version: ['2'] }));
  socket.hear('page', bytesOf({ type: 'join', kind: 'join', group: 'standup', ...login }));
  return socket;
};

/** The server lets it in. */
export const letIn = (socket: GaleneSocket, permissions: readonly string[] = ['present', 'message']): void => {
  const said = { username: 'Notes', permissions };
  socket.hear('other', bytesOf({ type: 'joined', kind: 'join', group: 'standup', ...said }));
  socket.hear('other', bytesOf({ type: 'user', kind: 'add', id: 'own1', ...said }));
};

export const [audio, video] = ['m=audio 9 UDP/TLS/RTP/SAVPF 111', 'm=video 9 UDP/TLS/RTP/SAVPF 96'] as const;

export const sdp = (fragment: string, ...media: readonly string[]): string =>
  ['v=0', 'o=- 1 2 IN IP4 0.0.0.0', ...media.flatMap((one) => [one, `a=ice-ufrag:${fragment}`])].join('\r\n');

/** Somebody sends a stream. */
export const offerOf = (id: string, source: string, label: string, description: string, more: object = {}): object => ({
  type: 'offer',
  id,
  source,
  username: source,
  label,
  sdp: description,
  ...more,
});
