/** Requests in which one call of a port fails: what clients are told then, and what a second try leads to. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { type RouteName, routeNames } from '../../../../lib/api/routes.ts';
import type { BotState } from '../../../../lib/domain/bot/lifecycle.ts';
import { calendarSyncKey } from '../../../../lib/storage/keys.ts';
import { everyField, goodBodyFor } from '../../api/good-bodies.ts';
import { hasId, kindOf, storedFor } from '../../api/resources.ts';
import { newService, noSuchId, type Service } from '../../api/service.ts';
import { enterOAuthApp } from '../../builders/app-sessions.ts';
import { storeOAuthApp } from '../../builders/connections.ts';
import { aPng } from '../../builders/pictures.ts';
import { aBot, aBotEvent, anUtterance, aRecording } from '../../builders/records.ts';
import type { FailingGate } from '../../doubles/failing-gate.ts';
import type { Gate } from '../lifecycle/lifecycle-world.ts';

/** A route, asked for a bot in a state, or for something else that it is about. */
export interface FaultRequest {
  readonly route: RouteName;
  readonly state: BotState;
}

const states: readonly BotState[] = ['scheduled', 'joined_recording', 'ended', 'data_deleted'];

export const faultRequests: readonly FaultRequest[] = routeNames.flatMap((route) => {
  const isOfBot = hasId(route) && kindOf(route) === 'bot';
  return (isOfBot ? states : states.slice(0, 1)).map((state) => ({ route, state }));
});

const bodies: Partial<Record<RouteName, (state: BotState) => object>> = {
  createBot: () => everyField,
  updateBot: (state) => ({
    metadata: { changed: true },
    ...(state === 'scheduled' && { bot_image: { type: 'image/png', data: aPng().toString('base64') } }),
  }),
  createCalendar: () => ({ ...goodBodyFor('createCalendar'), deduplication_key: 'k' }),
};

/** What was heard, yet not answered, and is asked for again, happens again: two messages may say the same. */
const happensAgain: ReadonlySet<RouteName> = new Set(['sendChatMessage']);

const requestsCounted = new Set(['api_key', 'project', 'requests']);

