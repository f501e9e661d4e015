/** What the OpenAPI document says of each problem; the compiler finds the code without it. */
import { InvalidTokenError, NotAuthenticatedError } from '../../domain/errors.ts';
import type { ProblemCode } from '../problem.ts';

/** What a code means, and a `detail` that goes with it. */
export const problemDocs: Readonly<Record<ProblemCode, { readonly meaning: string; readonly example: string }>> = {
  invalid_input: {
    meaning:
      'Something in the request is missing, unknown or wrong. `errors` names each field and what to change, of a hundred at most. A body holds at most 10,000 values, whatever they are.',
    example:
      'meeting_url: must be a link to a meeting of Google Meet, Zoom or Teams, or of Jitsi Meet, Galène, LiveKit or the demo room on a host that the operator has listed',
  },
  invalid_cursor: {
    meaning: 'The cursor was not made for this list: take it from `next` or `previous`, and keep the other parameters.',
    example:
      'the cursor is not valid here: take it from `next` or `previous` and keep the other parameters as they were',
  },
  invalid_state: {
    meaning: 'What was asked is not possible in the state that the bot is in.',
    example: 'cannot leave: the bot is ended',
  },
  duplicate_deduplication_key: {
    meaning:
      'A bot or app session with this `deduplication_key` is not finished yet, or a calendar with it exists. Nothing was created.',
    example: 'a bot with the deduplication_key "standup-42" is not finished yet: wait for it, or use another key',
  },
  malformed_request: {
    meaning: 'This is no request that HTTP knows.',
    example: 'send the header Host',
  },
  code_exchange_failed: {
    meaning:
      'The platform does not exchange the `authorization_code`. Nothing was stored: have the user allow the app again.',
    example:
      'the platform does not exchange the authorization_code (invalid_grant): it is good once, for five minutes, and with the redirect_uri that it was made for',
  },
  missing_scopes: {
    meaning: 'The user has not granted what the connection is for. Nothing was stored.',
    example: 'the user has not granted user:read:token: add the scopes to the app, and have the user allow it again',
  },
  user_not_active: {
    meaning: 'The account of the user at the platform is locked. Nothing was stored.',
    example: 'the user is not active at the platform',
  },
  not_authenticated: {
    meaning: 'The `Authorization` header is missing or empty, or its scheme is not `Token`.',
    example: new NotAuthenticatedError().message,
  },
  invalid_token: {
    meaning: 'The API key is unknown, revoked or malformed.',
    example: new InvalidTokenError().message,
  },
  forbidden: {
    meaning: 'Whoever is signed in to the dashboard may not do this, or it was another site that asked.',
    example: 'a viewer may look, and change nothing: an owner of the project can invite you as a member',
  },
  not_found: {
    meaning: 'There is no such resource, or it belongs to another project.',
    example: 'No such resource.',
  },
  method_not_allowed: {
    meaning: 'The path exists, but not with this method: the header `Allow` names those that it has.',
    example: 'PUT is not possible here: use POST or GET',
  },
  answer_too_large: {
    meaning:
      'The answer is larger than 6 MB. Where the request does not take it packed, send `Accept-Encoding: gzip` (`curl --compressed`); where it does, ask for what is new (`updated_after`).',
    example: 'the answer is larger than 6 MB: send Accept-Encoding: gzip, or ask for what is new (updated_after)',
  },
  request_timeout: {
    meaning: 'The request was begun, and not finished in time.',
    example: 'the request did not come to its end in time: send it again',
  },
  body_too_large: {
    meaning:
      'The body is larger than 6 MB; than 4 KB where somebody signs in by a link, or, on one machine, where the path is none of the API.',
    example: 'the body is larger than 6 MB',
  },
  unsupported_media_type: {
    meaning: 'The body says that it is something else than JSON.',
    example: 'send the body as JSON with Content-Type: application/json, not text/plain',
  },
  expectation_failed: {
    meaning: 'The header `Expect` asks for something that this service does not do.',
    example: 'Expect: 102-processing cannot be met: leave it out',
  },
  headers_too_large: {
    meaning: 'The headers of the request are too large, all together.',
    example: 'the headers are larger than 16 KB',
  },
  too_many_requests: {
    meaning:
      'The project, a person who is signed in or, where nobody is known, an address asks for more than it may. The header `Retry-After` says when to try again, in seconds.',
    example: 'too many requests: try again in 4 s',
  },
  internal: {
    meaning: 'A fault of ours. Quote the `request_id` when you ask about it.',
    example: 'Something went wrong on our side. Quote the request id Kx2vNjE3oAMEPQA= when you ask.',
  },
  platform_unavailable: {
    meaning: 'The platform, which must be asked before the answer, is at fault. Nothing was stored.',
    example: 'the platform does not answer as it should; the code may be spent: have the user allow the app again',
  },
};
