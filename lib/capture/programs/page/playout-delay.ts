/** How long what is received takes from its arrival until it is played or shown. Runs in the page. */

/** What WebRTC has counted of a track since it began. */
export interface DelayCounts {
  /** The sum of the delays of all that came out, in seconds. */
  readonly total_s: number;
  readonly count: number;
}

type InboundStats = Partial<Record<string, number | string>>;

const counts = (total: unknown, count: unknown): DelayCounts | undefined =>
  typeof total === 'number' && typeof count === 'number' ? { total_s: total, count } : undefined;

const countsIn: Record<string, (stats: InboundStats) => DelayCounts | undefined> = {
  // Sound waits in its jitter buffer, in samples.
  audio: ({ jitterBufferDelay, jitterBufferEmittedCount }) => counts(jitterBufferDelay, jitterBufferEmittedCount),
  // Pictures wait less, and take long to decode on a busy machine.
  video: ({ totalProcessingDelay, framesDecoded }) => counts(totalProcessingDelay, framesDecoded),
};

const delayCounts = async (receiver: RTCRtpReceiver): Promise<DelayCounts | undefined> => {
  const report: ReadonlyMap<string, InboundStats> = await receiver.getStats();
  const inbound = [...report.values()].find(({ type }) => type === 'inbound-rtp');
  return inbound && countsIn[receiver.track.kind]?.(inbound);
};

/** The mean delay between two counts, in ms; nothing when nothing came out. Pure. */
export const delayBetween = (before: DelayCounts | undefined, now: DelayCounts): number | undefined => {
  const count = now.count - (before?.count ?? 0);
  const total_s = now.total_s - (before?.total_s ?? 0);
  return count > 0 && total_s >= 0 ? (1000 * total_s) / count : undefined;
};

/** Answers each time with the mean delay since the time before, in ms, where it can be known. Never fails. */
export const createDelayMeter = (receiver: RTCRtpReceiver): (() => Promise<number | undefined>) => {
  let before: DelayCounts | undefined;
  return async () => {
    const now = await delayCounts(receiver).catch(() => undefined);
    const delay_ms = now && delayBetween(before, now);
    before = now;
    return delay_ms;
  };
};
