/** What the token of a link says of whoever comes by it. Nothing is checked: that is the server's business. */
import { fieldsOf, wordOf } from './page/store.ts';

const payloadOf = (token: string): unknown => {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  } catch {
    return undefined;
  }
};

/** Whether a link has a token by which the bot has its name. One that cannot be read is taken to have one. */
export const isNamedByToken = (link: URL): boolean => {
  const token = link.searchParams.get('jwt');
  if (token === null) return false;
  const payload = payloadOf(token);
  if (payload === undefined) return true;
  const { user } = fieldsOf(fieldsOf(payload).context);
  return wordOf(fieldsOf(user).name).trim() !== '';
};
