/** Moments of events: of an instant, of a time on the wall of a zone, of a whole day. */
import { BoundedMap } from '../process/bounded.ts';
import { windowsZones } from './windows-zones.ts';

/** As many as there are zones, about: calendars name what they like. */
const mostFormats = 500;
const formats = new BoundedMap<string, Intl.DateTimeFormat | undefined>(mostFormats);

const formatOf = (zone: string): Intl.DateTimeFormat | undefined => {
  if (!formats.has(zone)) {
    try {
      formats.set(
        zone,
        new Intl.DateTimeFormat('en-US', {
          timeZone: zone,
          hourCycle: 'h23',
          year: 'numeric',
          month: 'numeric',
          day: 'numeric',
          hour: 'numeric',
          minute: 'numeric',
          second: 'numeric',
        }),
      );
    } catch {
      formats.set(zone, undefined);
    }
  }
  return formats.get(zone);
};

/** A zone by the name that IANA, or Windows, has for it; undefined for any other. */
const zoneNamed = (name: string): Intl.DateTimeFormat | undefined => formatOf(windowsZones.get(name) ?? name);

/** What the wall of a zone shows at an instant, as if that were in UTC. */
const wallAt = (format: Intl.DateTimeFormat, instant: number): number => {
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
};

const wallPattern = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,9}))?$/;
const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;
const dayPattern = /^\d{4}-\d\d-\d\d$/;

const instantOn = (wall: string, zone: string): number | undefined => {
  const [, day = '', time = '', fraction = ''] = wallPattern.exec(wall) ?? [];
  const shown = Date.parse(`${day}T${time}Z`);
  const format = zoneNamed(zone);
  if (Number.isNaN(shown) || !format) return undefined;
  // The offset before a change of clocks, then the one after it: a time that the change leaves out is the one that
  // clocks show which were not put forward, one that comes twice is the first.
  const before = shown - (wallAt(format, shown - 86_400_000) - (shown - 86_400_000));
  const instant = wallAt(format, before) === shown ? before : shown - (wallAt(format, before) - before);
  const candidate = wallAt(format, instant) === shown ? instant : before;
  return candidate + Number(fraction.padEnd(3, '0').slice(0, 3) || 0);
};

const isoOf = (instant: number | undefined): string | undefined =>
  instant === undefined || Number.isNaN(instant) ? undefined : new Date(instant).toISOString();

/** A moment in UTC; undefined for what cannot be understood, such as a time on the wall of no zone, or of an unknown one. */
export const momentOf = (text: string, zone: string | undefined): string | undefined => {
  if (instantPattern.test(text)) return isoOf(Date.parse(text));
  return zone === undefined ? undefined : isoOf(instantOn(text, zone));
};

/** When a whole day begins in a zone. */
export const dayBegins = (day: string, zone: string): string | undefined =>
  dayPattern.test(day) ? isoOf(instantOn(`${day}T00:00`, zone)) : undefined;
