/** A rehearsal by a script of one's own, checked while it is written, by the demo room's own rules. */
import { Anchor, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { Refused } from '../../frame/failed.tsx';
import { rehearse } from '../rehearse.ts';
import { checkedScript } from './script-check.ts';

const starter = `{
  "participants": [
    { "name": "Maya Lindqvist", "host": true },
    { "name": "Jonas Weber" }
  ],
  "timeline": [
    { "at_ms": 800, "who": "Maya Lindqvist", "do": "say", "clip": "maya-01" },
    { "at_ms": 4300, "who": "Jonas Weber", "do": "say", "clip": "jonas-01" },
    { "at_ms": 8000, "who": "Jonas Weber", "do": "chat", "text": "Is this written down?" },
    { "at_ms": 20000, "who": "Maya Lindqvist", "do": "end" }
  ]
}`;

export const OwnScript = () => {
  const navigate = useNavigate();
  const [text, setText] = useState(starter);
  const written = useDeferredValue(text);
  const checked = useMemo(() => checkedScript(written), [written]);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (script: object) => rehearse(script),
    onSuccess: ({ id }) => navigate({ to: '/bots/$id', params: { id } }),
  });
  const faults = 'faults' in checked ? checked.faults : undefined;
  return (
    <Stack gap="xs">
      <Textarea
        label="Script"
        description="Who is there, and who does what at which moment, in milliseconds."
        rows={14}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        error={faults?.map((fault) => (
          <span key={fault} className="fault">
            {fault}
          </span>
        ))}
        classNames={{ input: 'script' }}
      />
      <Refused error={error} />
      <Group justify="space-between">
        <Text size="sm" className="quiet" role="status">
          {'says' in checked ? checked.says : 'Not a script yet.'}{' '}
          <Anchor href="/room/assets/six-people.json" target="_blank" size="sm">
            A longer example
          </Anchor>
        </Text>
        <Button
          loading={isPending}
          disabled={!('script' in checked)}
          onClick={() => 'script' in checked && mutate(checked.script)}
        >
          Rehearse it
        </Button>
      </Group>
    </Stack>
  );
};
