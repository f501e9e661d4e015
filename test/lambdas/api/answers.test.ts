import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { type RouteName, routeNames, routes } from '../../../lib/api/routes.ts';
import type { Bot } from '../../../lib/domain/bot/bot.ts';
import type { BotState } from '../../../lib/domain/bot/lifecycle.ts';
import { type LastKept, lastKeptName } from '../../../lib/domain/captured/diagnostics.ts';
import { answerHeaders } from '../../../lib/net/serving/answer-headers.ts';
import { capturedRepository } from '../../../lib/storage/bots/captured.ts';
import { capturedFolder } from '../../../lib/storage/bots/media-names.ts';
import { speechRepository } from '../../../lib/storage/bots/speech.ts';
import { hasId, kindOf } from '../../lab/api/resources.ts';
import { anAppSession } from '../../lab/builders/app-sessions.ts';
import { aBotEvent, anUtterance } from '../../lab/builders/records.ts';
import { aSpeechPiece } from '../../lab/builders/speech-piece.ts';
import { bodyFor, call, media, mine, problem, recordingOf, scheduled, someBot, someId, table } from './projects.ts';

const Told = z.object({ id: z.string(), transcription_state: z.string() });

/** What the bot last met that it could not go on with. */
const keepPage = ({ project_id, id }: Bot) => {
  const page: LastKept['page'] = { page_state: 'M12_denied', evidence: [], overlays: [], advice: 'admit' };
  const last: LastKept = { at: '2026-03-02T09:00:31.000Z', folder: 'diagnostics/001-a', reason: 'a', page, files: [] };
  const name = capturedFolder({ project_id, bot_id: id }) + lastKeptName;
  return media.put(name, Buffer.from(JSON.stringify(last)), 'application/json');
};

/** The state that a bot must be in, where it is not just any. */
const stateFor: Partial<Record<RouteName, BotState>> = {
  deleteBotData: 'ended',
  pauseRecording: 'joined_recording',
  resumeRecording: 'joined_recording_paused',
  sendChatMessage: 'joined_recording',
  outputVideo: 'joined_recording',
};

