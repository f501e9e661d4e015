/** What stt_a (Deepgram) answers when it has heard something. */
import { createHash, randomUUID } from 'node:crypto';
import { type Heard, textOf } from '../sound/heard.ts';
import type { Sound } from '../sound/wav.ts';
import type { Answer } from '../web.ts';
import type { Query } from './query.ts';

const bare = (word: string): string => word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

/** Only a word in digits can be told from the others without a model: what pci, pii and numbers all take away. */
const redacted = (word: string, query: Query): string =>
  query.redact.length > 0 && /\d/.test(word) ? `[${query.redact[0]?.toUpperCase()}_1]` : word;

const modelId = '2187e11a-3532-4498-b076-81fa530bdd49';

/** The standard answer: https://developers.deepgram.com/reference/speech-to-text/listen-pre-recorded */
export const transcribed = (query: Query, bytes: Uint8Array, sound: Sound, heard: Heard, now: Date): Answer => {
  const request_id = randomUUID();
  const written = heard.words.map((word) => ({ ...word, word: redacted(word.word, query) }));
  const multilingual = query.language === 'multi';
  const plain = !(query.punctuate || query.smart_format);
  const text = textOf({ ...heard, words: written });
  return {
    status: 200,
    headers: { 'dg-request-id': request_id },
    body: {
      metadata: {
        transaction_key: 'deprecated',
        request_id,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        created: now.toISOString(),
        duration: sound.seconds,
        channels: sound.channels,
        models: [modelId],
        model_info: { [modelId]: { name: `general-${query.model}`, version: '2025-04-17.21547', arch: query.model } },
        ...(query.tags.length > 0 && { tags: query.tags }),
      },
      results: {
        channels: [
          {
            alternatives: [
              {
                transcript: plain ? written.map(({ word }) => bare(word)).join(' ') : text,
                confidence: written.length > 0 ? 0.99 : 0,
                words: written.map(({ word, start, end }) => ({
                  word: bare(word),
                  start,
                  end,
                  confidence: 0.99,
                  ...(!plain && { punctuated_word: word }),
                  ...(multilingual && { language: heard.language }),
                })),
                // https://developers.deepgram.com/docs/multilingual-code-switching
                ...(multilingual && { languages: written.length > 0 ? [heard.language] : [] }),
              },
            ],
          },
        ],
      },
    },
  };
};
