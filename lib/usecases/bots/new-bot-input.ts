/** What a client says of a bot to be, and its checks that no schema can make. */
import type { NewBot } from '../../domain/bot/bot.ts';
import type { BotImage } from '../../domain/bot/settings.ts';
import type { ValidationError } from '../../domain/errors.ts';
import type { MeetingPlaces } from '../../domain/meeting/meeting-url.ts';
import type { RightPart } from '../../domain/right-part.ts';
import type { Clock } from '../../ports/clock.ts';
import { checkChange, checkProvider, createFaults, type Faults, type Found } from './bot-input.ts';

export interface NewBotChecks extends MeetingPlaces {
  readonly clock: Clock;
  /** What is wrong with an address that the client gave, as a sentence; undefined when it may be called. */
  readonly checkAddress: (url: string, protocol?: 'wss') => Promise<string | undefined> | string | undefined;
  /** Whether this installation has a server of its own for speech-to-text. */
  readonly hasCustomTranscription: boolean;
}

type Details = Omit<NewBot, 'id' | 'project_id' | 'platform' | 'meeting_url' | 'join_at' | 'bot_image'>;
export type CreateBotInput = Details & {
  readonly meeting_url?: string;
  readonly join_at?: string;
  readonly calendar_event_id?: string;
  readonly bot_image?: BotImage;
};

const addressesOf = (input: RightPart<CreateBotInput>): [field: string, url: string | undefined][] => [
  ...(input.webhooks ?? []).map((webhook, i): [string, string | undefined] => [`webhooks.${i}.url`, webhook?.url]),
  ['voice_agent_settings.url', input.voice_agent_settings?.url],
  ['voice_agent_settings.screenshare_url', input.voice_agent_settings?.screenshare_url],
  ['callback_settings.conf_tokens_url', input.callback_settings?.conf_tokens_url],
];

/** Notes what is wrong with what there is. Where a bot goes by an event, its link and its time are none of them. */
export const checkNewBot = async (
  ports: NewBotChecks,
  faults: Faults,
  input: RightPart<CreateBotInput>,
  now: Date,
): Promise<Found> => {
  const found = await checkChange(ports, faults, input, { now, to_join_now: 'leave it out' });
  for (const [field, url] of addressesOf(input)) faults.note(field, url && (await ports.checkAddress(url)));
  const socket = input.websocket_settings?.audio?.url;
  faults.note('websocket_settings.audio.url', socket && (await ports.checkAddress(socket, 'wss')));
  const { transcription_settings: settings } = input;
  if (settings) checkProvider(faults, ['transcription_settings'], settings, { ...ports, now });
  return found;
};

/** What is wrong with that part of a bot to be that is right in form, whatever is wrong with the rest. */
export const createNewBotFaults =
  (ports: NewBotChecks) =>
  async (part: RightPart<CreateBotInput>): Promise<ValidationError | undefined> => {
    const faults = createFaults();
    await checkNewBot(ports, faults, part, ports.clock.now());
    return faults.all();
  };
