/** Moments and lengths for people, in their own time zone. */
const dayMs = 86_400_000;
// As each language writes it: 4:58 PM, 16:58.
const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const clockSeconds = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });

const isToday = (at: number, now: number): boolean => new Date(at).toDateString() === new Date(now).toDateString();

/** As short as it can be said today. */
export const momentOf = (iso: string, now = Date.now()): string => {
  const at = Date.parse(iso);
  if (isToday(at, now)) return clock.format(at);
  if (isToday(at, now - dayMs)) return `yesterday ${clock.format(at)}`;
  return `${day.format(at)}, ${clock.format(at)}`;
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

/** The day of a moment, as short as it can be said today. */
export const dayOf = (iso: string, now = Date.now()): string => {
  const at = Date.parse(iso);
  if (isToday(at, now)) return 'Today';
  if (isToday(at, now - dayMs)) return 'Yesterday';
  return isToday(at, now + dayMs) ? 'Tomorrow' : weekday.format(at);
};
/** From when until when, on one day. */
export const spanOf = (from: string, until: string): string =>
  `${clock.format(Date.parse(from))} – ${clock.format(Date.parse(until))}`;
