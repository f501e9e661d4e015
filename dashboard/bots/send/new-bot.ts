/** What the form asks of somebody who sends a bot, and what is sent of it: only what is not as usual. */
import type { CreateBot, OpenAiSettings } from '../../../lib/client/generated.ts';
import { furthestDays, isTooFar } from '../../../lib/domain/calendar/followed-event.ts';
import { isRecord, jsonIn } from '../../../lib/domain/json.ts';
import { recogniseMeetingLink } from '../../../lib/domain/meeting/meeting-url.ts';
import type { ProviderName } from '../../../lib/domain/transcription/providers.ts';
import type { Session } from '../../api/client.ts';

export interface Picture {
  readonly name: string;
  /** PNG, in base64. */
  readonly data: string;
}

export interface NewBot {
  readonly link: string;
  readonly name: string;
  readonly picture: Picture | undefined;
  readonly when: string;
  readonly format: 'mp4' | 'mp3' | 'none';
  readonly view: 'speaker_view' | 'gallery_view' | 'speaker_view_no_sidebar';
  readonly resolution: '1080p' | '720p';
  readonly provider: ProviderName;
  readonly language: string;
  readonly greeting: string;
  /** The website that is its voice agent. */
  readonly agent: string;
  /** Minutes; empty for as long as usual. */
  readonly waits: string;
  readonly alone: string;
  readonly silent: string;
  /** Whatever else the API takes, as JSON. */
  readonly rest: string;
}

export const aNewBot: NewBot = {
  ...{ link: '', name: 'Minutes', picture: undefined, when: '' },
  ...{ format: 'mp4', view: 'speaker_view', resolution: '1080p' },
  ...{ provider: 'meeting_closed_captions', language: '', greeting: '', agent: '' },
  ...{ waits: '', alone: '', silent: '', rest: '' },
};

/** The object that a text is; undefined for one that is none. */
export const objectIn = (text: string): Record<string, unknown> | undefined => {
  const value = text.trim() === '' ? {} : jsonIn(text);
  return isRecord(value) ? value : undefined;
};

const captionLanguages = {
  google_meet: 'platform_a_language',
  zoom: 'platform_b_language',
  teams: 'platform_c_language',
  demo_room: 'platform_a_language',
} as const;

/** Whether a provider can be chosen: a server of the operator's own only where there is one. */
export const isOffered = (provider: string, { has_transcription_server }: Pick<Session, 'has_transcription_server'>) =>
  provider !== ('custom_async' satisfies ProviderName) || has_transcription_server;

type Hosts = Parameters<typeof recogniseMeetingLink>[1];

/** The field that a language of captions goes by on the platform of a link; undefined where there are none. */
export const captionField = (link: string, hosts: Hosts) => {
  const platform = recogniseMeetingLink(link, hosts)?.platform;
  return captionLanguages[platform as keyof typeof captionLanguages];
};

const transcription = ({ provider, language, link }: NewBot, hosts: Hosts) => {
  const said = language.trim();
  const field = provider === 'meeting_closed_captions' ? captionField(link, hosts) : 'language';
  const settings = said && field !== undefined ? { [field]: said } : {};
  if (provider === 'meeting_closed_captions' && Object.keys(settings).length === 0) return {};
  return { transcription_settings: { [provider]: settings } };
};

/** OpenAI must be told a model, for which the form has no field. */
const usualModel: OpenAiSettings['model'] = 'gpt-transcribe';

/** What is sent though the form does not ask for it, unless something else is written out. */
const usual = ({ provider }: NewBot): Fields =>
  provider === 'stt_b' ? { transcription_settings: { stt_b: { model: usualModel } } } : {};

const recording = ({ format, view, resolution }: NewBot) => {
  const settings = {
    ...(format !== aNewBot.format && { format }),
    ...(format === 'mp4' && view !== aNewBot.view && { view }),
    ...(format === 'mp4' && resolution !== aNewBot.resolution && { resolution }),
  };
  return Object.keys(settings).length > 0 ? { recording_settings: settings } : {};
};

/** What counts where nothing is entered; and how long a bot has been there before silence counts at all. */
export const usualMinutes = { waits: 15, alone: 1, silent: 10, before_silence: 20 } as const;
const mostMinutes = 1440;

const seconds = (minutes: string): number => Math.round(Number(minutes) * 60);

