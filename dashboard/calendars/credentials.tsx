/** Other credentials for a calendar, which connect it again. */
import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Calendar } from '../../lib/client/generated.ts';
import { api } from '../api/client.ts';
import { faultOf, isAbout } from '../api/faults.ts';
import { wordsOf } from '../frame/failed.tsx';
import { calendarsKey } from './queries.ts';
import { calendarName } from './words.ts';

const fields = ['refresh_token', 'client_secret'] as const;
type Field = (typeof fields)[number];

export const NewCredentials = ({ calendar, close }: { readonly calendar: Calendar; readonly close: () => void }) => {
  const client = useQueryClient();
  const [form, setForm] = useState<Readonly<Record<Field, string>>>({ refresh_token: '', client_secret: '' });
  const given = Object.fromEntries(
    fields.flatMap((field) => (form[field].trim() ? [[field, form[field].trim()]] : [])),
  );
  const isReady = Object.keys(given).length > 0;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.updateCalendar({ path: { object_id: calendar.id }, body: given }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: calendarsKey });
      close();
    },
  });
  const input = (field: Field) => ({
    value: form[field],
    autoComplete: 'off',
    error: faultOf(error, field),
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: HTMLInputElement }) =>
      setForm((before) => ({ ...before, [field]: value })),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) mutate();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={`New credentials for “${calendarName(calendar)}”`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">
            Enter what has changed; what is left empty stays as it is. The calendar is tried anew at once, and its
            meetings keep their ids.
          </Text>
          <PasswordInput
            label="Refresh token"
            description="Of the owner's new consent"
            data-autofocus
            {...input('refresh_token')}
          />
          <PasswordInput
            label="Client secret"
            description={`Of the app ${calendar.client_id}`}
            {...input('client_secret')}
          />
          {error && !isAbout(error, fields) && <Text role="alert">{wordsOf(error)}</Text>}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending} disabled={!isReady}>
              Try them
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};
