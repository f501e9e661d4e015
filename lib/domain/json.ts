/** JSON that came from elsewhere, of which nothing is believed. */

/** What a text says; undefined where it is no JSON. */
export const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Whether a value has members by names: a list, and null, are none such. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
