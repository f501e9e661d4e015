export type Device = 'microphone' | 'camera';

interface DeviceState {
  track: MediaStreamTrack | undefined;
  on: boolean;
}

const constraints: Record<Device, MediaStreamConstraints> = {
  microphone: { audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true } },
  camera: { video: { width: { ideal: 640 }, height: { ideal: 360 }, frameRate: { ideal: 24, max: 30 } } },
};

const ask = async (wanted: MediaStreamConstraints): Promise<MediaStreamTrack[]> => {
  try {
    return (await navigator.mediaDevices.getUserMedia(wanted)).getTracks();
  } catch {
    return [];
  }
};

/** One dialogue for both devices; a machine that lacks one still gives the other. */
const askForBoth = async (): Promise<MediaStreamTrack[]> => {
  const both = await ask({ ...constraints.microphone, ...constraints.camera });
  if (both.length > 0) return both;
  return [...(await ask(constraints.microphone)), ...(await ask(constraints.camera))];
};

/** This person's microphone and camera, either of which may be missing. */
export const createDevices = (onChange: () => void) => {
  const states: Record<Device, DeviceState> = {
    microphone: { track: undefined, on: false },
    camera: { track: undefined, on: false },
  };
  const stream = new MediaStream();

  const put = (device: Device, track: MediaStreamTrack | undefined) => {
    if (!track) return;
    states[device] = { track, on: true };
    stream.addTrack(track);
    track.addEventListener('ended', () => {
      stream.removeTrack(track);
      states[device] = { track: undefined, on: false };
      onChange();
    });
  };

  const open = async () => {
    const tracks = await askForBoth();
    put(
      'microphone',
      tracks.find(({ kind }) => kind === 'audio'),
    );
    put(
      'camera',
      tracks.find(({ kind }) => kind === 'video'),
    );
    onChange();
  };

  /** A device that was not found before is looked for again. */
  const toggle = async (device: Device) => {
    const state = states[device];
    if (!state.track) {
      put(device, (await ask(constraints[device]))[0]);
      return onChange();
    }
    state.on = !state.on;
    state.track.enabled = state.on;
    onChange();
  };

  return {
    stream,
    open,
    toggle,
    has: (device: Device) => states[device].track !== undefined,
    isOn: (device: Device) => states[device].on,
    track: (device: Device) => states[device].track,
    state: () => ({ microphone: states.microphone.on, camera: states.camera.on }),
  };
};
export type Devices = ReturnType<typeof createDevices>;
