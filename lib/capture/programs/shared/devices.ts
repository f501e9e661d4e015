/**
 * The devices that the page finds: none at first, so that a bot that only listens shows its name and costs nothing;
 * then a camera, a microphone and a screen made of what the bot has to show. Runs in the page, before its scripts.
 */

export type DeviceKind = 'camera' | 'microphone' | 'screen';

export interface Devices {
  /** Lets the page find a device from now on. Answers where its pictures or sound go, the first time only. */
  offer(kind: DeviceKind): WritableStream<VideoFrame> | WritableStream<AudioData> | undefined;
  /** Whether the page got a track from here: it is what others see and hear of the bot. */
  isOwn(track: MediaStreamTrack): boolean;
  /** What the page's own function did: the tab itself, for those who record it. */
  readonly captureTab: (options: DisplayMediaStreamOptions) => Promise<MediaStream>;
}

interface Device {
  readonly id: string;
  readonly label: string;
  readonly track: MediaStreamTrack;
}

const labels: Record<DeviceKind, string> = { camera: 'Camera', microphone: 'Microphone', screen: 'Screen' };

const notFound = (): DOMException => new DOMException('Requested device not found', 'NotFoundError');

/** A track of the page's own, to stop and turn off as it likes, that tells of itself what a real device's would. */
const trackOf = (device: Device, given: WeakSet<MediaStreamTrack>): MediaStreamTrack => {
  const track = device.track.clone();
  given.add(track);
  const { getSettings } = track;
  return Object.defineProperties(track, {
    label: { value: device.label },
    getSettings: { value: () => ({ ...getSettings.call(track), deviceId: device.id, groupId: 'bot' }) },
    getCapabilities: { value: () => ({ deviceId: device.id, groupId: 'bot' }) },
    // The sizes are ours to choose; pages take a refusal for a broken camera.
    applyConstraints: { value: async () => undefined },
    clone: { value: () => trackOf(device, given) },
  });
};

type Legacy = (
  wish: MediaStreamConstraints,
  use: (stream: MediaStream) => void,
  fail: (error: unknown) => void,
) => void;

/** What browsers list wherever anything can be heard; to play by it is to play as one would without choosing. */
const speaker = (): MediaDeviceInfo => {
  const told = { deviceId: 'default', groupId: 'bot', kind: 'audiooutput', label: 'Default' };
  const properties = { ...told, toJSON: () => told };
  return Object.defineProperties(
    Object.create(MediaDeviceInfo.prototype) as MediaDeviceInfo,
    Object.getOwnPropertyDescriptors(properties),
  );
};

/** Has the page told that it may use what devices there are, whatever the browser thinks of those of the machine. */
const permit = (): void => {
  const { query } = Permissions.prototype;
  Permissions.prototype.query = async function (this: Permissions, wish: PermissionDescriptor) {
    const status = await query.call(this, wish);
    const isOurs = ['camera', 'microphone'].includes(wish.name);
    return isOurs ? Object.defineProperty(status, 'state', { value: 'granted' }) : status;
  };
};

/**
 * Replaces the page's media functions by ones that know our devices only, whatever the machine has, in this document:
 * each of its frames has functions of its own. `findsSpeaker`: whether the page finds something to play sound by.
 */
export const createDevices = (findsSpeaker = false): Devices => {
  const devices = new Map<DeviceKind, Device>();
  const given = new WeakSet<MediaStreamTrack>();
  const { mediaDevices } = navigator;
  const captureTab = mediaDevices?.getDisplayMedia?.bind(mediaDevices) ?? (() => Promise.reject(notFound()));

  const take = (kind: DeviceKind): MediaStreamTrack => {
    const device = devices.get(kind);
    if (!device) throw notFound();
    return trackOf(device, given);
  };

  const describe = ([kind, { id, label }]: [DeviceKind, Device]): MediaDeviceInfo => {
    const media = kind === 'microphone' ? 'audioinput' : 'videoinput';
    const told = { deviceId: id, groupId: 'bot', kind: media, label };
    const info: MediaDeviceInfo = Object.create(InputDeviceInfo.prototype);
    const properties = { ...told, toJSON: () => told, getCapabilities: () => ({ deviceId: id, groupId: 'bot' }) };
    return Object.defineProperties(info, Object.getOwnPropertyDescriptors(properties));
  };

  const getUserMedia = async ({ audio, video }: MediaStreamConstraints = {}): Promise<MediaStream> => {
    if (!audio && !video) throw new TypeError('At least one of audio and video must be requested');
    return new MediaStream([...(audio ? [take('microphone')] : []), ...(video ? [take('camera')] : [])]);
  };
  const legacy: Legacy = (wish, use, fail) => void getUserMedia(wish).then(use, fail);

  if (mediaDevices) {
    // What only hid the functions of the prototype could be got round.
    Object.assign(MediaDevices.prototype, {
      getUserMedia,
      getDisplayMedia: async () => {
        if (!devices.has('screen')) throw new DOMException('Permission denied', 'NotAllowedError');
        return new MediaStream([take('screen')]);
      },
      enumerateDevices: async () => [
        ...[...devices].filter(([kind]) => kind !== 'screen').map(describe),
        ...(findsSpeaker ? [speaker()] : []),
      ],
    });
    for (const name of ['getUserMedia', 'webkitGetUserMedia']) {
      if (name in Navigator.prototype) Object.assign(Navigator.prototype, { [name]: legacy });
    }
    permit();
  }

  return {
    captureTab,
    isOwn: (track) => given.has(track),
    offer(kind) {
      if (devices.has(kind) || !mediaDevices) return undefined;
      const track =
        kind === 'microphone'
          ? new MediaStreamTrackGenerator({ kind: 'audio' })
          : new MediaStreamTrackGenerator({ kind: 'video' });
      devices.set(kind, { id: crypto.randomUUID(), label: labels[kind], track });
      if (kind !== 'screen') mediaDevices.dispatchEvent(new Event('devicechange'));
      return track.writable;
    },
  };
};
