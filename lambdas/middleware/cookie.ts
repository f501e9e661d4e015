/** The cookie of somebody who is signed in: what a page of ours sends by itself, and no other page may make use of. */
import { environment, publicAddress } from '../../lib/process/environment.ts';
import { cookieIn, headerOf } from './body.ts';
import type { HttpEvent } from './middleware.ts';

const { baseUrl } = environment(publicAddress);

const addressOf = ({ requestContext }: HttpEvent): URL => new URL(baseUrl(requestContext.domainName));
const isSecure = (event: HttpEvent): boolean => addressOf(event).protocol === 'https:';

/**
 * With https nobody but this very host can have set it
 * (https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-4.1.3.2). Cookies know no ports (section 8.5 there):
 * the name tells apart services of one machine, each of which would sign people out of the others.
 */
const nameIn = (event: HttpEvent, name: string): string => {
  const { port } = addressOf(event);
  return `${isSecure(event) ? '__Host-' : ''}${name}${port && `-${port}`}`;
};

const heldBy = (event: HttpEvent, name: string): string | undefined => cookieIn(event, nameIn(event, name));

const cookie = (event: HttpEvent, [name, value]: readonly [string, string], until: Date, sameSite: 'Strict' | 'Lax') =>
  `${nameIn(event, name)}=${value}; Path=/; HttpOnly; SameSite=${sameSite}; Expires=${until.toUTCString()}${isSecure(event) ? '; Secure' : ''}`;

/** What the session's cookie holds, if there is one. */
export const cookieOf = (event: HttpEvent): string | undefined => heldBy(event, 'session');

/** The cookie that keeps somebody signed in until a moment; one of the past ends it. */
export const sessionCookie = (event: HttpEvent, secret: string, until: Date): string =>
  cookie(event, ['session', secret], until, 'Strict');

export const signInCookieOf = (event: HttpEvent): string | undefined => heldBy(event, 'sign-in');

/** What ties a sign-in to the browser that began it. It is sent when another site, the provider, leads back here. */
export const signInCookie = (event: HttpEvent, secret: string, until: Date): string =>
  cookie(event, ['sign-in', secret], until, 'Lax');

/**
 * Whether a page at this very address asks. A cookie goes with whatever a browser is made to ask, from other ports of
 * the machine too; a page of ours says so by Sec-Fetch-Site with every request, and by Origin with every change.
 */
export const isOwnPage = (event: HttpEvent): boolean => {
  const [site, origin] = [headerOf(event, 'sec-fetch-site'), headerOf(event, 'origin')];
  const isOwnOrigin =
    origin !== undefined &&
    // A proxy may call us by another name than the browser does.
    (URL.parse(origin)?.host === headerOf(event, 'host') || origin === baseUrl(event.requestContext.domainName));
  if (event.requestContext.http.method !== 'GET' || origin !== undefined) return isOwnOrigin;
  return site === undefined || site === 'same-origin' || site === 'none';
};
