/** The models that transcribe files, and what each can be asked. The maker's description: `CreateTranscriptionRequest` of its OpenAPI document, and `TranscriptionCreateParamsBase` of its package openai 7.57. */

export interface Model {
  readonly formats: readonly string[];
  readonly prompt: boolean;
  /** `keywords` and `languages`. */
  readonly hints: boolean;
  /** The field must be there: https://github.com/riffado/riffado/issues/101, clips of 29 s and longer. Its pages say: above 30 s. */
  readonly chunkingRequired: boolean;
  readonly longest_s: number;
  /** The moment from which the name is not known any more: https://developers.openai.com/api/docs/deprecations */
  readonly switchedOffAt?: string;
}

const switchedOffAt = '2027-02-26T00:00:00.000Z';
// 1,500 s: https://community.openai.com/t/gpt4-0-transcribe-max-1500-seconds/1306684
const transcribe: Model = {
  formats: ['json'],
  prompt: true,
  hints: false,
  chunkingRequired: false,
  longest_s: 1500,
  switchedOffAt,
};

export const models: Readonly<Record<string, Model>> = {
  'gpt-4o-transcribe': transcribe,
  'gpt-4o-mini-transcribe': transcribe,
  'gpt-4o-transcribe-diarize': {
    formats: ['json', 'text', 'diarized_json'],
    prompt: false,
    hints: false,
    chunkingRequired: true,
    // https://github.com/murtaza-nasir/speakr/issues/168
    longest_s: 1400,
    switchedOffAt,
  },
  'gpt-transcribe': {
    formats: ['json'],
    prompt: true,
    hints: true,
    chunkingRequired: false,
    longest_s: 1500,
  },
};

/** The fields of a form. `known_speaker_…`, `stream`, `include` and `timestamp_granularities` are of no use to a meeting bot, and refused. */
export const fields = [
  'file',
  'model',
  'language',
  'prompt',
  'response_format',
  'temperature',
  'chunking_strategy',
  'keywords[]',
  'languages[]',
] as const;
