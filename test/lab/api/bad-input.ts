/** Sends what must be refused, and says what was not: the same for tests and for the benchmark. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type RouteName, routeNames } from '../../../lib/api/routes.ts';
import type { Bot } from '../../../lib/domain/bot/bot.ts';
import { type BotState, botStates } from '../../../lib/domain/bot/lifecycle.ts';
import { storeAppSession } from '../builders/app-sessions.ts';
import { storeCalendar, storeEvent } from '../builders/calendars.ts';
import { storeConnection } from '../builders/connections.ts';
import { aBot, aBotEvent, aChatMessage, anUtterance, aParticipantEvent, aRecording } from '../builders/records.ts';
import { anyQuery, anyText, seedOfRun } from '../properties.ts';
import { type BadRequest, badBodies } from './bad-bodies.ts';
import { badOutsides, type GoodAsking, type PagedList, pagedLists } from './bad-outsides.ts';
import { everyField, goodBody, goodBodyFor } from './good-bodies.ts';
import type { Answer, Call } from './requests.ts';
import { hasId, kindOf, type ResourceKind, storedFor, unknownIdFor } from './resources.ts';
import { newService, noSuchId, type Service } from './service.ts';

/** What was sent, and the sentences about what went wrong. */
export interface Findings {
  readonly sent: number;
  readonly wrong: readonly string[];
}

/** A bot of the first project, with things captured in it. */
const aFullBot = async (service: Service, details: Partial<Bot> = {}): Promise<Bot> => {
  const project_id = service.projects[0].project_id;
  const bot = aBot({ id: noSuchId(), project_id, ...details });
  await service.bots.create(bot);
  const line = service.workerLine(project_id, bot.id);
  for (const n of ['1', '2', '3']) {
    const participant_events = [aParticipantEvent({ id: `evt_${n}`, participant_uuid: n })];
    await line.captured(n, {
      utterances: [anUtterance()],
      participant_events,
      chat_messages: [aChatMessage({ id: `msg_${n}` })],
    });
  }
  return bot;
};

const cursorsOf = async (service: Service, { idFor, queryFor }: GoodAsking): Promise<PagedList[]> => {
  await aFullBot(service);
  return Promise.all(
    pagedLists.map(async (route) => {
      const { body } = await service.call(route, 0, { id: idFor(route), query: `${queryFor(route)}page_size=1` });
      const cursor = new URL((body as { next: string }).next).searchParams.get('cursor') ?? '';
      return { route, cursor };
    }),
  );
};

/** What is wrong with the answer to something bad; undefined when it is a refusal that tells nobody anything. */
const faultOf = (
  service: Service,
  answer: Answer,
  { statuses, field }: Pick<BadRequest, 'statuses' | 'field'>,
): string | undefined => {
  const written = service.written().length;
  if (!statuses.includes(answer.status)) return `answered ${answer.status} ${answer.text.slice(0, 200)}`;
  if (written > 0) return `${written} writes`;
  const { detail, status, code, errors } = (answer.body ?? {}) as Record<string, unknown>;
  if (answer.headers['content-type'] !== 'application/problem+json') return 'is no problem document';
  if (typeof detail !== 'string' || detail === '' || status !== answer.status || !code) return `lacks ${answer.text}`;
  const named = Object.keys(errors ?? {}).map((path) => path.split('.')[0]);
  if (field && !named.includes(field)) return `names ${named.join(', ')}`;
  const secrets = service.projects.flatMap(({ api_key, project_id }) => [api_key, project_id]);
  const leak = [...secrets, 'node_modules', '/lib/', '    at '].find((text) => answer.text.includes(text));
  return leak && `tells ${leak}`;
};

/** That the bad ones are bad for their own reason: what they were made from is taken. */
const checkGoodOnes = async (service: Service, paged: readonly PagedList[], good: GoodAsking): Promise<void> => {
  const { status, text } = await service.call('createBot', 0, { body: everyField });
  assert.equal(status, 201, text);
  for (const { route, cursor } of paged) {
    const query = `${good.queryFor(route)}cursor=${cursor}&page_size=1`;
    const answer = await service.call(route, 0, { id: good.idFor(route), query });
    assert.equal(answer.status, 200, answer.text);
  }
};

/** Routes that are refused for another reason while a bot is not in its meeting. */
const needsMeeting: ReadonlySet<RouteName> = new Set(['sendChatMessage', 'outputVideo', 'updateTranscriptionSettings']);

