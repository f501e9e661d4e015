/** The page's side of the protocol: who is there, the streams that come and go, each by a peer connection of its own. */

export interface User {
  readonly id: string;
  username: string;
  permissions: readonly string[];
  /** What they send, by label. */
  readonly streams: Map<string, Set<string>>;
}

export interface Down {
  readonly id: string;
  readonly label: string;
  readonly source: string;
  readonly username: string;
  readonly connection: RTCPeerConnection;
  readonly stream: MediaStream;
}

export interface Up {
  readonly id: string;
  readonly label: string;
  readonly connection: RTCPeerConnection;
  readonly stream: MediaStream;
}

// biome-ignore lint/suspicious/noExplicitAny: what a server may say is of any kind, as in the page that this stands in for
export type Told = Record<string, any>;

export interface Listeners {
  connected(): void;
  closed(): void;
  joined(message: Told): void;
  users(): void;
  /** Somebody else has come. */
  came(): void;
  chat(message: Told): void;
  userMessage(message: Told): void;
  down(stream: Down): void;
  downEnded(stream: Down, replaced: boolean): void;
  upEnded(stream: Up): void;
}

const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, '0')).join('');

export class Connection {
  readonly id = newId();
  readonly users = new Map<string, User>();
  readonly up = new Map<string, Up>();
  readonly down = new Map<string, Down>();
  group = '';
  username = '';
  permissions: readonly string[] = [];
  #socket: WebSocket | undefined;
  readonly #listeners: Listeners;
  #configuration: RTCConfiguration = {};

  constructor(url: string, listeners: Listeners) {
    this.#listeners = listeners;
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.onopen = () => this.send({ type: 'handshake', version: ['2'], id: this.id });
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
    socket.onclose = () => {
      this.#socket = undefined;
      for (const id of [...this.up.keys()]) this.endUp(id);
      for (const id of [...this.down.keys()]) this.#endDown(id, false);
      this.users.clear();
      this.permissions = [];
      listeners.users();
      listeners.closed();
    };
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  send(message: Told): void {
    if (!this.isOpen) throw new Error('Connection is not open');
    this.#socket?.send(JSON.stringify(message));
  }

  close(): void {
    this.#socket?.close(1000, 'Close requested by client');
  }

  chat(kind: string, dest: string, value: string): void {
    this.send({ type: 'chat', source: this.id, dest, username: this.username, kind, value });
  }

  publish(label: string, stream: MediaStream, replace?: string): void {
    const connection = new RTCPeerConnection(this.#configuration);
    const up: Up = { id: newId(), label, connection, stream };
    if (replace) this.#forgetUp(replace);
    this.up.set(up.id, up);
    connection.onicecandidate = ({ candidate }) => {
      if (candidate && this.isOpen) this.send({ type: 'ice', id: up.id, candidate });
    };
    connection.onnegotiationneeded = async () => {
      await connection.setLocalDescription(await connection.createOffer());
      if (!this.isOpen || !this.up.has(up.id)) return;
      const { id: source, username } = this;
      const sdp = connection.localDescription?.sdp;
      this.send({ type: 'offer', id: up.id, source, username, label, sdp, ...(replace && { replace }) });
    };
    for (const track of stream.getTracks()) {
      track.onended = () => this.endUp(up.id);
      connection.addTransceiver(track, { direction: 'sendonly', streams: [stream] });
    }
  }

  endUp(id: string): void {
    const up = this.#forgetUp(id);
    if (up && this.isOpen) this.send({ type: 'close', id });
  }

  #forgetUp(id: string): Up | undefined {
    const up = this.up.get(id);
    if (!up) return undefined;
    this.up.delete(id);
    for (const track of up.stream.getTracks()) {
      track.onended = null;
      track.stop();
    }
    up.connection.close();
    this.#listeners.upEnded(up);
    return up;
  }

  #endDown(id: string, replaced: boolean): void {
    const down = this.down.get(id);
    if (!down) return;
    this.down.delete(id);
    down.connection.close();
    this.users.get(down.source)?.streams.delete(down.label);
    this.#listeners.downEnded(down, replaced);
    this.#listeners.users();
  }

  async #offered({ id, label, source, username, sdp, replace }: Told): Promise<void> {
    if (replace) this.#endDown(replace, true);
    const known = this.down.get(id);
    if (known) return this.#answer(known, sdp);
    const connection = new RTCPeerConnection(this.#configuration);
    const down: Down = { id, label, source, username, connection, stream: new MediaStream() };
    this.down.set(id, down);
    connection.onicecandidate = ({ candidate }) => {
      if (candidate && this.isOpen) this.send({ type: 'ice', id, candidate });
    };
    connection.ontrack = ({ track }) => {
      down.stream.addTrack(track);
      const streams = this.users.get(source)?.streams;
      streams?.set(label, (streams.get(label) ?? new Set<string>()).add(track.kind));
      this.#listeners.users();
      this.#listeners.down(down);
    };
    await this.#answer(down, sdp);
  }

  async #answer({ id, connection, stream }: Down, sdp: string): Promise<void> {
    await connection.setRemoteDescription({ type: 'offer', sdp });
    await connection.setLocalDescription(await connection.createAnswer());
    for (const { currentDirection, receiver } of connection.getTransceivers())
      if (currentDirection === 'inactive') stream.removeTrack(receiver.track);
    if (this.isOpen && this.down.has(id)) this.send({ type: 'answer', id, sdp: connection.localDescription?.sdp });
  }

  #hear(message: Told): void {
    const { type, kind, id } = message;
    const listeners = this.#listeners;
    if (type === 'handshake') listeners.connected();
    else if (type === 'ping') this.send({ type: 'pong' });
    else if (type === 'joined') {
      if (kind === 'join' || kind === 'change') {
        this.group = message.group;
        this.username = message.username;
        this.permissions = message.permissions ?? [];
        this.#configuration = message.rtcConfiguration ?? this.#configuration;
      } else {
        this.users.clear();
        this.permissions = [];
        listeners.users();
      }
      listeners.joined(message);
    } else if (type === 'user') {
      if (kind === 'delete') this.users.delete(id);
      else {
        const { username, permissions = [] } = message;
        const known = this.users.get(id);
        if (known) Object.assign(known, { username, permissions });
        else this.users.set(id, { id, username, permissions, streams: new Map() });
        if (!known) listeners.came();
      }
      listeners.users();
    } else if (type === 'offer') this.#offered(message).catch(() => this.send({ type: 'abort', id }));
    else if (type === 'answer') this.up.get(id)?.connection.setRemoteDescription({ type: 'answer', sdp: message.sdp });
    else if (type === 'close') this.#endDown(id, false);
    else if (type === 'abort') this.endUp(id);
    else if (type === 'chat' || type === 'chathistory') listeners.chat(message);
    else if (type === 'usermessage') listeners.userMessage(message);
  }
}
