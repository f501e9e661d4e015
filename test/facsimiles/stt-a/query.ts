/** What may stand in a request's query, and how it must look. https://developers.deepgram.com/reference/speech-to-text/listen-pre-recorded */
import type { Answer, Asked } from '../web.ts';
import { badRequest, invalidQuery } from './errors.ts';

export interface Query {
  readonly model: string;
  readonly language: string;
  readonly smart_format: boolean;
  readonly punctuate: boolean;
  readonly keyterms: readonly string[];
  readonly redact: readonly string[];
  readonly tags: readonly string[];
}

/** The parameters that a meeting bot has a use for. `many` may be repeated. The others are refused, so that none is sent by mistake. */
export const parameters = {
  model: 'word',
  language: 'word',
  smart_format: 'boolean',
  punctuate: 'boolean',
  keyterm: 'many',
  keywords: 'many',
  redact: 'many',
  tag: 'many',
  mip_opt_out: 'boolean',
} as const;

// https://developers.deepgram.com/docs/models-languages-overview, 2026-06: what nova-3 speaks; English only for the medical one.
const nova3Languages =
  'ar be bn bs bg ca hr cs da nl en et fi fr de el he hi hu id it ja kn ko lv lt mk ms mr no fa pl pt ro ru sr sk sl es sv tl ta te th tr uk ur vi zh';
const spoken = new Set([...nova3Languages.split(' '), 'multi']);
/** The models that the maker's client names: `MediaTranscribeRequestModel` of @deepgram/sdk 5.13. */
export const models: readonly string[] = [
  'nova-3',
  'nova-3-general',
  'nova-3-medical',
  'nova-2',
  'nova-2-general',
  'nova-2-meeting',
  'enhanced',
  'base',
];
// https://developers.deepgram.com/docs/redaction: groups, beside names of single entities.
const redactable = new Set(['pci', 'pii', 'phi', 'numbers']);
// https://developers.deepgram.com/docs/keyterm: at most 500 tokens in all. A word is at least one.
const mostKeytermTokens = 500;

const speaks = (model: string, language: string): boolean => {
  if (!models.includes(model)) return false;
  const [primary = ''] = language.split('-');
  if (model === 'nova-3-medical') return primary === 'en';
  // Only nova-3 and nova-2 switch between languages: https://developers.deepgram.com/docs/multilingual-code-switching
  if (language === 'multi') return /^nova-[23]/.test(model);
  return spoken.has(primary) && /^[a-z]{2,3}(-[A-Za-z0-9]{2,4})*$/.test(language);
};

/** The query, or the refusal that it gets. */
export const readQuery = (query: URLSearchParams): Query | Answer => {
  for (const name of new Set(query.keys())) {
    if (!(name in parameters)) return invalidQuery(`Unknown query parameter: ${name}`);
    const kind = parameters[name as keyof typeof parameters];
    const values = query.getAll(name);
    if (kind !== 'many' && values.length > 1) return invalidQuery(`${name} is given ${values.length} times.`);
    if (kind === 'boolean' && !values.every((value) => value === 'true' || value === 'false')) {
      return invalidQuery(`${name} is neither true nor false.`);
    }
    if (values.some((value) => value === '')) return invalidQuery(`${name} is empty.`);
  }
  const model = query.get('model');
  // The service falls back to an old model. Nobody wants that by mistake: https://developers.deepgram.com/docs/model
  if (model === null) return invalidQuery('model is missing: the default is the base model.');
  const language = query.get('language') ?? 'en';
  if (!speaks(model, language)) return badRequest('Bad Request: No such model/language/tier combination found.');
  const keyterms = query.getAll('keyterm');
  const nova3 = model.startsWith('nova-3');
  // "Only compatible with Nova-3": @deepgram/sdk 5.13, MediaTranscribeRequestOctetStream.keyterm
  if (keyterms.length > 0 && !nova3) return invalidQuery('Keyterm is only supported for Nova-3.');
  // https://github.com/EpicenterHQ/epicenter/pull/895
  if (query.has('keywords') && nova3) {
    return invalidQuery('Keywords are not supported for Nova-3. Please use `keyterm` instead.');
  }
  if (keyterms.join(' ').split(/\s+/).filter(Boolean).length > mostKeytermTokens) {
    return invalidQuery(
      `Keyterm limit exceeded. The maximum number of tokens across all keyterms is ${mostKeytermTokens}.`,
    );
  }
  const redact = query.getAll('redact');
  const unknown = redact.find((group) => !redactable.has(group));
  if (unknown !== undefined) return invalidQuery(`redact does not know ${unknown}.`);
  return {
    model,
    language,
    smart_format: query.get('smart_format') === 'true',
    punctuate: query.get('punctuate') === 'true',
    keyterms,
    redact,
    tags: query.getAll('tag'),
  };
};

/** A request as the maker's type has it, `Deepgram.listen.v1.MediaTranscribeRequestOctetStream`: to be claimed of whatever a client sent. */
export const asMakersRequest = ({ query }: Pick<Asked, 'query'>): Record<string, unknown> =>
  Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const kind = name in parameters ? parameters[name as keyof typeof parameters] : 'word';
      const values = query.getAll(name);
      if (kind === 'boolean') return [name, values[0] === 'true'];
      // The type knows one redaction, the pages several: https://developers.deepgram.com/docs/redaction
      return [name, kind === 'many' && name !== 'redact' ? values : values[0]];
    }),
  );
