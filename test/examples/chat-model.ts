/** A stand-in for OpenAI's chat completions, as far as the examples use them: types.contract.test.ts holds it to the maker's types. */
import { json } from 'node:stream/consumers';
import { aSite } from '../lab/hosts/site.ts';

interface Asked {
  readonly authorization: string | undefined;
  readonly body: unknown;
}

/** What the maker's server answers, whatever it is asked. */
export const completionOf = (content: string) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_772_442_000,
  model: 'llama3.2',
  choices: [
    { index: 0, message: { role: 'assistant', content, refusal: null }, logprobs: null, finish_reason: 'stop' },
  ],
  usage: { prompt_tokens: 9, completion_tokens: 6, total_tokens: 15 },
});

/** A model that has one answer to everything. */
export const aChatModel = async (content: string) => {
  const asked: Asked[] = [];
  const site = await aSite(async (request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return response.writeHead(404).end();
    asked.push({ authorization: request.headers.authorization, body: await json(request) });
    return response.setHeader('content-type', 'application/json').end(JSON.stringify(completionOf(content)));
  });
  return { ...site, url: site.url.replace(/\/$/, ''), asked };
};
