/**
 * Checks of what a client says about a bot that its schema cannot make: of links, moments, addresses and pictures. What few
 * requests need is loaded by those alone, for every cold start reads the rest.
 */

import type { BotImage } from '../../domain/bot/settings.ts';
import { furthestDays } from '../../domain/calendar/followed-event.ts';
import { ValidationError } from '../../domain/errors.ts';
import type { Platform } from '../../domain/meeting/known-platforms.ts';
import { type MeetingLink, type MeetingPlaces, recogniseMeetingLink } from '../../domain/meeting/meeting-url.ts';
import type { RightPart } from '../../domain/right-part.ts';
import { providerNames, speechProvider } from '../../domain/transcription/provider-names.ts';
import type { TranscriptionSettings } from '../../domain/transcription/transcription-settings.ts';

const dayMs = 24 * 3600 * 1000;
/** A client whose clock is a little behind still means "now". */
const clockSkewMs = 10_000;

/** Gathers what is wrong with an input, field by field, so that the client is told of everything at once. */
export const createFaults = () => {
  const errors: Record<string, string[]> = {};
  return {
    /** Notes a fault of a field, if there is one. */
    note(field: string, fault: string | undefined): void {
      if (fault) errors[field] = [...(errors[field] ?? []), fault];
    },
    /** Everything noted, if anything was. */
    all: (): ValidationError | undefined => (Object.keys(errors).length > 0 ? new ValidationError(errors) : undefined),
    /** @throws ValidationError with everything noted */
    throwAny(): void {
      const all = this.all();
      if (all) throw all;
    },
  };
};
export type Faults = ReturnType<typeof createFaults>;

/** What is wrong with a platform that the operator has switched off, as a sentence. */
export const faultOfPlatform = async (platform: Platform, off: readonly Platform[]): Promise<string | undefined> => {
  if (!off.includes(platform)) return undefined;
  const { isOff } = await import('../../domain/meeting/link-fault.ts');
  return isOff(platform);
};

/** The normal form of a meeting link; notes a fault where there is none. */
const meetingLinkOf = async (
  faults: Faults,
  url: string,
  { hosts, platforms_off }: MeetingPlaces,
): Promise<MeetingLink | undefined> => {
  const link = recogniseMeetingLink(url, hosts, platforms_off);
  if (link) {
    faults.note('meeting_url', await faultOfPlatform(link.platform, platforms_off));
    return link;
  }
  const { faultOfLink } = await import('../../domain/meeting/link-fault.ts');
  faults.note('meeting_url', faultOfLink(url, hosts, platforms_off));
  return undefined;
};

/** What is wrong with the moment at which a bot is to join; `to_join_now` says what to do instead of a past one. */
const checkJoinAt = (joinAt: string, now: Date, to_join_now: string): string | undefined => {
  const ahead = Date.parse(joinAt) - now.getTime();
  if (ahead < -clockSkewMs) return `must not be in the past: ${to_join_now} to join now`;
  return ahead > furthestDays * dayMs ? `must be at most ${furthestDays} days ahead` : undefined;
};

export interface ProviderFacts {
  /** Whether this installation has a server of its own for speech-to-text. */
  readonly hasCustomTranscription: boolean;
  readonly now: Date;
}

/** Notes a fault where a provider needs a server that is not there, or does not take a setting any more. */
export const checkProvider = (
  faults: Faults,
  path: readonly string[],
  settings: RightPart<TranscriptionSettings>,
  { hasCustomTranscription, now }: ProviderFacts,
): void => {
  for (const name of providerNames) {
    const given = settings[name];
    if (given === undefined) continue;
    const provider = speechProvider(name);
    const isMissing = provider?.needs === 'server' && !hasCustomTranscription;
    const fault = isMissing ? 'is not set up: no CUSTOM_ASYNC_TRANSCRIPTION_URL here' : undefined;
    faults.note([...path, name].join('.'), fault);
    const retirement = provider?.retires?.(given);
    if (!retirement || now.getTime() < Date.parse(retirement.on)) continue;
    const { field, value, on, successor } = retirement;
    faults.note([...path, name, field].join('.'), `"${value}" was switched off on ${on}: name "${successor}"`);
  }
};

/** The bytes of a bot's picture; notes a fault where they are no picture that can be shown. */
const imageBytesOf = async (faults: Faults, data: string): Promise<Buffer> => {
  const { checkPng } = await import('../../domain/png.ts');
  const bytes = Buffer.from(data, 'base64');
  faults.note('bot_image.data', checkPng(bytes));
  return bytes;
};

interface Changeable {
  readonly join_at?: string;
  readonly meeting_url?: string;
  readonly bot_image?: RightPart<BotImage>;
}

export interface Found {
  readonly link: MeetingLink | undefined;
  /** The bytes of the bot's picture. */
  readonly image: Buffer | undefined;
}

/** When the change is made, and what its client does to have the bot join at once. */
export interface ChangeMoment {
  readonly now: Date;
  readonly to_join_now: string;
}

/** What is found where a bot's link, time and picture are given, at first or later; notes their faults. */
export const checkChange = async (
  places: MeetingPlaces,
  faults: Faults,
  { join_at, meeting_url, bot_image }: Changeable,
  { now, to_join_now }: ChangeMoment,
): Promise<Found> => {
  const link = meeting_url === undefined ? undefined : await meetingLinkOf(faults, meeting_url, places);
  if (join_at !== undefined) faults.note('join_at', checkJoinAt(join_at, now, to_join_now));
  return { link, image: bot_image?.data === undefined ? undefined : await imageBytesOf(faults, bot_image.data) };
};
