/** Other credentials for a calendar, which connect it again. */
import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import type { Calendar } from '../../lib/client/generated.ts';
import { api } from '../api/client.ts';
import { Refused } from '../frame/failed.tsx';
import { useForm } from '../look/forms/use-form.ts';
import { useWayBack } from '../look/forms/use-way-back.ts';
import { calendarsKey } from './queries.ts';
import { calendarName } from './words.ts';

const blank = { refresh_token: '', client_secret: '' };

/** What was typed, without what was left empty. */
const givenOf = (entered: typeof blank) =>
  Object.fromEntries(Object.entries(entered).flatMap(([field, text]) => (text.trim() ? [[field, text.trim()]] : [])));

export const NewCredentials = ({ calendar, close }: { readonly calendar: Calendar; readonly close: () => void }) => {
  useWayBack();
  const { input, form, button, refusal } = useForm(blank, {
    send: (entered) => api.updateCalendar({ path: { object_id: calendar.id }, body: givenOf(entered) }),
    isReady: (entered) => Object.keys(givenOf(entered)).length > 0,
    shownIn: calendarsKey,
    done: close,
  });
  return (
    <Modal
      opened
      onClose={close}
      title={`New credentials for “${calendarName(calendar)}”`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form {...form}>
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
          <Refused error={refusal} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button {...button}>Try them</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};
