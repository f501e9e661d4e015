/**
 * Why a stream ends, by the number that its servers and the webhook of its end give: the platform's RTMS_STOP_REASON, of
 * https://developers.zoom.us/docs/rtms/data-types/ and the header of its own client (npm: @zoom/rtms, `STOP_REASON`).
 */

/**
 * `stopped`: somebody stopped it, or took part no more. `revoked`: it was taken back, "and assets must be deleted immediately".
 * `closed`: whoever had it asked for that. `failed`: by a fault, after which it may be had anew.
 */
export type StreamStop = 'meeting_ended' | 'stopped' | 'revoked' | 'closed' | 'failed';

/** Those that the platform has "full RTMS connection restart" for: https://developers.zoom.us/docs/rtms/meetings/failover-reconnection/ */
const faults: readonly number[] = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 24];

const others: Readonly<Record<number, StreamStop>> = { 6: 'meeting_ended', 8: 'revoked', 20: 'closed' };

/** What a reason means; one that is not known, or was not told, means that the stream was stopped. */
export const streamStopOf = (reason: number | undefined): StreamStop => {
  if (reason === undefined) return 'stopped';
  return faults.includes(reason) ? 'failed' : (others[reason] ?? 'stopped');
};
