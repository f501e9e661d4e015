/**
 * How large the bot would see people's cameras. Galène's page asks its server for less of what it shows in small tiles
 * (static/galene.js, reconsiderDownRate): it is told other sizes than those that its tiles have.
 */
import type { CameraSizes } from '../../programs/protocol/people.ts';

export interface ShownSize {
  readonly width: number;
  readonly height: number;
}

/** A tile of the page. */
export interface Tile<Element> {
  readonly element: Element;
  readonly participant_id: string;
  readonly kind: 'camera' | 'screen';
}

/** The page takes 320 × 240 for small. */
const large: ShownSize = { width: 640, height: 480 };
const small: ShownSize = { width: 320, height: 180 };

export interface GaleneCameras<Element> {
  want(sizes: CameraSizes): void;
  /** Undefined where it is for the page to say. */
  sizeOf(element: Element): ShownSize | undefined;
}

/** `reconsider` has the page measure its tiles anew. Pure but for its memory. */
export const createGaleneCameras = <Element extends object>(
  tiles: () => readonly Tile<Element>[],
  reconsider: () => void,
): GaleneCameras<Element> => {
  let sizes = new WeakMap<Element, ShownSize>();
  let told = '';
  return {
    want(wanted) {
      const known = tiles().flatMap(({ element, participant_id, kind }) => {
        const size = kind === 'screen' ? 'large' : wanted[participant_id];
        return size === undefined ? [] : [{ element, participant_id, kind, size }];
      });
      // Whoever sends no pictures has no camera, as far as the server tells: nobody is asked to send none.
      sizes = new WeakMap(known.map(({ element, size }) => [element, size === 'large' ? large : small]));
      const now = JSON.stringify(known.map(({ participant_id, kind, size }) => [participant_id, kind, size]));
      if (now === told) return;
      told = now;
      reconsider();
    },
    sizeOf: (element) => sizes.get(element),
  };
};