/** All that is stored, but for what no two runs have in common: ids and their order, moments, counts of writes. */
const storedIn = ({ table }: Service): unknown[] =>
  table
    .items()
    .filter(({ kind }) => !requestsCounted.has(String(kind)))
    .map(({ version: _, schedule_version: __, credentials_version: ___, generation: ____, ...item }) =>
      JSON.stringify(item)
        .replaceAll(/(?:bot|cal|cev|app|con|coa)_[0-9A-Z]{26}/g, 'ID')
        .replaceAll(/"expires_at":\d+/g, '"expires_at":"MOMENT"')
        .replaceAll(/_sealed":"(?:[^"\\]|\\.)*"/g, '_sealed":"SEALED"')
        .replaceAll(/[0-9A-Z]{26}\.png/g, 'PNG')
        .replaceAll(/"id":"[0-9A-Z]{26}"/g, '"id":"ID"')
        .replaceAll(/#[0-3]"/g, '#shard"')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'MOMENT'),
    )
    .sort()
    .map((text): unknown => JSON.parse(text));

/** Lets functions that seal open the key of the project, which they keep for some minutes: all runs are alike then. */
const warmUp = async (service: Service): Promise<void> => {
  const body = { ...goodBodyFor('createCalendar'), deduplication_key: 'warm' };
  const { id } = (await service.call('createCalendar', 0, { body })).body as { id: string };
  await service.call('updateCalendar', 0, { id, body: goodBodyFor('updateCalendar') });
};

const warmUpConnections = async (service: Service): Promise<void> => {
  await storeOAuthApp(service.table, { project_id: service.projects[0].project_id });
  const body = { ...goodBodyFor('createConnection'), authorization_code: 'warm' };
  const { id } = (await service.call('createConnection', 0, { body })).body as { id: string };
  await service.call('deleteConnection', 0, { id });
};

/** The project has an app at the platform, and has opened its secret before. */
const warmUpForStreams = async (service: Service): Promise<void> => {
  await enterOAuthApp(service.table, service.projects[0].project_id);
  const conf_rtms = { meeting_uuid: 'warm', rtms_stream_id: 'warm', server_urls: 'wss://rtms-sjc1.zoom.us' };
  await service.call('createAppSession', 0, { body: { conf_rtms } });
};

/** A service with a bot of one's own, and the request ready to be sent. */
const prepare = async ({ route, state }: FaultRequest, gate: Gate) => {
  let isOpen = true;
  const service = await newService({
    before: async (call) => (isOpen ? undefined : gate.before(call)),
    after: (call, ticket) => (isOpen ? undefined : gate.after(call, ticket)),
  });
  const project_id = service.projects[0].project_id;
  const recording = aRecording();
  const bot = aBot({
    id: noSuchId(),
    project_id,
    state,
    recording,
    events: [aBotEvent({ state })],
    deduplication_key: 'a',
    voice_agent_settings: { reserve_resources: true },
  });
  await service.bots.create(bot);
  await service
    .workerLine(project_id, bot.id)
    .captured('1', { utterances: [anUtterance()], participant_events: [], chat_messages: [] });
  const id = kindOf(route) === 'bot' ? bot.id : await storedFor(route, service.table, project_id);
  if (kindOf(route) === 'calendar') await warmUp(service);
  // Its platform is to be told that it is deleted.
  if (route === 'deleteCalendar') {
    const in2100 = '2100-01-01T00:00:00.000Z';
    const channels = [{ id: 'channel', platform_uuid: 'its', expires_at: in2100, renew_at: in2100 }];
    await service.table.update({ update: calendarSyncKey({ project_id, calendar_id: id }), set: { channels } });
  }
  if (kindOf(route) === 'connection') await warmUpConnections(service);
  if (route === 'createAppSession') await warmUpForStreams(service);
  const send = async () => {
    isOpen = false;
    const answer = await service.call(route, 0, { id, body: bodies[route]?.(state) ?? goodBodyFor(route) });
    isOpen = true;
    return answer;
  };
  return { service, send };
};

/** How a request went when nothing failed. */
export interface Undisturbed {
  readonly status: number;
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
}

export const sendUndisturbed = async (request: FaultRequest, gate: FailingGate): Promise<Undisturbed> => {
  const { service, send } = await prepare(request, gate);
  const before = storedIn(service);
  const { status } = await send();
  assert.ok(status < 500);
  return { status, before, after: storedIn(service) };
};

/** Refusals that a second try may meet when the first one was heard, yet not answered. */
const heardBefore = new Set([400, 404]);

/**
 * Sends a request in which a call fails, and sends it again. Throws an AssertionError unless the client was told that
 * something is wrong or what it was told is stored, nothing was half done, and the second try leads where one leads.
 */
export const sendWithFault = async (
  request: FaultRequest,
  gate: FailingGate,
  undisturbed: Undisturbed,
): Promise<void> => {
  const { service, send } = await prepare(request, gate);
  const { status, body } = await send();
  assert.ok(gate.hasFailed(), 'the call was not made');
  const stored = storedIn(service);
  const isDone = isDeepStrictEqual(stored, undisturbed.after);
  if (status === 500) {
    assert.equal((body as { code: string }).code, 'internal');
    if (!isDone) assert.deepEqual(stored, undisturbed.before, 'half done');
  } else {
    assert.equal(status, undisturbed.status);
    assert.ok(isDone, 'acknowledged, but not stored');
  }
  if (isDone && happensAgain.has(request.route)) return;
  const again = await send();
  assert.ok(again.status === undisturbed.status || (isDone && heardBefore.has(again.status)), again.text);
  assert.deepEqual(storedIn(service), undisturbed.after);
};
