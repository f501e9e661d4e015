/** What stt_a (Deepgram) says when it refuses or fails, in its own words. https://developers.deepgram.com/docs/errors, unless another source is named. */
import { randomUUID } from 'node:crypto';
import type { Answer } from '../web.ts';

const error =
  (status: number, err_code: string) =>
  (err_msg: string): Answer => {
    const request_id = randomUUID();
    // The header beside the body's id: https://github.com/deepgram/deepgram-js-sdk/issues/353
    return { status, headers: { 'dg-request-id': request_id }, body: { err_code, err_msg, request_id } };
  };

export const badRequest = error(400, 'Bad Request');
export const invalidQuery = error(400, 'INVALID_QUERY_PARAMETER'); // https://github.com/EpicenterHQ/epicenter/pull/895
export const invalidAuth = (): Answer => error(401, 'INVALID_AUTH')('Invalid credentials.');

/** What goes wrong without the client's fault, or with its account. */
export const failures = {
  paymentRequired: () =>
    error(
      402,
      'ASR_PAYMENT_REQUIRED',
    )('Project does not have enough credits for an ASR request and does not have an overage agreement.'),
  insufficientPermissions: () =>
    error(403, 'INSUFFICIENT_PERMISSIONS')('Project does not have access to the requested model.'),
  // https://github.com/deepgram/deepgram-js-sdk/issues/320
  slowUpload: () => error(408, 'SLOW_UPLOAD')('Request upload timeout.'),
  payloadTooLarge: () => error(413, 'PAYLOAD_TOO_LARGE')('The request body is larger than the server allows.'),
  unprocessable: () => error(422, 'ASR_UNPROCESSABLE_ENTITY')('The upload was interrupted or is incomplete.'),
  tooManyRequests: () => error(429, 'TOO_MANY_REQUESTS')('Too many requests. Please try again later'),
  internal: () => error(500, 'INTERNAL_SERVER_ERROR')('An unexpected error occurred.'),
  // A body that is not theirs: it comes from what stands before the service. https://github.com/deepgram/deepgram-python-sdk/issues/300
  unavailable: (): Answer => ({ status: 503, body: 'Please try again later.' }),
  gatewayTimeout: (): Answer => ({ status: 504, headers: { 'content-type': 'text/html' }, body: '<html>504</html>' }),
};
