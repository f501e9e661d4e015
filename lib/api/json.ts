/** The JSON of a request's body: only what can be given back as it came. */
import { ValidationError } from '../domain/errors.ts';

const deepest = 64;
/** Many times what the fullest body has; each takes its time in all that looks at a body. */
const mostValues = 10_000;

/** Whether a text of JSON holds more values than we look at: before each but the outermost stands a bracket or a comma. */
const holdsTooMany = (text: string): boolean => {
  let [values, isQuoted] = [1, false];
  for (let i = 0; i < text.length && values <= mostValues; i++) {
    const letter = text[i];
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === '\\') i++;
    else if (!isQuoted && (letter === ',' || letter === '[' || letter === '{')) values++;
  }
  return values > mostValues;
};

/** What is wrong with a value and where; undefined when it comes out of every program as it went in. */
const faultIn = (value: unknown, path: string[]): { path: readonly string[]; fault: string } | undefined => {
  if (path.length > deepest) return { path: path.slice(0, 1), fault: `is nested more than ${deepest} levels deep` };
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    return { path, fault: 'is a number too large to be kept exactly: send it as a string' };
  }
  if (typeof value === 'string' && !value.isWellFormed()) return { path, fault: 'holds half of a surrogate pair' };
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    // One for all, since a body may be as deep as it is wide.
    path.push(key);
    if (key === '__proto__' || !key.isWellFormed()) return { path, fault: 'is not a possible name' };
    const found = faultIn(inner, path);
    if (found) return found;
    path.pop();
  }
  return undefined;
};

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new ValidationError({ body: [`is not valid JSON: ${(error as Error).message}`] });
  }
};

/** @throws ValidationError where the body is no JSON, or holds what JSON readers make something else of */
export const jsonOf = (body: string | undefined): unknown => {
  if (!body?.trim()) throw new ValidationError({ body: ['is required: send a JSON object'] });
  if (holdsTooMany(body)) throw new ValidationError({ body: [`holds more than ${mostValues} values`] });
  const value = parsed(body);
  const found = faultIn(value, []);
  if (found) throw new ValidationError({ [found.path.join('.').toWellFormed() || 'body']: [found.fault] });
  return value;
};
