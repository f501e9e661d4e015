/** The pictures of the tab that a program runs in. */
import type { PictureForm } from '../protocol/media.ts';

// Chromium's own addition: offer the calling tab itself.
type OwnTabOptions = DisplayMediaStreamOptions & { preferCurrentTab: true };

/** Asks for the tab itself. */
export type CaptureTab = (options: OwnTabOptions) => Promise<MediaStream>;

/** So large, and at most so many a second. @throws Error when there are none */
export const tabPicture = async (
  captureTab: CaptureTab,
  { width, height, max_fps }: Pick<PictureForm, 'width' | 'height' | 'max_fps'>,
): Promise<MediaStreamVideoTrack> => {
  const captured = await captureTab({
    // Only a maximum given here slows the capture itself; what is wished later leaves out pictures that it made.
    video: { width, height, frameRate: { ideal: max_fps, max: max_fps } },
    audio: false,
    preferCurrentTab: true,
  });
  const [picture] = captured.getVideoTracks();
  if (!picture) throw new Error('the tab gave no picture');
  return picture as MediaStreamVideoTrack;
};
