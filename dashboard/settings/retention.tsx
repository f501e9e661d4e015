import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mostKeepDays } from '../../lib/domain/captured/keep-days.ts';
import { type AnswerOf, ask } from '../api/client.ts';
import { Sure } from '../look/sure.tsx';

type ProjectAnswer = AnswerOf<'getProject'>;

const whatItIs = 'Recordings, transcripts, chats and who was there';
const daysOf = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

const held = ({ keep_days, deleted_after_days: days }: ProjectAnswer): string => {
  if (days === null) return `${whatItIs} stay until somebody deletes them: on the page of a bot, or by the API.`;
  const after = `${whatItIs} are deleted by themselves ${daysOf(days)} after a meeting has ended.`;
  return days === keep_days ? after : `${after} Whoever runs this service keeps nothing for longer.`;
};

/** What is entered, as the API takes it: nothing for no end. Undefined for what it would refuse. */
const daysIn = (entered: string): number | null | undefined => {
  const text = entered.trim();
  if (text === '') return null;
  const days = Number(text);
  return Number.isInteger(days) && days >= 1 && days <= mostKeepDays ? days : undefined;
};

const meaningOf = (days: number | null): string =>
  days === null
    ? 'What bots bring home stays until somebody deletes it, unless whoever runs this service says otherwise.'
    : `${whatItIs} of every meeting that ended more than ${daysOf(days)} ago are deleted, the first of them within an hour. ` +
      'It cannot be undone. What stays is that the bot was there, with its name, states and settings.';

interface RetentionProps {
  readonly project: ProjectAnswer;
  readonly queryKey: readonly string[];
}

/** How long a project keeps what its bots bring home. */
export const Retention = ({ project, queryKey }: RetentionProps) => {
  const client = useQueryClient();
  const own = project.keep_days === null ? '' : String(project.keep_days);
  const [entered, setEntered] = useState(own);
  const days = daysIn(entered);
  const change = async (keep_days: number | null): Promise<void> => {
    client.setQueryData(queryKey, await ask('updateProject', { body: { keep_days } }));
  };
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Days for which it is kept"
          description={`After a meeting has ended: 1 to ${mostKeepDays}, or nothing for no end.`}
          inputMode="numeric"
          autoComplete="off"
          value={entered}
          onChange={({ currentTarget }) => setEntered(currentTarget.value)}
          error={days === undefined && `A whole number from 1 to ${mostKeepDays}, or nothing.`}
        />
        {days !== undefined && (
          <Sure
            label="Change it"
            title={days === null ? 'Keep it without end?' : `Keep it for ${daysOf(days)}?`}
            means={meaningOf(days)}
            yes={days === null ? 'Keep it' : 'Delete what is older'}
            does={() => change(days)}
          />
        )}
      </Group>
      <Text size="sm" role="status">
        {held(project)}
      </Text>
    </Stack>
  );
};
