/** What a page looks like at the moment, small enough to be sent once a second. */
import type { CDPSession, Protocol } from 'puppeteer-core';
import { within } from '../../process/deadline.ts';

const pictureWithinMs = 3_000;
/** Of that, for the page to show its videos. */
const videosWithinMs = 1_500;

/** Faces and names are known in it, and it is 30 to 80 KB. */
const form = { format: 'jpeg', quality: 55, maxWidth: 1280, maxHeight: 720 } as const;

const paints = ['firstPaint', 'firstContentfulPaint'];

/** Tells from now on whether what a page was loaded with last has shown anything yet: until then it is a white area. */
export const watchPaint = async (session: CDPSession): Promise<() => boolean> => {
  let hasPainted = false;
  let main: string | undefined;
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId === undefined) [main, hasPainted] = [frame.id, false];
  });
  session.on('Page.lifecycleEvent', ({ frameId, name }) => {
    hasPainted ||= frameId === main && paints.includes(name);
  });
  await session.send('Page.enable');
  await session.send('Page.setLifecycleEventsEnabled', { enabled: true });
  return () => hasPainted;
};

/**
 * One frame of a screencast, which the browser makes smaller by itself and gives at once, also of a page that stands still. A
 * screenshot would be as large as the page, and one that is made smaller changes what the page is recorded in meanwhile.
 */
export const pictureOf = async (session: CDPSession): Promise<Uint8Array> => {
  const { promise, resolve } = Promise.withResolvers<Protocol.Page.ScreencastFrameEvent>();
  session.once('Page.screencastFrame', resolve);
  try {
    await session.send('Page.startScreencast', form);
    return Buffer.from((await promise).data, 'base64');
  } finally {
    session.off('Page.screencastFrame', resolve);
    await session.send('Page.stopScreencast').catch(() => undefined);
  }
};

/**
 * A picture, with the videos of a page that hides them: it is told that one is taken, and that it was. One that is being loaded
 * has no program yet, and no video, and one that hangs does not answer: the picture is taken all the same, and nobody waits for
 * the last answer.
 */
export const picturedWithVideos = (
  show: (isTaken: boolean) => Promise<unknown>,
  take: () => Promise<Uint8Array>,
): Promise<Uint8Array> => {
  const taking = async (): Promise<Uint8Array> => {
    await within(videosWithinMs, 'showing the videos of a page', show(true)).catch(() => undefined);
    return take();
  };
  return within(pictureWithinMs, 'taking a picture', taking()).finally(() => {
    show(false).catch(() => undefined);
  });
};
