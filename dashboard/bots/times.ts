/** Moments and lengths for people, in their own time zone. */
import { serviceNow } from '../api/service-time.ts';

// As each language writes it: 4:58 PM, 16:58.
const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const clockSeconds = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const dayOfYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });

/** Whether a moment is on the day that is so many days after today's: days have 23 hours or 25 where clocks are set. */
const isInDays = (at: number, days: number, now: number): boolean => {
  const that = new Date(now);
  that.setDate(that.getDate() + days);
  return new Date(at).toDateString() === that.toDateString();
};
/** The format that names the year where that is not this one. */
const inYear = (at: number, now: number, usual: Intl.DateTimeFormat, other: Intl.DateTimeFormat): string =>
  (new Date(at).getFullYear() === new Date(now).getFullYear() ? usual : other).format(at);

/** As short as it can be said today. */
export const momentOf = (iso: string, now = serviceNow()): string => {
  const at = Date.parse(iso);
  if (isInDays(at, 0, now)) return clock.format(at);
  if (isInDays(at, -1, now)) return `yesterday ${clock.format(at)}`;
  return `${inYear(at, now, day, dayOfYear)}, ${clock.format(at)}`;
};
export const wholeMoment = (iso: string): string => whole.format(Date.parse(iso));
export const clockOf = (at: number | string): string => clockSeconds.format(new Date(at));

const two = (value: number): string => String(value).padStart(2, '0');

/** 1:02:03, or 2:03: whole seconds that are over, as players count them. */
export const lengthOf = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
};

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short' });
const weekdayOfYear = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** The day of a moment, as short as it can be said today. */
export const dayOf = (iso: string, now = serviceNow()): string => {
  const at = Date.parse(iso);
  if (isInDays(at, 0, now)) return 'Today';
  if (isInDays(at, -1, now)) return 'Yesterday';
  return isInDays(at, 1, now) ? 'Tomorrow' : inYear(at, now, weekday, weekdayOfYear);
};

/** From when until when, on one day. */
export const spanOf = (from: string, until: string): string =>
  `${clock.format(Date.parse(from))} – ${clock.format(Date.parse(until))}`;
