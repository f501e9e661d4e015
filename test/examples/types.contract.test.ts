/** What examples/summary.ts asks, and what the stand-in answers, against the types that OpenAI publishes. */
import { describe, expect, it } from 'vitest';
import { makersPackages, objections } from '../facsimiles/makers.ts';
import { describeSkipped } from '../lab/hosts/aws-endpoint.ts';
import { completionOf } from './chat-model.ts';

const messages = [
  { role: 'system', content: 'You write minutes.' },
  { role: 'user', content: '[00:00:00] Maya: Good morning.' },
];
const request = 'OpenAI.Chat.ChatCompletionCreateParamsNonStreaming';

const makers = await makersPackages();
if ('missing' in makers) describeSkipped('OpenAI’s types of chat completions', makers.missing);
else {
  const claims = (all: Parameters<typeof objections>[2]) =>
    objections(makers.folder, "import type { OpenAI } from 'openai';", all);

  describe('OpenAI’s types of chat completions', () => {
    it('have what is asked and what is answered, and object to others', async () => {
      expect(
        await claims([
          { type: request, value: { model: 'llama3.2', messages } },
          { type: 'OpenAI.Chat.ChatCompletion', value: completionOf('Minutes') },
        ]),
      ).toEqual([]);
      expect(await claims([{ type: request, value: { model: 'llama3.2', messages, prompt: '' } }])).toHaveLength(1);
    });
  });
}
