/** The cookie of somebody who is signed in: what a page of ours sends by itself, and no other page may make use of. */
import { environment, publicAddress } from '../../lib/process/environment.ts';
import { headerOf } from './body.ts';
import type { HttpEvent } from './middleware.ts';

const { baseUrl } = environment(publicAddress);

const isSecure = ({ requestContext }: HttpEvent): boolean => baseUrl(requestContext.domainName).startsWith('https:');

/**
 * With https nobody but this very host can have set it
 * (https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-4.1.3.2).
 */
const nameIn = (event: HttpEvent): string => (isSecure(event) ? '__Host-session' : 'session');

/** What the session's cookie holds, if there is one. */
export const cookieOf = (event: HttpEvent): string | undefined => {
  const start = `${nameIn(event)}=`;
  return event.cookies?.find((cookie) => cookie.startsWith(start))?.slice(start.length);
};

/** The cookie that keeps somebody signed in until a moment; one of the past ends it. */
export const sessionCookie = (event: HttpEvent, secret: string, until: Date): string =>
  `${nameIn(event)}=${secret}; Path=/; HttpOnly; SameSite=Strict; Expires=${until.toUTCString()}${isSecure(event) ? '; Secure' : ''}`;

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
