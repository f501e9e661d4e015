/** Answers that may be large, packed for those who unpack them: Lambda passes on no more than 6 MB of one. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'aws-lambda';
import { problem } from '../../lib/api/problem.ts';
import { problemResponse } from './answers.ts';
import { headerOf } from './body.ts';
import type { HttpAnswer, HttpEvent } from './middleware.ts';

type Handler = (event: HttpEvent, context: Context) => Promise<HttpAnswer>;

/** What is smaller is sent sooner as it is. */
const worthwhileBytes = 16 * 1024;
// https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html: 6 MB of JSON, in which the body is a string
const mostAnswerBytes = 6 * 1024 * 1024;

/** Whether whoever asks unpacks gzip. */
export const takesGzip = (event: HttpEvent): boolean => {
  const accepted = (headerOf(event, 'accept-encoding') ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  // What is named goes before what stands for all that is not.
  const gzip =
    accepted.find((coding) => /^gzip(?:$| *;)/.test(coding)) ?? accepted.find((coding) => /^\*(?:$| *;)/.test(coding));
  return gzip !== undefined && !/; *q=0(?:\.0*)?$/.test(gzip);
};

const pack = promisify(gzip);

/** How an answer that Lambda does not pass on can be had. */
const otherWay = (isPacked: boolean): string => {
  const less = 'ask for what is new (updated_after)';
  return isPacked
    ? `the answer is larger than 6 MB, packed by gzip too: ${less}`
    : `the answer is larger than 6 MB: send Accept-Encoding: gzip, or ${less}`;
};

/**
 * The same handler, its larger answers packed by gzip where that is taken. One that is larger than Lambda passes on becomes a
 * problem that says how to ask for it.
 */
export const packed =
  (handler: Handler): Handler =>
  async (event, context) => {
    const answer = await handler(event, context);
    const { body = '' } = answer;
    if (body.length < worthwhileBytes) return answer;
    const isPacked = takesGzip(event);
    const headers = { ...answer.headers, vary: 'accept-encoding', ...(isPacked && { 'content-encoding': 'gzip' }) };
    const sent = isPacked
      ? { ...answer, headers, body: (await pack(body)).toString('base64'), isBase64Encoded: true }
      : { ...answer, headers };
    if (Buffer.byteLength(JSON.stringify(sent)) <= mostAnswerBytes) return sent;
    return problemResponse(problem('answer_too_large', otherWay(isPacked)), { vary: 'accept-encoding' });
  };
