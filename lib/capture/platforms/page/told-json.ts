/** What strangers tell as JSON, or a page keeps in its objects. Whatever is of another kind than it should be is as if it were not there. */
import { isRecord, jsonIn as jsonInText } from '../../../domain/json.ts';
import { shortText } from './short-text.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Undefined for lists too. */
export const objectOf = (value: unknown): Fields | undefined => (isRecord(value) ? value : undefined);

/** The members of whatever it is; none of what has none. */
export const fieldsOf = (value: unknown): Fields => objectOf(value) ?? {};

/** Empty where it is no text. */
export const textOf = (value: unknown, most = Number.POSITIVE_INFINITY): string =>
  typeof value === 'string' ? shortText(value, most) : '';

const utf8 = new TextDecoder();

/** Undefined where it is no JSON. */
export const jsonIn = (told: string | Uint8Array): unknown =>
  jsonInText(typeof told === 'string' ? told : utf8.decode(told));
