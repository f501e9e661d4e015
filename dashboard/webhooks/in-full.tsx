/** The bytes of a delivery, and how each attempt to send them was answered. */
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type AnswerOf, ask } from '../api/client.ts';
import { clockOf } from '../bots/times.ts';
import { Refused } from '../frame/failed.tsx';
import { CodeBlock } from '../look/code-block.tsx';

export type Delivery = AnswerOf<'listDeliveries'>['results'][number];

const Attempts = ({ attempts }: Pick<Delivery, 'attempts'>) => (
  <ul className="history">
    {attempts.map(({ attempt, at, status, error, response, duration_ms }) => (
      <li key={`${attempt} ${at}`}>
        <time className="quiet" dateTime={at}>
          {clockOf(at)}
        </time>
        <span style={{ overflowWrap: 'anywhere' }}>
          {status ? `answered ${status}` : error} <span className="quiet">in {Math.round(duration_ms)} ms</span>
          {response && <CodeBlock>{response}</CodeBlock>}
        </span>
      </li>
    ))}
  </ul>
);

const indented = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

/** What was sent: headers without signatures, and the body, indented to be read. */
export const InFull = ({ about, idempotency_key }: { readonly about: string; readonly idempotency_key: string }) => {
  const { data, error } = useQuery({
    queryKey: ['delivery', about, idempotency_key],
    queryFn: () => ask('getDelivery', { query: { about, idempotency_key } }),
  });
  if (error) return <Refused error={error} />;
  if (!data) return <Text className="quiet">One moment …</Text>;
  const { headers, body } = data.request;
  return (
    <Stack gap="xs">
      <Attempts attempts={data.attempts} />
      <Text size="sm" fw={600}>
        What was sent
      </Text>
      <CodeBlock>
        {`POST ${data.url}\n`}
        {Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')}
        {body !== null && `\n\n${indented(body)}`}
      </CodeBlock>
      {body === null && (
        <Text size="sm" className="quiet">
          It arrived at once. Its body is made again from what it told of, which has changed or is not kept.
        </Text>
      )}
    </Stack>
  );
};
