/** What is around every page: where one is, who is signed in; the door, for whoever is not. */
import { ActionIcon, AppShell, Box, Burger, Button, Center, Group, Loader, NavLink, Text, Title } from '@mantine/core';
import { useDisclosure, useDocumentTitle } from '@mantine/hooks';
import {
  BookIcon,
  BroadcastIcon,
  CalendarIcon,
  DeviceCameraVideoIcon,
  PlayIcon,
  PlugIcon,
  SignOutIcon,
  SlidersIcon,
  WebhookIcon,
} from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { ask, type Session } from '../api/client.ts';
import { SessionContext, sessionQuery } from '../api/queries.ts';
import { Failed } from './failed.tsx';
import { useTicket } from './ticket.ts';
import { Unreachable } from './unreachable.tsx';

/** Opens the dashboard anew: nothing stays of what was shown, and whoever is signed in still, for want of a network, sees so. */
const signOut = async (): Promise<void> => {
  await ask('signOut').catch(() => undefined);
  location.assign('/dashboard');
};

const Door = lazy(async () => ({ default: (await import('./door.tsx')).Door }));
const OtherLink = lazy(async () => ({ default: (await import('./other-link.tsx')).OtherLink }));

const parts = [
  { to: '/', label: 'Bots', icon: <DeviceCameraVideoIcon /> },
  { to: '/calendars', label: 'Calendars', icon: <CalendarIcon /> },
  { to: '/connections', label: 'Connections', icon: <PlugIcon /> },
  { to: '/app-sessions', label: 'App sessions', icon: <BroadcastIcon /> },
  { to: '/webhooks', label: 'Webhooks', icon: <WebhookIcon /> },
  { to: '/settings', label: 'Settings', icon: <SlidersIcon /> },
] as const satisfies readonly { to: string; label: string; icon: ReactNode }[];

/** Who somebody is; the owner that `npm start` makes has no other name. */
const standing = ({ name, role, project }: Session): string =>
  `${name.toLowerCase() === role ? name : `${name}, ${role}`} of ${project.name}`;

/** Whoever goes to another page goes on in it: the focus would be gone with the page before, and nobody would hear of it. */
const useFocusInEachPage = () => {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const last = useRef(path);
  useEffect(() => {
    // The first is the browser's own.
    if (last.current !== undefined && last.current !== path) main.current?.focus({ preventScroll: true });
    last.current = path;
  }, [path]);
  return main;
};

const Inside = ({ session, notice }: { readonly session: Session; readonly notice: ReactNode }) => {
  const [isOpen, { toggle, close }] = useDisclosure();
  const burger = useRef<HTMLButtonElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const main = useFocusInEachPage();
  const closeByKey = ({ key }: KeyboardEvent): void => {
    if (key !== 'Escape' || !isOpen) return;
    close();
    burger.current?.focus();
  };
  const hasRoom = session.meeting_hosts.demo_room.includes(location.host);
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: 210, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 16, sm: 24 }}
    >
      <a className="skip" href="#main">
        To the content
      </a>
      <AppShell.Header bg="var(--raised)">
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              ref={burger}
              opened={isOpen}
              onClick={toggle}
              onKeyDown={closeByKey}
              aria-expanded={isOpen}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? 'Close the menu' : 'Open the menu'}
            />
            <Link to="/" className="brand" onClick={close}>
              <img src="/dashboard/files/icon.svg" alt="" width="30" height="30" />
              Meeting bots
            </Link>
          </Group>
          <Group gap="sm" wrap="nowrap">
            <Text size="sm" className="quiet" visibleFrom="sm">
              {standing(session)}
            </Text>
            <ActionIcon variant="default" size="lg" aria-label="Sign out" title="Sign out" onClick={signOut}>
              <SignOutIcon />
            </ActionIcon>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" bg="var(--raised)" data-closed={!isOpen || undefined} onKeyDown={closeByKey}>
        {parts.map(({ to, label, icon }) => (
          <NavLink
            key={to}
            className="nav-link"
            renderRoot={(props) => <Link to={to} {...props} />}
            label={label}
            leftSection={icon}
            active={path === to || path.startsWith(to === '/' ? '/bots' : to)}
            onClick={close}
          />
        ))}
        {hasRoom && <NavLink className="nav-link" href="/room/" label="Demo room" leftSection={<PlayIcon />} />}
        <NavLink className="nav-link" href="/docs" label="API reference" leftSection={<BookIcon />} />
        <Text size="sm" className="quiet" hiddenFrom="sm" p="sm">
          {standing(session)}
        </Text>
      </AppShell.Navbar>
      <AppShell.Main id="main" ref={main} tabIndex={-1}>
        {notice}
        <Unreachable />
        <Suspense fallback={<Waiting />}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
    </AppShell>
  );
};

export const NoSuchPage = () => {
  useDocumentTitle('No such page');
  return (
    <Center className="raised" p="xl" mih={320} ta="center">
      <div>
        <Title order={1} size="h3">
          There is no such page
        </Title>
        <Text className="quiet" my="sm">
          The address may be mistyped, or from another version of the service.
        </Text>
        <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
          To the bots
        </Button>
      </div>
    </Center>
  );
};

const Waiting = () => (
  <Center mih={240} role="status" aria-label="Loading">
    <Loader />
  </Center>
);

export const Frame = () => {
  const { data, error, refetch } = useQuery(sessionQuery);
  const [ticket, drop] = useTicket();
  const [wasIn, setWasIn] = useState(false);
  if (data && !wasIn) setWasIn(true);
  if (error)
    return (
      <Box p="md">
        <Failed error={error} retry={() => void refetch()} />
      </Box>
    );
  if (data === undefined) return <Waiting />;
  return data ? (
    <SessionContext value={data}>
      <Inside
        session={data}
        notice={
          ticket && (
            <Suspense>
              <OtherLink key={ticket} ticket={ticket} who={standing(data)} drop={drop} />
            </Suspense>
          )
        }
      />
    </SessionContext>
  ) : (
    <Suspense fallback={<Waiting />}>
      <Door ticket={ticket} drop={drop} hasEnded={wasIn} />
    </Suspense>
  );
};
