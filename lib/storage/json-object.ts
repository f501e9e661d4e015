import * as z from 'zod';
import { isRecord, jsonIn } from '../domain/json.ts';

/**
 * An object of the client's, stored as text so that it comes back as it was: DynamoDB nests 32 levels deep and has
 * numbers of its own.
 */
export const jsonObject = () =>
  z.string().transform((text, context) => {
    const value = jsonIn(text);
    if (isRecord(value)) return value;
    context.addIssue('must be an object, as JSON');
    return z.NEVER;
  });
