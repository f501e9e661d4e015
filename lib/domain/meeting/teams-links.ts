/**
 * Links to meetings in Microsoft Teams. The same meeting has many addresses: the invitation (`/l/meetup-join/…`,
 * `/meet/…`), and those that a browser is sent on to, which hold the invitation's path (launcher, web client) or its
 * parts (`light-meetings`). All of them become the invitation.
 */
import * as z from 'zod';
import { jsonIn } from '../json.ts';
import { keptToken, unescaped } from './links.ts';

/** Escaped as Teams itself writes it. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replaceAll(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase());

const thread = /^19:[\w-]{1,256}@(?:thread\.(?:v2|tacv2|skype)|unq\.gbl\.spaces)$/;
const Value = z.union([z.string().regex(/^[\w.:@-]{0,256}$/), z.int().nonnegative(), z.boolean()]);
/** Who invites: tenant, organiser, and for the meetings of a channel the message. */
const Context = z.record(z.string().regex(/^\w{1,32}$/), Value);

const meetupJoin = (threadId: string, message: string | undefined, context: unknown): string | undefined => {
  const who = Context.optional().safeParse(context);
  if (!thread.test(threadId) || !who.success) return undefined;
  const path = `/l/meetup-join/${escaped(threadId)}${message === undefined ? '' : `/${message}`}`;
  return who.data ? `${path}?context=${escaped(JSON.stringify(who.data))}` : path;
};

const invitation = (path: string, params: URLSearchParams): string | undefined => {
  const meet = /^\/meet\/(\d{9,20})\/?$/.exec(path);
  if (meet) {
    const passcode = keptToken(params, 'p');
    return passcode === undefined ? undefined : `/meet/${meet[1]}${passcode}`;
  }
  const [, id = '', message] = /^\/l\/meetup-join\/([^/]+)(?:\/(\d{1,20}))?\/?$/.exec(path) ?? [];
  const contexts = params.getAll('context');
  if (contexts.length > 1) return undefined;
  const [given] = contexts;
  // What is no JSON is null here, which no context may be.
  return meetupJoin(unescaped(id) ?? '', message, given === undefined ? undefined : (jsonIn(given) ?? null));
};

/** The invitation whose path and query stand inside another address. A reference to another host is none. */
const held = (reference: string | null): string | undefined => {
  const found = /^(?:\/_#|#)?(\/[^/?#][^?#]*)(?:\?([^#]*))?$/.exec(reference ?? '');
  return found ? invitation(found[1] ?? '', new URLSearchParams(found[2])) : undefined;
};

const Coordinates = z.union([
  z.object({ meetingCode: z.string(), passcode: z.string().default('') }),
  z.object({
    conversationId: z.string(),
    messageId: z
      .string()
      .regex(/^\d{1,20}$/)
      .default('0'),
    tenantId: z.string(),
    organizerId: z.string(),
  }),
]);

/** The invitation whose parts stand in the address of the client for guests, as JSON in base64. */
const lightMeeting = ({ searchParams, host }: URL): string | undefined => {
  const text = Buffer.from(searchParams.get('coords') ?? '', 'base64').toString();
  const { data } = Coordinates.safeParse(jsonIn(text) ?? jsonIn(unescaped(text) ?? ''));
  if (!data) return undefined;
  if ('meetingCode' in data) return invitation(`/meet/${data.meetingCode}`, new URLSearchParams({ p: data.passcode }));
  const { conversationId, messageId, tenantId: Tid, organizerId: Oid } = data;
  const path = meetupJoin(conversationId, messageId, { Tid, Oid });
  // Organisations' meetings are on their host, also when the guest's client came from the other one.
  return path && `https://${host.replace('.live.', '.microsoft.')}${path}`;
};

/** By which a bot says who runs it (Bot Identification): whoever runs it puts that behind the invitation. */
const botToken = /^#token=[\w.~-]{1,1900}$/;

/** The invitation that an address on one of the hosts of Teams is, or holds. */
export const teamsLink = (url: URL): string | undefined => {
  const { pathname, searchParams, hash } = url;
  if (pathname === '/dl/launcher/launcher.html') return held(searchParams.get('url'));
  if (pathname === '/_') return held(hash);
  if (/^\/v2\/?$/.test(pathname)) return searchParams.get('meetingjoin') === 'true' ? held(hash) : undefined;
  if (pathname === '/light-meetings/launch') return lightMeeting(url);
  const path = invitation(pathname, searchParams);
  return path && botToken.test(hash) ? path + hash : path;
};
