/** What a client of S3 sends and receives. */
import type { S3Client } from '@aws-sdk/client-s3';

export interface Traffic {
  readonly requests: number;
  readonly sent_bytes: number;
  readonly received_bytes: number;
}

const lengthIn = (message: unknown): number => {
  const { headers = {} } = message as { headers?: Record<string, string> };
  return Number(headers['content-length'] ?? 0);
};

/** Counts from now on; `soFar` answers what has been counted, bodies by what their headers say. */
export const countTraffic = (client: S3Client): { soFar(): Traffic } => {
  let traffic: Traffic = { requests: 0, sent_bytes: 0, received_bytes: 0 };
  client.middlewareStack.add(
    (next) => async (given) => {
      const answer = await next(given);
      traffic = {
        requests: traffic.requests + 1,
        sent_bytes: traffic.sent_bytes + lengthIn(given.request),
        received_bytes: traffic.received_bytes + lengthIn(answer.response),
      };
      return answer;
    },
    { step: 'deserialize', name: 'count-traffic', priority: 'low' },
  );
  return { soFar: () => traffic };
};
