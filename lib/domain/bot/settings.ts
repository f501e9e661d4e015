/** The nested settings of a bot: what each field may hold and what it is when the client says nothing. */
import * as z from 'zod';
import { recordingFormats, recordingResolutions, recordingViews } from '../captured/recording.ts';
import { typedMessage } from '../typed-text.ts';
import { webhookTriggers } from '../webhook/webhook-triggers.ts';

/** Addresses are only bounded here; whether they may be called is looked at by `lib/net`. */
const Address = z.string().min(1).max(2048);

const Format = z.enum(recordingFormats);
const View = z.enum(recordingViews);
const Resolution = z.enum(recordingResolutions);

export const RecordingSettings = z.strictObject({
  format: Format.default('mp4'),
  view: View.default('speaker_view'),
  resolution: Resolution.default('1080p'),
});
export type RecordingSettings = z.infer<typeof RecordingSettings>;

/** Whether a bot has a use for pictures of its meeting. */
export const recordsPictures = ({ format }: Pick<RecordingSettings, 'format'>): boolean => format === 'mp4';

/** A change of the recording settings: what is not given stays as it is. */
export const RecordingSettingsChange = z.strictObject({
  format: Format.exactOptional(),
  view: View.exactOptional(),
  resolution: Resolution.exactOptional(),
});
export type RecordingSettingsChange = z.infer<typeof RecordingSettingsChange>;

/** A picture for the bot's camera. That the data is a PNG of at most 2 MB is looked at by `png.ts`. */
export const BotImage = z.strictObject({
  type: z.literal('image/png'),
  data: z.base64({ error: 'must be base64' }).min(1),
});
export type BotImage = z.infer<typeof BotImage>;

export const chatRecipients = ['everyone', 'specific_user', 'everyone_but_host'] as const;

/** What the bot writes once it is in the meeting. */
export const BotChatMessage = z
  .strictObject({
    to: z.enum(chatRecipients).default('everyone'),
    to_user_uuid: z.string().min(1).max(255).exactOptional(),
    message: typedMessage(10_000),
  })
  .refine(({ to, to_user_uuid }) => (to === 'specific_user') === (to_user_uuid !== undefined), {
    path: ['to_user_uuid'],
    error: 'is required when `to` is "specific_user", and only then',
  });
export type BotChatMessage = z.infer<typeof BotChatMessage>;

/** An empty address turns that output off. */
const orNone = { error: 'must be an address, or empty' };
const AddressOrNone = z.string(orNone).max(2048, orNone);

interface AgentAddresses {
  readonly url?: string;
  readonly screenshare_url?: string;
}
const isOneAtMost = ({ url, screenshare_url }: AgentAddresses): boolean => !(url && screenshare_url);
const oneAtMost = { path: ['screenshare_url'], error: 'cannot be given together with `url`' };

/** A website that is seen and heard in the meeting, through the camera or through a screen share. */
export const VoiceAgentSettings = z
  .strictObject({
    url: AddressOrNone.exactOptional(),
    screenshare_url: AddressOrNone.exactOptional(),
    reserve_resources: z.boolean().default(false),
  })
  .refine(isOneAtMost, oneAtMost);
export type VoiceAgentSettings = z.infer<typeof VoiceAgentSettings>;

/** A change of what the voice agent is seen through. */
export const VoiceAgentSettingsChange = z
  .strictObject({ url: AddressOrNone.exactOptional(), screenshare_url: AddressOrNone.exactOptional() })
  .refine(isOneAtMost, oneAtMost)
  .refine(({ url, screenshare_url }) => url !== undefined || screenshare_url !== undefined, {
    path: ['url'],
    error: 'is required, unless `screenshare_url` is given',
  })
  .meta({ minProperties: 1 });
export type VoiceAgentSettingsChange = z.infer<typeof VoiceAgentSettingsChange>;

/** The rates of sound that clients may ask for, in samples a second. */
export const audioRates = [8_000, 16_000, 24_000] as const;

/** A server that hears the meeting, and speaks in it. */
export const AudioSocketSettings = z.strictObject({
  url: Address,
  sample_rate: z.literal(audioRates).default(16_000),
  /** Whether it hears everybody by themselves too. */
  per_participant: z.boolean().default(false),
});
export type AudioSocketSettings = z.infer<typeof AudioSocketSettings>;

/** What goes over WebSockets while the bot is in its meeting. */
export const WebsocketSettings = z.strictObject({ audio: AudioSocketSettings });
export type WebsocketSettings = z.infer<typeof WebsocketSettings>;

/** A video to be played into the meeting. That there is one at the address is looked at when it is asked for. */
export const VideoRequest = z.strictObject({ url: Address, loop: z.boolean().default(false) });

const Seconds = z.int().min(1).max(86_400);

/** Seconds after which a bot leaves, or gives up joining, by itself: docs/api.md tells what each counts. */
export const AutomaticLeaveSettings = z.strictObject({
  silence_timeout_seconds: Seconds.default(600),
  silence_activate_after_seconds: z.int().min(0).max(86_400).default(1200),
  only_participant_in_meeting_timeout_seconds: Seconds.default(60),
  wait_for_host_to_start_meeting_timeout_seconds: Seconds.default(600),
  waiting_room_timeout_seconds: Seconds.default(900),
  authorized_user_not_in_meeting_timeout_seconds: Seconds.default(600),
  /** None: as long as the meeting, within what the service allows any bot. */
  max_uptime_seconds: Seconds.nullable().default(null),
  /** Participants whose names hold one of these words are bots, and no company. */
  bot_keywords: z.array(z.string().min(1).max(64)).max(50).default([]),
});
export type AutomaticLeaveSettings = z.infer<typeof AutomaticLeaveSettings>;

/** On whose behalf the bot joins: a user of a connection to the conferencing platform. */
export const OnBehalfToken = z.strictObject({ conf_oauth_connection_user_id: z.string().min(1).max(255) });

/** How the bot joins a meeting of the conferencing platform. */
export const ConfSettings = z.strictObject({
  /** By the page of its web client, as every bot does here. Programs for other services of this family say so. */
  sdk: z.enum(['web']).exactOptional(),
  onbehalf_token: OnBehalfToken.exactOptional(),
});
export type ConfSettings = z.infer<typeof ConfSettings>;

/** Where the client hands out platform tokens itself. */
export const CallbackSettings = z.strictObject({ conf_tokens_url: Address });
export type CallbackSettings = z.infer<typeof CallbackSettings>;

const isEachOnce = (names: readonly string[]): boolean => new Set(names).size === names.length;

export const WebhookSubscriptionItem = z.strictObject({
  url: Address,
  triggers: z
    .array(z.enum(webhookTriggers))
    .min(1, { error: 'name at least one trigger' })
    .refine(isEachOnce, { error: 'names a trigger twice' }),
});
export type WebhookSubscriptionItem = z.infer<typeof WebhookSubscriptionItem>;

/** Who is told about one bot. Whoever is told twice has no key by which both deliveries are the same. */
export const WebhookSubscriptions = z
  .array(WebhookSubscriptionItem)
  .max(10)
  .refine(
    (items) => isEachOnce(items.flatMap(({ url, triggers }) => [...new Set(triggers)].map((trigger) => trigger + url))),
    {
      error: 'name a URL and a trigger twice',
    },
  )
  .default([]);
