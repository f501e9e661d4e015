/** Times of events: of a zone's clock on the wall, and whole days. */

/** As people write it: an instant (`2026-03-02T09:00:00Z`), a time on the wall of a zone (`2026-03-02T10:00`), or a day (`2026-03-02`). */
export type When = string;

/** A whole day, or an instant in milliseconds with the zone in which it was meant. */
export type Moment = { readonly day: string } | { readonly at: number; readonly zone: string };

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(zone, made);
  return made;
};

/** What the clock on the wall of a zone shows: `2026-03-02T10:00:00`. */
export const wallOf = (at: number, zone: string): string => formatOf(zone).format(at).replace(' ', 'T');

/** How far a zone is ahead of UTC, in milliseconds. */
export const offsetOf = (at: number, zone: string): number =>
  Date.parse(`${wallOf(at, zone)}Z`) - Math.floor(at / 1000) * 1000;

const dayMs = 86_400_000;

/**
 * The instant at which a zone's clock shows this. RFC 5545, 3.3.5: a time that comes twice is its first coming, one that
 * is left out is read with the offset before the gap.
 */
export const instantOf = (wall: string, zone: string): number => {
  const asUtc = Date.parse(`${wall.length === 16 ? `${wall}:00` : wall}Z`);
  const before = asUtc - offsetOf(asUtc - dayMs, zone);
  const after = asUtc - offsetOf(asUtc + dayMs, zone);
  return [before, after].find((at) => Date.parse(`${wallOf(at, zone)}Z`) === asUtc) ?? before;
};

export const momentOf = (when: When, zone: string): Moment => {
  if (/^\d{4}-\d\d-\d\d$/.test(when)) return { day: when };
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(when)) return { at: instantOf(when, zone), zone };
  const at = Date.parse(when);
  if (!/(Z|[+-]\d\d:\d\d)$/.test(when) || Number.isNaN(at)) throw new Error(`not a time of an event: ${when}`);
  return { at, zone };
};

/** When a moment begins; a day begins at midnight of the given zone. */
export const startsAt = (moment: Moment, zone: string): number =>
  'day' in moment ? instantOf(`${moment.day}T00:00`, zone) : moment.at;

/** `20260302T090000Z`, or `20260302` for a day: how instances of a series are told apart. */
export const stampOf = (moment: Moment): string =>
  'day' in moment ? moment.day.replaceAll('-', '') : `${new Date(moment.at).toISOString().replace(/[-:]|\.\d+/g, '')}`;

/** The reverse of {@link stampOf}. */
export const ofStamp = (stamp: string, zone: string): Moment => {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?$/.exec(stamp) ?? [];
  if (!year) throw new Error(`not a stamp: ${stamp}`);
  const date = `${year}-${month}-${day}`;
  return hour ? { at: Date.parse(`${date}T${hour}:${minute}:${second}Z`), zone } : { day: date };
};

/** Later (or earlier) by this much: days by whole days. */
export const shifted = (moment: Moment, ms: number): Moment =>
  'day' in moment
    ? { day: new Date(Date.parse(moment.day) + Math.round(ms / dayMs) * dayMs).toISOString().slice(0, 10) }
    : { ...moment, at: moment.at + ms };

/** From one to the other, in milliseconds. */
export const between = (from: Moment, to: Moment): number => {
  if ('day' in from && 'day' in to) return Date.parse(to.day) - Date.parse(from.day);
  if ('at' in from && 'at' in to) return to.at - from.at;
  throw new Error('an event starts and ends with days, or with times');
};
