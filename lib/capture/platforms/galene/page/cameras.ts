/**
 * How large the bot would see people's cameras. Galène's page asks its server for less of what it shows in small tiles
 * (static/galene.js, reconsiderDownRate): it is told other sizes than those that its tiles have.
 *
 * Its server hangs up on whoever asks this of a stream that is gone, and be it for a moment (`requestStream` in
 * rtpconn/webclient.go). So it is asked seldom, and not while streams come and go.
 */
import type { CameraSizes } from '../../../programs/protocol/people.ts';

export interface ShownSize {
  readonly width: number;
  readonly height: number;
}

/** A tile of the page that shows pictures. */
export interface Tile<Element> {
  readonly element: Element;
  /** Whoever replaces what they send sends another one. */
  readonly track: object;
  /** Undefined of the bot's own, and while it is not known whose it is. */
  readonly owner: { readonly participant_id: string; readonly kind: 'camera' | 'screen' } | undefined;
}

/** The page takes 320 × 240 for small. */
const mostOfSmall = 320 * 240;
const large: ShownSize = { width: 640, height: 480 };
const small: ShownSize = { width: 320, height: 180 };

/** Less is asked for of a camera only once it was not wanted large for so long: people take turns. */
const lessAfterMs = 60_000;
const asksEveryMs = 1_000;

/** What the page has asked for of what an element shows. */
interface Asked {
  readonly track: object;
  isLow: boolean;
  /**
   * The server goes on with little of what replaces a stream that it sent little of (pushDownConn in rtpconn/webclient.go), and
   * the page takes that for all of it: it asks for more only of what it has asked for little of.
   */
  isOwed: boolean;
  /** When it was wanted large. */
  large_ms: number;
  /** What the page was to ask for when it was had to measure, and has not measured since. */
  prompted: boolean | undefined;
}

export interface GalenePictures<Element> {
  tiles(): readonly Tile<Element>[];
  tileOf(element: Element): Tile<Element> | undefined;
  /** How large the page shows it. */
  measured(element: Element): ShownSize;
  /** Whether no streams come or go. */
  isCalm(): boolean;
  /** Has the page measure its tiles anew, a moment later. */
  reconsider(): void;
  now?(): number;
}

export interface GaleneCameras<Element> {
  want(sizes: CameraSizes): void;
  /** Whether the page may ask for less of any, as it may at first. */
  choose(may: boolean): void;
  /** Whether the page has asked for less of none that it shows. */
  readonly areWhole: boolean;
  /** Has the page measure, where it would ask for something else than it has. To be called again and again. */
  look(): void;
  /** The page measures it, and asks for as much. Undefined where it is for the page to say. */
  sizeOf(element: Element): ShownSize | undefined;
}

const isSmall = ({ width, height }: ShownSize): boolean => width > 0 && height > 0 && width * height <= mostOfSmall;

/** Pure but for its memory. */
export const createGaleneCameras = <Element extends object>({
  tiles,
  tileOf,
  measured,
  isCalm,
  reconsider,
  now = Date.now,
}: GalenePictures<Element>): GaleneCameras<Element> => {
  let sizes: CameraSizes | undefined;
  let mayBeLess = true;
  let prompted_ms = Number.NEGATIVE_INFINITY;
  const asked = new WeakMap<Element, Asked>();
  const askedOf = ({ element, track }: Tile<Element>): Asked => {
    const before = asked.get(element);
    if (before?.track === track) return before;
    const one: Asked = {
      track,
      isLow: false,
      isOwed: before !== undefined && (before.isLow || before.isOwed),
      large_ms: before?.large_ms ?? Number.NEGATIVE_INFINITY,
      prompted: undefined,
    };
    asked.set(element, one);
    return one;
  };
  const wishFor = ({ owner }: Tile<Element>): CameraSizes[string] | undefined =>
    owner?.kind === 'screen' ? sizes && 'large' : owner && sizes?.[owner.participant_id];

  /** Whether the page is to ask for little of it. */
  const isLessFor = (tile: Tile<Element>): boolean => {
    if (!mayBeLess) return false;
    const wish = wishFor(tile);
    if (wish === undefined) return isSmall(measured(tile.element));
    const one = askedOf(tile);
    if (wish === 'large') return one.isOwed;
    // Nobody is asked to send none: whoever sends no pictures has no camera, as far as the server tells.
    return one.isLow || one.isOwed || now() - one.large_ms >= lessAfterMs;
  };

  const look = (): void => {
    if (!isCalm() || now() - prompted_ms < asksEveryMs) return;
    const due = tiles().filter((tile) => {
      const [one, isLess] = [askedOf(tile), isLessFor(tile)];
      return tile.owner !== undefined && isLess !== one.isLow && isLess !== one.prompted;
    });
    if (due.length === 0) return;
    for (const tile of due) askedOf(tile).prompted = isLessFor(tile);
    prompted_ms = now();
    reconsider();
  };

  return {
    want(wanted) {
      sizes = wanted;
      for (const tile of tiles()) if (wishFor(tile) === 'large') askedOf(tile).large_ms = now();
      look();
    },
    choose(may) {
      mayBeLess = may;
    },
    get areWhole() {
      return tiles().every((tile) => !askedOf(tile).isLow);
    },
    look,
    sizeOf(element) {
      const tile = tileOf(element);
      if (!tile) return undefined;
      const one = askedOf(tile);
      if (isCalm()) one.isLow = isLessFor(tile);
      if (one.isLow) one.isOwed = false;
      one.prompted = undefined;
      const isAsItIs = mayBeLess && wishFor(tile) === undefined && one.isLow === isSmall(measured(element));
      return isAsItIs ? undefined : one.isLow ? small : large;
    },
  };
};
