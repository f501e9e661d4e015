/** Which servers are told of what happens. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api/client.ts';
import { useSession } from '../api/queries.ts';
import { momentOf } from '../bots/times.ts';
import { Refused } from '../frame/failed.tsx';
import { PlainList } from '../look/listed.tsx';
import { Once } from '../look/once.tsx';
import { Section } from '../look/section.tsx';
import { Sure } from '../look/sure.tsx';
import { Waiting } from '../look/waiting.tsx';
import { Receivers } from './receivers.tsx';
import { SubscriptionForm } from './subscription-form.tsx';
import { subscriptionsKey as queryKey, type Subscription, triggers } from './triggers.ts';
import { TryOut } from './try-out.tsx';

/** What is folded out below a subscription: one thing at a time. */
type Open = 'test' | 'program' | 'change' | undefined;

const Orders = ({ one, again, change }: OneProps & { readonly change: () => void }) => {
  const rotated = useMutation({ mutationFn: () => ask('rotateSecret', { id: one.id }), onSuccess: again });
  const disabled = useMutation({ mutationFn: () => ask('disableSubscription', { id: one.id }), onSuccess: again });
  const error = rotated.error ?? disabled.error;
  return (
    <>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={change}>
          Change
        </Button>
        {one.former_secret_until === null ? (
          <Button size="xs" variant="default" loading={rotated.isPending} onClick={() => rotated.mutate()}>
            New secret
          </Button>
        ) : (
          <Sure
            size="xs"
            label="New secret"
            title="Another new secret?"
            means={`The one before the newest signs until ${momentOf(one.former_secret_until)}. With another new secret it signs no more from now on: servers that still check by it refuse what is sent.`}
            yes="Make another one"
            does={() => rotated.mutateAsync()}
          />
        )}
        {one.state === 'enabled' && (
          <Button size="xs" variant="default" loading={disabled.isPending} onClick={() => disabled.mutate()}>
            Disable
          </Button>
        )}
        <Sure
          size="xs"
          label="Delete"
          title="Delete this subscription?"
          means={`Nothing is sent to ${one.url} any more; what waits to be sent again is dropped.`}
          yes="Delete it"
          does={async () => {
            await ask('deleteSubscription', { id: one.id });
            await again();
          }}
        />
      </Group>
      {rotated.data && <Once title="The new secret" value={rotated.data.webhook_secret} done={rotated.reset} />}
      <Refused error={error} />
    </>
  );
};

interface OneProps {
  readonly one: Subscription;
  readonly again: () => Promise<unknown>;
}

const Disabled = ({ one, again }: OneProps) => {
  const { role } = useSession();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => ask('enableSubscription', { id: one.id }),
    onSuccess: again,
  });
  return (
    <Alert color="yellow" variant="light" title="Nothing is sent there">
      <Group gap="sm">
        <span>{one.disabled_reason}</span>
        {role === 'owner' && (
          <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
            Enable
          </Button>
        )}
      </Group>
      <Refused error={error} />
    </Alert>
  );
};

const One = ({ one }: Pick<OneProps, 'one'>) => {
  const client = useQueryClient();
  const { role } = useSession();
  const [open, setOpen] = useState<Open>();
  const again = () => client.invalidateQueries({ queryKey });
  const toggle = (what: Open) => () => setOpen(open === what ? undefined : what);
  return (
    <Stack component="li" className="listed" gap="xs">
      <div>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {one.url}
        </Text>
        <Text size="sm" className="quiet">
          {one.triggers.map((trigger) => triggers[trigger]).join(' · ')}
        </Text>
        {one.former_secret_until !== null && (
          <Text size="sm" className="quiet">
            Two secrets sign: the newest, and the one before until {momentOf(one.former_secret_until)}.
          </Text>
        )}
      </div>
      {one.state === 'disabled' && <Disabled one={one} again={again} />}
      <Group gap="xs">
        {role !== 'viewer' && one.state === 'enabled' && (
          <Button size="xs" variant="light" aria-expanded={open === 'test'} onClick={toggle('test')}>
            Send a test
          </Button>
        )}
        <Button size="xs" variant="default" aria-expanded={open === 'program'} onClick={toggle('program')}>
          Example receiver
        </Button>
        {role === 'owner' && <Orders one={one} again={again} change={toggle('change')} />}
      </Group>
      {open === 'test' && one.state === 'enabled' && <TryOut key={one.triggers.join()} one={one} />}
      {open === 'program' && <Receivers url={one.url} />}
      {open === 'change' && (
        <SubscriptionForm
          first={one}
          yes="Change it"
          cancel={toggle('change')}
          does={(body) => ask('updateSubscription', { id: one.id, body })}
          done={() => setOpen(undefined)}
        />
      )}
    </Stack>
  );
};

const Add = ({ isFirst }: { readonly isFirst: boolean }) => {
  const [isOpen, { open, close }] = useDisclosure();
  const [secret, setSecret] = useState<string>();
  return (
    <>
      {secret !== undefined && (
        <Once title="The secret that signs what is sent there" value={secret} done={() => setSecret(undefined)} />
      )}
      {isFirst || isOpen ? (
        <SubscriptionForm
          yes="Subscribe"
          {...(!isFirst && { cancel: close })}
          does={async (body) => {
            const { webhook_secret } = await ask('createSubscription', { body });
            setSecret(webhook_secret);
          }}
          done={close}
        />
      ) : (
        <Button variant="default" w="fit-content" onClick={open}>
          Add a subscription
        </Button>
      )}
    </>
  );
};

export const Subscriptions = () => {
  const { role } = useSession();
  const asked = useQuery({ queryKey, queryFn: () => ask('listSubscriptions') });
  const { data } = asked;
  return (
    <Section
      title="Subscriptions"
      says="Your servers are told of all bots that have no webhooks of their own, signed with the secret of the subscription."
    >
      <Waiting for={asked} />
      <Stack gap="md">
        {data?.length === 0 && <Text>No subscriptions yet.</Text>}
        {data && data.length > 0 && (
          <PlainList gap="md">
            {data.map((one) => (
              <One key={one.id} one={one} />
            ))}
          </PlainList>
        )}
        {role === 'owner' && data && <Add isFirst={data.length === 0} />}
      </Stack>
    </Section>
  );
};
