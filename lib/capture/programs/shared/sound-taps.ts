/** Everything that a page lets be heard, taken where it would go to the loudspeakers. */

export interface TapListener {
  /** A source of sound, and the volume that the page gives it, now and whenever that changes. */
  add(track: MediaStreamTrack, onVolume: (listener: (gain: number) => void) => void): void;
  /** Whether this is what others hear of the page: who plays it to themselves is not to hear it twice. */
  isOwn?(track: MediaStreamTrack): boolean;
}

const audioOf = (stream: MediaStream): MediaStreamTrack | undefined => stream.getAudioTracks()[0];

/** Sound made with WebAudio: what is connected to the destination is connected to our tap too. */
const tapContexts = ({ add, isOwn = () => false }: TapListener): void => {
  const isOwnSource = (node: AudioNode): boolean =>
    node instanceof MediaStreamAudioSourceNode && node.mediaStream.getAudioTracks().every(isOwn);
  const taps = new WeakMap<BaseAudioContext, AudioNode>();
  const tapOf = (context: BaseAudioContext): AudioNode | undefined => {
    if (!(context instanceof AudioContext)) return undefined;
    const known = taps.get(context);
    if (known) return known;
    const tap = new MediaStreamAudioDestinationNode(context);
    taps.set(context, tap);
    const track = audioOf(tap.stream);
    if (track) add(track, () => undefined);
    return tap;
  };

  // Their many overloads come to this.
  type Method = (this: AudioNode, ...input: unknown[]) => AudioNode;
  const connect = AudioNode.prototype.connect as unknown as Method;
  const disconnect = AudioNode.prototype.disconnect as unknown as Method;
  const tapFor = (target: unknown): AudioNode | undefined =>
    target instanceof AudioDestinationNode ? tapOf(target.context) : undefined;
  const replacement = (native: Method, withTap: (node: AudioNode, tap: AudioNode, input: unknown[]) => void): Method =>
    function (...input) {
      const tap = isOwnSource(this) ? undefined : tapFor(input[0]);
      if (tap) withTap(this, tap, input);
      return native.apply(this, input);
    };
  Object.assign(AudioNode.prototype, {
    connect: replacement(connect, (node, tap, [, output = 0]) => connect.call(node, tap, output)),
    disconnect: replacement(disconnect, (node, tap) => disconnect.call(node, tap)),
  });
};

/** Sound of media elements, whether they are in the document or not. */
const tapElements = ({ add, isOwn = () => false }: TapListener): void => {
  const tapped = new WeakMap<HTMLMediaElement, MediaStreamTrack>();
  // What goes through WebAudio is heard there.
  const routed = new WeakSet<HTMLMediaElement>();

  const streamOf = (element: HTMLMediaElement): MediaStream | undefined => {
    if (element.srcObject instanceof MediaStream) return element.srcObject;
    try {
      return (element as HTMLMediaElement & { captureStream(): MediaStream }).captureStream();
    } catch {
      // A file of another site that does not allow it.
      return undefined;
    }
  };

  const tap = (element: HTMLMediaElement): void => {
    if (routed.has(element)) return;
    const stream = streamOf(element);
    const track = stream && audioOf(stream);
    if (!stream || !track || isOwn(track) || tapped.get(element) === track) return;
    tapped.set(element, track);
    if (stream !== element.srcObject) for (const picture of stream.getVideoTracks()) picture.stop();
    add(track, (listener) => {
      const tell = (): void => {
        const isHeard = !element.muted && !routed.has(element) && tapped.get(element) === track;
        listener(isHeard ? element.volume : 0);
      };
      for (const type of ['volumechange', 'emptied', 'playing']) element.addEventListener(type, tell);
      tell();
    });
  };

  const watched = new WeakSet<HTMLMediaElement>();
  const watch = (element: HTMLMediaElement): void => {
    if (watched.has(element)) return;
    watched.add(element);
    element.addEventListener('playing', () => tap(element));
  };
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    watch(this);
    return play.call(this);
  };
  document.addEventListener('playing', ({ target }) => target instanceof HTMLMediaElement && tap(target), true);

  const route = (element: unknown): void => {
    if (!(element instanceof HTMLMediaElement)) return;
    routed.add(element);
    element.dispatchEvent(new Event('volumechange'));
  };
  const { createMediaElementSource } = AudioContext.prototype;
  AudioContext.prototype.createMediaElementSource = function (this: AudioContext, element: HTMLMediaElement) {
    route(element);
    return createMediaElementSource.call(this, element);
  };
  globalThis.MediaElementAudioSourceNode = new Proxy(MediaElementAudioSourceNode, {
    construct(target, input, made) {
      route((input[1] as MediaElementAudioSourceOptions | undefined)?.mediaElement);
      return Reflect.construct(target, input, made);
    },
  });
};

export const tapSounds = (listener: TapListener): void => {
  tapContexts(listener);
  tapElements(listener);
};
