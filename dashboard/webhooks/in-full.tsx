/** The bytes of a delivery, and how each attempt to send them was answered. */
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type AnswerOf, ask } from '../api/client.ts';
import { clockOf } from '../bots/times.ts';
import { Refused } from '../frame/failed.tsx';
import { CodeBlock } from '../look/code-block.tsx';

export type Delivery = AnswerOf<'listDeliveries'>['results'][number];

/** How it was answered, or why it was not. */
export const answerOf = ({ status, error }: Delivery['attempts'][number]): string | undefined =>
  status ? `answered ${status}` : error;

const Attempts = ({ attempts }: Pick<Delivery, 'attempts'>) => (
  <ul className="history">
    {attempts.map((one) => (
      <li key={`${one.attempt} ${one.at}`}>
        <time className="quiet" dateTime={one.at}>
          {clockOf(one.at)}
        </time>
        <span style={{ overflowWrap: 'anywhere' }}>
          {answerOf(one)} <span className="quiet">in {Math.round(one.duration_ms)} ms</span>
          {one.response && <CodeBlock>{one.response}</CodeBlock>}
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
