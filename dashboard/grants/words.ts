/** How what somebody has granted elsewhere stands: calendars and connections, in the same words. */
import type { Tone } from '../look/dot.tsx';

export interface Granted {
  readonly state: 'connected' | 'disconnected';
  readonly created_at: string;
  readonly last_successful_sync_at: string | null;
  readonly last_attempted_sync_at: string | null;
}

/** A look that follows a making, or a failure, within moments. */
const soonMs = 2 * 60_000;

const sinceMs = (iso: string, now: number): number => now - Date.parse(iso);

/** The last look went wrong, and not just now: the one before a look ends is no failure. */
const isBehind = (
  { created_at, last_successful_sync_at: good, last_attempted_sync_at: tried }: Granted,
  now: number,
) => {
  if (tried === null) return false;
  if (good === null) return sinceMs(created_at, now) > soonMs;
  return Date.parse(tried) > Date.parse(good) && sinceMs(tried, now) > soonMs;
};

/** A grant's state in a word, and how it looks. */
export const standOf = (one: Granted, now: number): readonly [word: string, tone: Tone] => {
  if (one.state === 'disconnected') return ['Disconnected', 'failed'];
  if (isBehind(one, now)) return ['Not answering', 'waiting'];
  return one.last_successful_sync_at === null ? ['Connecting', 'waiting'] : ['Connected', 'done'];
};

const minuteMs = 60_000;

/** How long ago something was, as people say it. */
export const agoOf = (iso: string, now: number): string => {
  const minutes = Math.round(sinceMs(iso, now) / minuteMs);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 48) return `${hours} h ago`;
  return `${Math.round(hours / 24)} days ago`;
};

/** When it was last looked at, and how that went. */
export const lookOf = (one: Granted, now: number): string => {
  const { last_successful_sync_at: good, last_attempted_sync_at: tried } = one;
  const last = good ? `last synced ${agoOf(good, now)}` : 'never synced';
  if (one.state === 'disconnected') return last;
  if (tried && isBehind(one, now))
    return `${last}; the try ${agoOf(tried, now)} failed, and the next one follows by itself`;
  if (good) return `synced ${agoOf(good, now)}`;
  return sinceMs(one.created_at, now) > soonMs ? 'not synced yet' : 'the first sync follows within seconds';
};
