/** How a bot is stored: as it is, but for its metadata. */
import * as z from 'zod';
import { type Maker, makerKinds } from '../../domain/access/maker.ts';
import type { BotStream } from '../../domain/app-session/bot-stream.ts';
import { type Bot, type BotEvent, recordingStates, transcriptionStates } from '../../domain/bot/bot.ts';
import { botEventSubTypes, botEventTypes, botStates, joinedStates } from '../../domain/bot/lifecycle.ts';
import type { MissingMedia, MissingMediaKind } from '../../domain/bot/missing-media.ts';
import type { OutputVideo } from '../../domain/bot/output-video.ts';
import {
  AutomaticLeaveSettings,
  BotChatMessage,
  CallbackSettings,
  ConfSettings,
  RecordingSettings,
  VoiceAgentSettings,
  WebhookSubscriptionItem,
  WebsocketSettings,
} from '../../domain/bot/settings.ts';
import { type FollowedEvent, followedFields } from '../../domain/calendar/followed-event.ts';
import { Recording } from '../../domain/captured/recording.ts';
import { platforms } from '../../domain/meeting/known-platforms.ts';
import { TranscriptionSettings } from '../../domain/transcription/transcription-settings.ts';
import type { Item } from '../../ports/table.ts';
import { type Fields, itemKind } from '../item-kind.ts';
import { jsonObject } from '../json-object.ts';
import { shapeOf } from '../shape.ts';

const makeSchema = () =>
  z.object({
    id: z.string(),
    project_id: z.string(),
    meeting_url: z.string(),
    platform: z.enum(platforms),
    bot_name: z.string(),
    state: z.enum(botStates),
    events: z.array(
      z.object({
        type: z.enum(botEventTypes),
        sub_type: z.enum(botEventSubTypes).nullable(),
        created_at: z.string(),
        state: z.enum(botStates),
      } satisfies Fields<BotEvent>),
    ),
    transcription_state: z.enum(transcriptionStates),
    recording_state: z.enum(recordingStates),
    join_at: z.string(),
    deduplication_key: z.string().nullable(),
    metadata: jsonObject(),
    webhooks: z.array(shapeOf(WebhookSubscriptionItem)),
    recording_settings: shapeOf(RecordingSettings),
    transcription_settings: shapeOf(TranscriptionSettings),
    automatic_leave_settings: shapeOf(AutomaticLeaveSettings),
    bot_image: z.string().exactOptional(),
    bot_chat_message: shapeOf(BotChatMessage).exactOptional(),
    voice_agent_settings: shapeOf(VoiceAgentSettings).exactOptional(),
    websocket_settings: shapeOf(WebsocketSettings).exactOptional(),
    output_video: z
      .object({
        id: z.string(),
        url: z.string(),
        loop: z.boolean(),
        asked_at: z.string(),
        started_at: z.string().exactOptional(),
      } satisfies Fields<OutputVideo>)
      .exactOptional(),
    stream: z
      .object({
        meeting_uuid: z.string(),
        rtms_stream_id: z.string(),
        server_urls: z.array(z.string()),
        signature: z.string().exactOptional(),
        conf_oauth_app_id: z.string().nullable(),
      } satisfies Fields<BotStream>)
      .exactOptional(),
    commands_asked: z.number().exactOptional(),
    was_heard: z.literal(true).exactOptional(),
    conf_settings: shapeOf(ConfSettings).exactOptional(),
    callback_settings: shapeOf(CallbackSettings).exactOptional(),
    follows: z
      .object({
        calendar_event_id: z.string(),
        calendar_id: z.string(),
        pinned: z.array(z.enum(followedFields)),
      } satisfies Fields<FollowedEvent>)
      .exactOptional(),
    schedule_version: z.number(),
    participant_id: z.string().exactOptional(),
    present_in: z.string().exactOptional(),
    recording: shapeOf(Recording).nullable().exactOptional(),
    made_by: z.object({ kind: z.enum(makerKinds), name: z.string() } satisfies Fields<Maker>).exactOptional(),
    missing_media: z
      .array(
        z.object({
          // Nothing is decided by one that this program does not know, and it is no reason not to read the bot.
          kind: z.string<MissingMediaKind>(),
          since: z.string(),
          until: z.string().exactOptional(),
          why: z.string().exactOptional(),
        } satisfies Fields<MissingMedia>),
      )
      .exactOptional(),
    watched_until: z.string().exactOptional(),
    held_state: z.enum(joinedStates).exactOptional(),
    version: z.number(),
  } satisfies Fields<Bot>);

export const botItems = itemKind<Bot>('bot', makeSchema, {
  attributesOf: (bot) => ({ ...bot, metadata: JSON.stringify(bot.metadata) }),
});

/** The bot in an item of the table or of its stream; undefined for items of another kind. */
export const botOfItem = (item: Item): Bot | undefined =>
  botItems.isKindOf(item) ? botItems.recordOf(item) : undefined;
