import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { picturedWithVideos } from '../../../lib/capture/browser/page-picture.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const picture = new Uint8Array([1]);
const never = (): Promise<never> => new Promise(() => undefined);
const atOnce = async (): Promise<void> => undefined;
const noProgram = async (): Promise<never> => {
  throw new Error('no such thing');
};
const shows = async (): Promise<Uint8Array> => picture;

/** What comes within three seconds of a page, and what it was told of its videos. */
const within3s = async (answers: () => Promise<unknown>, take: () => Promise<Uint8Array>) => {
  const told: boolean[] = [];
  const show = (isTaken: boolean) => {
    told.push(isTaken);
    return answers();
  };
  let came: unknown = 'nothing';
  const taking = picturedWithVideos(show, take).then(
    (taken) => {
      came = taken;
    },
    (error: Error) => {
      came = error.name;
    },
  );
  await vi.advanceTimersByTimeAsync(3_000);
  void taking;
  return { came, told };
};

it.each([
  ['answers', atOnce, shows, picture],
  ['is being loaded, and has no program yet', noProgram, shows, picture],
  ['hangs', never, shows, picture],
  ['hangs, and shows nothing either', never, never, 'DeadlineError'],
  ['answers, and shows nothing', atOnce, never, 'DeadlineError'],
] as const)('the picture of a page that %s is there or given up in three seconds', async (_, answers, take, came) => {
  expect(await within3s(answers, take)).toEqual({ came, told: [true, false] });
});
