/** One picture track of what a stream shows: whoever speaks, or a shared screen in their place; black where there is neither. */
import type { MediaPacket } from '../media/encoding/packets.ts';
import { sampleOf, typeOf, unitsOf, unitTypes } from './h264/annex-b.ts';
import { blackPictures } from './h264/black-picture.ts';
import { decoderConfigOf, type H264Config, isDecodedAlike } from './h264/decoder-config.ts';

export type ShownKind = 'camera' | 'screen';

/** A picture as it comes (Annex B), and its moment in the take, in µs. */
export interface StreamPicture {
  readonly kind: ShownKind;
  readonly bytes: Buffer;
  readonly at_us: number;
}

export interface StreamPictures {
  take(picture: StreamPicture): void;
  /** The screen is not shared any more, from a moment on. */
  endScreen(at_us: number): void;
  /** Some have been lost: those that lean on them are worth nothing. */
  lose(): void;
  /** Nothing more comes of what was before this moment. */
  reach(at_us: number): void;
  /** There is at least one picture when it is over: a take without any could not be joined to others. */
  end(): void;
  /** How the first picture is decoded. */
  readonly config: VideoDecoderConfig | undefined;
  readonly frames: number;
}

/** How pictures are decoded, and the parameter sets that say so. */
interface Decoded {
  readonly config: H264Config;
  readonly sets: readonly Buffer[];
}

// Whoever turns a camera on is seen by then.
const firstWithinUs = 2_500_000;
// A camera that gives nothing for so long is off; a screen may stand still.
const cameraHeldUs = 10_000_000;
const blackEveryUs = 1_000_000;
const usualDurationUs = 40_000;
/** Two pictures at one moment are so far apart: less would be one moment of the file, whose units are 17 µs long. */
const leastApartUs = 1_000;

/**
 * Passes pictures on as they are, from a key picture on whenever another kind is shown, and each later than the one before.
 * `onPacket` hears the packets in their order.
 */
export const createStreamPictures = (
  size: { readonly width: number; readonly height: number },
  onPacket: (packet: MediaPacket) => void,
): StreamPictures => {
  const black = blackPictures(size);
  let shown: ShownKind | 'black' | undefined;
  let isScreenShared = false;
  let first: H264Config | undefined;
  let config: H264Config | undefined;
  let hasLost = false;
  let last_us = -leastApartUs;
  /** Until when a screen was shared. */
  let shared_us = 0;
  let frames = 0;

  /** How the last key picture of each kind is decoded, and the sets that said so. */
  const known = new Map<ShownKind | 'black', Decoded>();

  /** How a key picture is decoded: as the one before it of its kind, whatever was shown in between, where it does not say so itself. */
  const decodedBy = (kind: ShownKind | 'black', units: readonly Buffer[]): Decoded | undefined => {
    const sps = units.find((unit) => typeOf(unit) === unitTypes.sps);
    if (!sps) return known.get(kind);
    const pps = units.filter((unit) => typeOf(unit) === unitTypes.pps);
    const own = decoderConfigOf(sps, pps);
    return own && { config: own, sets: [sps, ...pps] };
  };

  /** A key picture has its sets with it: in a recording that is decoded in several ways, Chromium finds them nowhere else. */
  const giveKey = (kind: ShownKind | 'black', units: readonly Buffer[], decoded: Decoded, at_us: number): void => {
    known.set(kind, decoded);
    if (!config || !isDecodedAlike(decoded.config, config)) config = decoded.config;
    const hasSets = units.some((unit) => typeOf(unit) === unitTypes.sps);
    give(hasSets ? units : [...decoded.sets, ...units], true, at_us);
  };

  const give = (units: readonly Buffer[], key: boolean, at_us: number): void => {
    first ??= config;
    last_us = Math.max(last_us + leastApartUs, Math.round(at_us));
    frames += 1;
    onPacket({
      kind: 'video',
      data: sampleOf(units),
      timestamp_us: last_us,
      duration_us: usualDurationUs,
      key,
      config,
    });
  };
  const giveBlack = (at_us: number): void => {
    shown = 'black';
    const units = black(frames);
    const decoded = decodedBy('black', units);
    if (!decoded) throw new Error('a black picture does not say how it is decoded');
    giveKey('black', units, decoded, at_us);
  };

  const reach = (now_us: number): void => {
    if (shown === undefined && now_us >= firstWithinUs) giveBlack(0);
    // After a screen, a camera is waited for like any other.
    const isAwaited = shown === 'camera' || (shown === 'screen' && !isScreenShared);
    const black_us = Math.max(last_us, shared_us) + cameraHeldUs;
    if (isAwaited && now_us >= black_us) giveBlack(black_us);
    while (shown === 'black' && now_us - last_us >= blackEveryUs) giveBlack(last_us + blackEveryUs);
  };

  return {
    get config() {
      return first;
    },
    get frames() {
      return frames;
    },
    take({ kind, bytes, at_us }) {
      if (at_us < 0 || (kind === 'camera' && isScreenShared)) return;
      // Whoever waits for what may be held up does not ask meanwhile. A black one right before this one would put it off.
      reach(at_us - leastApartUs);
      const units = unitsOf(bytes);
      const types = units.map(typeOf);
      const key = types.includes(unitTypes.key_slice);
      // A picture that leans on others is worth nothing without them.
      if (!key && (hasLost || kind !== shown || !types.includes(unitTypes.slice))) return;
      const decoded = key ? decodedBy(kind, units) : undefined;
      if (key && !decoded) {
        hasLost = true;
        return;
      }
      if (kind === 'screen') isScreenShared = true;
      shown = kind;
      hasLost = false;
      if (decoded) giveKey(kind, units, decoded, at_us);
      else give(units, false, at_us);
    },
    endScreen(at_us) {
      if (isScreenShared) shared_us = at_us;
      isScreenShared = false;
    },
    end() {
      if (shown === undefined) giveBlack(0);
    },
    lose() {
      hasLost = true;
    },
    reach,
  };
};
