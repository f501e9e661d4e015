/** WebRTC's counts of a connection's tracks: how much came, and how long it took to be played or shown. */

/** Since a track began. */
export interface Arrivals {
  readonly packets: number;
  readonly bytes: number;
  /** Pictures that were decoded; none of sound. */
  readonly frames: number;
  /** The delays of all that came out, together, in seconds. */
  readonly total_delay_s: number;
  readonly delayed: number;
}

type InboundStats = Partial<Record<string, number | string>>;

const numberIn = (stats: InboundStats, name: string): number => {
  const value = stats[name];
  return typeof value === 'number' ? value : 0;
};

/** The counters of a delay: its sum, and how many it is the sum of. */
const delayNames: Record<string, readonly [total: string, count: string]> = {
  // Sound waits in its jitter buffer, in samples.
  audio: ['jitterBufferDelay', 'jitterBufferEmittedCount'],
  // Pictures wait less, and take long to decode on a busy machine.
  video: ['totalProcessingDelay', 'framesDecoded'],
};

/** Pure. */
export const arrivalsOf = (stats: InboundStats): Arrivals => {
  const [total = '', count = ''] = delayNames[String(stats.kind)] ?? [];
  return {
    packets: numberIn(stats, 'packetsReceived'),
    bytes: numberIn(stats, 'bytesReceived'),
    frames: numberIn(stats, 'framesDecoded'),
    total_delay_s: numberIn(stats, total),
    delayed: numberIn(stats, count),
  };
};

const sum = (one: Arrivals, other: Arrivals): Arrivals => ({
  packets: one.packets + other.packets,
  bytes: one.bytes + other.bytes,
  frames: one.frames + other.frames,
  total_delay_s: one.total_delay_s + other.total_delay_s,
  delayed: one.delayed + other.delayed,
});

/** By the mid of their track; nothing of tracks of which nothing has come. Never fails. */
export const arrivalsIn = async (connection: RTCPeerConnection): Promise<ReadonlyMap<string, Arrivals>> => {
  const arrivals = new Map<string, Arrivals>();
  const report: ReadonlyMap<string, InboundStats> = await connection.getStats().catch(() => new Map());
  for (const stats of report.values()) {
    if (stats.type !== 'inbound-rtp' || typeof stats.mid !== 'string') continue;
    const known = arrivals.get(stats.mid);
    const now = arrivalsOf(stats);
    // A sender that begins anew has another source for the same track.
    arrivals.set(stats.mid, known ? sum(known, now) : now);
  }
  return arrivals;
};

/** The mean delay between two counts, in ms; nothing when nothing came out. Pure. */
export const delayBetween = (before: Arrivals | undefined, now: Arrivals): number | undefined => {
  const count = now.delayed - (before?.delayed ?? 0);
  const total_s = now.total_delay_s - (before?.total_delay_s ?? 0);
  return count > 0 && total_s >= 0 ? (1000 * total_s) / count : undefined;
};
