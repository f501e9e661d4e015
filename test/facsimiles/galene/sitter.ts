/** Somebody in a group who neither sends nor wants anything: a seat that is taken. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { until } from '../../lab/until.ts';
import type { Galene } from './galene.ts';

/** Sits there until the server is closed. */
export const sitIn = async (
  galene: Pick<Galene, 'host' | 'members'>,
  group: string,
  username = 'Sitter',
): Promise<void> => {
  const id = randomUUID();
  const socket = new WebSocket(`ws://${galene.host}/ws`);
  socket.on('error', () => undefined);
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'handshake', version: ['2'], id }));
  socket.send(JSON.stringify({ type: 'join', kind: 'join', group, username, password: '' }));
  await until(
    async () => galene.members(group),
    (members) => members.some((member) => member.id === id),
  );
};
