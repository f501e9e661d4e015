import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { interfaceDocument, openApiDocument } from '../../lib/api/openapi/document.ts';
import { idParameters, operationOf } from '../../lib/api/openapi/operations.ts';
import { StateChange } from '../../lib/api/openapi/webhooks.ts';
import { problemCodes } from '../../lib/api/problem.ts';
import { dashboardRoutes } from '../../lib/api/routes/dashboard.ts';
import type { Route } from '../../lib/api/routes/route.ts';
import { routeNames, routes } from '../../lib/api/routes.ts';
import { stateChangesSince, triggerOfCaptured } from '../../lib/domain/webhook/webhook.ts';
import { type Content, dashboardOperations, document, faultsIn, operations } from '../lab/api/openapi.ts';
import { aBot, aChatMessage, anUtterance, aParticipantEvent } from '../lab/builders/records.ts';

const contentsOf = (bodies: readonly ({ content?: Readonly<Record<string, Content>> } | undefined)[]): Content[] =>
  bodies.flatMap((body) => Object.values(body?.content ?? {}));

const refsIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : refsIn(inner)));

const at = (pointer: string): unknown =>
  pointer
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);

describe('the OpenAPI document', () => {
  it('is what the schemas and the route table say', () => {
    expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it('has one operation per route, under its name', () => {
    expect(operations.map(({ operationId, method, path }) => ({ operationId, method, path }))).toEqual(
      expect.arrayContaining(
        routeNames.map((name) => ({ operationId: name, method: routes[name].method, path: routes[name].path })),
      ),
    );
    expect(operations).toHaveLength(routeNames.length);
  });

  it('refers to nothing that is not there', () => {
    expect(refsIn(document).filter((ref) => at(ref) === undefined)).toEqual([]);
  });

  it('takes exactly one field of the settings of transcription, as the service does', () => {
    const [one, another] = [{ meeting_closed_captions: {} }, { stt_b: { model: 'gpt-4o-transcribe' } }];
    const schema = { $ref: '#/components/schemas/TranscriptionSettings' };
    expect([one, another].map((body) => faultsIn(body, schema))).toEqual([[], []]);
    for (const body of [{}, { ...one, ...another }]) expect(faultsIn(body, schema)).not.toEqual([]);
  });

  it('tells a new bot to name a meeting or an event, and not both', () => {
    const schema = { $ref: '#/components/schemas/CreateBot' };
    const [link, event] = [{ meeting_url: 'https://meet.google.com/abc-defg-hij' }, { calendar_event_id: 'cev_1' }];
    const fits = (where: object) => faultsIn({ bot_name: 'Minutes', ...where }, schema).length === 0;
    expect([link, event, {}, { ...link, ...event }].map(fits)).toEqual([true, true, false, false]);
  });

  it('says of no answer that it is all there may be, nor what is filled in: answers are complete', () => {
    const { components } = document;
    const named = new Set<string>();
    const follow = (value: unknown): void => {
      for (const ref of refsIn(value)) {
        if (named.has(ref)) continue;
        named.add(ref);
        follow(at(ref));
      }
    };
    follow(operations.map(({ responses }) => responses));
    const answered = JSON.stringify([...named].filter((ref) => ref.includes('/schemas/')).map(at));
    expect(answered).not.toMatch(/"additionalProperties":false|"default":/);
    const { Bot, BotRecordingSettings, BotAutomaticLeaveSettings } = components.schemas;
    for (const { properties, required } of [BotRecordingSettings, BotAutomaticLeaveSettings].map(
      (schema) => schema ?? {},
    ))
      expect(required).toEqual(Object.keys(properties ?? {}));
    expect(refsIn(Bot)).toContain('#/components/schemas/BotRecordingSettings');
  });

  it('refers to bodies by name, and copies none', () => {
    const bodies = operations.flatMap(({ requestBody, responses }) =>
      contentsOf([requestBody, ...Object.values(responses)]),
    );
    const isText = ({ schema }: Content) => 'type' in schema && schema.type === 'string';
    for (const { schema } of bodies.filter((body) => !isText(body))) expect(refsIn(schema)).toHaveLength(1);
    // Two transcripts, each as plain text and as WebVTT.
    expect(bodies.filter(isText)).toHaveLength(4);
    const { TranscriptionSettings, BotPage, CreateBot } = document.components.schemas;
    expect(refsIn(BotPage)).toEqual(['#/components/schemas/Bot']);
    expect(refsIn(TranscriptionSettings)).toHaveLength(4);
    expect(refsIn(CreateBot)).toContain('#/components/schemas/RecordingSettings');
  });

  it.each(Object.entries(document.components.schemas))('explains %s and each of its fields', (_, schema) => {
    expect(schema.description).toMatch(/\S/);
    for (const field of Object.values(schema.properties ?? {})) expect(field.description).toMatch(/\S/);
  });

  it.each(operations)('explains $method $path and each of its parameters', (operation) => {
    const { parameters = [] } = operation;
    expect(operation.description).toMatch(/\S/);
    expect(document.tags.map(({ name }) => name)).toContain(operation.tags[0]);
    for (const { $ref, description } of parameters) expect($ref ?? description).toMatch(/\S/);
  });

  it.each(operations)('names every refusal of $method $path', ({ path, requestBody, responses }) => {
    const statuses = Object.keys(responses);
    const expected = [
      '400',
      '401',
      '429',
      '500',
      // What it is about is named in the path, or in the body.
      ...(path.includes('{') || path.endsWith('/end') ? ['404'] : []),
      ...(requestBody ? ['413', '415'] : []),
      // One answer, however long the meeting was.
      ...(path.endsWith('/transcript') ? ['406'] : []),
      // The platform is asked before the answer.
      ...(requestBody && path.endsWith('oauth_connections') ? ['502'] : []),
    ];
    expect(statuses.filter((status) => status >= '400').sort()).toEqual(expected.sort());
  });

  it('has an example for every code that an operation may answer with, under its status', () => {
    for (const [code, { value }] of Object.entries(document.components.examples)) {
      expect(value).toMatchObject({ code, status: problemCodes[code as keyof typeof problemCodes] });
      expect(faultsIn(value, { $ref: '#/components/schemas/Problem' })).toEqual([]);
    }
  });

  const examples = operations.flatMap(({ operationId, requestBody, responses }) =>
    contentsOf([requestBody, ...Object.values(responses)]).flatMap(({ schema, examples: all = {} }) =>
      Object.entries(all).flatMap(([name, { value, $ref }]) => ($ref ? [] : [{ operationId, name, value, schema }])),
    ),
  );
  it.each(examples)('gives examples that fit: $operationId, $name, $schema', ({ value, schema }) => {
    expect(faultsIn(value, schema)).toEqual([]);
  });
});

describe("the dashboard's own routes in the OpenAPI document", () => {
  const own = Object.entries(dashboardRoutes);
  const security = { session: [{ Session: [] }], anybody: [{ Session: [] }, {}], nobody: [] };

  it('are all there, in a part of their own at the end, for people who are signed in', () => {
    expect(
      dashboardOperations.map(({ operationId, method, path, tags, security }) => ({
        operationId,
        method,
        path,
        tags,
        security,
      })),
    ).toEqual(
      expect.arrayContaining(
        own.map(([operationId, { method, path, caller }]) => ({
          ...{ operationId, method, path, tags: ['Dashboard'] },
          security: security[caller],
        })),
      ),
    );
    expect(dashboardOperations).toHaveLength(own.length);
    expect(document.tags.at(-1)?.name).toBe('Dashboard');
  });

  it.each(dashboardOperations)('are explained: $method $path', ({ description, parameters = [], responses }) => {
    expect(description).toMatch(/\S/);
    for (const { $ref, description } of parameters) expect($ref ?? description).toMatch(/\S/);
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '429', '500']));
  });

  it('are in no client that is generated', () => {
    const said = JSON.stringify(interfaceDocument());
    expect(said).not.toMatch(/\/api\/v1\/dashboard\/|x-dashboard|__Host-session/);
    expect(Object.keys(interfaceDocument().paths)).toHaveLength(new Set(operations.map(({ path }) => path)).size);
  });
});

