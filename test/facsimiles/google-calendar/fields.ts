/**
 * Partial answers: `fields=items(id,start/dateTime),nextPageToken`.
 * Source: https://developers.google.com/workspace/calendar/api/guides/performance (Partial response).
 */
import { type Schema, schemaOf } from './discovery.ts';

/** Which fields to give; an empty one is all that there is. */
type Selection = ReadonlyMap<string, Selection>;

const everything: Selection = new Map();

/** @throws SyntaxError where the text is no selection */
const selectionOf = (text: string): Selection => {
  let at = 0;
  const bad = (): never => {
    throw new SyntaxError(`not a selection of fields: ${text}`);
  };
  const list = (): Selection => {
    const fields = new Map<string, Selection>();
    do {
      if (text[at] === ',') at += 1;
      const name = /^[\w*]+/.exec(text.slice(at))?.[0] ?? bad();
      at += name.length;
      fields.set(name, new Map([...(fields.get(name) ?? everything), ...inner()]));
    } while (text[at] === ',');
    return fields;
  };
  const inner = (): Selection => {
    if (text[at] === '/') {
      at += 1;
      const name = /^[\w*]+/.exec(text.slice(at))?.[0] ?? bad();
      at += name.length;
      return new Map([[name, inner()]]);
    }
    if (text[at] !== '(') return everything;
    at += 1;
    const fields = list();
    if (text[at] !== ')') bad();
    at += 1;
    return fields;
  };
  const selection = list();
  if (at < text.length) bad();
  return selection;
};

/** The paths of a selection that a schema has not. */
const unknownFields = (selection: Selection, schema: Schema): string[] => {
  if (schema.$ref) return unknownFields(selection, schemaOf(schema.$ref));
  if (schema.items) return unknownFields(selection, schema.items);
  return [...selection].flatMap(([name, inner]) => {
    if (name === '*') return [];
    const property = schema.properties?.[name] ?? schema.additionalProperties;
    return property ? unknownFields(inner, property).map((path) => `${name}/${path}`) : [name];
  });
};

/** What is wrong with a selection: a field that the schema has not, or all of a text that is none. */
export const wrongField = (fields: string, schema: Schema): string | undefined => {
  try {
    return unknownFields(selectionOf(fields), schema)[0];
  } catch (error) {
    if (error instanceof SyntaxError) return fields;
    throw error;
  }
};

const chosenOf = (value: unknown, selection: Selection): unknown => {
  if (selection.size === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => chosenOf(item, selection));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const chosen = selection.get(name) ?? selection.get('*');
      return chosen ? [[name, chosenOf(inner, chosen)] as const] : [];
    }),
  );
};

/** What of a value was selected. */
export const selected = (value: unknown, fields: string): unknown => chosenOf(value, selectionOf(fields));
