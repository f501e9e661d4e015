/** The streams that clients send, and to whom they go. */
import { type Client, type Group, type Stream, tell } from './clients.ts';
import type { Message } from './message.ts';
import { type Kind, type Outgoing, receive } from './sfu.ts';

const kindsOf = (wanted: readonly string[] = []): readonly Kind[] => [
  ...(wanted.includes('audio') ? (['audio'] as const) : []),
  ...(wanted.some((one) => one === 'video' || one === 'video-low') ? (['video'] as const) : []),
];

const nothingOut = (): Pick<Stream, 'out' | 'asked' | 'soundFirst'> => ({
  out: new Map(),
  asked: new Map(),
  soundFirst: new Set(),
});

/** Whatever the server takes for a fault of its own (errorToWSCloseMessage in rtpconn/webclient.go). */
const internalError = 1011;

export const createForwarding = () => {
  /** Connections take seconds to be gone, for which nobody has to wait. */
  const closings = new Set<Promise<void>>();
  const close = (connection: { close(): Promise<void> } | undefined): void => {
    if (connection) closings.add(connection.close().catch(() => undefined));
  };

  const endFor = (to: Client, stream: Stream): void => {
    close(stream.out.get(to));
    stream.out.delete(to);
    stream.asked.delete(to);
    tell(to, { type: 'close', id: stream.id });
  };

  const negotiate = async (to: Client, from: Client, { id, label }: Stream, outgoing: Outgoing, replace?: string) => {
    const sdp = await outgoing.offer();
    if (sdp === undefined) return;
    const { id: source, username } = from;
    tell(to, { type: 'offer', id, label, source, username, sdp, ...(replace && { replace }) });
  };

  /**
   * A change of what is asked for goes over the connection that there is. What was asked for of a stream that is replaced counts
   * once more, and is forgotten with it.
   */
  const offerTo = async (to: Client, from: Client, stream: Stream, replaced?: Stream): Promise<void> => {
    const wanted = (replaced ?? stream).asked.get(to) ?? to.request[stream.label] ?? to.request[''];
    const offered: readonly Kind[] = stream.soundFirst.has(to) ? ['audio'] : stream.media.kinds;
    const kinds = kindsOf(wanted).filter((kind) => offered.includes(kind));
    const before = stream.out.get(to);
    if (kinds.length === 0) {
      if (before) endFor(to, stream);
      return;
    }
    if (kinds.length === before?.kinds.length && kinds.every((kind) => before.kinds.includes(kind))) return;
    const outgoing = before ?? stream.media.forward(kinds);
    outgoing.carry(kinds);
    stream.out.set(to, outgoing);
    await negotiate(to, from, stream, outgoing, replaced?.id);
  };

  const closeStream = (from: Client, id: string, tellOthers = true): void => {
    const stream = from.streams.get(id);
    if (!stream) return;
    from.streams.delete(id);
    for (const [to, outgoing] of stream.out) {
      if (tellOthers) tell(to, { type: 'close', id });
      close(outgoing);
    }
    close(stream.media);
  };

  /** Whoever has left sends nothing more, and is sent nothing. */
  const forget = (client: Client, group: Group): void => {
    for (const id of client.streams.keys()) closeStream(client, id);
    for (const other of group.clients)
      for (const { out, asked } of other.streams.values()) {
        close(out.get(client));
        out.delete(client);
        asked.delete(client);
      }
  };

  /**
   * What the server makes of a stream whose tracks come later than 200 ms after its offer (pushConn in rtpconn/rtpconn.go): it has
   * nothing to offer then, so it ends both (pushDownConn in rtpconn/webclient.go); and whatever comes is another stream, its sound
   * and its picture each as they come.
   */
  const replaceInPieces = (client: Client, group: Group, stream: Stream, replaced: Stream): void => {
    for (const other of group.clients) if (other !== client) tell(other, { type: 'close', id: stream.id });
    closeStream(client, replaced.id);
    const offer = async (): Promise<void> => {
      await stream.media.begun;
      for (const other of group.clients) {
        if (other === client || client.streams.get(stream.id) !== stream) continue;
        if (stream.media.kinds.includes('audio')) stream.soundFirst.add(other);
        await offerTo(other, client, stream);
      }
    };
    offer().catch(() => undefined);
  };

  const publish = async (
    client: Client,
    group: Group,
    { id = '', label = '', replace, sdp = '' }: Message,
  ): Promise<void> => {
    const known = client.streams.get(id);
    const stream: Stream = known ?? { id, label, media: receive(), ...nothingOut() };
    client.streams.set(id, stream);
    tell(client, { type: 'answer', id, sdp: await stream.media.answer(sdp) });
    const replaced = replace === undefined ? undefined : client.streams.get(replace);
    if (replaced && group.options.replaces_in_pieces) return replaceInPieces(client, group, stream, replaced);
    for (const other of group.clients) if (other !== client) await offerTo(other, client, stream, replaced);
    if (replaced) closeStream(client, replaced.id, false);
  };

  const streamBy = (group: Group, id = ''): { readonly from: Client; readonly stream: Stream } | undefined => {
    const from = [...group.clients].find(({ streams }) => streams.has(id));
    const stream = from?.streams.get(id);
    return from && stream && { from, stream };
  };

  const answered = async (client: Client, group: Group, { id, sdp = '' }: Message): Promise<void> => {
    const sent = streamBy(group, id);
    const outgoing = sent?.stream.out.get(client);
    if (!sent || !outgoing) return;
    if (await outgoing.accept(sdp)) await negotiate(client, sent.from, sent.stream, outgoing);
    if (sent.stream.soundFirst.delete(client)) await offerTo(client, sent.from, sent.stream);
  };

  /** A stream that is gone, of which the client has not heard yet, costs it its connection. */
  const askOf = async (client: Client, group: Group, { id, request }: Message): Promise<void> => {
    const sent = streamBy(group, id);
    if (!sent?.stream.out.has(client)) return client.socket.close(internalError);
    const { from, stream } = sent;
    const wanted = Array.isArray(request) ? request : undefined;
    client.asks.push({ source: from.id, size: wanted?.includes('video-low') ? 'low' : 'whole' });
    if (wanted) stream.asked.set(client, wanted);
    else stream.asked.delete(client);
    await offerTo(client, from, stream);
  };

  /** What a client says of its own streams, and of those that it is sent or wants. */
  const hear = async (client: Client, group: Group, message: Message): Promise<void> => {
    const { type, id = '' } = message;
    if (type === 'request') {
      client.request = Array.isArray(message.request) ? {} : (message.request ?? {});
      for (const other of group.clients)
        if (other !== client) for (const stream of other.streams.values()) await offerTo(client, other, stream);
      return;
    }
    if (type === 'requestStream') return askOf(client, group, message);
    if (type === 'offer') return publish(client, group, message);
    if (type === 'close') return closeStream(client, id);
    if (type === 'answer') return answered(client, group, message);
    const sent = streamBy(group, id);
    if (type === 'abort') return sent && endFor(client, sent.stream);
    if (type === 'ice' && message.candidate)
      return (client.streams.get(id)?.media ?? sent?.stream.out.get(client))?.addCandidate(message.candidate);
  };

  return {
    hear,
    forget,
    /** The server ends what somebody sends. */
    end: (client: Client, id: string): void => closeStream(client, id),
    closed: async (): Promise<void> => void (await Promise.all(closings)),
  };
};
