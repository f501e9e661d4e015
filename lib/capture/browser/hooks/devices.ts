/** A camera that shows nothing and a microphone that says nothing. Runs in the page, before the page's scripts. */

const card = { width: 320, height: 180 };

const blankPicture = (): MediaStreamTrack | undefined => {
  const canvas = Object.assign(document.createElement('canvas'), card);
  canvas.getContext('2d')?.fillRect(0, 0, card.width, card.height);
  // One picture a second is enough for a picture that never changes.
  return canvas.captureStream(1).getVideoTracks()[0];
};

const silence = (): MediaStreamTrack | undefined =>
  new AudioContext().createMediaStreamDestination().stream.getAudioTracks()[0];

const deviceInfo = (kind: MediaDeviceKind): MediaDeviceInfo => {
  const fields = {
    deviceId: `virtual-${kind}`,
    groupId: 'virtual',
    kind,
    label: kind === 'videoinput' ? 'Virtual camera' : 'Virtual microphone',
  };
  return { ...fields, toJSON: () => fields };
};

/** Makes getUserMedia give virtual devices, so that a bot only listens and no page complains of missing hardware. */
export const provideVirtualDevices = (): void => {
  const { mediaDevices } = navigator;
  if (!mediaDevices) return;
  mediaDevices.getUserMedia = async (constraints = {}) => {
    const tracks = [constraints.audio ? silence() : undefined, constraints.video ? blankPicture() : undefined];
    return new MediaStream(tracks.filter((track) => track !== undefined));
  };
  mediaDevices.enumerateDevices = async () => [deviceInfo('audioinput'), deviceInfo('videoinput')];
};
