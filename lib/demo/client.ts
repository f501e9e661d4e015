/** The service as the demo sees it: over HTTP, like any client. */
import * as z from 'zod';
import { BotBody, pageOf, RecordingBody } from '../api/schemas.ts';
import { ChatMessage, ParticipantEvent, Utterance } from '../domain/captured.ts';

/** Calls the API with a key. Every answer is checked against the schema of its route. */
export const createClient = (baseUrl: string, apiKey: string) => {
  const call = async <T extends z.ZodType>(schema: T, method: string, path: string, body?: unknown) => {
    const response = await fetch(new URL(path, baseUrl), {
      method,
      headers: { authorization: `Token ${apiKey}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return schema.parse(answer) as z.output<T>;
  };

  const everything = async <T extends z.ZodType>(item: T, path: string): Promise<z.output<T>[]> => {
    const results: z.output<T>[] = [];
    for (let next: string | null = path; next; ) {
      const page = (await call(pageOf(item), 'GET', next)) as { next: string | null; results: z.output<T>[] };
      results.push(...page.results);
      next = page.next;
    }
    return results;
  };

  const bot = (id: string) => `/api/v1/bots/${id}`;
  return {
    createBot: (body: unknown) => call(BotBody, 'POST', '/api/v1/bots', body),
    getBot: (id: string) => call(BotBody, 'GET', bot(id)),
    leave: (id: string) => call(BotBody, 'POST', `${bot(id)}/leave`),
    transcript: (id: string) => call(z.array(Utterance), 'GET', `${bot(id)}/transcript`),
    participantEvents: (id: string) => everything(ParticipantEvent, `${bot(id)}/participant_events?page_size=100`),
    chatMessages: (id: string) => everything(ChatMessage, `${bot(id)}/chat_messages?page_size=100`),
    recording: (id: string) => call(RecordingBody, 'GET', `${bot(id)}/recording`),
  };
};
export type Client = ReturnType<typeof createClient>;