/** Sends every bad request that we can think of. */
export const sendBadRequests = async (): Promise<Findings> => {
  const service = await newService();
  const voice_agent_settings = { reserve_resources: true };
  const { id } = await aFullBot(service, { state: 'scheduled', voice_agent_settings });
  const inMeeting = await aFullBot(service, { state: 'joined_recording', voice_agent_settings });
  const { project_id } = service.projects[0];
  const calendar = await storeCalendar(service.table, { project_id });
  const events = await Promise.all(
    ['e1', 'e2', 'e3'].map((platform_uuid) => storeEvent(service.table, calendar, { platform_uuid })),
  );
  const connection = await storeConnection(service.table, { project_id });
  const ids: Readonly<Record<ResourceKind, string>> = {
    bot: id,
    calendar: calendar.id,
    connection: connection.id,
    calendar_event: events[0]?.id ?? '',
    app_session: await storeAppSession(service.table, project_id),
  };
  // Without another one there would be one page of calendars only, and of connections.
  await storeCalendar(service.table, { project_id });
  await storeConnection(service.table, { project_id, oauth_app_id: connection.oauth_app_id });
  const good: GoodAsking = {
    idFor: (route) => (needsMeeting.has(route) ? inMeeting.id : ids[kindOf(route)]),
    queryFor: (route) => (route === 'listCalendarEvents' ? `calendar_id=${calendar.id}&` : ''),
  };
  const paged = await cursorsOf(service, good);
  await checkGoodOnes(service, paged, good);
  const bad = [...badBodies(), ...badOutsides({ key: service.projects[0].api_key, ...good, paged })];
  service.written();
  const wrong: string[] = [];
  for (const one of bad) {
    const { what, route, call } = one;
    const answer = await service.call(route, 0, { ...(hasId(route) && { id: good.idFor(route) }), ...call });
    const fault = faultOf(service, answer, one);
    if (fault) wrong.push(`${what}: ${fault}`);
  }
  return { sent: bad.length, wrong };
};

const anyInput = fc.oneof(
  anyText,
  anyQuery,
  fc.json(),
  fc.constantFrom(JSON.stringify(goodBody), 'page_size=1', 'cursor=x', 'states=ended'),
);
const damaged = fc
  .tuple(fc.json(), fc.nat(200), anyText)
  .map(([text, at, more]) => text.slice(0, at) + more.slice(0, 3) + text.slice(at + 1));
const anyCall = fc.record({
  route: fc.constantFrom(...routeNames),
  body: fc.oneof(anyInput, damaged, fc.uint8Array({ maxLength: 64 })),
  query: anyInput,
  id: fc.option(anyInput),
  type: fc.constantFrom('application/json', 'application/json; charset=utf-8', 'text/plain', ''),
});

/** Sends noise: it may happen to be right, but is never a fault of ours, and what is refused writes nothing. */
export const sendNoise = async (requests: number, seed: number = seedOfRun()): Promise<Findings> => {
  const service = await newService();
  const { id: known } = await aFullBot(service);
  service.written();
  const wrong: string[] = [];
  for (const { route, body, query, id, type } of fc.sample(anyCall, { numRuns: requests, seed })) {
    const call: Call = { body, query, id: (id ?? known).toWellFormed(), headers: { 'content-type': type } };
    const answer = await service.call(route, 0, call);
    const isRefused = answer.status >= 400;
    if (answer.status >= 500) wrong.push(`seed ${seed}: ${route} ${JSON.stringify(call)}: ${answer.status}`);
    else if (isRefused && service.written().length > 0)
      wrong.push(`seed ${seed}: ${route} ${JSON.stringify(call)}: a write`);
    service.written();
  }
  return { sent: requests, wrong };
};

/** Asks every route for what is another project's, bots in every state: the answer is that for an id that never was. */
export const askForForeign = async (states: readonly BotState[] = botStates): Promise<Findings> => {
  const service = await newService();
  const withId = routeNames.filter(hasId);
  const { project_id } = service.projects[0];
  const recording = aRecording();
  const wrong: string[] = [];
  let sent = 0;
  for (const state of states) {
    const { id } = await aFullBot(service, { state, recording, events: [aBotEvent({ state })] });
    service.written();
    for (const route of withId) {
      const body = goodBodyFor(route);
      const theirs = kindOf(route) === 'bot' ? id : await storedFor(route, service.table, project_id);
      service.written();
      const [foreign, unknown] = [
        await service.call(route, 1, { id: theirs, body }),
        await service.call(route, 1, { id: unknownIdFor(route), body }),
      ];
      sent += 1;
      const isSame =
        JSON.stringify([foreign.status, foreign.headers, foreign.text]) ===
        JSON.stringify([unknown.status, unknown.headers, unknown.text]);
      const fault = isSame
        ? faultOf(service, foreign, { statuses: [404] })
        : `${foreign.text} instead of ${unknown.text}`;
      if (fault) wrong.push(`${route} of a foreign resource, bots being ${state}: ${fault}`);
    }
  }
  return { sent, wrong };
};
