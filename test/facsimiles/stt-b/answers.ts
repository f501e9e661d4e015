/** What stt_b (OpenAI) answers when it has heard something, by the models' formats. */
import { type Heard, textOf } from '../sound/heard.ts';
import type { Sound } from '../sound/wav.ts';
import type { Answer } from '../web.ts';
import { requestId } from './errors.ts';
import type { Form } from './form.ts';

// Sound is counted at ten tokens a second: the example of the maker's OpenAPI document.
const tokensPerSecond = 10;

const usageOf = (form: Form, sound: Sound, heard: Heard): Record<string, unknown> => {
  const audio_tokens = Math.ceil(sound.seconds * tokensPerSecond);
  const text_tokens = form.prompt?.split(/\s+/).length ?? 0;
  const output_tokens = heard.words.length;
  return {
    type: 'tokens',
    input_tokens: audio_tokens + text_tokens,
    input_token_details: { text_tokens, audio_tokens },
    output_tokens,
    total_tokens: audio_tokens + text_tokens + output_tokens,
  };
};

export const transcribed = (form: Form, sound: Sound, heard: Heard): Answer => {
  const text = textOf(heard);
  const usage = usageOf(form, sound, heard);
  const headers = { ...requestId(), 'openai-processing-ms': '321', 'openai-version': '2020-10-01' };
  if (form.format === 'text') return { status: 200, headers, body: `${text}\n` };
  if (form.format === 'diarized_json') {
    const [first, last] = [heard.words[0], heard.words.at(-1)];
    const segment = first && {
      type: 'transcript.text.segment',
      text,
      speaker: 'A',
      start: first.start,
      end: last?.end,
    };
    const segments = segment ? [{ ...segment, id: 'seg_001' }] : [];
    return { status: 200, headers, body: { task: 'transcribe', duration: sound.seconds, text, segments, usage } };
  }
  const languages = form.model.hints && { languages: text === '' ? [] : [{ code: heard.language }] };
  return { status: 200, headers, body: { text, ...languages, usage } };
};
