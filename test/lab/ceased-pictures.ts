import type { MediaView, MeetingView } from '../../lib/capture/meeting/view.ts';

/** Pages count once a second what comes. What has not come for so long has ceased to. */
const ceasedMs = 2_500;
/** A page that is held up is not looked at meanwhile, and may have counted nothing: no more of the time between two looks counts. */
const mostBetweenLooksMs = 500;

const camerasOf = ({ media }: Pick<MeetingView, 'media'>): readonly MediaView[] =>
  media.filter(({ kind }) => kind === 'camera');

/** When something of a camera came last. */
export const lastPictureMs = (view: Pick<MeetingView, 'media'>): number =>
  Math.max(0, ...camerasOf(view).map(({ arrived_ms }) => arrived_ms ?? 0));

/** Told of each look; says whether pictures have ceased to come: by several looks that saw no more of them, and not by one late one. */
export const createCeasedPictures = () => {
  let before: { readonly counted: string; readonly at_ms: number } | undefined;
  let still_ms = 0;
  return (view: Pick<MeetingView, 'media'>, at_ms: number): boolean => {
    const counted = JSON.stringify(camerasOf(view).map(({ id, frames, packets }) => [id, frames, packets]));
    if (before?.counted === counted) still_ms += Math.min(at_ms - before.at_ms, mostBetweenLooksMs);
    else still_ms = 0;
    before = { counted, at_ms };
    return still_ms >= ceasedMs && at_ms - lastPictureMs(view) > ceasedMs;
  };
};
