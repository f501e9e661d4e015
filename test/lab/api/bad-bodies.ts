/** Bodies that must be refused: every field with values that it cannot have, and texts that are no such body. */
import type { RouteName } from '../../../lib/api/routes.ts';
import { notJson, notUtf8, otherTypes } from './bad-texts.ts';
import { badParts, badValues, long } from './bad-values.ts';
import { type Bodied, bodied, everyField, goodBodies, goodBody } from './good-bodies.ts';
import type { Call } from './requests.ts';

/** A request that must be refused, with one of these statuses. */
export interface BadRequest {
  readonly what: string;
  readonly route: RouteName;
  readonly call: Call;
  readonly statuses: readonly number[];
  /** The field that the refusal must name. */
  readonly field?: string | undefined;
}

/** With it no other bot is in the way: a body that is made from this one is refused for what it says. */
const freeKey = { ...everyField, deduplication_key: 'free' };

const updatable = ['join_at', 'meeting_url', 'bot_name', 'bot_image', 'recording_settings', 'metadata'];

/** A copy of a body with another value at a path. */
const withValue = (body: object, path: string, value: unknown): object => {
  const copy = structuredClone(body) as Record<string, unknown>;
  const names = path.split('.');
  let at: Record<string, unknown> = copy;
  for (const name of names.slice(0, -1)) {
    at[name] ??= {};
    at = at[name] as Record<string, unknown>;
  }
  // As a field of its own, also where it is called __proto__.
  Object.defineProperty(at, names.at(-1) ?? '', { value, enumerable: true, configurable: true, writable: true });
  return copy;
};

const short = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 60);
const refusedBody = (route: RouteName, what: string, body: unknown, field?: string): BadRequest => ({
  field,
  what: `${route} with ${what}`,
  route,
  call: { body },
  statuses: [400],
});

const badPartFields = (): BadRequest[] =>
  Object.entries(badParts).flatMap(([route, fields]) =>
    fields.flatMap(([path, values]) =>
      values.map((value) =>
        refusedBody(route as Bodied, `${path}: ${short(value)}`, withValue(goodBodies[route as Bodied], path, value)),
      ),
    ),
  );

const badFields = (): BadRequest[] =>
  Object.entries(badValues).flatMap(([path, values]) =>
    values.flatMap((value) => {
      const what = `${path}: ${short(value)}`;
      const [field = ''] = path.split('.');
      const isUpdatable = updatable.includes(field);
      return [
        refusedBody(
          'createBot',
          what,
          withValue(path === 'calendar_event_id' ? goodBody : freeKey, path, value),
          field,
        ),
        ...(isUpdatable ? [refusedBody('updateBot', what, withValue({}, path, value), field)] : []),
      ];
    }),
  );

const unknownNames = [
  'typo',
  'Bot_name',
  'bot_name ',
  'id',
  'state',
  'constructor',
  'toString',
  '__proto__',
  '',
  '0',
  'ünï',
];
const places = ['', 'bot_chat_message.', 'webhooks.0.', 'transcription_settings.', 'transcription_settings.stt_a.']
  .concat(['recording_settings.', 'voice_agent_settings.', 'automatic_leave_settings.', 'conf_settings.'])
  .concat(['conf_settings.onbehalf_token.', 'callback_settings.', 'bot_image.']);

const unknownFields = (): BadRequest[] =>
  unknownNames.flatMap((name) => [
    ...places.map((place) => refusedBody('createBot', `a field ${place}${name}`, withValue(freeKey, place + name, 1))),
    ...bodied.map((route) => refusedBody(route, `a field ${name}`, withValue(goodBodies[route], name, 1))),
  ]);

/** The routes of which every field of the good body is required. */
const demanding = ['createBot', 'createCalendar', 'createConnection', 'createAppSession', 'endStream'] as const;

const missingFields = (): BadRequest[] =>
  demanding.flatMap((route) => {
    const body: object = goodBodies[route];
    return Object.keys(body).map((name) =>
      refusedBody(
        route,
        `no ${name}`,
        Object.fromEntries(Object.entries(body).filter(([given]) => given !== name)),
        name,
      ),
    );
  });

const badTexts = (): BadRequest[] =>
  bodied.flatMap((route) => [
    ...notJson.map((text) => refusedBody(route, `the body ${short(text)}`, text)),
    ...notUtf8.map((bytes) => refusedBody(route, `bytes ${bytes.toString('hex')}`, bytes)),
    ...otherTypes.map(
      (type): BadRequest => ({
        what: `${route} as ${type}`,
        route,
        call: { body: goodBodies[route], headers: { 'content-type': type } },
        statuses: [415],
      }),
    ),
    {
      what: `${route} over 6 MB`,
      route,
      call: { body: JSON.stringify({ a: long(6 * 1024 * 1024) }) },
      statuses: [413],
    },
    { what: `${route} without a body`, route, call: {}, statuses: [400] },
  ]);

/** Every bad body of the routes that take one. */
export const badBodies = (): BadRequest[] => [
  ...badFields(),
  ...badPartFields(),
  ...unknownFields(),
  ...missingFields(),
  ...badTexts(),
];
