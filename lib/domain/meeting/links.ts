/** Addresses as clients write them: only those that mean the same to every program that reads them. */

// ASCII only, and no `i` flag: under it `s` would match the long s that URL parsers turn into one. No user, no escapes.
const plainAuthority = String.raw`(?:[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?`;
const rest = String.raw`(?:[/?#][^\s\\\p{Cc}\p{Cf}\p{Cs}]*)?`;
const plainUrl = new RegExp(`^[Hh][Tt][Tt][Pp][Ss]?://${plainAuthority}${rest}$`, 'u');

/**
 * The http or https address that a text is; undefined for any other text, where something stands before the host, and where the host
 * is an IP address that is written in another way than usual (`127.1`).
 */
export const plainUrlOf = (text: string): URL | undefined => {
  const url = plainUrl.test(text) ? URL.parse(text) : null;
  return url && text.toLowerCase().includes(`//${url.hostname}`) ? url : undefined;
};

/** A text without its percent escapes; undefined where these are malformed. */
export const unescaped = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

const mostEscapes = 5;
const anotherLink = /:\/\/|https?:|[?&=#]\/\/|^\/\/|\\/i;

/** Whether another address stands behind the host of this one, however often escaped: the first may lead to it. */
export const holdsLink = ({ pathname, search, hash }: URL): boolean => {
  let text: string | undefined = pathname + search + hash;
  for (let i = 0; i < mostEscapes; i += 1) {
    // Escapes that are malformed lead nowhere: whoever keeps this part of the address refuses it.
    if (text === undefined) return false;
    if (anotherLink.test(text)) return true;
    text = unescaped(text);
  }
  return text?.includes('%') ?? false;
};

/** A JWT that is signed by RSA, and says who its bearer is, has more than 1,024. */
const token = /^[\w.~+/=-]{1,2048}$/;
/** People choose passwords; makers of programs choose the rest. */
const forms: Readonly<Record<string, RegExp>> = { password: /^[^\p{Cc}\p{Cf}\p{Cs}]{1,128}$/u };

/**
 * One parameter of a query, as `?name=value`; empty when it is absent. Undefined when it is given twice, or its value
 * is of no form that it can have: then nobody can say what is meant.
 */
export const keptToken = (params: URLSearchParams, name: string): string | undefined => {
  const [value = '', ...more] = params.getAll(name);
  if (more.length > 0) return undefined;
  return value && ((forms[name] ?? token).test(value) ? `?${name}=${encodeURIComponent(value)}` : undefined);
};
