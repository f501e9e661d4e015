import { until } from '../until.ts';

/** When something was said that somebody in a page has begun to say, once they have. */
export const untilSaid = async (begun: { readonly start_ms: number; readonly duration_ms: number }) => {
  const { start_ms } = begun;
  const end_ms = start_ms + begun.duration_ms;
  await until(
    () => Date.now(),
    (now_ms) => now_ms >= end_ms,
  );
  return { start_ms, end_ms };
};
