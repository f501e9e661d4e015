import type { MediaStore } from '../../lib/ports/media-store.ts';

/** The media store for the few requests that need it: loaded when it is asked for, so that the others start without it. */
export const openMediaLater = async (): Promise<MediaStore> => {
  const { openMediaStore } = await import('#adapters/media-store.ts');
  return openMediaStore();
};
