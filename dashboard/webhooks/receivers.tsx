/** A program to start from, for those who receive webhooks. */
import { Button, Group, Tabs, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';

/** Of `examples/`, put here when the dashboard is built. */
declare const RECEIVERS: Readonly<Record<Ending, string>>;
type Ending = 'ts' | 'py' | 'go';

const languages: readonly { readonly ending: Ending; readonly label: string; readonly run: string }[] = [
  { ending: 'ts', label: 'TypeScript', run: 'node receiver.ts' },
  { ending: 'py', label: 'Python', run: 'python3 receiver.py' },
  { ending: 'go', label: 'Go', run: 'go run receiver.go' },
];

const Program = ({ code, run, url }: { readonly code: string; readonly run: string; readonly url: string }) => {
  const { copy, copied } = useClipboard();
  return (
    <>
      <Text size="sm" my="sm" style={{ overflowWrap: 'anywhere' }}>
        Start it with the secret of this subscription, and have <strong>{url}</strong> lead to it:
      </Text>
      <pre className="code">{`WEBHOOK_SECRET=whsec_… PORT=9000 ${run}`}</pre>
      <Group justify="flex-end" my="xs">
        <Button size="xs" variant="default" onClick={() => copy(code)}>
          {copied ? 'Copied' : 'Copy the program'}
        </Button>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so must be reached by the keyboard */}
      <pre className="code program" tabIndex={0}>
        {code}
      </pre>
    </>
  );
};

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
