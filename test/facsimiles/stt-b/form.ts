/** Reads the form that stt_b is sent. https://developers.openai.com/api/reference/resources/audio/subresources/transcriptions/methods/create */
import type { Answer, Asked } from '../web.ts';
import { invalid, modelNotFound } from './errors.ts';
import { fields, type Model, models } from './models.ts';

export interface Form {
  readonly file: File;
  readonly name: string;
  readonly model: Model;
  readonly format: string;
  readonly prompt: string | null;
  /** As given, or none: then the language is found out. */
  readonly language: string | null;
}

const extensions = ['flac', 'm4a', 'mp3', 'mp4', 'mpeg', 'mpga', 'oga', 'ogg', 'wav', 'webm'];
const repeatable = (name: string): boolean => name.endsWith('[]');
// ISO 639-1, and of three letters what has no code of two: https://github.com/stablyai/orca/pull/13157. BCP-47 tags such as en-US are refused: https://github.com/iOfficeAI/AionUi/pull/1939
const isLanguage = (code: string): boolean => {
  const isCode = /^[a-z]{2,3}$/.test(code) && (code.length === 2 || Intl.getCanonicalLocales(code)[0] === code);
  const known = isCode && new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(code);
  return known !== undefined && known !== false;
};
const languageFormat = (code: string): Answer =>
  invalid(
    `Invalid language '${code}'. Language parameter must be specified in ISO-639-1 format.`,
    'language',
    'invalid_language_format',
  );

/** The form's own faults, whatever the model. */
const malformed = (form: FormData): Answer | undefined => {
  const seen = new Set<string>();
  for (const [name, value] of form) {
    // `additionalProperties: false` in the maker's OpenAPI document.
    if (!fields.some((field) => field === name)) {
      return invalid(`Unknown parameter: '${name}'.`, name, 'unknown_parameter');
    }
    if (seen.has(name) && !repeatable(name)) return invalid(`'${name}' is given twice.`, name);
    seen.add(name);
    if ((name === 'file') !== value instanceof File) return invalid(`'${name}' has the wrong kind.`, name);
    if (value === '') return invalid(`'${name}' is empty.`, name);
  }
  for (const name of ['file', 'model']) {
    if (!seen.has(name)) return invalid(`Missing required parameter: '${name}'.`, name, 'missing_required_parameter');
  }
  const temperature = form.get('temperature');
  if (temperature !== null && !(Number(temperature) >= 0 && Number(temperature) <= 1)) {
    return invalid(`'temperature' must be between 0 and 1.`, 'temperature');
  }
  const wrong = [...form.getAll('language'), ...form.getAll('languages[]')].find((code) => !isLanguage(String(code)));
  return wrong === undefined ? undefined : languageFormat(String(wrong));
};

/** What this model cannot be asked. */
const unsupported = (form: FormData, name: string, model: Model, format: string): Answer | undefined => {
  if (!model.formats.includes(format)) {
    // https://github.com/Thinline-Dynamic-Solutions/ThinLineRadio/issues/114
    const others = model.formats.map((one) => `'${one}'`).join(' or ');
    return invalid(
      `response_format '${format}' is not compatible with model '${name}-api-ev3'. Use ${others} instead.`,
      'response_format',
      'unsupported_value',
    );
  }
  if (form.has('prompt') && !model.prompt) {
    return invalid(`prompt is not supported for ${name}`, 'prompt', 'unsupported_parameter');
  }
  const hint = ['keywords[]', 'languages[]'].find((field) => form.has(field));
  if (hint && !model.hints) return invalid(`${hint} is not supported for ${name}`, hint, 'unsupported_parameter');
  const strategy = form.get('chunking_strategy');
  if (model.chunkingRequired && strategy === null) {
    // https://github.com/riffado/riffado/issues/101
    return invalid('chunking_strategy is required for diarization models', 'chunking_strategy', 'invalid_value');
  }
  if (strategy !== null && strategy !== 'auto') {
    return invalid(`chunking_strategy must be 'auto'`, 'chunking_strategy', 'invalid_value');
  }
  return undefined;
};

const parsed = ({ headers, body }: Pick<Asked, 'headers' | 'body'>): Promise<FormData | undefined> => {
  const type = headers['content-type'] ?? '';
  const response = new Response(Uint8Array.from(body), { headers: { 'content-type': type } });
  return response.formData().catch(() => undefined);
};

/** A request as the maker's type has it, `OpenAI.Audio.TranscriptionCreateParamsNonStreaming` but for the file: to be claimed of whatever a client sent. */
export const asMakersRequest = async (asked: Pick<Asked, 'headers' | 'body'>): Promise<Record<string, unknown>> => {
  const form = await parsed(asked);
  const names = [...new Set(form?.keys())].filter((name) => name !== 'file');
  return Object.fromEntries(
    names.map((name) => {
      const values = form?.getAll(name) ?? [];
      if (repeatable(name)) return [name.slice(0, -2), values];
      return [name, name === 'temperature' ? Number(values[0]) : values[0]];
    }),
  );
};

/** The form, or the refusal that it gets. */
export const readForm = async (asked: Asked, now: Date): Promise<Form | Answer> => {
  const type = asked.headers['content-type'] ?? '';
  if (!/^multipart\/form-data; ?boundary=/.test(type)) {
    return invalid(`Unsupported content type: '${type}'. This API method only accepts 'multipart/form-data' requests.`);
  }
  const form = await parsed(asked);
  if (form === undefined) return invalid('Could not parse multipart form');
  const fault = malformed(form);
  if (fault) return fault;
  const name = String(form.get('model'));
  const model = models[name];
  if (!model || (model.switchedOffAt && now >= new Date(model.switchedOffAt))) return modelNotFound(name);
  const format = String(form.get('response_format') ?? 'json');
  const refusal = unsupported(form, name, model, format);
  if (refusal) return refusal;
  const file = form.get('file') as File;
  // The kind of sound is told by the name's end: https://community.openai.com/t/whisper-api-cannot-read-files-correctly/93420
  if (!extensions.includes(file.name.split('.').at(-1) ?? '')) {
    const message = `Unrecognized file format. Supported formats: [${extensions.map((one) => `'${one}'`).join(', ')}]`;
    return invalid(message, 'file');
  }
  const text = (field: string): string | null => (form.has(field) ? String(form.get(field)) : null);
  return { file, name, model, format, prompt: text('prompt'), language: text('language') };
};
