/**
 * Ids of Outlook: long, opaque, case sensitive, with characters that a path must escape.
 * Source: https://learn.microsoft.com/graph/outlook-immutable-id
 */

const encoded = (text: string): string => Buffer.from(text).toString('base64url');
const decoded = (text: string): string => Buffer.from(text, 'base64url').toString();

const mutablePrefix = 'AAMkAGI2';
const immutablePrefix = 'AAkALgAA';
const calendarPrefix = 'AQMkADAw';
const end = 'AAA=';

const inner = (id: string, prefix: string): string | undefined =>
  id.startsWith(prefix) && id.endsWith(end) ? decoded(id.slice(prefix.length, -end.length)) : undefined;

/** «Container types (mailFolder, calendar, etc.) do not support immutable ID, but their regular IDs were already constant.» */
export const calendarIdOf = (id: string): string => `${calendarPrefix}${encoded(id)}${end}`;

export const worldCalendarId = (id: string): string | undefined => inner(id, calendarPrefix);

/** The regular id of an event holds the folder in which it lies, and changes with it; the immutable one does not. */
export const eventIdOf = (id: string, calendarId: string, isImmutable: boolean): string =>
  isImmutable ? `${immutablePrefix}${encoded(id)}${end}` : `${mutablePrefix}${encoded(`${calendarId} ${id}`)}${end}`;

/** The id that the event has in the world, from either form. */
export const worldEventId = (id: string): string | undefined =>
  inner(id, immutablePrefix) ?? inner(id, mutablePrefix)?.split(' ').at(-1);
