/** The bot that an example has asked for, and what becomes of it: here no browser carries it out. */
import { openMediaStore } from '#adapters/media-store.ts';
import { type MeetingBots, meetingBots } from '../../lib/client/index.ts';
import type { BotEventSubType, BotTrigger } from '../../lib/domain/bot/lifecycle.ts';
import type { RecordingPart } from '../../lib/domain/captured/recording.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { capturedRepository } from '../../lib/storage/bots/captured.ts';
import { createChangeBot } from '../../lib/usecases/bots/change-bot.ts';
import { createAdvanceBot } from '../../lib/usecases/lifecycle/advance-bot.ts';
import type { LocalApi } from '../lab/api/local-api.ts';
import { anUtterance, aRecording } from '../lab/builders/records.ts';
import { until } from '../lab/until.ts';

/** Who said what in the meetings that are played. */
export const said = [
  ['Maya', 'Good morning Jonas, thanks for making the time today.'],
  ['Jonas', 'We ship on Thursday.'],
] as const;
export const film = Buffer.from('a film of the meeting');
/** When they begin. */
export const playedAt = Date.parse('2026-03-02T09:00:00Z');

export interface PlayedBot {
  readonly id: string;
  advance(trigger: BotTrigger, subType?: BotEventSubType): Promise<unknown>;
  /** Lets it in, has it hear and record what is said, and brings it home; in these parts, where it was recorded in several. */
  bringHome(parts?: RecordingPart[]): Promise<void>;
}

const isJoining = { query: { states: ['joining' as const] } };

/** The one that is joining, once there is one. */
export const theJoiningBot = async (api: LocalApi): Promise<PlayedBot> => {
  const client: MeetingBots = meetingBots(api.base_url, api.api_key);
  const [bot] = await until(
    async () => (await client.listBots(isJoining)).results,
    ({ length }) => length === 1,
  );
  const { project_id } = api;
  const bot_id = bot?.id ?? '';
  const ref = { project_id, bot_id };
  const bots = botRepository(api.table);
  const advanceBot = createAdvanceBot({ bots, clock: systemClock });
  const advance: PlayedBot['advance'] = (trigger, subType) => advanceBot(ref, trigger, subType ?? null);
  return {
    id: bot_id,
    advance,
    async bringHome(parts = []) {
      await advance('admitted');
      const entries = said.map(([speaker_name, transcript], i) =>
        anUtterance({ speaker_name, timestamp_ms: playedAt + i * 61_000, transcription: { transcript } }),
      );
      const created_at = new Date(playedAt).toISOString();
      await capturedRepository(api.table).add({
        ...ref,
        captured_kind: 'utterances',
        batch_id: 'b',
        created_at,
        entries,
      });
      const recording = aRecording({
        key: `${project_id}/${bot_id}/recording.mp4`,
        size_bytes: film.length,
        duration_ms: 62_000,
        start_timestamp_ms: playedAt,
        parts,
      });
      await openMediaStore().put(recording.key, film, 'video/mp4');
      await advance('leave', 'user_requested');
      await advance('left');
      await createChangeBot({ bots })(ref, (bot) => ({ bot: { ...bot, recording } }));
      await advance('processed');
    },
  };
};
