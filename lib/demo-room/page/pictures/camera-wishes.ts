import { type CameraWishes, smallCameraHeightPx } from '../../protocol.ts';

/**
 * How one wants the cameras of others: hidden ones not at all, and those in small tiles small. What changes in one go is
 * told in one.
 */
export const createCameraWishes = (tell: (cameras: CameraWishes) => void) => {
  const hidden = new Set<string>();
  const small = new Set<string>();
  let told = '{}';
  let isTelling = false;

  const wishes = (): CameraWishes =>
    Object.fromEntries([...new Set([...small, ...hidden])].map((id) => [id, hidden.has(id) ? 'none' : 'small']));

  const tellSoon = (): void => {
    if (isTelling) return;
    isTelling = true;
    queueMicrotask(() => {
      isTelling = false;
      const cameras = wishes();
      if (JSON.stringify(cameras) === told) return;
      told = JSON.stringify(cameras);
      tell(cameras);
    });
  };

  const put = (ids: Set<string>, id: string, isIn: boolean): void => {
    if (isIn) ids.add(id);
    else ids.delete(id);
    tellSoon();
  };

  return {
    hide: (id: string, isHidden: boolean) => put(hidden, id, isHidden),
    /** Somebody's tile has this height now. */
    fit: (id: string, height_px: number) => put(small, id, height_px * devicePixelRatio <= smallCameraHeightPx),
    forget: (id: string) => {
      hidden.delete(id);
      small.delete(id);
      tellSoon();
    },
  };
};
