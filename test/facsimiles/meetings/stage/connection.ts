/** The page's connection to its media server, and its own devices. Runs in the page. */
import { createOwnDecoding } from './decoding.ts';
import type { FromStage, Offer, OwnDevice, OwnLines } from './protocol.ts';

const wishes: Readonly<Record<OwnDevice, MediaStreamConstraints>> = {
  camera: { video: true },
  microphone: { audio: true },
  screen: { video: true },
};

const openDevice = (device: OwnDevice): Promise<MediaStream> =>
  device === 'screen'
    ? navigator.mediaDevices.getDisplayMedia(wishes.screen)
    : navigator.mediaDevices.getUserMedia(wishes[device]);

export const createConnection = (say: (message: FromStage) => void) => {
  let connection: RTCPeerConnection | undefined;
  let own: OwnLines | undefined;
  const answered = Promise.withResolvers<void>();
  const channels = new Map<string, RTCDataChannel>();

  /** As pages have it: they play what they receive. */
  const play = (track: MediaStreamTrack): void => {
    if (track.kind !== 'audio') return;
    const player = Object.assign(new Audio(), { srcObject: new MediaStream([track]) });
    player.play().catch(() => undefined);
  };

  const whole = async (made: RTCPeerConnection): Promise<string> => {
    await made.setLocalDescription();
    while (made.iceGatheringState !== 'complete')
      await new Promise((resolve) => made.addEventListener('icegatheringstatechange', resolve, { once: true }));
    return made.localDescription?.sdp ?? '';
  };

  const lineOf = (device: OwnDevice): RTCRtpTransceiver | undefined =>
    connection?.getTransceivers().find(({ mid }) => mid === own?.[device]);

  return {
    async answer(offer: Offer): Promise<void> {
      connection?.close();
      channels.clear();
      const decoding = createOwnDecoding(offer.decoding);
      const made = new RTCPeerConnection(decoding?.configuration);
      [connection, own] = [made, offer.own];
      made.addEventListener('track', ({ track, receiver }) => {
        if (decoding && track.kind === 'audio') decoding.hear(receiver);
        else play(track);
      });
      await made.setRemoteDescription({ type: 'offer', sdp: offer.sdp });
      for (const label of offer.opens) channels.set(label, made.createDataChannel(label));
      for (const transceiver of made.getTransceivers())
        if (Object.values(offer.own).includes(transceiver.mid ?? '')) transceiver.direction = 'sendonly';
      say({ type: 'answer', sdp: await whole(made) });
      answered.resolve();
    },
    async askDevices(): Promise<void> {
      const found = await navigator.mediaDevices.getUserMedia({ audio: true, video: true }).then(
        (stream) => {
          for (const track of stream.getTracks()) track.stop();
          return true;
        },
        () => false,
      );
      say({ type: 'devices', found });
    },
    /** Whoever is quicker than the connection is heard once it is there, as pages have it. */
    async turn(device: OwnDevice, on: boolean): Promise<void> {
      await answered.promise;
      const sender = lineOf(device)?.sender;
      const done = await (async () => {
        if (!sender) return false;
        const [track = null] = on ? (await openDevice(device)).getTracks() : [];
        sender.track?.stop();
        await sender.replaceTrack(track);
        return !on || track !== null;
      })().catch(() => false);
      say({ type: 'turned', device, on, done });
    },
    send: (label: string, bytes: Uint8Array<ArrayBuffer>): void => {
      const channel = channels.get(label) ?? connection?.createDataChannel(label);
      if (channel) channels.set(label, channel);
      if (channel?.readyState === 'connecting')
        channel.addEventListener('open', () => channel.send(bytes), { once: true });
      else if (channel?.readyState === 'open') channel.send(bytes);
    },
    close: (): void => connection?.close(),
  };
};
