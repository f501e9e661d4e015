export type Device = 'microphone' | 'camera';

interface DeviceState {
  readonly track: MediaStreamTrack | undefined;
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

const screenConstraints: DisplayMediaStreamOptions = {
  video: { width: { max: 1920 }, height: { max: 1080 }, frameRate: { max: 15 } },
};

/** This person's microphone and camera, either of which may be missing, and the screen while it is shared. */
export const createDevices = (onChange: () => void) => {
  const states: Record<Device, DeviceState> = {
    microphone: { track: undefined, on: false },
    camera: { track: undefined, on: false },
  };
  const stream = new MediaStream();
  let screen: MediaStreamTrack | undefined;

  const put = (device: Device, track: MediaStreamTrack | undefined): void => {
    if (!track) return;
    states[device] = { track, on: true };
    stream.addTrack(track);
    track.addEventListener('ended', () => {
      stream.removeTrack(track);
      states[device] = { track: undefined, on: false };
      onChange();
    });
  };

  const open = async (): Promise<void> => {
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
  const toggle = async (device: Device): Promise<void> => {
    const state = states[device];
    if (!state.track) {
      put(device, (await ask(constraints[device]))[0]);
      return onChange();
    }
    state.on = !state.on;
    state.track.enabled = state.on;
    onChange();
  };

  const stopSharing = (): void => {
    screen?.stop();
    screen = undefined;
    onChange();
  };

  /** Rejects when no screen is chosen. */
  const share = async (): Promise<void> => {
    const [track] = (await navigator.mediaDevices.getDisplayMedia(screenConstraints)).getVideoTracks();
    if (!track) return;
    track.contentHint = 'detail';
    screen = track;
    // Browsers have a button of their own that ends a share.
    track.addEventListener('ended', () => {
      if (screen === track) stopSharing();
    });
    onChange();
  };

  return {
    stream,
    open,
    toggle,
    share,
    stopSharing,
    /** Lets go of everything. */
    close: () => {
      for (const track of [...stream.getTracks(), screen]) track?.stop();
      screen = undefined;
    },
    has: (device: Device) => states[device].track !== undefined,
    isOn: (device: Device) => states[device].on,
    track: (device: Device | 'screen') => (device === 'screen' ? screen : states[device].track),
    state: () => ({ microphone: states.microphone.on, camera: states.camera.on }),
    isSharing: () => screen !== undefined,
  };
};
export type Devices = ReturnType<typeof createDevices>;
