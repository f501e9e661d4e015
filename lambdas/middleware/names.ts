/** Answers in plain names, for projects that want them; and refusals also to requests that came in them. */
import { inPlainNames } from '../../lib/api/renamed.ts';
import type { Route } from '../../lib/api/routes/route.ts';
import { inPlainWords } from '../../lib/domain/access/plain-names.ts';
import { ValidationError } from '../../lib/domain/errors.ts';
import { Reply } from './answers.ts';
import { UnreadableRequestError } from './body.ts';
import type { Called } from './caller.ts';
import type { Middleware } from './middleware.ts';

export interface Named {
  /** Whether the request said any plain name. */
  readonly wasPlain?: boolean;
}

const inPlain = ({ errors }: ValidationError): ValidationError =>
  new ValidationError(
    Object.fromEntries(
      Object.entries(errors).map(([path, sentences]) => [inPlainWords(path), sentences.map(inPlainWords)]),
    ),
  );

export const named = <R extends Route>({ response }: R): Middleware<Named, Called<R>> => ({
  after: (request) => {
    const { caller }: Called = request.context;
    const result: unknown = request.response;
    if (caller?.names !== 'plain' || !response || result instanceof Reply) return;
    request.response = inPlainNames(response, result) as typeof request.response;
  },
  onError: (request) => {
    // It may have gone wrong before anybody was known.
    const { caller, wasPlain }: Partial<Called> & Named = request.context;
    const speaksPlain = wasPlain || caller?.names === 'plain';
    if (!speaksPlain) return;
    const { error } = request;
    if (error instanceof ValidationError) request.error = inPlain(error);
    else if (error instanceof UnreadableRequestError && error.faults) {
      request.error = new UnreadableRequestError(error.problem, inPlain(error.faults));
    }
  },
});
