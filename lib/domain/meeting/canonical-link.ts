/**
 * What all links to one meeting have in common, written as a link in normal form. It holds no token, passcode or passphrase,
 * and nobody is sent by it: by it those who came by different links know that they are in one meeting.
 */
import * as z from 'zod';
import { payloadOf } from '../token-payload.ts';
import type { Platform } from './known-platforms.ts';
import { unescaped } from './links.ts';
import { meetingNumberOf } from './meeting-links.ts';

/** From a link in its normal form to an address relative to its host. */
type Canonical = (link: URL) => string;

const path: Canonical = ({ pathname }) => pathname;

/**
 * A number is one meeting on whichever host, and the name of somebody's own room is given once:
 * https://support.zoom.com/hc/en/article?id=zm_kb&sysparm_article=KB0068443
 */
const zoom: Canonical = ({ href, pathname }) => {
  const number = meetingNumberOf(href);
  return `https://zoom.us${number === undefined ? pathname : `/j/${number}`}`;
};

/**
 * A thread is the same on all hosts. People's private meetings have numbers of their own, which are not those of
 * organisations. Which number is which thread, only Teams knows.
 */
const teams: Canonical = ({ host, pathname }) => {
  const isNumber = pathname.startsWith('/meet/');
  const at = `https://${isNumber && host === 'teams.live.com' ? host : 'teams.microsoft.com'}${pathname}`;
  // Without a message it is the thread's own meeting, as with 0.
  return isNumber || /\/\d+$/.test(pathname) ? at : `${at}/0`;
};

/** As its pages make the name of a room on the server from the one in the address (getBackendSafePath of jitsi-meet). */
const jitsi: Canonical = ({ pathname }) =>
  pathname
    .split('/')
    .map((part) => encodeURIComponent((unescaped(part) ?? part).normalize('NFKC').toLowerCase()))
    .join('/');

/** Of a token the room that it opens: https://docs.livekit.io/frontends/reference/tokens-grants */
const Grants = z.object({ video: z.object({ room: z.string().regex(/^[^\p{Cs}]{1,256}$/u) }) });

/** The server goes by the token, whatever the address of the page says. */
const liveKit: Canonical = ({ pathname, searchParams }) => {
  const { data } = Grants.safeParse(payloadOf(searchParams.get('token') ?? ''));
  return data ? `/rooms/${encodeURIComponent(data.video.room)}` : pathname;
};

const canonical: Readonly<Record<Platform, Canonical>> = {
  google_meet: path,
  zoom,
  teams,
  jitsi,
  galene: path,
  livekit: liveKit,
  demo_room: path,
};

/** A text that is no link stays as it is. */
export const canonicalLinkOf = (platform: Platform, url: string): string => {
  const link = URL.parse(url);
  return link ? new URL(canonical[platform](link), link).href : url;
};
