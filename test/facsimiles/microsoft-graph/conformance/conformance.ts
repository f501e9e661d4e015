/** Requests and answers against Microsoft's own description. */
import { type Answer, type Asked, parsed } from '../../host/exchange.ts';
import { preferencesOf } from '../events/preferences.ts';
import { againstTokenRequest, isTokenRequest } from '../token-endpoint.ts';
import { callOf, type Operation } from './operations.ts';
import { againstType, hasProperty } from './typings.ts';

/** The model of one item of a collection, or of the only one. */
const itemOf = (model: string): string => model.replace(/CollectionResponse$/, '');

const againstQuery = ({ required, optional, answer, path }: Operation, query: URLSearchParams): string[] => {
  const names = [...query.keys()];
  const top = query.get('$top');
  const selected = query.get('$select')?.split(',') ?? [];
  return [
    ...names
      .filter((name) => ![...required, ...optional].includes(name))
      .map((name) => `there is no parameter ${name}`),
    ...names.filter((name) => query.getAll(name).length > 1).map((name) => `parameter ${name} is given more than once`),
    ...required.filter((name) => Number.isNaN(Date.parse(query.get(name) ?? ''))).map((name) => `${name} is no time`),
    // https://learn.microsoft.com/graph/api/calendar-list-calendarview: «a minimum value of 1 and maximum of 1000»
    ...(top !== null && path.endsWith('calendarView') && !/^([1-9]\d{0,2}|1000)$/.test(top) ? [`$top is ${top}`] : []),
    ...selected
      .filter((name) => !hasProperty(itemOf(answer ?? ''), name))
      .map((name) => `there is no property ${name} to select`),
  ];
};

export const againstRequest = (asked: Asked): string[] => {
  if (isTokenRequest(asked)) return againstTokenRequest(asked);
  const call = callOf(asked);
  if (!call) return ['Microsoft describes no such request, or the facsimile does not play it'];
  const { operation } = call;
  return [
    ...againstQuery(operation, asked.url.searchParams),
    ...preferencesOf(asked).unknown.map((preference) => `the preference ${preference} is not known`),
    ...(operation.body ? againstType(operation.body, parsed(asked.body), 'the body') : []),
    ...(!operation.body && asked.body !== '' ? ['a body where none is described'] : []),
  ];
};

const againstError = ({ body }: Answer): string[] => {
  const { error } = (parsed(body) ?? {}) as { error?: { code?: unknown; message?: unknown } };
  const isWhole = typeof error?.code === 'string' && typeof error.message === 'string';
  return isWhole ? [] : [`an error that has not the shape of Graph's: ${body}`];
};

const againstCollection = (model: string, body: unknown): string[] => {
  const { value, ...rest } = (body ?? {}) as { value?: unknown };
  const unknown = Object.keys(rest).filter((name) => !name.startsWith('@odata.'));
  return [
    ...unknown.map((name) => `the answer has no property ${name}`),
    ...againstType(`${itemOf(model)}[]`, value, 'the answer.value'),
  ];
};

export const againstAnswer = (asked: Asked, answer: Answer): string[] => {
  if (isTokenRequest(asked)) return [];
  if (answer.status >= 400) return againstError(answer);
  const model = callOf(asked)?.operation.answer;
  if (!model) return answer.body === '' ? [] : ['an answer where none is described'];
  if (model.endsWith('CollectionResponse')) return againstCollection(model, parsed(answer.body));
  return againstType(model, parsed(answer.body), 'the answer');
};
