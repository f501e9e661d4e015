/**
 * What Jitsi Meet's page itself knows, in the store that its own tests and its own recorder read it by: `APP.store` and
 * `APP.conference` (react/features in jitsi-meet, 2026-07-16). Any of it may be missing in another version.
 */
import { longestName } from '../../page/short-text.ts';
import { type Fields, fieldsOf, objectOf, textOf } from '../../page/told-json.ts';

export const wordOf = (value: unknown): string => textOf(value, longestName);

/** What a method answers; undefined where there is none, or where it fails. */
export const ask = (owner: unknown, method: string, ...input: readonly unknown[]): unknown => {
  const called = fieldsOf(owner)[method];
  if (typeof called !== 'function') return undefined;
  try {
    return called.apply(owner, input);
  } catch {
    return undefined;
  }
};

/** The page's own handle; absent while it boots. */
export const appOf = (page: object): unknown => Reflect.get(page, 'APP');

/** Undefined while the page has no store: then presses are lost. */
export const stateOf = (app: unknown): Fields | undefined => objectOf(ask(fieldsOf(app).store, 'getState'));

/** The values of a Map, of a list or of a plain object. */
export const valuesIn = (collection: unknown): Iterable<unknown> =>
  collection instanceof Map || Array.isArray(collection) ? collection.values() : Object.values(fieldsOf(collection));

export const entriesIn = (collection: unknown): readonly (readonly [string, unknown])[] =>
  collection instanceof Map ? [...collection] : Object.entries(fieldsOf(collection));

export const memberOf = (collection: unknown, key: string): unknown =>
  collection instanceof Map ? collection.get(key) : fieldsOf(collection)[key];

export const conferenceIn = (state: Fields): Fields => fieldsOf(state['features/base/conference']);

export const connectionIn = (state: Fields): Fields => fieldsOf(state['features/base/connection']);
