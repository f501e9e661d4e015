/**
 * Channels of push messages.
 * Source, where no other is named: https://developers.google.com/workspace/calendar/api/guides/push
 */
import { createHash } from 'node:crypto';
import type { calendar_v3 } from '@googleapis/calendar';
import { type Answer, json, noContent } from '../host/exchange.ts';
import { isOnThisMachine, type Pushes } from '../host/pushes.ts';
import { googleErrors } from './errors.ts';
import type { GoogleQuirks } from './quirks.ts';

type Wanted = calendar_v3.Schema$Channel;

interface Channel {
  readonly id: string;
  readonly calendarId: string;
  readonly client_id: string;
  readonly address: string;
  readonly token?: string;
  readonly resourceId: string;
  readonly resourceUri: string;
  /** Milliseconds since 1970. */
  readonly until: number;
  messages: number;
}

export interface Channels {
  watch(wanted: Wanted, calendarId: string, client_id: string): Answer;
  stop(wanted: Wanted, client_id: string): Answer;
  /** Tells whoever watches a calendar that something in it changed. */
  tell(calendarId: string): void;
  /** The ids of the channels that get messages, of one calendar or of all. */
  live(calendarId?: string): string[];
}

const weekMs = 7 * 86_400_000;

/** An opaque name of what is watched, «stable across different API versions». */
const resourceIdOf = (calendarId: string): string =>
  createHash('sha256').update(calendarId).digest('base64url').slice(0, 27);

/** The receiver must be HTTPS. Here plain HTTP does on this machine, which Google would refuse. */
const isAddress = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  return address.startsWith('https:') || (address.startsWith('http:') && isOnThisMachine(address));
};

export const createChannels = (quirks: GoogleQuirks, pushes: Pushes, now: () => number): Channels => {
  const channels = new Map<string, Channel>();

  const live = (calendarId?: string): Channel[] =>
    [...channels.values()].filter(
      (channel) => channel.until > now() && (calendarId === undefined || channel.calendarId === calendarId),
    );

  /** Messages have no body: all is in the headers. The first one is number 1, later numbers grow but may leave some out. */
  const send = (channel: Channel, state: 'sync' | 'exists'): void => {
    channel.messages += 1;
    pushes.send({
      url: channel.address,
      headers: {
        'content-type': 'application/json; utf-8',
        'user-agent': 'APIs-Google; (+https://developers.google.com/webmasters/APIs-Google)',
        'x-goog-channel-id': channel.id,
        'x-goog-channel-expiration': new Date(channel.until).toUTCString(),
        'x-goog-message-number': String(channel.messages),
        'x-goog-resource-id': channel.resourceId,
        'x-goog-resource-state': state,
        'x-goog-resource-uri': channel.resourceUri,
        ...(channel.token !== undefined && { 'x-goog-channel-token': channel.token }),
      },
      body: '',
    });
  };

  return {
    watch: (wanted, calendarId, client_id) => {
      const { id, type, address, token, expiration, params } = wanted;
      for (const [name, value] of Object.entries({ id, type, address })) if (!value) return googleErrors.required(name);
      if (type !== 'web_hook' && type !== 'webhook')
        return googleErrors.invalid(`Unknown channel type ${type}`, 'type');
      if (!id || id.length > 64) return googleErrors.tooLong('id');
      if (token && token.length > 256) return googleErrors.tooLong('token');
      if (!address || !isAddress(address)) return googleErrors.webhookUrlNotHttps(String(address));
      if (quirks.watchRefused === 'address') return googleErrors.webhookUrlUnauthorized(address);
      if (quirks.watchRefused) return googleErrors.pushNotSupported();
      if (channels.has(id)) return googleErrors.channelIdNotUnique(id);
      const ttlMs = params?.ttl ? Number(params.ttl) * 1000 : weekMs;
      // How long a channel of events may live at most is nowhere said; a week is what it gets when nothing is asked for.
      const until = Math.min(expiration ? Number(expiration) : now() + ttlMs, now() + weekMs);
      const channel: Channel = {
        id,
        calendarId,
        client_id,
        address,
        ...(token && { token }),
        resourceId: resourceIdOf(calendarId),
        resourceUri: `https://www.googleapis.com/calendar/v3/calendars/${encodeURIComponent(calendarId)}/events?alt=json`,
        until,
        messages: 0,
      };
      channels.set(id, channel);
      send(channel, 'sync');
      return json(200, {
        kind: 'api#channel',
        id,
        resourceId: channel.resourceId,
        resourceUri: channel.resourceUri,
        ...(token && { token }),
        expiration: String(until),
      });
    },
    stop: ({ id, resourceId }, client_id) => {
      const channel = channels.get(id ?? '');
      // «You can only stop a channel with the same user or service account that created it»: here the same app.
      const isKnown =
        channel && channel.resourceId === resourceId && channel.client_id === client_id && channel.until > now();
      if (!isKnown || quirks.stopNotFound) return googleErrors.channelNotFound(String(id));
      channels.delete(channel.id);
      return noContent;
    },
    tell: (calendarId) => {
      for (const channel of live(calendarId)) send(channel, 'exists');
    },
    live: (calendarId) => live(calendarId).map(({ id }) => id),
  };
};
