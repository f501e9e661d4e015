import * as z from 'zod';

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * An object of the client's, stored as text so that it comes back as it was: DynamoDB nests 32 levels deep and has
 * numbers of its own.
 */
export const jsonObject = () =>
  z.string().transform((text, context) => {
    const value = parsed(text);
    if (isObject(value)) return value;
    context.addIssue('must be an object, as JSON');
    return z.NEVER;
  });