/** What is wrong with a number of minutes; nothing with none. */
export const faultOfMinutes = (minutes: string): string | undefined => {
  const isTaken = minutes.trim() === '' || (seconds(minutes) >= 1 && seconds(minutes) <= mostMinutes * 60);
  return isTaken ? undefined : `More than 0 and at most ${mostMinutes} minutes, which are a day.`;
};

const leaving = ({ waits, alone, silent }: NewBot) => {
  const settings = {
    ...(waits.trim() && { waiting_room_timeout_seconds: seconds(waits) }),
    ...(alone.trim() && { only_participant_in_meeting_timeout_seconds: seconds(alone) }),
    ...(silent.trim() && { silence_timeout_seconds: seconds(silent) }),
  };
  return Object.keys(settings).length > 0 ? { automatic_leave_settings: settings } : {};
};

/** The moment that a local date and time are; undefined while somebody types, as a year does not end at four digits. */
export const momentIn = (when: string): string | undefined => {
  const at = new Date(when);
  // What the API reads as a moment has a year of four digits.
  return Number.isNaN(at.getTime()) || at.getFullYear() > 9999 ? undefined : at.toISOString();
};

/** What is wrong with when the bot is to join; nothing where it joins at once. */
export const faultOfMoment = (when: string, now: number): string | undefined => {
  if (when === '') return undefined;
  const at = momentIn(when);
  if (at === undefined) return 'This is not a moment yet.';
  if (Date.parse(at) < now) return 'This is over. Left empty, it joins now.';
  return isTooFar({ start_time: at }, new Date(now)) ? `At most ${furthestDays} days ahead.` : undefined;
};

/** Whether there is nothing wrong with when it comes and goes. */
export const isInTime = ({ when, waits, alone, silent }: NewBot, now: number): boolean =>
  [faultOfMoment(when, now), ...[waits, alone, silent].map(faultOfMinutes)].every((fault) => fault === undefined);

type Fields = Readonly<Record<string, unknown>>;

/** Settings of which the API takes one kind: another one that is written out takes the place of what was chosen. */
const oneOf = 'transcription_settings';

/** What was chosen and what was written out, which counts where both say something. */
const merged = (chosen: Fields, written: Fields): Fields => ({
  ...chosen,
  ...Object.fromEntries(
    Object.entries(written).map(([name, value]) => {
      const before = chosen[name];
      if (!isRecord(value) || !isRecord(before)) return [name, value];
      const isOther = name === oneOf && Object.keys(value).some((kind) => !(kind in before));
      return [name, isOther ? value : merged(before, value)];
    }),
  ),
});

/** The paths below which two differ, by what the first of them says. */
const lostIn = (chosen: Fields, sent: unknown, path = ''): string[] =>
  Object.entries(chosen).flatMap(([name, value]) => {
    const kept = isRecord(sent) ? sent[name] : undefined;
    const at = `${path}${name}`;
    if (isRecord(value) && Object.keys(value).length > 0) return lostIn(value, kept, `${at}.`);
    return (isRecord(value) ? isRecord(kept) : value === kept) ? [] : [at];
  });

/** What the fields of the form say. */
const chosenIn = (form: NewBot, hosts: Hosts): Fields => {
  const { link, name, when, greeting, agent, picture } = form;
  const join_at = momentIn(when);
  return {
    meeting_url: link.trim(),
    bot_name: name.trim(),
    ...(picture && { bot_image: { type: 'image/png' as const, data: picture.data } }),
    ...(join_at && { join_at }),
    ...recording(form),
    ...transcription(form, hosts),
    ...(greeting.trim() && { bot_chat_message: { to: 'everyone' as const, message: greeting.trim() } }),
    ...(agent.trim() && { voice_agent_settings: { url: agent.trim(), reserve_resources: true } }),
    ...leaving(form),
  };
};

export const bodyOf = (form: NewBot, hosts: Hosts): CreateBot =>
  merged(merged(chosenIn(form, hosts), usual(form)), objectIn(form.rest) ?? {}) as unknown as CreateBot;

/** What fields of the form say and is not sent, as what is written out says something else: by its paths. */
export const overruled = (form: NewBot, hosts: Hosts): readonly string[] =>
  lostIn(chosenIn(form, hosts), bodyOf(form, hosts));

/** The same as it is shown: a picture by its name. */
export const shownBody = (form: NewBot, hosts: Hosts): object => {
  const { picture } = form;
  const body = bodyOf(form, hosts);
  return picture ? { ...body, bot_image: { type: 'image/png', data: `(${picture.name} in base64)` } } : body;
};
