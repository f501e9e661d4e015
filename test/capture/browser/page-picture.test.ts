import { EventEmitter } from 'node:events';
import type { CDPSession } from 'puppeteer-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { picturedWithVideos, watchPaint } from '../../../lib/capture/browser/page-picture.ts';

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

it('a page has shown something once its own document has painted, and nothing yet when it is loaded anew', async () => {
  const session = Object.assign(new EventEmitter(), { send: async () => ({}) });
  const hasPainted = await watchPaint(session as unknown as CDPSession);
  const loads = (id: string, parentId?: string) => session.emit('Page.frameNavigated', { frame: { id, parentId } });
  const paints = (frameId: string) => session.emit('Page.lifecycleEvent', { frameId, name: 'firstPaint' });
  const steps = [
    () => paints('empty'),
    () => loads('page'),
    () => loads('within', 'page'),
    () => paints('within'),
    () => paints('page'),
    () => loads('within', 'page'),
    () => loads('page'),
    () => paints('page'),
  ];
  const seen = steps.map((step) => {
    step();
    return hasPainted();
  });
  expect(seen).toEqual([false, false, false, false, true, true, false, true]);
});
