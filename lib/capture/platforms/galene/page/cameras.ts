/**
 * How large the bot would see people's cameras. Galène's page asks its server for less of what it shows in small tiles
 * (static/galene.js, reconsiderDownRate): it is told other sizes than those that its tiles have.
 */
import type { CameraSizes } from '../../../programs/protocol/people.ts';

export interface ShownSize {
  readonly width: number;
  readonly height: number;
}

/** A tile of the page. */
export interface Tile<Element> {
  readonly element: Element;
  /** Whoever replaces what they send sends another one. */
  readonly track: object;
  readonly participant_id: string;
  readonly kind: 'camera' | 'screen';
}

/** The page takes 320 × 240 for small. */
const large: ShownSize = { width: 640, height: 480 };
const small: ShownSize = { width: 320, height: 180 };

/** What the page has asked for of what an element shows. */
interface Asked {
  readonly track: object;
  isLow: boolean;
  /**
   * The server goes on with little of what replaces a stream that it sent little of (pushDownConn in rtpconn/webclient.go), and
   * the page takes that for all of it: it asks for more only of what it has asked for little of.
   */
  isOwed: boolean;
}

export interface GaleneCameras<Element> {
  want(sizes: CameraSizes): void;
  /** The page measures it, and asks for as much. Undefined where it is for the page to say. */
  sizeOf(element: Element): ShownSize | undefined;
}

/** `reconsider` has the page measure its tiles anew. Pure but for its memory. */
export const createGaleneCameras = <Element extends object>(
  tiles: () => readonly Tile<Element>[],
  reconsider: () => void,
): GaleneCameras<Element> => {
  let sizes = new WeakMap<Element, ShownSize>();
  let told = '';
  const asked = new WeakMap<Element, Asked>();
  const askedOf = ({ element, track }: Tile<Element>): Asked => {
    const before = asked.get(element);
    if (before?.track === track) return before;
    const now = { track, isLow: false, isOwed: before !== undefined && (before.isLow || before.isOwed) };
    asked.set(element, now);
    return now;
  };
  return {
    want(wanted) {
      const known = tiles().flatMap((tile) => {
        const { element, participant_id, kind } = tile;
        const { isOwed } = askedOf(tile);
        const size = kind === 'screen' ? 'large' : wanted[participant_id];
        return size === undefined ? [] : [{ element, participant_id, kind, isOwed, size: isOwed ? 'small' : size }];
      });
      // Whoever sends no pictures has no camera, as far as the server tells: nobody is asked to send none.
      sizes = new WeakMap(known.map(({ element, size }) => [element, size === 'large' ? large : small]));
      const now = JSON.stringify(
        known.map(({ participant_id, kind, isOwed, size }) => [participant_id, kind, isOwed, size]),
      );
      if (now === told) return;
      told = now;
      reconsider();
    },
    sizeOf(element) {
      const [size, one] = [sizes.get(element), asked.get(element)];
      if (size && one) Object.assign(one, { isLow: size === small, isOwed: false });
      return size;
    },
  };
};