describe('the settings of transcription in the OpenAPI document', () => {
  it.each<[object, boolean]>([
    [{ stt_a: {} }, true],
    [{ custom_async: { anything: 1 } }, true],
    [{}, false],
    [{ stt_a: {}, meeting_closed_captions: {} }, false],
    [{ stt_z: {} }, false],
  ])('%j name exactly one provider: %s', (settings, isOne) => {
    const faults = faultsIn(settings, { $ref: '#/components/schemas/TranscriptionSettings' });
    expect(faults.length === 0).toBe(isOne);
  });
});

describe('webhooks in the OpenAPI document', () => {
  it.each(Object.entries(document.webhooks))('show a body that fits: %s', (trigger, { post }) => {
    const [content] = contentsOf([post.requestBody]);
    expect(content?.example).toMatchObject({ trigger });
    expect(faultsIn(content?.example, content?.schema ?? {})).toEqual([]);
    expect(post.security).toEqual([]);
  });

  it('have the data that is sent', () => {
    const [change] = stateChangesSince(0, aBot());
    expect(StateChange.strict().parse(change?.data)).toEqual(change?.data);
    for (const [kind, entry] of [
      ['utterances', anUtterance()],
      ['participant_events', aParticipantEvent()],
      ['chat_messages', aChatMessage()],
    ] as const) {
      const trigger = triggerOfCaptured(kind, entry);
      const [content] = contentsOf([document.webhooks[trigger]?.post.requestBody]);
      expect(faultsIn({ ...(content?.example as object), data: entry }, content?.schema ?? {})).toEqual([]);
    }
  });
});

describe('a route about something else, for nobody in particular', () => {
  const route = {
    method: 'GET',
    path: '/come-back/{object_id}',
    of: 'calendar_event',
    caller: 'nobody',
    requests_per_second: 10,
    success: 200,
    query: z.strictObject({}),
  } as const satisfies Route;
  const docs = {
    tag: 'Bots',
    summary: 'Where a browser lands',
    description: 'For browsers.',
    examples: { plain: { summary: 'Land' } },
  } as const;
  const operation = operationOf('comeBack', route, docs, {
    sent: { refOf: () => ({}) },
    answered: { refOf: () => ({}) },
  });

  it('is told so: no key, no refusals of keys, the id by its kind', () => {
    expect(operation).toMatchObject({
      security: [],
      parameters: [{ $ref: '#/components/parameters/calendar_event_id' }],
      'x-codeSamples': [{ source: 'curl "$BASE_URL/come-back/$CALENDAR_EVENT_ID"' }],
    });
    expect(Object.keys(operation.responses)).toEqual(['200', '400', '404', '429', '500']);
    expect(idParameters([route])).toMatchObject({
      calendar_event_id: { name: 'object_id', description: 'The id of the calendar event.' },
    });
  });
});
