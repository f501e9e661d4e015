/** Requests and answers against Google's own description. */
import { type Answer, type Asked, parsed } from '../host/exchange.ts';
import { againstParameters, againstSchema, callOf, schemaOf } from './discovery.ts';
import { wrongField } from './fields.ts';
import { againstTokenRequest, isTokenRequest } from './token-endpoint.ts';

export const againstRequest = (asked: Asked): string[] => {
  if (isTokenRequest(asked)) return againstTokenRequest(asked);
  const call = callOf(asked);
  if (!call) return ['Google describes no such method'];
  const { id, request, response } = call.method;
  const fields = asked.url.searchParams.get('fields');
  const wrong = fields && response ? wrongField(fields, schemaOf(response.$ref)) : undefined;
  return [
    ...againstParameters(call, asked.url.searchParams),
    ...(request ? againstSchema(schemaOf(request.$ref), parsed(asked.body), 'the body') : []),
    ...(!request && asked.body !== '' ? [`${id} takes no body`] : []),
    ...(wrong ? [`the answer has no field ${wrong}`] : []),
  ];
};

/** The shape is that of the errors guide; of its items the discovery document has a schema. */
const againstError = ({ status, body }: Answer): string[] => {
  const { error } = (parsed(body) ?? {}) as { error?: { code?: number; errors?: Record<string, unknown>[] } };
  if (!error || !Array.isArray(error.errors)) return [`an error that has not the shape of Google's: ${body}`];
  const items = error.errors.flatMap(({ domain, reason }, i) =>
    againstSchema(schemaOf('Error'), { domain, reason }, `error ${i}`),
  );
  return error.code === status ? items : [`an error says ${error.code} with status ${status}`, ...items];
};

export const againstAnswer = (asked: Asked, answer: Answer): string[] => {
  if (isTokenRequest(asked)) return [];
  if (answer.status >= 400) return againstError(answer);
  const response = callOf(asked)?.method.response;
  if (response) return againstSchema(schemaOf(response.$ref), parsed(answer.body), 'the answer');
  return answer.body === '' ? [] : ['an answer where none is described'];
};
