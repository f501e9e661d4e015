/** Who is connected to the server, in which group, and what they are told. */
import type { WebSocket } from 'ws';
import type { GroupOptions } from './group.ts';
import type { Incoming, Outgoing } from './sfu.ts';

export interface Stream {
  readonly id: string;
  readonly label: string;
  readonly media: Incoming;
  /** By whom it goes to. */
  readonly out: Map<Client, Outgoing>;
  /** What they have asked for of this one stream, in place of what they want of all. */
  readonly asked: Map<Client, readonly string[]>;
  /** To whom its sound alone is offered, until they have answered. */
  readonly soundFirst: Set<Client>;
}

export interface Client {
  readonly socket: WebSocket;
  id: string;
  username: string;
  permissions: readonly string[];
  /** Such as that they raise their hand. */
  data: Readonly<Record<string, unknown>>;
  group: Group | undefined;
  /** What they want of streams, by label; the empty label is of all others. */
  request: Readonly<Record<string, readonly string[]>>;
  readonly streams: Map<string, Stream>;
  /** Of single streams, in order. */
  readonly asks: Ask[];
}

export interface Ask {
  /** Whose stream. */
  readonly source: string;
  readonly size: 'low' | 'whole';
}

export interface Group {
  readonly name: string;
  options: GroupOptions;
  readonly clients: Set<Client>;
  /** Whoever joins is not heard any more, until this is over: not even that their page closes its socket. */
  isDeaf: boolean;
  readonly history: object[];
}

export const tell = ({ socket }: Client, message: object): void => {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
};
export const tellAll = (group: Group, message: object, except?: Client): void => {
  for (const client of group.clients) if (client !== except) tell(client, message);
};
export const userOf = ({ id, username, permissions, data }: Client, kind: string): object => ({
  type: 'user',
  kind,
  id,
  username,
  permissions,
  data,
});