describe('an answer', () => {
  it.each(routeNames.filter((name) => 'response' in routes[name]))('of %s matches its schema', async (name) => {
    const bot = await someBot(stateFor[name] ? { state: stateFor[name] } : {});
    if (name === 'getDiagnostics') await keepPage(bot);
    const id = kindOf(name) === 'bot' ? bot.id : await someId(name);
    const query = name === 'listCalendarEvents' ? `calendar_id=${await someId('getCalendar')}` : undefined;
    const answer = await call(name, { ...(hasId(name) && { id }), query, body: bodyFor(name) });
    const route = routes[name];
    expect(answer.status).toBe(route.success);
    const schema = 'response' in route ? route.response : undefined;
    expect(schema?.parse(answer.body)).toEqual(answer.body);
    // It is nobody's on the way, and nothing else than JSON.
    expect(answer.headers).toMatchObject(answerHeaders);
  });

  it('to a deletion is empty', async () => {
    const { id } = (await call('createBot', { body: scheduled })).body as { id: string };
    const answer = await call('deleteBot', { id });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect((await call('getBot', { id })).status).toBe(404);
  });

  it('to what the state does not allow says so', async () => {
    const bot = await someBot();
    expect((await call('deleteBot', { id: bot.id })).body).toEqual(
      problem(400, 'Bad Request', 'invalid_state', 'cannot delete: the bot is joining'),
    );
    expect((await call('leaveBot', { id: bot.id })).body).toMatchObject({ state: 'leaving' });
    expect((await call('leaveBot', { id: bot.id })).body).toEqual(
      problem(400, 'Bad Request', 'invalid_state', 'cannot leave: the bot is leaving'),
    );
  });

  it('to a pause and a resumption tells what became of the recording', async () => {
    const bot = await someBot({ state: 'joined_recording', recording_state: 'in_progress' });
    expect((await call('pauseRecording', { id: bot.id })).body).toMatchObject({
      state: 'joined_recording_paused',
      recording_state: 'paused',
    });
    expect((await call('pauseRecording', { id: bot.id })).body).toEqual(
      problem(400, 'Bad Request', 'invalid_state', 'cannot pause recording: the bot is joined_recording_paused'),
    );
    expect((await call('resumeRecording', { id: bot.id })).body).toMatchObject({
      state: 'joined_recording',
      recording_state: 'in_progress',
    });
    expect((await call('resumeRecording', { id: bot.id })).body).toEqual(
      problem(400, 'Bad Request', 'invalid_state', 'cannot resume recording: the bot is joined_recording'),
    );
  });

  it('about a recording has a link of half an hour, and is 404 before there is one', async () => {
    const bot = await someBot();
    const answer = await call('getRecording', { id: bot.id });
    expect(answer.body).toEqual({
      ...recordingOf('k'),
      key: undefined,
      url: expect.stringContaining('expires_in=1800'),
    });
    const { id } = (await call('createBot', { body: scheduled })).body as { id: string };
    const why = 'There is no recording yet: it is there when the bot is ended, and this one is scheduled.';
    expect((await call('getRecording', { id })).body).toEqual(problem(404, 'Not Found', 'not_found', why));
  });

  it.each(['getTranscript', 'getAppSessionTranscript'] as const)(
    'of %s is the same where it is packed',
    async (name) => {
      const id = kindOf(name) === 'bot' ? (await someBot()).id : await someId(name);
      const entries = Array.from({ length: 200 }, (_, n) => anUtterance({ timestamp_ms: n * 1_000 }));
      const batch = { bot_id: id, created_at: '2026-03-02T09:00:01.000Z', batch_id: 'long' };
      await capturedRepository(table).add({
        project_id: mine.project_id,
        ...batch,
        captured_kind: 'utterances',
        entries,
      });
      const plain = await call(name, { id });
      const packed = await call(name, { id, headers: { 'accept-encoding': 'gzip' } });
      expect(plain.text.length).toBeGreaterThan(16 * 1024);
      expect(packed.headers['content-encoding']).toBe('gzip');
      expect(packed.body).toEqual(plain.body);
    },
  );

  it.each([
    ['getBot', 'listBots', 'updateBot', { metadata: {} }, {}],
    ['getAppSession', 'listAppSessions', 'endAppSession', undefined, anAppSession()],
  ] as const)(
    'of %s, %s and %s says that text is still to come of what was said before a fault',
    async (get, list, change, body, kind) => {
      const events = [aBotEvent({ state: 'fatal_error', created_at: new Date().toISOString() })];
      const failed = { state: 'fatal_error', transcription_state: 'complete', was_heard: true, events } as const;
      const bot = await someBot({ ...kind, ...failed, project_id: mine.project_id });
      const told = async () => {
        const listed = z
          .object({ results: z.array(Told) })
          .parse((await call(list, { query: 'order=newest_first' })).body);
        return [Told.parse((await call(get, { id: bot.id })).body), listed.results.find(({ id }) => id === bot.id)];
      };
      const toldAs = (transcription_state: string) => [1, 2].map(() => ({ id: bot.id, transcription_state }));
      const piece = aSpeechPiece({ project_id: mine.project_id, bot_id: bot.id });
      await speechRepository(table).add(piece);
      expect(await told()).toEqual(toldAs('in_progress'));
      const changed = await call(change, { id: bot.id, body });
      expect(Told.parse(changed.body)).toEqual(toldAs('in_progress')[0]);
      await speechRepository(table).settle(piece, undefined, new Date());
      expect(await told()).toEqual(toldAs('complete'));
    },
  );

  it('to a fault of ours is a 500 that tells nothing but the request', async () => {
    const bot = await someBot();
    const reading = vi.spyOn(table, 'get').mockImplementation(async ({ sk }) => {
      if (sk === 'bot') throw new Error('secret inner workings');
      return apiKeyItem;
    });
    const apiKeyItem = table
      .items()
      .find(({ kind, project_id }) => kind === 'api_key' && project_id === mine.project_id);
    const logged = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const answer = await call('getBot', { id: bot.id });
    const lines = logged.mock.calls.map(([line]) => String(line));
    reading.mockRestore();
    logged.mockRestore();
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      ...problem(
        500,
        'Internal Server Error',
        'internal',
        'Something went wrong on our side. Quote the request id request-1 when you ask.',
      ),
      request_id: 'request-1',
    });
    expect(lines.join('')).toContain('secret inner workings');
    expect(lines.join('')).not.toContain(mine.api_key);
  });
});
