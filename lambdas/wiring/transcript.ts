/** A transcript in the format that was asked for. */
import type { Bot } from '../../lib/domain/bot/bot.ts';
import type { Utterance } from '../../lib/domain/captured/captured.ts';
import { contentDisposition, fileNameOf } from '../../lib/domain/captured/file-name.ts';
import { type WrittenFormat, writtenTranscript, writtenTypes } from '../../lib/domain/captured/written-transcript.ts';
import { Reply } from '../middleware/answers.ts';

const endings: Readonly<Record<WrittenFormat, string>> = { text: 'txt', srt: 'srt', vtt: 'vtt' };

/** The utterances themselves, or a file of them. The bot is only asked for when its recording matters. */
export const transcriptIn = async (
  format: WrittenFormat | 'json',
  utterances: readonly Utterance[],
  getBot: () => Promise<Bot>,
): Promise<readonly Utterance[] | Reply> => {
  if (format === 'json') return utterances;
  const bot = await getBot();
  const name = fileNameOf(bot.bot_name, bot.recording?.start_timestamp_ms ?? Date.parse(bot.join_at), endings[format]);
  const type = `${writtenTypes[format]}; charset=utf-8`;
  const headers = { 'content-type': type, 'content-disposition': contentDisposition(name) };
  return new Reply({ statusCode: 200, headers, body: writtenTranscript(format, utterances, bot) });
};
