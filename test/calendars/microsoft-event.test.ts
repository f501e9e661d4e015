import { describe, expect, it } from 'vitest';
import { readMicrosoftEvent } from '../../lib/calendars/microsoft-event.ts';
import { operatedPlaces } from '../lab/worlds/calendars/calendar-platforms.ts';

const uidOf = (told: object) => {
  const moment = (hour: number) => ({ dateTime: `2026-03-11T${hour}:00:00.0000000`, timeZone: 'UTC' });
  const event = { id: 'e1', start: moment(10), end: moment(11), ...told };
  return readMicrosoftEvent(event, operatedPlaces)?.details?.occurrence_uid;
};
const common = '00000000B0E9F0A4D5A3DC01000000000000000010000000';
const ofSeries = `040000008200E00074C5B7101A82E00800000000${common}`;
const ofDay = `040000008200E00074C5B7101A82E00807EA030A${common}`;
const seriesMasterId = 'series';

describe('an occurrence of a series at Microsoft', () => {
  it('is known by when it was to begin where all have the same id', () => {
    for (const iCalUId of [ofSeries, '7kukuqrfedlm@google.com']) {
      const uid = uidOf({ iCalUId, seriesMasterId, originalStart: '2026-03-10T10:00:00Z' });
      expect(uid).toMatch(/^[0-9a-f]{32}$/);
      expect(uidOf({ iCalUId, seriesMasterId: 'of Bob', originalStart: '2026-03-10T10:00:00.0000000Z' })).toBe(uid);
      expect(uidOf({ iCalUId, seriesMasterId, originalStart: '2026-03-11T10:00:00Z' })).not.toBe(uid);
      expect(uidOf({ iCalUId, seriesMasterId })).toBeNull();
    }
  });

  it('is known by an id of its own, which whoever is invited to it alone has too', () => {
    const uid = uidOf({ iCalUId: ofDay, seriesMasterId, originalStart: '2026-03-10T10:00:00Z' });
    expect(uidOf({ iCalUId: ofDay })).toBe(uid);
    expect(uidOf({ iCalUId: ofSeries })).not.toBe(uid);
  });
});
