/** A program to start from, for those who receive webhooks. */
import { Group, Tabs, Text } from '@mantine/core';
import { CodeBlock } from '../look/code-block.tsx';
import { Copy } from '../look/copy.tsx';
import { receiverPort } from './receiver-port.ts';

/** Of `examples/`, put here when the dashboard is built. */
declare const RECEIVERS: Readonly<Record<Ending, string>>;
type Ending = 'ts' | 'py' | 'go';

const languages: readonly { readonly ending: Ending; readonly label: string; readonly run: string }[] = [
  { ending: 'ts', label: 'TypeScript', run: 'node receiver.ts' },
  { ending: 'py', label: 'Python', run: 'python3 receiver.py' },
  { ending: 'go', label: 'Go', run: 'go run receiver.go' },
];

const Program = ({ code, run, url }: { readonly code: string; readonly run: string; readonly url: string }) => (
  <>
    <Text size="sm" my="sm" style={{ overflowWrap: 'anywhere' }}>
      Start it with the secret of this subscription, and have <strong>{url}</strong> lead to it:
    </Text>
    <CodeBlock>{`WEBHOOK_SECRET=whsec_… PORT=${receiverPort(url)} ${run}`}</CodeBlock>
    <Group justify="flex-end" my="xs">
      <Copy text={code} label="Copy the program" />
    </Group>
    <CodeBlock isLong>{code}</CodeBlock>
  </>
);

export const Receivers = ({ url }: { readonly url: string }) => (
  <Tabs defaultValue="ts" keepMounted={false}>
    <Tabs.List aria-label="Languages">
      {languages.map(({ ending, label }) => (
        <Tabs.Tab key={ending} value={ending}>
          {label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
    {languages.map(({ ending, run }) => (
      <Tabs.Panel key={ending} value={ending}>
        <Program code={RECEIVERS[ending]} run={run} url={url} />
      </Tabs.Panel>
    ))}
  </Tabs>
);
