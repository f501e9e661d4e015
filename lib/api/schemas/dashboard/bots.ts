/** What people are told of bots besides what programs are. */
import * as z from 'zod';
import { makerKinds } from '../../../domain/access/maker.ts';
import { RecordingSettings, VoiceAgentSettings } from '../../../domain/bot/settings.ts';
import { BotBody, CreateBotBody } from '../bots.ts';

const MadeBy = z.object({ kind: z.enum(makerKinds), name: z.string() });

/** A bot as it stands in the list; of one from before it was noted, nobody knows who made it. */
export const ListedBotBody = BotBody.extend({ made_by: MadeBy.nullable() });

export const BotDetailsBody = z.object({
  bot_name: z.string(),
  made_by: MadeBy.nullable(),
  recording_settings: RecordingSettings,
  /** For those who may change them. */
  voice_agent_settings: VoiceAgentSettings.nullable(),
  /** The video that is being played, or about to be; for those who may have one played. */
  output_video: z.object({ url: z.string(), loop: z.boolean(), started_at: z.iso.datetime().nullable() }).nullable(),
  /** What another bot like it is created with; for those who may create one. Its picture is not among it. */
  settings: CreateBotBody.nullable(),
});

/** What the meeting looks like; null while there is nothing to be seen. */
export const WatchedBody = z.object({
  picture: z
    .object({
      /** Base64. */
      jpeg: z.string(),
      age_ms: z.number(),
    })
    .nullable(),
});
